/// The key that requests are matched by: method, URL, body and optionally headers.
struct StubKey: Hashable, Sendable {
    let endpoint: Endpoint
    /// Nil if headers are compared separately.
    let headers: HTTPHeaders?

    init(_ endpoint: Endpoint, headers: HTTPHeaders? = nil) {
        self.endpoint = endpoint
        self.headers = headers
    }

    static func == (left: StubKey, right: StubKey) -> Bool {
        left.endpoint.lazyURL == right.endpoint.lazyURL && left.endpoint.method == right.endpoint.method
            && left.endpoint.body.known == right.endpoint.body.known && left.headers == right.headers
    }

    // Leaves out the method, which rarely distinguishes requests, and most of the body: its length suffices.
    func hash(into hasher: inout Hasher) {
        hasher.combine(endpoint.lazyURL)
        if case .data(let data) = endpoint.body { hasher.combine(data.count) }
    }
}

extension Body {
    /// The body; none for a stream, whose content is not known in advance.
    var known: Body { if case .stream = self { .none } else { self } }
}

extension Endpoint {
    /// Returns the endpoint that a provider without plugins and defaults sends for a target.
    /// - Throws: `UnresolvableTarget`, and errors of the target's encoders.
    static func declared(by target: some TargetType) throws -> Endpoint {
        try resolving(target, route: target.resolvedRoute, defaults: ProviderDefaults())
    }
}
