/// One wait of one task, which ends once: by whoever settles it first. Whoever comes later is refused.
///
/// It does not matter whether it is settled before, while or after somebody begins to wait, so no wake-up is lost.
package final class WaitTicket<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Void, Never>)
        case settled(Value)
    }

    private let state = Locked(State.open)

    package init() {}

    /// Ends the wait, unless it has ended.
    /// - Returns: whether this was the end of it.
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

    /// Waits for the end, once; a task that is cancelled settles the ticket itself.
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
        // Not by the continuation: thread sanitizer does not see that the runtime orders who resumes one before it is waited
        // for and who waits.
        return state.withLock { if case .settled(let value) = $0 { value } else { value } }
    }
}

/// How a wait for something else than the exchange itself ended.
enum WaitEnding<Value: Sendable>: Sendable {
    /// With what was waited for.
    case settled(Value)
    /// The task was cancelled.
    case cancelled
    /// The deadline of the call is over.
    case timedOut
}

extension WaitTicket {
    /// Waits until the ticket is settled, the task is cancelled, or the endpoint's deadline is over.
    func wait<Output>(for endpoint: Endpoint, _ context: CallContext) async -> Value where Value == WaitEnding<Output> {
        let alarm = context.setDeadlineAlarm(for: endpoint) { [self] in settle(.timedOut) }
        defer { if let alarm { context.cancelAlarm(alarm) } }
        return await wait(whenCancelled: .cancelled)
    }
}

extension CallContext {
    /// Rings when the endpoint's deadline is over.
    ///
    /// Nil when it has none, and on a clock that passes by sleeping: who waits for another call takes no time there.
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
