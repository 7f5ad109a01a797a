// What a call would send, without sending it.
extension Provider {
    /// The endpoint of a case, before any plugin: what ``CallInterceptor`` plugins see first.
    /// - Throws: the target's failure when the target cannot be made into a request.
    public func endpoint(_ target: Target) throws(Target.Failure) -> Endpoint {
        do throws(RequestError) { return try engine.plan(for: target).endpoint } catch {
            throw Target.catchChain(error)
        }
    }

    /// The endpoint of a case as a first attempt would give it to the transport: behind every `prepare` and every plugin of
    /// the exchange ring.
    ///
    /// It is a dry run: the steps of a call in their order, which end where the transport would be asked. These plugins
    /// really run, so one that fetches a token fetches it, and `next` throws in the place of a response. One that answers
    /// itself, such as a cache, ends it: the endpoint is the one that it was given. Plugins of the call ring do not run, as
    /// they decide about attempts and may make calls of their own, nor do observers and processors.
    /// - Throws: the target's failure when the target cannot be made into a request, or a plugin throws.
    public func preparedEndpoint(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Endpoint {
        let dryRun = DryRun()
        let record = record(of: target, at: CallSite(fileID: fileID, function: function, line: line), dryRun: dryRun)
        let error = await run(dry: record, target)
        if let endpoint = dryRun.reached { return endpoint }
        guard error == nil, let endpoint = dryRun.last else { throw Target.catchChain(error ?? RequestError(.empty)) }
        return endpoint
    }

    /// What each plugin would do to the endpoint of a case, in text; nothing is sent.
    ///
    /// ```text
    /// GitHub.user
    ///   resolve       GET https://api.github.com/users/{} [User-Agent: <hidden>], no body
    ///   call ring     RetryPlugin
    ///   prepare       AccessTokenPlugin: sets header Authorization
    ///   exchange ring  AdaptPlugin: sets header X-Signature
    ///   observe       LoggerPlugin
    ///   send          GET https://api.github.com/users/{} over live
    /// ```
    /// Values are not shown. It is a dry run, as ``preparedEndpoint(_:fileID:function:line:)`` is: plugins of the call ring,
    /// observers and processors are listed and do not run. A plugin that fetches a token before a request does so here too.
    public func explain(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> CallExplanation {
        let dryRun = DryRun()
        let record = record(of: target, at: CallSite(fileID: fileID, function: function, line: line), dryRun: dryRun)
        let error = await run(dry: record, target)
        return CallExplanation(of: record, dryRun, error, over: engine)
    }

    /// A dry run; returns what it failed with: nearly always that nothing is sent.
    private func run(dry record: CallContext.Record, _ target: Target) async -> RequestError? {
        do throws(RequestError) {
            try await engine.call(
                record, resolve: { () throws(RequestError) in try engine.plan(for: target) },
                decode: { _ throws(RequestError) in }, catch: { $0 })
            return nil
        } catch { return error }
    }
}
