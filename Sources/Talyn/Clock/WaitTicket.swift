/// One wait of one task. The first call to settle ends it; later calls have no effect.
///
/// It may be settled before, while or after the task waits, so no wake-up is lost.
package final class WaitTicket<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Void, Never>)
        case settled(Value)
    }

    private let state = Locked(State.open)

    package init() {}

    /// Ends the wait, unless it has ended.
    /// - Returns: whether this call ended it.
    @discardableResult
    package func settle(_ value: Value) -> Bool {
        let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            switch state {
            case .open:
                state = .settled(value)
                return (true, nil)
            case .waiting(let continuation):
                state = .settled(value)
                return (true, continuation)
            case .settled: return (false, nil)
            }
        }
        waiting?.resume()
        return isFirst
    }

    /// Waits for the end, once. Cancellation of the task settles the ticket with `value`.
    package func wait(whenCancelled value: Value) async -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSettled = state.withLock { state in
                    if case .settled = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isSettled { continuation.resume() }
            }
        } onCancel: {
            settle(value)
        }
        // The value is not passed through the continuation: Thread Sanitizer does not see that the runtime orders a
        // resume before a later wait.
        return state.withLock { if case .settled(let value) = $0 { value } else { value } }
    }
}

/// The result of a wait for a permit, a token or another call.
enum WaitEnding<Value: Sendable>: Sendable {
    /// The awaited value.
    case settled(Value)
    /// The task was cancelled.
    case cancelled
    /// The deadline of the call has passed.
    case timedOut
}

extension WaitTicket {
    /// Waits until the ticket is settled, the task is cancelled, or the endpoint's deadline has passed.
    func wait<Output>(for endpoint: Endpoint, _ context: CallContext) async -> Value where Value == WaitEnding<Output> {
        let alarm = context.setDeadlineAlarm(for: endpoint) { [self] in settle(.timedOut) }
        defer { if let alarm { context.cancelAlarm(alarm) } }
        return await wait(whenCancelled: .cancelled)
    }
}

extension CallContext {
    /// Sets an alarm for the endpoint's deadline.
    ///
    /// Nil without a deadline, and on a clock that advances by sleeping: waiting for another call takes no time there.
    fileprivate func setDeadlineAlarm(for endpoint: Endpoint, _ ring: @escaping @Sendable () -> Void) -> Alarms.ID? {
        guard let deadline = endpoint.options.deadline, record.clock.scoped?.passesBySleeping != true else {
            return nil
        }
        return setAlarm(at: deadline.bounded) {
            ring()
            return nil
        }
    }
}
