/// A dry run: the transport that notes the endpoint instead of sending it, and the changes that plugins made on the way.
///
/// ``Engine/over(_:)`` gives the engine of a dry run: the steps of a call with no call ring, observers and processors, and
/// with a recorder behind each plugin.
final class DryRun: Transport {
    /// A plugin that handed an endpoint on.
    struct Change {
        let step: String
        let plugin: String
        let before: Endpoint
        let after: Endpoint
    }

    private struct State {
        var resolved: Endpoint?
        var changes: [Change] = []
        var last: Endpoint?
        var reached: Endpoint?
        var answering: String?
    }

    private let state = Locked(State())

    /// The endpoint as the target declares it; nil when there is none.
    var resolved: Endpoint? { state.withLock { $0.resolved } }

    /// The plugins that handed the endpoint on, in order.
    var changes: [Change] { state.withLock { $0.changes } }

    /// The endpoint behind the last of these plugins; nil when the target cannot be made into one.
    var last: Endpoint? { state.withLock { $0.last } }

    /// The endpoint that would be sent; nil when a plugin or the pipeline prevents that.
    var reached: Endpoint? { state.withLock { $0.reached } }

    /// The plugin of the exchange ring that answers by itself, so that nothing is sent; nil when none does.
    var answering: String? { state.withLock { $0.reached == nil ? $0.answering : nil } }

    /// Notes the endpoint that would be sent.
    func send(_ endpoint: Endpoint, context: CallContext) throws -> Response {
        state.withLock { $0.reached = $0.reached ?? endpoint }
        throw RequestError(.unstubbed("a dry run sends nothing"))
    }

    fileprivate func pass(_ step: String, _ plugin: (any Plugin)?, _ endpoint: Endpoint) {
        state.withLock { state in
            // A plugin may try again: the first exchange counts.
            if state.reached != nil { return }
            if let plugin, let before = state.last {
                state.changes.append(Change(step: step, plugin: plugin.name, before: before, after: endpoint))
            }
            state.resolved = state.resolved ?? endpoint
            state.last = endpoint
        }
    }

    fileprivate func answer(by plugin: (any Plugin)?) {
        // The innermost plugin is the one that made the response.
        state.withLock { $0.answering = plugin == nil ? nil : $0.answering ?? plugin?.name }
    }
}

extension Hooks {
    /// The hooks of a dry run.
    func recorded(by dryRun: DryRun) -> Hooks {
        var hooks = Hooks()
        hooks.preparers = [Recorder(dryRun)]
        for plugin in preparers { hooks.preparers += [plugin, Recorder(dryRun, behind: plugin)] }
        var front: (any Plugin)?
        for interceptor in exchangeRing {
            let recorder = Recorder(dryRun, behind: front, before: interceptor.plugin)
            hooks.exchangeRing += [.exchange(recorder), interceptor]
            front = interceptor.plugin
        }
        if let front { hooks.exchangeRing.append(.exchange(Recorder(dryRun, behind: front))) }
        return hooks
    }
}

/// Notes what the plugin in front of it hands on, and whether the plugin behind it answers.
private struct Recorder: Preparer, ExchangeInterceptor {
    private let dryRun: DryRun
    private let front: (any Plugin)?
    private let back: (any Plugin)?

    init(_ dryRun: DryRun, behind front: (any Plugin)? = nil, before back: (any Plugin)? = nil) {
        self.dryRun = dryRun
        self.front = front
        self.back = back
    }

    func prepare(_ endpoint: inout Endpoint, context: CallContext) { dryRun.pass("prepare", front, endpoint) }

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        dryRun.pass("exchange ring", front, endpoint)
        do {
            let response = try await next(endpoint)
            dryRun.answer(by: back)
            return response
        } catch {
            dryRun.answer(by: nil)
            throw error
        }
    }
}
