/// One wait of one task for a result of other tasks: a permit, a shared exchange, a new token. The first call to settle
/// it ends the wait, before, while or after the task waits, so no wake-up is lost.
package final class WaitTicket<Value: Sendable>: Sendable {
    /// The end of a wait.
    package enum Ending: Sendable {
        /// The wait ended with its value.
        case settled(Value)
        /// The task was cancelled.
        case cancelled
        /// The deadline of the call passed.
        case timedOut
    }

    private enum State {
        case open
        case waiting(CheckedContinuation<Void, Never>)
        case ended(Ending)
    }

    private let state = Locked(State.open)

    package init() {}

    /// Ends the wait with a value, unless it has ended.
    /// - Returns: whether this call ended it.
    @discardableResult
    package func settle(_ value: Value) -> Bool { end(.settled(value)) }

    /// Ends the wait, unless it has ended.
    /// - Returns: whether this call ended it.
    @discardableResult
    func end(_ ending: Ending) -> Bool {
        let before = state.withLock { state in
            let before = state
            if case .ended = before {} else { state = .ended(ending) }
            return before
        }
        if case .ended = before { return false }
        if case .waiting(let continuation) = before { continuation.resume() }
        return true
    }

    /// Waits, once, until the ticket is settled.
    /// - Throws: `.cancelled` if the task is cancelled, `.timedOut` if the endpoint's deadline passes, with the text that
    ///   `late` ends, both after `leave` took the ticket out of its queue.
    func value(
        for endpoint: Endpoint, _ context: CallContext, late: String = "", leave: () -> Void
    ) async throws(RequestError) -> Value {
        let alarm = context.setDeadlineAlarm(for: endpoint) { [self] in end(.timedOut) }
        let ending = await wait()
        if let alarm { context.cancelAlarm(alarm) }
        switch ending {
        case .settled(let value): return value
        case .cancelled:
            leave()
            throw RequestError(.cancelled)
        case .timedOut:
            leave()
            throw RequestError(.transport(URLError(.timedOut, text: "the deadline has passed\(late)")))
        }
    }

    /// Waits for the end, once. Cancellation of the task ends the wait.
    package func wait() async -> Ending {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasEnded = state.withLock { state in
                    if case .ended = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if hasEnded { continuation.resume() }
            }
        } onCancel: {
            end(.cancelled)
        }
        // Not passed through the continuation: Thread Sanitizer does not see that a resume precedes the wait's return.
        return state.withLock { if case .ended(let ending) = $0 { ending } else { .cancelled } }
    }
}

extension CallContext {
    /// Sets an alarm for the endpoint's deadline; nil without one.
    fileprivate func setDeadlineAlarm(for endpoint: Endpoint, _ ring: @escaping @Sendable () -> Void) -> Alarms.ID? {
        guard let deadline = endpoint.options.deadline else { return nil }
        return setAlarm(at: deadline.bounded) {
            ring()
            return nil
        }
    }
}
