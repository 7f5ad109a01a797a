/// The result of an exchange, until the task that waits for it takes it.
///
/// Not passed through the continuation: Thread Sanitizer does not see that a resume precedes the wait's return.
enum AwaitedResult<Received: Sendable>: Sendable {
    case open
    case awaited(UnsafeContinuation<Void, Never>)
    case settled(Result<Received, any Error>)
    case taken

    /// Keeps the continuation of the task that waits. Returns false if there is a result already.
    mutating func wait(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
        guard case .open = self else { return false }
        self = .awaited(continuation)
        return true
    }

    /// Keeps the first result. Returns the continuation, to be resumed outside the lock; nil if nobody waits.
    mutating func settle(_ result: Result<Received, any Error>) -> UnsafeContinuation<Void, Never>? {
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
