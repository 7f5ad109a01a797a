internal import Talyn
internal import TalynCassettes
internal import TalynTesting

extension ScenarioRun {
    /// Runs the calls of a scenario through a provider and returns what was seen.
    func record(of scenario: TransportScenario) async -> ScenarioRecord {
        var record = ScenarioRecord()
        let recorder = ScenarioRecorder(origins)
        let provider = Provider<ScenarioTarget>(transport: transport, plugins: [recorder], clock: clock)
        let held = scenario.answers[TransportScenario.heldAddress] == nil ? nil : await beginHeldCall()
        defer { held?.cancel() }
        for call in scenario.calls {
            let end = await end(of: call) { target, progress in
                do throws(RequestError) {
                    return .success(try await provider.request(target, progress: progress))
                } catch { return .failure(error) }
            }
            record.ends.append(end.text)
            if call.leaves {
                record.notes.append(end.hasLeft ? "the client closed its connection" : "the client stayed")
            }
            _ = await see { !call.isLeft || $0.open == 0 }
        }
        (record.hooks, record.timeline) = recorder.seen
        record.requests = await requests()
        return record
    }

    /// Sends a call over the transport alone, with the body delivered as a file or a stream, and returns its end.
    func end(of call: ScenarioCall, asFile: Bool) async -> String {
        let delivery = asFile ? BodyDelivery.file(newFile()) : .stream
        let end = await end(of: call) { target, progress in
            do {
                let endpoint = try Provider<ScenarioTarget>(transport: transport).endpoint(target)
                let context = CallContext(delivery: delivery, clock: clock, progress: progress)
                let response = try await transport.send(endpoint, context: context)
                let body: Data
                switch (response.body, delivery) {
                case (.none, _), (.stream, .stream): body = try await response.body.bytes()
                case (.file(let file), .file(let wanted)) where file == wanted: body = try Data(contentsOf: file)
                case (.data(let data), .file) where !(200...299).contains(response.statusCode): body = data
                default: body = Data("\(response.body) instead of \(delivery)".utf8)
                }
                return .success(
                    Response(
                        statusCode: response.statusCode, headers: response.headers, body: .data(body),
                        url: response.url, endpoint: endpoint))
            } catch { return .failure(RequestError(thrown: error)) }
        }
        return end.hasLeft ? end.text : "the client stayed"
    }

    private typealias Send =
        @Sendable (ScenarioTarget, @escaping @Sendable (TransferProgress) -> Void) async -> Result<
            Response, RequestError
        >

    /// Sends a call while its cues happen, and returns its end as text of a record. A client that must close its
    /// connection and does not has stayed.
    private func end(of call: ScenarioCall, _ send: @escaping Send) async -> (text: String, hasLeft: Bool) {
        guard let target = target(of: call) else { return ("no URL", true) }
        let received = Journal<Int64>(0)
        let work = Task {
            if call.isCancelledFirst { withUnsafeCurrentTask { $0?.cancel() } }
            return await send(target) { progress in received.note { $0 = max($0, progress.received) } }
        }
        let cues = Task { try await perform(call.cues, received: received) { work.cancel() } }
        defer { cues.cancel() }
        let text = await value(of: work).map { ScenarioRecord.end($0, of: call, in: origins) }
        let hasLeft =
            if call.leaves {
                await see { $0.connections.contains { $0.end == .clientClosed || $0.end == .clientReset } }
            } else { true }
        return (text ?? "did not end in \(patience)", hasLeft)
    }

    /// Begins a call that the server holds and no record tells of, and returns its task. Stubs and cassettes have no
    /// connections to wait for: nil.
    private func beginHeldCall() async -> Task<Void, Never>? {
        let call = ScenarioCall(.response(200)) { $0.address = TransportScenario.heldAddress }
        guard home != nil, !(transport is Cassette), let target = target(of: call) else { return nil }
        let provider = Provider<ScenarioTarget>(transport: transport, clock: clock)
        let task = Task { _ = try? await provider.request(target) }
        _ = await see { $0.holding > 0 }
        return task
    }

