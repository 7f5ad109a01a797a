public import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Runs it over a transport, against servers of its own on 127.0.0.1, on a clock of its own.
    ///
    /// `patience` is how long a call may take in real time before it counts as one that never ends. Default: 20 seconds.
    public func run(over transport: any Transport, patience: Duration = .seconds(20)) async -> ScenarioRecord {
        do {
            let stage = try ScenarioStage(self, over: transport)
            defer { stage.stop() }
            return await record(on: stage, patience)
        } catch {
            var record = ScenarioRecord()
            record.notes = ["no server could be started"]
            return record
        }
    }

    /// Runs it over stubs that do what its servers would do.
    public func runOverStubs(patience: Duration = .seconds(20)) async -> ScenarioRecord {
        await record(on: ScenarioStage(stubbing: self), patience)
    }

    func record(on stage: ScenarioStage, _ patience: Duration) async -> ScenarioRecord {
        var record = ScenarioRecord()
        let recorder = ScenarioRecorder(stage.places)
        let provider = Provider<ScenarioTarget>(
            transport: stage.transport, plugins: [recorder], clock: stage.clock)
        // Until the requests are recorded: a stub does not read what it is sent.
        var files: [URL] = []
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        for call in calls {
            let driver = ScenarioDriver(stage, patience: patience)
            let file = call.temporaryFile()
            files.append(file)
            guard let target = ScenarioTarget(call, stage.places, file: file) else { continue }
            let result = await driver.run(call) { () -> Result<Response, RequestError> in
                do throws(RequestError) {
                    return .success(try await provider.request(target, progress: driver.report))
                } catch { return .failure(error) }
            }
            record.ends.append(result.map { stage.text($0, call) } ?? "did not end in \(patience)")
            if call.leaves {
                let hasLeft = await driver.seeClientLeave()
                record.notes.append(hasLeft ? "the client gave its connection up" : "the client stayed")
            }
            _ = await driver.see { !call.isLeft || $0.open == 0 }
        }
        record.hooks = recorder.hooks
        record.timeline = recorder.timeline
        record.requests = await stage.requests()
        return record
    }
}

extension ScenarioCall {
    /// A file with the body that is to be sent from one; nothing is written for other bodies.
    func temporaryFile() -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        if case .file(let text) = content { try? Data(text.utf8).write(to: file) }
        return file
    }
}

extension ScenarioStage {
    /// How a call ended, in the words of a record.
    func text(_ result: Result<Response, RequestError>, _ call: ScenarioCall) -> String {
        var end = ScenarioEnd()
        let response: Response?
        switch result {
        case .success(let success): response = success
        case .failure(let error):
            end.category = error.category
            end.code = error.urlError?.code
            response = error.response
        }
        guard let response else { return ScenarioRecord.end(end, body: Data(), place: "") }
        end.status = response.statusCode
        for name in call.end.headers.keys {
            // Values of a name may be joined on the way (RFC 9110 §5.3), but for this one.
            let isSingle = name != "Set-Cookie"
            end.headers[name] = isSingle ? response.headers[name].map { [$0] } : response.headers.values(for: name)
        }
        return ScenarioRecord.end(end, body: response.data, place: places.name(of: response.url))
    }
}
