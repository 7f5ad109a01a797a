/// The result of a dry run: the changes of each plugin, and the endpoint that would reach the transport.
final class DryRun: Sendable {
    private struct State {
        var steps: [CallExplanation.Step] = []
        var last: Endpoint?
        var reached: Endpoint?
        var answering: String?
    }

    private let state = Locked(State())

    /// The plugins that the endpoint passed, with their changes.
    var steps: [CallExplanation.Step] { state.withLock { $0.steps } }

    /// The endpoint after the last plugin it passed; nil if the target cannot become a request.
    var last: Endpoint? { state.withLock { $0.last } }

    /// The endpoint that would be sent; nil if a plugin or the pipeline prevents it.
    var reached: Endpoint? { state.withLock { $0.reached } }

    /// The plugin of the exchange ring that responds itself, so that nothing is sent; nil if none does.
    var answering: String? { state.withLock { $0.reached == nil ? $0.answering : nil } }

    /// Records a plugin that returned a response, because the transport of a dry run never does.
    func answer(_ plugin: any Plugin) { state.withLock { $0.answering = $0.answering ?? plugin.name } }

    /// Records the endpoint as the target declares it.
    func begin(_ endpoint: Endpoint) { state.withLock { $0.last = endpoint } }

    /// Records the endpoint that a plugin passes on.
    func pass(_ step: String, _ plugin: any Plugin, _ endpoint: Endpoint) {
        state.withLock { state in
            // A plugin may retry; only the first exchange is reported.
            guard state.reached == nil, let before = state.last else { return }
            state.last = endpoint
            state.steps.append(.init(name: step, text: "\(plugin.name): \(endpoint.changes(since: before))"))
        }
    }

    /// Records the endpoint that would be sent, and returns the error that plugins receive instead of a response.
    func end(at endpoint: Endpoint) -> RequestError {
        state.withLock { state in
            if state.reached == nil { state.reached = endpoint }
        }
        return RequestError(.unstubbed("a dry run sends nothing"))
    }
}
