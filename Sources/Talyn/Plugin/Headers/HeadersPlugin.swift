// Room: Plugin/Headers. Adds headers, or adapts the whole request, shortly before it is sent.
// Knows: the values, the hooks; of the engine only the same-origin rules of RedirectPolicy.

/// Sets headers that an endpoint does not have: a `User-Agent`, the languages of the user, what every call should say.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.userAgent(), .acceptLanguage(), .headers(["X-Client": "ios"])])
/// ```
/// What target, route or ``ProviderDefaults`` say is kept: a header is set only where none of its name is. To another origin
/// than the target's (``CallContext/isSameOrigin(_:)``: a route with an absolute URL, an endpoint made by hand) only
/// ``RedirectPolicy/safeHeaders`` go along, and with `sameOriginOnly` none. Behind a redirect to another origin go the
/// headers that the ``RedirectPolicy`` allows. A name or value that cannot be sent fails the call as
/// ``RequestError/Kind-swift.enum/invalidRequest(_:)``.
public struct HeadersPlugin: Preparer {
    private let sameOriginOnly: Bool
    private let headers: @Sendable (CallContext) async throws -> HTTPHeaders

    /// A plugin.
    /// - Parameters:
    ///   - sameOriginOnly: whether endpoints of other origins than the target's get no header at all; `headers` is not
    ///     asked for them. Default: false, and they get ``RedirectPolicy/safeHeaders``.
    ///   - headers: asked before each attempt; an error that it throws fails the attempt.
    public init(
        sameOriginOnly: Bool = false, _ headers: @escaping @Sendable (CallContext) async throws -> HTTPHeaders
    ) {
        self.sameOriginOnly = sameOriginOnly
        self.headers = headers
    }

    /// Sets what is not there.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        if sameOriginOnly, !context.isSameOrigin(endpoint) { return }
        var missing = HTTPHeaders(try await headers(context).fields.filter { !endpoint.headers.contains($0.name) })
        if missing.fields.isEmpty { return }
        let safe = missing.only(RedirectPolicy.safeHeaders)
        if safe.fields.count < missing.fields.count, !context.isSameOrigin(endpoint) { missing = safe }
        for field in missing.fields { endpoint.headers.add(field.name, field.value) }
    }
}

extension HeadersPlugin: RedactedStringConvertible {
    /// The plugin's name; never a header.
    public var description: String { "HeadersPlugin" }
}

extension Plugin where Self == HeadersPlugin {
    /// Sets these headers where an endpoint has none of their names: ``HeadersPlugin``.
    ///
    /// With `sameOriginOnly`, endpoints of other origins than the target's get none of them.
    public static func headers(_ headers: HTTPHeaders, sameOriginOnly: Bool = false) -> HeadersPlugin {
        HeadersPlugin(sameOriginOnly: sameOriginOnly) { _ in headers }
    }

    /// Sets the headers that a closure returns for a call where its endpoint has none of their names.
    ///
    /// With `sameOriginOnly`, the closure is not asked for endpoints of other origins than the target's: a key is read from
    /// the keychain only where it is sent.
    public static func headers(
        sameOriginOnly: Bool = false,
        _ headers: @escaping @Sendable (_ context: CallContext) async throws -> HTTPHeaders
    ) -> HeadersPlugin { HeadersPlugin(sameOriginOnly: sameOriginOnly, headers) }

    /// Says which app it is that asks, where the endpoint has no `User-Agent` (RFC 9110 §10.1.5).
    ///
    /// The default, nil, is made of the main bundle and the system: `Photos/2.1 Talyn (iOS 17.2.0)`. What is not ASCII, or
    /// may not stand in a product's name, is replaced.
    public static func userAgent(_ product: String? = nil) -> HeadersPlugin {
        let value = product ?? UserAgent.standard
        return HeadersPlugin { _ in ["User-Agent": value] }
    }

    /// Says which languages the user reads, best first, where the endpoint has no `Accept-Language` (RFC 9110 §12.5.4):
    /// `de-CH, de;q=0.9, en;q=0.8`.
    ///
    /// At most six; what is no language tag is left out, and without any no header is set. The default, nil, is
    /// `Locale.preferredLanguages` at the time of each attempt.
    public static func acceptLanguage(_ languages: [String]? = nil) -> HeadersPlugin {
        @Sendable func headers(_ languages: [String]) -> HTTPHeaders {
            AcceptLanguage.value(for: languages).map { ["Accept-Language": $0] } ?? [:]
        }
        if let languages { return self.headers(headers(languages)) }
        return HeadersPlugin { _ in headers(Locale.preferredLanguages) }
    }
}
