// Dry runs: the endpoint that a call would send, without sending it.
extension Provider {
    /// The endpoint of a case before any plugin, which the first ``CallInterceptor`` receives.
    /// - Throws: the target's failure when the target cannot be made into a request.
    public func endpoint(_ target: Target) throws(Target.Failure) -> Endpoint {
        do throws(RequestError) { return try engine.plan(for: target).endpoint } catch {
            throw Target.catchChain(error)
        }
    }

    /// The endpoint of a case as the first attempt would give it to the transport, behind every `prepare` and every plugin
    /// of the exchange ring.
    ///
    /// This is a dry run: the steps of a call, with a transport that sends nothing. These plugins really run: one that
    /// fetches a token fetches it, and `next` throws instead of returning a response. A plugin that answers by itself, such
    /// as a cache, ends the dry run, and the endpoint is the one it received. Plugins of the call ring do not run, since
    /// they decide on attempts and may make calls of their own. Observers and processors do not run either.
    /// - Throws: the target's failure when the target cannot be made into a request, or a plugin throws.
    public func preparedEndpoint(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Endpoint {
        let (dryRun, error) = await dryRun(of: target, at: CallSite(fileID: fileID, function: function, line: line))
        if let endpoint = dryRun.reached ?? (dryRun.answering == nil ? nil : dryRun.last) { return endpoint }
        throw Target.catchChain(error)
    }

    /// Returns the changes that each plugin would make to the endpoint of a case, in text. Nothing is sent.
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
    /// Values are not shown. This is a dry run like ``preparedEndpoint(_:fileID:function:line:)``: plugins of the call ring,
    /// observers and processors are listed and do not run. A plugin that fetches a token before a request fetches it here.
    public func explain(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> CallExplanation {
        let (dryRun, error) = await dryRun(of: target, at: CallSite(fileID: fileID, function: function, line: line))
        return CallExplanation(target.operation, dryRun, error, over: engine)
    }

    /// Runs the steps of a call over a dry run, and returns what they failed with: at the latest that nothing is sent.
    private func dryRun(of target: Target, at site: CallSite) async -> (DryRun, RequestError) {
        let dryRun = DryRun()
        do throws(RequestError) {
            let response = try await engine.over(dryRun).run(
                .target(target), at: callSite ?? site, decode: { response throws(RequestError) in response },
                catch: { $0 })
            return (dryRun, RequestError(.empty, response: response))
        } catch { return (dryRun, error) }
    }
}
