extension StubTransport {
    /// The recorded requests, in order, each with its body and answer.
    public var calls: [StubbedExchange] { registry.withLock { $0.exchanges } }

    /// The endpoints that were sent, in order, after plugins. Streamed bodies are replaced by the bytes that were sent.
    public var requests: [Endpoint] { calls.map(\.endpoint) }

    /// Returns the cases of a target that were sent, in order, one per attempt. Redirects are excluded.
    public func targets<Target: TargetType>(of type: Target.Type) -> [Target] {
        calls.compactMap { $0.target(as: type) }
    }

    /// Returns the number of times a case was sent, counting each attempt. Redirects are excluded.
    public func count<Target: TargetType & Equatable>(of target: Target) -> Int {
        calls.count { $0.target(as: Target.self) == target }
    }

    /// Returns the number of times an endpoint was sent: same method, URL and body, and at least its headers.
    public func count(of endpoint: Endpoint) -> Int {
        let key = StubKey(endpoint)
        return calls.count { exchange in
            let sent = exchange.endpoint
            return StubKey(sent) == key && endpoint.comparedHeaders.isPart(of: sent.headers)
        }
    }

    /// The recorded requests, one per line, for the message of a failed test: operations, templates and statuses, never
    /// values.
    ///
    /// ```text
    /// 1  GitHub.user, GET https://api.github.com/users/{} → 503, 0 bytes
    /// 2  GitHub.user, GET https://api.github.com/users/{} (attempt 2) → 200, 27 bytes
    /// ```
    public var log: String {
        calls.enumerated().map { "\($0 + 1)  \($1)" }.joined(separator: "\n")
    }
}
