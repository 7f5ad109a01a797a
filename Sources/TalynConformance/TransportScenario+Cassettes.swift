internal import Talyn
internal import TalynCassettes
internal import TalynTesting

extension TransportScenario {
    /// Records with cassettes and replays their files; returns a line for each difference.
    ///
    /// Each recording has a file of its own: one is made through a provider, the others of bodies that are delivered as
    /// a file and as a stream.
    func checkCassettes(over live: any Transport, patience: Duration) async -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let recordings = Locked<[(stage: ScenarioStage, file: URL)]>([])
        let recording = {
            let file = folder.appendingPathComponent("\(UUID().uuidString).har", isDirectory: false)
            let stage = try ScenarioStage(self, over: Self.cassette(at: file, .all, live))
            recordings.withLock { $0.append((stage, file)) }
            return stage
        }
        guard let first = try? recording() else { return ["no server could be started"] }
        var findings = await record(on: first, patience).differences(from: expected).map { "recording: \($0)" }
        first.stop()
        // The form of a response does not depend on the size of the request, whose redaction takes time.
        let checksDeliveries = !calls.contains { $0.content.text.utf8.count > 1 << 16 }
        if checksDeliveries {
            findings += await checkDeliveries(on: recording, patience: patience).map { "recording \($0)" }
        }
        for (index, (stage, file)) in recordings.withLock({ $0 }).enumerated() {
            // Without a request there is nothing to record.
            guard let cassette = stage.transport as? Cassette, !cassette.requests.isEmpty else { continue }
            findings += Self.finish(cassette)
            let replayed = Self.cassette(at: file, .replay, live)
            if index == 0 {
                let record = await record(on: ScenarioStage(self, in: stage.places, replaying: replayed), patience)
                findings += record.differences(from: expected).map { "replay: \($0)" } + Self.finish(replayed)
            }
            guard checksDeliveries else { continue }
            let replay = {
                ScenarioStage(self, in: stage.places, replaying: Self.cassette(at: file, .replay, live))
            }
            findings += await checkDeliveries(on: replay, patience: patience).map { "replay \($0)" }
        }
        return findings
    }

    /// A cassette that does not redact the credentials of scenarios, which are compared.
    private static func cassette(at file: URL, _ mode: Cassette.Mode, _ live: any Transport) -> Cassette {
        let redaction = Redaction.standard.excepting(headers: ScenarioRecord.watchedHeaders + ["Set-Cookie"])
        return Cassette(at: file, mode: mode, redacting: redaction, over: live)
    }

    private static func finish(_ cassette: Cassette) -> [String] {
        do throws(CassetteError) { try cassette.finish() } catch { return ["\(error)"] }
        return []
    }
}
