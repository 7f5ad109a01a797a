/// The queue on which a session calls its delegate.
enum URLSessionDelegateQueue {
    /// Returns a queue that runs each operation in place on Linux; nil elsewhere, for the session's own serial queue.
    ///
    /// On Linux a session passes each event from its serial work queue to an OperationQueue, which took a tenth of a
    /// call's time. Talyn's delegate only records events and writes bodies to files; it never blocks on another queue.
    static func make() -> OperationQueue? {
        #if canImport(FoundationNetworking)
        InlineQueue()
        #else
        nil
        #endif
    }

    #if canImport(FoundationNetworking)
    // Unchecked like its superclass; it adds no state.
    private final class InlineQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
    #endif
}