    /// Returns the target of a call, whose body is written if it is sent from a file.
    private func target(of call: ScenarioCall) -> ScenarioTarget? {
        let file = newFile()
        if case .file(let text) = call.content { try? Data(text.utf8).write(to: file) }
        return ScenarioTarget(call, origins, file: file)
    }
}

/// Records the hooks and timelines of calls.
private final class ScenarioRecorder: CallObserver {
    private let origins: ScenarioOrigins
    private let kept = Locked((hooks: [String](), timeline: [String]()))

    init(_ origins: ScenarioOrigins) { self.origins = origins }

    var seen: (hooks: [String], timeline: [String]) { kept.withLock { $0 } }

    func willSend(_ endpoint: Endpoint, context: CallContext) {
        // A fragment is never sent.
        note("willSend \(endpoint.method) \(origins.name(of: endpoint.url).prefix(beforeBytes: "#"))")
    }

    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
        note("didReceive \(Self.text(result))")
    }

    func didFinish(_ outcome: CallOutcome, context: CallContext) {
        note("didFinish \(Self.text(outcome.result))")
        let entries = context.timeline.entries.compactMap { entry in
            switch entry.event {
            case .response(let status): "attempt \(entry.attempt): \(status)"
            case .failure(let category): "attempt \(entry.attempt): \(category)"
            // A stub has nothing to tell of the wire.
            case .note(let text) where Self.notesOfTheWire.contains(text): nil as String?
            case .note(let text): "attempt \(entry.attempt): \(text)"
            case .cached(let status, let source): "attempt \(entry.attempt): \(status) from the \(source)"
            }
        }
        kept.withLock { $0.timeline += entries }
    }

    private static let notesOfTheWire = [
        "the body is sent in gzip", "the body's coding is unknown, so it is not decoded",
        "the body cannot be decoded; it ends at the fault",
    ]

    private func note(_ text: String) { kept.withLock { $0.hooks.append(text) } }

    private static func text(_ result: Result<Response, RequestError>) -> String {
        switch result {
        case .success(let response): "\(response.statusCode)"
        case .failure(let error): error.category.rawValue
        }
    }
}

/// The target of a scenario's calls. It fails with the raw error.
private struct ScenarioTarget: RoutedTarget {
    let baseURL: URL
    let route: Route

    static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })

    /// Nil when the origin of the call has no URL.
    init?(_ call: ScenarioCall, _ origins: ScenarioOrigins, file: URL) {
        guard let (origin, path) = call.address.cut(atBytes: "/"), let base = URL(string: origins.base(String(origin)))
        else { return nil }
        baseURL = base
        var route = Route(call.method, "\(raw: String(path))", headers: call.headers)
        switch call.content {
        case .none: break
        case .data(let text): route = route.text(text, contentType: ScenarioCall.contentType)
        case .file: route = route.file(file, contentType: ScenarioCall.contentType)
        case .stream(let pieces): route = route.stream(Self.stream(pieces), contentType: ScenarioCall.contentType)
        case .form(let caption, let pieces, let hasLength):
            route = route.multipart(boundary: "scenario") {
                Part("caption", caption)
                Part("file", stream: Self.stream(pieces, hasLength: hasLength), fileName: "a.txt")
            }
        }
        route.options.contentCoding = call.contentCoding
        route.options.decodesContent = call.decodesContent
        route.options.timeout = call.timeout
        route.options.deadline = call.deadline
        route.options.redirects = call.redirects
        self.route = route
    }

    private static func stream(_ pieces: [String], hasLength: Bool = false) -> BodyStream {
        let length = pieces.reduce(0) { $0 + $1.utf8.count }
        return BodyStream(length: hasLength ? Int64(length) : nil, isRepeatable: true) {
            var rest = pieces[...]
            return { rest.popFirst().map { Data($0.utf8) } }
        }
    }
}
