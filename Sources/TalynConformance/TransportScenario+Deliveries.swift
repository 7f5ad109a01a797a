internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Sends the endpoint over the transport alone, with the body delivered as a file and as a stream. Applies to
    /// scenarios of one exchange and no other call; returns a line for each difference.
    func checkDeliveries(on makeStage: () throws -> ScenarioStage, patience: Duration) async -> [String] {
        guard !hasCompany, calls.count == 1, let call = calls.first, call.exchanges == nil, !call.isCancelledFirst
        else { return [] }
        let expected = call.expectedDelivery
        var findings: [String] = []
        for name in ["file", "stream"] {
            guard let stage = try? makeStage() else { return ["no server could be started"] }
            defer { stage.stop() }
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            let seen = await stage.deliver(call, as: name == "file" ? .file(file) : .stream, patience)
            if seen != expected { findings.append("as a \(name): \(seen), expected: \(expected)") }
        }
        return findings
    }
}

extension ScenarioCall {
    /// The end that a transport alone must produce: it refuses no status.
    fileprivate var expectedDelivery: String {
        var end = end
        if end.status != nil { (end.category, end.code) = (nil, nil) }
        return ScenarioRecord.end(end, body: Data(end.body.utf8), place: "\(origin)/\(path)")
    }
}

extension ScenarioStage {
    /// Sends a call's endpoint over the transport alone.
    fileprivate func deliver(_ call: ScenarioCall, as delivery: BodyDelivery, _ patience: Duration) async -> String {
        let driver = ScenarioDriver(self, patience: patience)
        let file = call.temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        guard let target = ScenarioTarget(call, places, file: file),
            let endpoint = try? Provider<ScenarioTarget>(transport: transport).endpoint(target)
        else { return "no endpoint" }
        let context = CallContext(delivery: delivery, clock: clock, progress: driver.report)
        let text = await driver.run(call) { () -> String in
            do {
                let response = try await transport.send(endpoint, context: context)
                let body = try await response.body.delivered(as: delivery, status: response.statusCode)
                let whole = Response(
                    statusCode: response.statusCode, headers: response.headers, body: .data(body), url: response.url,
                    endpoint: endpoint)
                return self.text(.success(whole), call)
            } catch let error as WrongDelivery {
                return error.text
            } catch {
                return self.text(.failure(RequestError(thrown: error)), call)
            }
        }
        if call.leaves, await !driver.seeClientLeave() { return "the client stayed" }
        return text ?? "did not end in \(patience)"
    }
}

/// A body that has another form than the requested one.
private struct WrongDelivery: Error {
    let text: String
}

extension Body {
    /// The bytes, if the body has the requested form.
    fileprivate func delivered(as delivery: BodyDelivery, status: Int) async throws -> Data {
        switch (self, delivery) {
        case (.none, _), (.stream, .stream): break
        case (.file(let file), .file(let wanted)) where file == wanted: break
        case (.data, .file) where !(200...299).contains(status): break
        default: throw WrongDelivery(text: "\(self) instead of \(delivery)")
        }
        return try await bytes()
    }
}
