extension URLSessionExchange {
    /// Ends the transfer when no byte moves for the endpoint's timeout, or at its deadline.
    func watch() {
        guard let end = nextEnd(after: context.elapsed) else { return }
        let alarm = context.setAlarm(at: end) { [weak self] in self?.checkTimes() }
        let isOver = state.withLock { state in
            state.alarm = alarm
            return state.isOver
        }
        if isOver { context.cancelAlarm(alarm) }
    }

    /// Records that a byte moved.
    func touch() {
        let now = context.elapsed
        state.withLock { $0.lastActivity = now }
    }

    /// Returns the time of the next check since the call's beginning; nil without a limit.
    private func nextEnd(after now: Duration) -> Duration? {
        let deadline = context.timeLeft(for: endpoint).map { now + $0 }
        guard let timeout = endpoint.options.timeout else { return deadline }
        let idleEnd = state.withLock { ($0.waitsForReader ? now : $0.lastActivity) + timeout.bounded }
        return deadline.map { min($0, idleEnd) } ?? idleEnd
    }

    /// Checks the limits and returns the time of the next check; nil if the exchange ended.
    private func checkTimes() -> Duration? {
        let now = context.elapsed
        if let left = context.timeLeft(for: endpoint), left <= .zero {
            stop(URLError(.timedOut, text: "the deadline has passed"))
            return nil
        }
        guard let end = nextEnd(after: now) else { return nil }
        if end > now { return end }
        if mayWaitForConnection() {
            touch()
            return nextEnd(after: now)
        }
        stop(URLError(.timedOut, text: "no byte was received or sent within the timeout"))
        return nil
    }

    /// Whether the exchange may be queued for a connection. URLSession does not report this, so it is assumed until as
    /// many exchanges have ended as were ahead. The exchange then gets one more timeout.
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

/// The position of an exchange among those of its origin, which share a number of connections.
struct ConnectionTurn: Sendable {
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

    /// Whether it waits for its reader rather than the network.
    fileprivate var waitsForReader: Bool {
        if case .stream(let pipe) = body { pipe.isFull } else { false }
    }
}
