extension StubTransport {
    /// The requests that came, in order, each with its body and its answer.
    public var calls: [StubbedExchange] {
        let (exchanges, stubs) = book.withLock { ($0.exchanges, $0.stubs) }
        return exchanges.map { StubbedExchange($0, stubs) }
    }

    /// The endpoints that were sent, in order, as they were after plugins; streamed bodies as the bytes that were sent.
    public var requests: [Endpoint] { exchanges.map(\.sentEndpoint) }

    /// The cases of a target that were sent, in order, each once an attempt; redirects are left out.
    public func targets<Target: TargetType>(of type: Target.Type) -> [Target] {
        exchanges.compactMap { $0.target(as: type) }
    }

    /// How many times a case was sent, each attempt counted; redirects are left out.
    public func count<Target: TargetType & Equatable>(of target: Target) -> Int {
        exchanges.count { $0.target(as: Target.self) == target }
    }

    /// How many times an endpoint was sent: its method, URL and body, with its headers and perhaps others.
    public func count(of endpoint: Endpoint) -> Int {
        let key = StubKey(endpoint)
        return exchanges.count { exchange in
            let sent = exchange.sentEndpoint
            return StubKey(sent) == key && endpoint.headers.isPart(of: sent.headers)
        }
    }

    /// What happened, a line a request, to put beside a failed test: operations, templates and statuses, never a value.
    ///
    /// ```text
    /// 1  GitHub.user, GET https://api.github.com/users/{} → 503, 0 bytes
    /// 2  GitHub.user, GET https://api.github.com/users/{} (attempt 2) → 200, 27 bytes
    /// ```
    public var log: String {
        calls.enumerated().map { "\($0 + 1)  \($1)" }.joined(separator: "\n")
    }

    private var exchanges: [StubExchange] { book.withLock { $0.exchanges } }
}

extension StubExchange {
    /// The target, in its wrapping or out of it; nil when it is of another type, or this is a redirect.
    fileprivate func target<Target: TargetType>(as type: Target.Type) -> Target? {
        guard redirects == 0 else { return nil }
        return endpoint.source?.target as? Target ?? endpoint.target as? Target
    }
}
