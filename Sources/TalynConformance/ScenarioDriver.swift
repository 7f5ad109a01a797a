internal import Talyn
internal import TalynTesting

/// Runs an operation while the cues of a call happen, and stops waiting when it does not end.
struct ScenarioDriver: Sendable {
    let stage: ScenarioStage
    /// The real time that an operation may take. It takes next to none unless it never ends.
    let patience: Duration

    /// The number of bytes of the body that the client has reported.
    private let received = Journal<Int64>(0)

    init(_ stage: ScenarioStage, patience: Duration) {
        self.stage = stage
        self.patience = patience
    }

    /// Records the progress of the transfer.
    func report(_ progress: TransferProgress) {
        received.note { $0 = max($0, progress.received) }
    }

    /// Returns the output of the operation; nil when it did not end.
    func run<Output: Sendable>(
        _ call: ScenarioCall, _ operation: @escaping @Sendable () async -> Output
    ) async -> Output? {
        let work = Task {
            if call.isCancelledFirst { withUnsafeCurrentTask { $0?.cancel() } }
            return await operation()
        }
        let cues = Task { try await perform(call.cues) { work.cancel() } }
        defer { cues.cancel() }
        return await patiently(work)
    }

    /// Waits until the server's record meets a condition; false after ``patience``.
    func see(_ condition: @escaping @Sendable (ServerRecord) -> Bool) async -> Bool {
        guard let home = stage.home else { return true }
        let waiting = Task { (try? await home.wait(until: condition)) != nil }
        return await patiently(waiting) ?? false
    }

    /// Whether the client closes its connection. Over stubs it has none.
    func seeClientLeave() async -> Bool {
        await see { $0.connections.contains { $0.end == .clientClosed || $0.end == .clientReset } }
    }

    /// The value of a task; nil when it does not end within ``patience``, even if it ignores cancellation.
    private func patiently<Output: Sendable>(_ task: Task<Output, Never>) async -> Output? {
        let outcome = Journal<Output?>(nil)
        Task {
            let value = await task.value
            outcome.note { $0 = value }
        }
        let watchdog = Task {
            try await Task.sleep(for: patience)
            outcome.close()
        }
        defer { watchdog.cancel() }
        do { try await outcome.wait { $0 != nil } } catch {
            task.cancel()
            stage.stop()
            // A task that ends by its cancellation has not ended in time.
            return nil
        }
        return outcome.record
    }

    private func perform(_ cues: [ScenarioCall.Cue], cancel: () -> Void) async throws {
        var holds = 0
        for cue in cues where stage.takes(cue) {
            switch cue {
            case .holding:
                holds += 1
                let count = holds
                try await stage.home?.wait { $0.connections.reduce(0) { $0 + $1.holds } >= count }
            case .release: stage.home?.release()
            case .received(let count): try await received.wait { $0 >= count }
            case .asleep: await stage.clock.waitForSleepers()
            case .advance(let seconds):
                await stage.clock.waitForSleepers()
                try Task.checkCancellation()
                stage.clock.advance(by: .seconds(seconds))
            case .cancel: cancel()
            }
            try Task.checkCancellation()
        }
    }
}

extension ScenarioStage {
    /// Whether a cue applies on this stage.
    fileprivate func takes(_ cue: ScenarioCall.Cue) -> Bool {
        switch cue {
        // The part of a body that came before a call was cancelled is chance, and so is the part in a cassette.
        case .received: !isReplayed
        case .asleep, .cancel: true
        case .holding, .advance, .release: home != nil
        }
    }
}
