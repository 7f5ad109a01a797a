/// The result of an exchange, until the task that waits for it takes it.
///
/// Not passed through the continuation: Thread Sanitizer does not see that a resume precedes the wait's return.
enum AwaitedResult<Received: Sendable>: Sendable {
    #if DEBUG
    // Thread Sanitizer takes what an inlined resume reads for a race with the task that goes on.
    typealias Waiter = CheckedContinuation<Void, Never>
    #else
    // Checks cost a fiftieth of a call over libcurl. The enum returns a continuation once, and every exchange that
    // starts ends.
    typealias Waiter = UnsafeContinuation<Void, Never>
    #endif

    case open
    case awaited(Waiter)
    case settled(Result<Received, any Error>)
    case taken

    /// Suspends the task until the continuation that `work` receives is resumed.
    static func suspend(_ work: (Waiter) -> Void) async {
        #if DEBUG
        await withCheckedContinuation(work)
        #else
        await withUnsafeContinuation(work)
        #endif
    }

    /// Keeps the continuation of the task that waits. Returns false if there is a result already.
    mutating func wait(_ waiter: Waiter) -> Bool {
        guard case .open = self else { return false }
        self = .awaited(waiter)
        return true
    }

    /// Keeps the first result. Returns the continuation, to be resumed outside the lock; nil if nobody waits.
    mutating func settle(_ result: Result<Received, any Error>) -> Waiter? {
        switch self {
        case .open:
            self = .settled(result)
            return nil
        case .awaited(let continuation):
            self = .settled(result)
            return continuation
        case .settled, .taken: return nil
        }
    }

    /// Returns the result, and releases it: a streamed body retains its exchange.
    mutating func take() -> Result<Received, any Error> {
        guard case .settled(let result) = self else { return .failure(CancellationError()) }
        self = .taken
        return result
    }
}
