internal import Talyn
internal import TalynTesting

/// The plugin that sees what plugins see, and writes it down.
final class ScenarioRecorder: CallObserver {
    private let places: ScenarioPlaces
    private let kept = Locked((hooks: [String](), timeline: [String]()))

    init(_ places: ScenarioPlaces) { self.places = places }

    var hooks: [String] { kept.withLock { $0.hooks } }
    var timeline: [String] { kept.withLock { $0.timeline } }

    func willSend(_ endpoint: Endpoint, context: CallContext) {
        // A fragment is never sent.
        note("willSend \(endpoint.method) \(places.name(of: endpoint.url).prefix(beforeBytes: "#"))")
    }

    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
        note("didReceive \(Self.text(result))")
    }

    func didFinish(_ outcome: CallOutcome, context: CallContext) {
        note("didFinish \(Self.text(outcome.result))")
        let entries = context.timeline.entries.map { entry in
            switch entry.event {
            case .response(let status): "attempt \(entry.attempt): \(status)"
            case .failure(let category): "attempt \(entry.attempt): \(category)"
            case .note(let text): "attempt \(entry.attempt): \(text)"
            }
        }
        kept.withLock { $0.timeline += entries }
    }

    private func note(_ text: String) { kept.withLock { $0.hooks.append(text) } }

    private static func text(_ result: Result<Response, RequestError>) -> String {
        switch result {
        case .success(let response): "\(response.statusCode)"
        case .failure(let error): error.category.rawValue
        }
    }
}

/// The target of a scenario's calls: fails with the raw error.
struct ScenarioTarget: RoutedTarget {
    let baseURL: URL
    let route: Route

    static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })

    /// Nil when a place has no URL.
    init?(_ call: ScenarioCall, _ places: ScenarioPlaces, file: URL) {
        guard let base = URL(string: places.base(call.origin)) else { return nil }
        baseURL = base
        var route = Route(call.method, "\(raw: call.path)", headers: call.headers)
        switch call.content {
        case .none: break
        case .data(let text): route = route.text(text, contentType: ScenarioCall.contentType)
        case .file: route = route.file(file, contentType: ScenarioCall.contentType)
        case .stream(let pieces):
            let stream = BodyStream(isRepeatable: true) {
                var rest = pieces[...]
                return { rest.popFirst().map { Data($0.utf8) } }
            }
            route = route.stream(stream, contentType: ScenarioCall.contentType)
        }
        route.options.timeout = call.timeout
        route.options.deadline = call.deadline
        route.options.redirects = call.redirects
        self.route = route
    }
}
