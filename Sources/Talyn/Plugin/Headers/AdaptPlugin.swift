/// Lets code that knows `URLRequest` change a request: signers, and what was written before Talyn.
///
/// ```swift
/// let bucket = Provider<Bucket>(plugins: [.adapt { request in try await signer.sign(&request) }])
/// ```
/// The closure sees what is sent: after every `prepare`, in each attempt, and again behind each redirect within the target's
/// origin. Behind a redirect to another origin it is not called, so that no signature meets a stranger; for a route with an
/// absolute URL it is. Register it behind
/// plugins that change the request in the exchange ring, and before ``CoalescingPlugin``.
///
/// What the closure changes arrives: URL, method, headers, bytes of the body, `timeoutInterval` (as
/// ``CallOptions/timeout``; zero and less is no change). What it leaves alone stays as it was, also what a `URLRequest`
/// cannot hold: the order of headers and repeated ones, a body from a file or a stream. `Content-Length` is the
/// transport's, and a `Host` that is the URL's own is not taken over.
public struct AdaptPlugin: ExchangeInterceptor {
    private let adapt: @Sendable (inout URLRequest, CallContext) async throws -> Void

    /// A plugin with a closure that knows the call.
    public init(_ adapt: @escaping @Sendable (_ request: inout URLRequest, _ context: CallContext) async throws -> Void)
    {
        self.adapt = adapt
    }

    /// Sends what the closure makes of the request.
    /// - Throws: what the closure throws; ``RequestError/Kind-swift.enum/invalidRequest(_:)`` when it takes the URL away or
    ///   sets a body stream, which could be read only once.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if context.redirects > 0, !context.isOriginOfTheFirst(endpoint) { return try await next(endpoint) }
        let before = endpoint.urlRequest()
        var after = before
        try await adapt(&after, context)
        return try await next(try endpoint.applying(after, since: before))
    }
}

extension AdaptPlugin: RedactedStringConvertible {
    /// The plugin's name; never a request.
    public var description: String { "AdaptPlugin" }
}

extension Plugin where Self == AdaptPlugin {
    /// Lets a closure change the `URLRequest` of each exchange: ``AdaptPlugin``.
    public static func adapt(
        _ adapt: @escaping @Sendable (_ request: inout URLRequest) async throws -> Void
    ) -> AdaptPlugin {
        AdaptPlugin { request, _ in try await adapt(&request) }
    }

    /// Lets a closure that knows the call change the `URLRequest` of each exchange.
    public static func adapt(
        _ adapt: @escaping @Sendable (_ request: inout URLRequest, _ context: CallContext) async throws -> Void
    ) -> AdaptPlugin { AdaptPlugin(adapt) }
}

extension CallContext {
    /// Whether an endpoint leads to the origin that the target's own request leads to.
    fileprivate func isOriginOfTheFirst(_ endpoint: Endpoint) -> Bool {
        guard let first = resolved.flatMap({ Origin($0.url) }) else { return false }
        return Origin(endpoint.url) == first
    }
}
