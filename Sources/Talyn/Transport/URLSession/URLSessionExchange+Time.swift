extension URLSessionExchange {
    /// Ends the transfer when nothing moves for the endpoint's timeout, or when its deadline is over.
    func watch() {
        guard let end = nextEnd(after: context.elapsed) else { return }
        let alarm = context.setAlarm(at: end) { [weak self] in self?.look() }
        let isOver = state.withLock { state in
            state.alarm = alarm
            return state.isOver
        }
        if isOver { context.cancelAlarm(alarm) }
    }

    /// A byte moved.
    func touch() {
        let now = context.elapsed
        state.withLock { $0.lastActivity = now }
    }

    /// When to look next, since the call's beginning; nil without a limit.
    private func nextEnd(after now: Duration) -> Duration? {
        let deadline = context.timeLeft(for: endpoint).map { now + $0 }
        guard let timeout = endpoint.options.timeout else { return deadline }
        let idleEnd = state.withLock { ($0.waitsForReader ? now : $0.lastActivity) + timeout.bounded }
        return deadline.map { min($0, idleEnd) } ?? idleEnd
    }

    /// Looks whether a time is over, and returns when to look again; nil when it ended.
    private func look() -> Duration? {
        let now = context.elapsed
        if let left = context.timeLeft(for: endpoint), left <= .zero {
            stop(URLError(.timedOut, text: "the deadline is over"))
            return nil
        }
        guard let end = nextEnd(after: now) else { return nil }
        if end > now { return end }
        if mayWaitForConnection() {
            touch()
            return nextEnd(after: now)
        }
        stop(URLError(.timedOut, text: "nothing came in time"))
        return nil
    }

    /// Whether nothing moved because others had the connections of its host: nobody tells, so it is taken for granted
    /// until as many have ended as stood before it. Then it gets one more timeout, the last.
    private func mayWaitForConnection() -> Bool {
        let ended = exchanges.ended(at: origin)
        return state.withLock { state in
            guard !state.hasMoved, state.turn.ahead > 0 else { return false }
            defer { state.turn.lastEnded = ended }
            guard ended - state.turn.firstEnded < state.turn.ahead else {
                state.turn.ahead = 0
                return true
            }
            return ended != state.turn.lastEnded
        }
    }
}

/// Where an exchange stands among those of its origin, which share so many connections.
struct ConnectionTurn: Sendable {
    /// How many have to end before it has a connection.
    var ahead = 0
    /// How many had ended when it began.
    var firstEnded = 0
    /// How many had ended when that was last looked at.
    var lastEnded = 0
}

extension URLSessionExchange.State {
    /// Whether a byte was told of.
    fileprivate var hasMoved: Bool { head != nil || progress.sent > 0 }

    /// Whether it waits for its reader, and not for the network.
    fileprivate var waitsForReader: Bool {
        if case .stream(let pipe) = body { pipe.isFull } else { false }
    }
}
