/// What a request is matched by: method, URL, body, and perhaps headers.
struct StubKey: Hashable, Sendable {
    let endpoint: Endpoint
    /// Nil where headers are compared in another way.
    let headers: HTTPHeaders?

    init(_ endpoint: Endpoint, headers: HTTPHeaders? = nil) {
        self.endpoint = endpoint
        self.headers = headers
    }

    static func == (left: StubKey, right: StubKey) -> Bool {
        left.endpoint.lazyURL == right.endpoint.lazyURL && left.endpoint.method == right.endpoint.method
            && left.endpoint.body.known == right.endpoint.body.known && left.headers == right.headers
    }

    // Not the method, in which few requests differ alone, nor all of a body: its length is enough where many share a URL.
    func hash(into hasher: inout Hasher) {
        hasher.combine(endpoint.lazyURL)
        if case .data(let data) = endpoint.body { hasher.combine(data.count) }
    }
}

extension Body {
    /// The body, and none for a stream: what it will hold is not known beforehand.
    var known: Body { if case .stream = self { .none } else { self } }
}

extension Endpoint {
    /// What a provider without plugins and defaults would send for a target.
    /// - Throws: `UnresolvableTarget`, and what the target's encoders throw.
    static func declared(by target: some TargetType) throws -> Endpoint {
        try resolving(target, route: target.resolvedRoute, defaults: ProviderDefaults())
    }
}
