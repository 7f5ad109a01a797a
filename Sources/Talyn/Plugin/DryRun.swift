/// The findings of a dry run: the changes that each plugin makes, and the endpoint that would reach the transport.
final class DryRun: Sendable {
    private struct State {
        var steps: [CallExplanation.Step] = []
        var last: Endpoint?
        var reached: Endpoint?
        var answering: String?
    }

    private let state = Locked(State())

    /// The plugins that the endpoint passed, with what each changed.
    var steps: [CallExplanation.Step] { state.withLock { $0.steps } }

    /// The endpoint behind the plugins that it passed; nil when the target cannot be made into one.
    var last: Endpoint? { state.withLock { $0.last } }

    /// The endpoint that would be sent; nil when a plugin or the pipeline keeps it from that.
    var reached: Endpoint? { state.withLock { $0.reached } }

    /// The plugin of the exchange ring that answers itself, so that nothing is sent; nil when none does.
    var answering: String? { state.withLock { $0.reached == nil ? $0.answering : nil } }

    /// Takes note of a plugin that returned a response, which the transport of a dry run never does.
    func answer(_ plugin: any Plugin) { state.withLock { $0.answering = $0.answering ?? plugin.name } }

    /// Takes note of the endpoint as the target declares it.
    func begin(_ endpoint: Endpoint) { state.withLock { $0.last = endpoint } }

    /// Takes note of what a plugin hands on.
    func pass(_ step: String, _ plugin: any Plugin, _ endpoint: Endpoint) {
        state.withLock { state in
            // A plugin may try again: the first exchange is the one that is told of.
            guard state.reached == nil, let before = state.last else { return }
            state.last = endpoint
            state.steps.append(.init(name: step, text: "\(plugin.name): \(endpoint.changes(since: before))"))
        }
    }

    /// Takes note of the endpoint that would be sent; returns what the plugins receive instead of a response.
    func end(at endpoint: Endpoint) -> RequestError {
        state.withLock { state in
            if state.reached == nil { state.reached = endpoint }
        }
        return RequestError(.unstubbed("a dry run sends nothing"))
    }
}
