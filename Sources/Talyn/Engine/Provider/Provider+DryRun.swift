// Dry runs: the endpoint that a call would send, without sending it.
extension Provider {
    /// Returns the endpoint of a case before any plugin, which the first ``CallInterceptor`` receives.
    /// - Throws: the target's failure if the target cannot become a request.
    public func endpoint(_ target: Target) throws(Target.Failure) -> Endpoint {
        do throws(RequestError) { return try engine.plan(for: target).endpoint } catch {
            throw Target.catchChain(error)
        }
    }

    /// Returns the endpoint of a case as the first attempt would give it to the transport, after every `prepare` and
    /// every plugin of the exchange ring.
    ///
    /// This is a dry run: the steps of a call, with a transport that sends nothing. These plugins really run: one that
    /// fetches a token fetches it, and `next` throws instead of returning a response. A plugin that answers by itself,
    /// such as a cache, ends the dry run, and the endpoint is the one it received. Plugins of the call ring, observers
    /// and processors do not run.
    /// - Throws: the target's failure if the target cannot become a request, or a plugin throws.
    public func preparedEndpoint(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Endpoint {
        let (notes, error) = await dryRun(of: target, at: CallSite(fileID: fileID, function: function, line: line))
        if let endpoint = notes.reached ?? (notes.answering == nil ? nil : notes.last) { return endpoint }
        throw Target.catchChain(error)
    }

    /// Returns the steps that a call would take, with the changes of each plugin, in text and without values.
    ///
    /// ```text
    /// GitHub.user
    ///   resolve        GET https://api.github.com/users/{} [User-Agent: <hidden>], no body
    ///   call ring      RetryPlugin
    ///   prepare        AccessTokenPlugin: sets header Authorization
    ///   exchange ring  AdaptPlugin: sets header X-Signature
    ///   observe        LoggerPlugin
    ///   send           GET https://api.github.com/users/{} over live
    /// ```
    /// Headers that `events` and `download` add are not included. A dry run like
    /// ``preparedEndpoint(_:fileID:function:line:)``. The line "ignored" names a plugin without a hook; a line "order"
    /// names two plugins whose order is a mistake (<doc:Plugins>) and says why; a line "note" is a plugin's remark,
    /// such as what a cache has; the line "fails" states why nothing would be sent.
    public func explain(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> String {
        let (notes, error) = await dryRun(of: target, at: CallSite(fileID: fileID, function: function, line: line))
        return engine.explanation(of: target.operation, notes, error)
    }

    /// Runs the steps of a call over a dry run. Returns the error of the first step that failed; if none did, the one
    /// that a dry run sends nothing.
    private func dryRun(of target: Target, at site: CallSite) async -> (DryRun.Notes, RequestError) {
        let dryRun = DryRun()
        do throws(RequestError) {
            let response = try await engine.with(over: dryRun).run(
                .target(target), at: callSite ?? site, decode: { response, _ throws(RequestError) in response },
                catch: { $0 })
            return (dryRun.notes, RequestError(.empty, response: response))
        } catch { return (dryRun.notes, error) }
    }
}

extension Engine {
    /// Returns the operation and a line per step. `error` counts only if nothing reached the transport.
    fileprivate func explanation(of operation: String, _ notes: DryRun.Notes, _ error: RequestError) -> String {
        var lines = [operation]
        func add(_ step: String, _ text: String) {
            lines.append("  \(step)\(String(repeating: " ", count: 15 - step.utf8.count))\(text)")
        }
        if let resolved = notes.resolved {
            add("resolve", "\(resolved) \(resolved.headers), \(resolved.body)")
            for plugin in plugins where !plugin.adoptsAHook { add("ignored", "\(plugin.name) adopts no hook") }
            for interceptor in hooks.callRing { add("call ring", interceptor.plugin.name) }
        }
        for mistake in PluginOrder.mistakes(in: plugins, moves: notes.moves) { add("order", mistake) }
        for change in notes.changes { add(change.step, change.text) }
        for remark in notes.remarks { add("note", remark) }
        if let endpoint = notes.reached {
            for observer in hooks.observers { add("observe", observer.name) }
            add("send", "\(endpoint) over \((TransportOverride.current?.replacing(transport) ?? transport).label)")
            for processor in hooks.processors { add("process", processor.name) }
        } else if let plugin = notes.answering {
            add("exchange ring", "\(plugin): answers, nothing is sent")
        } else {
            add("fails", error.reason)
        }
        return lines.joined(separator: "\n")
    }
}

extension Plugin {
    /// Whether the plugin takes part in calls; one that adopts `Plugin` alone does not.
    fileprivate var adoptsAHook: Bool {
        self is any CallInterceptor || self is any Preparer || self is any ExchangeInterceptor
            || self is any CallObserver || self is any Processor
    }
}
