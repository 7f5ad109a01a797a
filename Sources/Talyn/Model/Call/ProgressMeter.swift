/// Passes on the progress of a call at most twenty times a second, with its rate.
final class ProgressMeter: Sendable {
    private static let interval = Duration.milliseconds(50)
    /// The time in seconds in which the weight of a measurement falls to 1/e.
    private static let memory = 2.0

    fileprivate struct State {
        var start: Duration?
        var lastTime = Duration.zero
        var lastMoved = 0.0
        var rate: Double?
        /// A report that was held back.
        var pending: TransferProgress?
    }

    private let report: @Sendable (TransferProgress) -> Void
    private let bodyHandler: (any BodyHandler)?
    private let now: @Sendable () -> Duration
    private let state = Locked(State())

    init(
        _ now: @escaping @Sendable () -> Duration, _ bodyHandler: (any BodyHandler)? = nil,
        _ report: @escaping @Sendable (TransferProgress) -> Void
    ) {
        self.now = now
        self.bodyHandler = bodyHandler
        self.report = report
    }

    /// Takes a progress of the transport.
    @Sendable func takeFromTransport(_ progress: TransferProgress) {
        guard let bodyHandler else { return take(progress) }
        if let progress = bodyHandler.progress(for: progress) { take(progress) }
    }

    /// Passes on a progress, or keeps it for ``flush()``. The first one, that of the first bytes, and the end of a body
    /// are always passed on.
    func take(_ progress: TransferProgress) {
        let time = now()
        let due = state.withLock { state -> TransferProgress? in
            var isDue = state.start == nil || progress.isAtAnEnd || time - state.lastTime >= Self.interval
            if !isDue, state.lastMoved == 0, progress.moved > 0 {
                // The rate begins here: the time since the head is too short to measure one.
                (isDue, state.start) = (true, nil)
            }
            state.pending = isDue ? nil : progress
            return isDue ? state.measure(progress, at: time, memory: Self.memory) : nil
        }
        if let due { report(due) }
    }

    /// Passes on a progress that was held back. Called at the end of the call.
    func flush() {
        let time = now()
        let last = state.withLock { state -> TransferProgress? in
            guard let pending = state.pending else { return nil }
            state.pending = nil
            return state.measure(pending, at: time, memory: Self.memory)
        }
        if let last { report(last) }
    }
}

extension ProgressMeter.State {
    fileprivate mutating func measure(
        _ progress: TransferProgress, at time: Duration, memory: Double
    ) -> TransferProgress {
        let moved = progress.moved
        let passed = (time - lastTime).seconds
        if start == nil || moved < lastMoved {
            // The beginning, or a body that is sent again.
            (start, rate) = (time, nil)
        } else if passed > 0 {
            let current = (moved - lastMoved) / passed
            let age = (time - (start ?? time)).seconds
            // In the first seconds a plain average, which has no earlier value to start from.
            let weight = max(1 - exp(-passed / memory), min(passed / max(age, passed), 1))
            rate = (rate ?? current) + weight * (current - (rate ?? current))
        }
        (lastTime, lastMoved) = (time, moved)
        var measured = progress
        measured.bytesPerSecond = rate
        return measured
    }
}
