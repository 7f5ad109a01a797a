// The endpoint of a call that is not made.
extension Provider {
    /// Returns the endpoint of a case before any plugin, which the first ``CallInterceptor`` receives.
    /// - Throws: the target's failure if the target cannot become a request.
    public func endpoint(_ target: Target) throws(Target.Failure) -> Endpoint {
        do throws(RequestError) { return try engine.plan(for: target).endpoint } catch {
            throw Target.catchChain(error)
        }
    }

    /// Returns the endpoint of a case after `prepare` of every plugin, which the first ``ExchangeInterceptor`` receives
    /// in the first attempt.
    ///
    /// Each `prepare` really runs: one that fetches a token fetches it. Nothing is sent, and no other hook runs.
    /// - Throws: the target's failure if the target cannot become a request, or a plugin throws.
    public func preparedEndpoint(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Endpoint {
        let site = callSite ?? CallSite(fileID: fileID, function: function, line: line)
        do throws(RequestError) { return try await engine.prepared(target, at: site) } catch {
            throw Target.catchChain(error)
        }
    }
}
