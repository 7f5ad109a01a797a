internal import Talyn
internal import TalynCassettes
internal import TalynTesting

extension TransportScenario {
    /// Runs the calls through a provider and returns what was seen.
    func record(on stage: ScenarioStage, _ patience: Duration) async -> ScenarioRecord {
        var record = ScenarioRecord()
        let recorder = ScenarioRecorder(stage.places)
        let provider = Provider<ScenarioTarget>(transport: stage.transport, plugins: [recorder], clock: stage.clock)
        // Kept until the requests are recorded: a stub does not read what it is sent.
        var files: [URL] = []
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        let company = hasCompany ? await stage.beginHeldCall(patience) : nil
        defer { company?.cancel() }
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
                record.notes.append(hasLeft ? "the client closed its connection" : "the client stayed")
            }
            _ = await driver.see { !call.isLeft || $0.open == 0 }
        }
        (record.hooks, record.timeline) = recorder.seen
        record.requests = await stage.requests()
        return record
    }
}

extension ScenarioStage {
    /// Begins a call that the server holds and no record tells of, and returns its task. Stubs and cassettes have no
    /// connections to wait for: nil.
    fileprivate func beginHeldCall(_ patience: Duration) async -> Task<Void, Never>? {
        let call = ScenarioCall(.response(200)) { $0.path = ScenarioRule.heldPath }
        guard home != nil, !(transport is Cassette),
            let target = ScenarioTarget(call, places, file: call.temporaryFile())
        else { return nil }
        let provider = Provider<ScenarioTarget>(transport: transport, clock: clock)
        let task = Task { _ = try? await provider.request(target) }
        _ = await ScenarioDriver(self, patience: patience).see { $0.holding > 0 }
        return task
    }

    /// The end of a call as text of a record.
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
            // A transport may join the values of a name (RFC 9110 §5.3), except for this one.
            let isJoined = name != "Set-Cookie"
            end.headers[name] = isJoined ? response.headers[name].map { [$0] } : response.headers.values(for: name)
        }
        return ScenarioRecord.end(end, body: response.data, place: places.name(of: response.url))
    }
}

/// Records the hooks and timelines of calls.
private final class ScenarioRecorder: CallObserver {
    private let places: ScenarioPlaces
    private let kept = Locked((hooks: [String](), timeline: [String]()))

    init(_ places: ScenarioPlaces) { self.places = places }

    var seen: (hooks: [String], timeline: [String]) { kept.withLock { $0 } }

    func willSend(_ endpoint: Endpoint, context: CallContext) {
        // A fragment is never sent.
        note("willSend \(endpoint.method) \(places.name(of: endpoint.url).prefix(beforeBytes: "#"))")
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
struct ScenarioTarget: RoutedTarget {
    let baseURL: URL
    let route: Route

    static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })

    /// Nil when the place of the call has no URL.
    init?(_ call: ScenarioCall, _ places: ScenarioPlaces, file: URL) {
        guard let base = URL(string: places.base(call.origin)) else { return nil }
        baseURL = base
        var route = Route(call.method, "\(raw: call.path)", headers: call.headers)
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
