internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// What is different when a cassette records, and when its file is replayed; empty when nothing is.
    func checkCassettes(over live: any Transport, patience: Duration) async -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("scenario.har", isDirectory: false)
        guard let stage = try? ScenarioStage(self, over: Self.cassette(at: file, .all, live)) else {
            return ["no server could be started"]
        }
        let recorded = await record(on: stage, patience)
        stage.stop()
        var findings = recorded.differences(from: expected).map { "recording: \($0)" }
        // What sends nothing has nothing to record.
        if let cassette = stage.transport as? Cassette, cassette.requests.isEmpty { return findings }
        findings += Self.finish(stage.transport)

        let replay = { ScenarioStage(replaying: self, in: stage.places, from: Self.cassette(at: file, .replay, live)) }
        let second = replay()
        let replayed = await record(on: second, patience)
        findings += replayed.differences(from: expected).map { "replay: \($0)" } + Self.finish(second.transport)
        // In which form the answer is wanted has nothing to do with how much was sent, and looking through that takes time.
        if calls.contains(where: { $0.content.text.utf8.count > 1 << 16 }) { return findings }
        findings += await checkDeliveries(on: replay, patience: patience).map { "replay \($0)" }
        return findings + (await checkRecordedDeliveries(in: folder, over: live, patience: patience))
    }

    /// What is different when a body is recorded as a file and as a stream, which is done in other ways.
    private func checkRecordedDeliveries(
        in folder: URL, over live: any Transport, patience: Duration
    ) async -> [String] {
        let stages = Locked<[(ScenarioStage, URL)]>([])
        let recorded = await checkDeliveries(
            on: {
                let file = folder.appendingPathComponent("\(UUID().uuidString).har", isDirectory: false)
                let stage = try ScenarioStage(self, over: Self.cassette(at: file, .all, live))
                stages.withLock { $0.append((stage, file)) }
                return stage
            }, patience: patience)
        var findings = recorded.map { "recording \($0)" }
        for (stage, file) in stages.withLock({ $0 }) {
            findings += Self.finish(stage.transport)
            let replay = {
                ScenarioStage(replaying: self, in: stage.places, from: Self.cassette(at: file, .replay, live))
            }
            findings += await checkDeliveries(on: replay, patience: patience).map { "replay \($0)" }
        }
        return findings
    }

    /// One that leaves the credentials of scenarios alone, as they are looked at.
    private static func cassette(at file: URL, _ mode: Cassette.Mode, _ live: any Transport) -> Cassette {
        let redaction = Redaction.standard.excepting(headers: ScenarioRecord.watchedHeaders + ["Set-Cookie"])
        return Cassette(at: file, mode: mode, redacting: redaction, over: live)
    }

    private static func finish(_ transport: any Transport) -> [String] {
        do {
            try (transport as? Cassette)?.finish()
            return []
        } catch { return ["\(error)"] }
    }
}
