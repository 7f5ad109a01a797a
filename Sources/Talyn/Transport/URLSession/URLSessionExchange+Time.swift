extension URLSessionExchange: TimedExchange {
    /// Nil while it waits for its reader.
    var idleSince: Duration? {
        state.withLock { state in
            if state.sink.pipe?.isFull == true { nil } else { state.lastActivity }
        }
    }

    var hasHead: Bool { state.withLock { $0.hasAnswer } }

    func withResult<Output: Sendable>(_ work: (inout AwaitedResult<Received>) -> Output) -> Output {
        state.withLock { work(&$0.result) }
    }

    func keep(_ alarm: Alarms.ID) -> Bool {
        state.withLock { state in
            state.alarm = alarm
            return !state.isOver
        }
    }

    func touch() {
        let now = context.elapsed
        state.withLock { $0.lastActivity = now }
    }

    /// Whether the exchange may be queued for a connection. URLSession does not report this, so it is assumed until as
    /// many exchanges have ended as were ahead. The exchange then gets one more timeout.
    func mayWaitLonger() -> Bool {
        let ended = exchanges.ended(at: origin)
        return state.withLock { state in
            guard !state.hasMoved, state.queuePosition.ahead > 0 else { return false }
            defer { state.queuePosition.lastEnded = ended }
            guard ended - state.queuePosition.firstEnded < state.queuePosition.ahead else {
                state.queuePosition.ahead = 0
                return true
            }
            return ended != state.queuePosition.lastEnded
        }
    }
}

/// The position of an exchange in the queue of its origin, whose exchanges share a number of connections.
struct QueuePosition: Sendable {
    /// The number of exchanges that have to end before it gets a connection.
    var ahead = 0
    /// The number that had ended when it began.
    var firstEnded = 0
    /// The number that had ended at the last check.
    var lastEnded = 0
}

extension URLSessionExchange.State {
    /// Whether a byte was reported.
    fileprivate var hasMoved: Bool { head != nil || progress.sent > 0 }
}
