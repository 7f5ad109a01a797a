/// The transport of a dry run: notes the endpoint instead of sending it, and the changes that plugins make on the way.
///
/// ``Engine/with(defaults:plugins:over:)`` makes the engine of a dry run: the steps of a call without call ring,
/// observers and processors, and with a recorder after each plugin.
final class DryRun: Transport {
    /// The findings of a dry run.
    struct Notes {
        /// The changes that each plugin made, with the step of its hook, in order.
        var changes: [(step: String, text: String)] = []
        /// The plugins that changed the URL.
        var moves: [PluginOrder.Move] = []
        /// The plugins passed so far, by their step.
        fileprivate var passed: [String: [any Plugin]] = [:]
        /// The endpoint as the target declares it; nil if the target cannot become one.
        var resolved: Endpoint?
        /// The endpoint after the last plugin.
        var last: Endpoint?
        /// The endpoint that would be sent; nil if a plugin or the pipeline prevents that.
        var reached: Endpoint?
        /// The plugin of the exchange ring that returned a response of its own.
        var answering: String?
        /// The notes of plugins of the exchange ring (``CallContext/note(_:)``).
        var remarks: [String] = []
    }

    private let state = Locked(Notes())

    /// The findings so far.
    var notes: Notes { state.withLock { $0 } }

    func send(_ endpoint: Endpoint, context: CallContext) throws -> Response {
        state.withLock { $0.reached = $0.reached ?? endpoint }
        throw RequestError(.unstubbed("a dry run sends nothing"))
    }

    fileprivate func pass(_ step: String, _ plugin: (any Plugin)?, _ endpoint: Endpoint) {
        // Without the lock, because the name is the plugin's own code.
        let before = notes.last
        var change: String?
        if let plugin, let before { change = "\(plugin.name): \(endpoint.changes(since: before))" }
        state.withLock { notes in
            // A plugin may try again: the first exchange counts.
            if notes.reached != nil { return }
            if let change { notes.changes.append((step, change)) }
            if let plugin, let before {
                let isOtherOrigin = Origin(before.url) != Origin(endpoint.url)
                if before.url != endpoint.url {
                    notes.moves.append(
                        PluginOrder.Move(
                            plugin: plugin, earlier: notes.passed[step] ?? [], isOtherOrigin: isOtherOrigin))
                }
                notes.passed[step, default: []].append(plugin)
            }
            notes.resolved = notes.resolved ?? endpoint
            notes.last = endpoint
        }
    }

    fileprivate func take(_ timeline: CallTimeline) {
        let remarks = timeline.entries.compactMap { if case .note(let text) = $0.event { text } else { nil } }
        state.withLock { $0.remarks = remarks }
    }

    fileprivate func answer(by plugin: (any Plugin)?) {
        // The innermost plugin is the one that made the response.
        state.withLock { $0.answering = plugin == nil ? nil : $0.answering ?? plugin?.name }
    }
}

extension Hooks {
    /// Returns the hooks of a dry run.
    func recorded(by dryRun: DryRun) -> Hooks {
        var hooks = Hooks()
        hooks.preparers = [Recorder(dryRun: dryRun)]
        for plugin in preparers { hooks.preparers += [plugin, Recorder(dryRun: dryRun, front: plugin)] }
        var front: (any Plugin)?
        for interceptor in exchangeRing {
            let recorder = Recorder(dryRun: dryRun, front: front, back: interceptor.plugin)
            hooks.exchangeRing += [.exchange(recorder), interceptor]
            front = interceptor.plugin
        }
        if let front { hooks.exchangeRing.append(.exchange(Recorder(dryRun: dryRun, front: front))) }
        return hooks
    }
}

/// Notes the endpoint from the plugin in front of it, and whether the plugin behind it answers.
private struct Recorder: Preparer, ExchangeInterceptor {
    let dryRun: DryRun
    var front: (any Plugin)?
    var back: (any Plugin)?

    func prepare(_ endpoint: inout Endpoint, context: CallContext) { dryRun.pass("prepare", front, endpoint) }

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        dryRun.pass("exchange ring", front, endpoint)
        defer { dryRun.take(context.timeline) }
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

extension Endpoint {
    /// Returns the changes since another state, by name and without values.
    fileprivate func changes(since before: Endpoint) -> String {
        var changes: [String] = []
        if method != before.method { changes.append("sets the method to \(method)") }
        if url != before.url { changes.append("changes the URL to \(self)") }
        for field in headers.fields where headers.values(for: field.name) != before.headers.values(for: field.name) {
            changes.append("sets header \(field.name)")
        }
        for field in before.headers.fields where !headers.contains(field.name) {
            changes.append("removes header \(field.name)")
        }
        if body != before.body { changes.append("changes the body to \(body)") }
        if options.timeout != before.options.timeout { changes.append("sets the timeout") }
        return changes.isEmpty ? "nothing" : changes.joined(separator: ", ")
    }
}
