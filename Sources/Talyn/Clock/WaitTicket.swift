/// One wait of one task for something that other tasks finish: a permit, a shared exchange, a new token.
///
/// The ticket is settled once, by whoever comes first; later attempts are refused. It may be settled before, while or after
/// a task begins to wait, so no wake-up is lost.
final class WaitTicket<Value: Sendable>: Sendable {
    /// The end of a wait.
    enum Ending: Sendable {
        /// With the value that was waited for.
        case settled(Value)
        /// The task was cancelled.
        case cancelled
        /// The deadline of the call is over.
        case timedOut
    }

    private enum State {
        case open
        case waiting(CheckedContinuation<Void, Never>)
        case ended(Ending)
    }

    private let state = Locked(State.open)

    /// Ends the wait with a value, unless it has ended.
    /// - Returns: whether this ended it.
    @discardableResult
    func settle(_ value: Value) -> Bool { end(.settled(value)) }

    /// Ends the wait, unless it has ended.
    /// - Returns: whether this ended it.
    @discardableResult
    func end(_ ending: Ending) -> Bool {
        let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            defer { if case .ended = state {} else { state = .ended(ending) } }
            switch state {
            case .open: return (true, nil)
            case .waiting(let continuation): return (true, continuation)
            case .ended: return (false, nil)
            }
        }
        waiting?.resume()
        return isFirst
    }

    /// Waits, once, until the ticket is settled.
    /// - Throws: `.cancelled` when the task is cancelled, and ``RequestError/deadlineIsOver`` when the endpoint's deadline
    ///   is over, both at once and after `leave` took the ticket out of the queue. `late` goes into the timeline then.
    func value(
        for endpoint: Endpoint, _ context: CallContext, late: String? = nil, leave: () -> Void
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
            if let late { context.note(late) }
            throw .deadlineIsOver
        }
    }

    /// Waits, once, for the end. A task that is cancelled ends the wait itself.
    func wait() async -> Ending {
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
        // Not by the continuation: Thread Sanitizer does not see that the runtime orders a resume before the wait.
        return state.withLock { if case .ended(let ending) = $0 { ending } else { .cancelled } }
    }
}

extension CallContext {
    /// Sets an alarm for the end of the endpoint's deadline.
    ///
    /// Nil without a deadline, and on a clock that passes by sleeping: waiting for another call takes no time there.
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
