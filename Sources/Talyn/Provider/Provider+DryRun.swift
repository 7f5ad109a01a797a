// What a call would send, without sending it.
extension Provider {
    /// The endpoint of a case, before any plugin: what ``CallInterceptor`` plugins see first.
    /// - Throws: the target's failure when the target cannot be made into a request.
    public func endpoint(_ target: Target) throws(Target.Failure) -> Endpoint {
        do throws(RequestError) { return try engine.plan(for: target).endpoint } catch {
            throw Target.catchChain(error)
        }
    }

    /// The endpoint of a case after every plugin's `prepare`, as a first attempt would send it.
    ///
    /// The plugins really run, so one that fetches a token fetches it.
    /// - Throws: the target's failure when the target cannot be made into a request, or a plugin throws.
    public func preparedEndpoint(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Endpoint {
        let record = record(of: target, at: CallSite(fileID: fileID, function: function, line: line))
        let call = CallContext(record, attempt: 1)
        do throws(RequestError) {
            let endpoint = try engine.plan(for: target).endpoint
            call.remember(endpoint)
            let prepared = try await engine.prepare(endpoint, call)
            if let problem = prepared.problem { throw RequestError(.invalidRequest(problem)) }
            return prepared
        } catch { throw Target.catchChain(error) }
    }

    /// What each plugin would do to the endpoint of a case, in text; nothing is sent.
    ///
    /// ```text
    /// GitHub.user
    ///   resolve       GET https://api.github.com/users/{} [User-Agent: <hidden>], no body
    ///   call ring     LoggerPlugin
    ///   observe       LoggerPlugin
    ///   send          GET https://api.github.com/users/{} over live
    /// ```
    /// Values are not shown. The plugins' `prepare` really runs.
    public func explain(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> CallExplanation {
        let record = record(of: target, at: CallSite(fileID: fileID, function: function, line: line))
        return await engine.explain(target, CallContext(record, attempt: 1))
    }
}
