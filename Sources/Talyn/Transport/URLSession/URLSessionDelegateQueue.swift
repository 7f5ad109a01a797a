/// The queue on which a session calls its delegate.
enum URLSessionDelegateQueue {
    /// On Linux one that runs each call where it arises; elsewhere nil, for the session's own serial queue.
    ///
    /// On Linux a session hands each piece of news to an OperationQueue from its serial work queue, which cost a tenth
    /// of a call. Talyn's delegate notes what it hears, writes bodies that go to files, and waits for nobody.
    static func make() -> OperationQueue? {
        #if canImport(FoundationNetworking)
        InlineQueue()
        #else
        nil
        #endif
    }

    #if canImport(FoundationNetworking)
    // Unchecked as its superclass is; it adds no state.
    private final class InlineQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
    #endif
}
