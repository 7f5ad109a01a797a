/// Lets code based on `URLRequest`, such as a signer, change a request.
///
/// ```swift
/// let bucket = Provider<Bucket>(plugins: [.adapt { request in try await signer.sign(&request) }])
/// ```
/// The closure receives the request as sent: after every `prepare`, in each attempt, and again for each redirect within
/// the target's origin. It is not called for cross-origin redirects, so that no signature leaves the origin, but it is
/// called for a route with an absolute URL. Register the plugin after plugins that change the request in the exchange
/// ring, and before ``CoalescingPlugin``.
///
/// Changes to the URL, method, headers, body bytes and `timeoutInterval` are applied (the last as
/// ``CallOptions/timeout``; zero and less is ignored). ``URLSessionTransport`` sends with the other settings of the
/// request, such as `allowsCellularAccess`; plugins for cookies and caches behind this one follow
/// `httpShouldHandleCookies` and `cachePolicy`. Everything else is kept, including properties that a `URLRequest`
/// cannot represent: the order of headers, repeated fields, and a body from a file or stream.
/// `Content-Length`, and a `Host` equal to the URL's, are ignored.
public struct AdaptPlugin: ExchangeInterceptor {
    private let adapt: @Sendable (inout URLRequest, CallContext) async throws -> Void

    /// Makes a plugin with a closure that receives the call.
    public init(_ adapt: @escaping @Sendable (_ request: inout URLRequest, _ context: CallContext) async throws -> Void)
    {
        self.adapt = adapt
    }

    /// Sends the request that the closure has changed.
    /// - Throws: errors of the closure; ``RequestError/Kind-swift.enum/invalidRequest(_:)`` if it removes the URL or
    ///   sets a body stream, which could be read only once.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if context.redirects > 0, !context.isOriginOfTargetRequest(endpoint) { return try await next(endpoint) }
        let before = endpoint.urlRequest()
        var after = before
        try await adapt(&after, context)
        return try await next(try endpoint.applying(after, since: before))
    }

    /// The problem of a signature behind coalescing.
    public func problem(behind earlier: any Plugin) -> String? {
        guard earlier is CoalescingPlugin else { return nil }
        return "callers that share a response have one signature, also those of another user"
    }
}

extension AdaptPlugin: RedactedStringConvertible {
    /// The name of the plugin; never a request.
    public var description: String { "AdaptPlugin" }
}

extension Plugin where Self == AdaptPlugin {
    /// Lets a closure change the `URLRequest` of each exchange: ``AdaptPlugin``.
    public static func adapt(
        _ adapt: @escaping @Sendable (_ request: inout URLRequest) async throws -> Void
    ) -> AdaptPlugin {
        AdaptPlugin { request, _ in try await adapt(&request) }
    }

    /// Lets a closure that receives the call change the `URLRequest` of each exchange.
    public static func adapt(
        _ adapt: @escaping @Sendable (_ request: inout URLRequest, _ context: CallContext) async throws -> Void
    ) -> AdaptPlugin { AdaptPlugin(adapt) }
}

extension CallContext {
    /// Returns whether an endpoint has the origin of the target's own request.
    fileprivate func isOriginOfTargetRequest(_ endpoint: Endpoint) -> Bool {
        guard let first = resolved.flatMap({ Origin($0.url) }) else { return false }
        return Origin(endpoint.url) == first
    }
}
