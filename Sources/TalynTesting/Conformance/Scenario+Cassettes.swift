internal import Talyn

extension Scenario {
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
        findings += Self.finish(stage.transport)
        // As a file and as a stream a body is recorded in other ways.
        let deliveries = await checkDeliveries(
            on: { try ScenarioStage(self, over: Self.cassette(at: file.appendingPathExtension("2"), .all, live)) },
            patience: patience)
        findings += deliveries.map { "recording \($0)" }

        let replay = { ScenarioStage(replaying: self, in: stage.places, from: Self.cassette(at: file, .replay, live)) }
        let second = replay()
        let replayed = await record(on: second, patience)
        findings += replayed.differences(from: expected).map { "replay: \($0)" } + Self.finish(second.transport)
        return findings + (await checkDeliveries(on: replay, patience: patience)).map { "replay \($0)" }
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
