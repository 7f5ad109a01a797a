/// The result of an exchange, until the task that waits for it takes it. Used under the exchange's lock.
///
/// The continuation carries no value: Thread Sanitizer does not know that a resume happens before the wait's end.
enum AwaitedResult<Received: Sendable>: Sendable {
    #if DEBUG
    // Thread Sanitizer reports the inlined resume of an unsafe continuation as a race.
    typealias Waiter = CheckedContinuation<Void, Never>
    #else
    // Checks cost 2 % of a call over libcurl. Each continuation is resumed once: `settle` returns it once, a refused
    // one is resumed by its owner, and every exchange that starts ends (``CURLLoop/finish()``).
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
    mutating func register(_ waiter: Waiter) -> Bool {
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
        // Not reached: a task takes its result once, after its wait.
        guard case .settled(let result) = self else { return .failure(URLError(.unknown)) }
        self = .taken
        return result
    }
}
