/// Sets default headers: a `User-Agent`, the user's languages, or your own.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.userAgent(), .acceptLanguage(), .headers(["X-Client": "ios"])])
/// ```
/// A header is set only if the target, route or ``ProviderDefaults`` have not set its name. Cross-origin requests
/// (``CallContext/isSameOrigin(_:)``: a route with an absolute URL, a hand-made endpoint) get only
/// ``RedirectPolicy/safeHeaders``, or none with `sameOriginOnly`. Cross-origin redirects keep the headers that the
/// ``RedirectPolicy`` allows. A name or value that cannot be sent fails the call with
/// ``RequestError/Kind-swift.enum/invalidRequest(_:)``.
public struct HeadersPlugin: Preparer {
    private let sameOriginOnly: Bool
    private let headers: @Sendable (CallContext) async throws -> HTTPHeaders

    /// Makes a plugin.
    /// - Parameters:
    ///   - sameOriginOnly: whether cross-origin requests get no header; `headers` is not called for them. Default:
    ///     false, and they get ``RedirectPolicy/safeHeaders``.
    ///   - headers: called before each attempt; its errors fail the attempt.
    public init(
        sameOriginOnly: Bool = false, _ headers: @escaping @Sendable (CallContext) async throws -> HTTPHeaders
    ) {
        self.sameOriginOnly = sameOriginOnly
        self.headers = headers
    }

    /// Sets missing headers.
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
    /// The name of the plugin; never a header.
    public var description: String { "HeadersPlugin" }
}

extension Plugin where Self == HeadersPlugin {
    /// Sets these headers on endpoints without them: ``HeadersPlugin``.
    ///
    /// With `sameOriginOnly`, cross-origin requests get none of them.
    public static func headers(_ headers: HTTPHeaders, sameOriginOnly: Bool = false) -> HeadersPlugin {
        HeadersPlugin(sameOriginOnly: sameOriginOnly) { _ in headers }
    }

    /// Sets the headers that a closure returns for a call, on endpoints without them.
    ///
    /// With `sameOriginOnly`, the closure is not called for cross-origin requests, so a key is read from the keychain
    /// only if it is sent.
    public static func headers(
        sameOriginOnly: Bool = false,
        _ headers: @escaping @Sendable (_ context: CallContext) async throws -> HTTPHeaders
    ) -> HeadersPlugin { HeadersPlugin(sameOriginOnly: sameOriginOnly, headers) }

    /// Identifies the app on endpoints without a `User-Agent` (RFC 9110 §10.1.5).
    ///
    /// The default, nil, is made from the main bundle and the system: `Photos/2.1 Talyn (iOS 17.2.0)`. Characters
    /// outside ASCII, or invalid in a product name, are replaced.
    public static func userAgent(_ product: String? = nil) -> HeadersPlugin {
        let value = product ?? UserAgent.standard
        return HeadersPlugin { _ in ["User-Agent": value] }
    }

    /// Sends the user's languages, best first, on endpoints without an `Accept-Language` (RFC 9110 §12.5.4): `de-CH,
    /// de;q=0.9, en;q=0.8`.
    ///
    /// At most six; other texts than language tags are left out, and without any tag no header is set. The default,
    /// nil, is `Locale.preferredLanguages` at the time of each attempt.
    public static func acceptLanguage(_ languages: [String]? = nil) -> HeadersPlugin {
        @Sendable func headers(_ languages: [String]) -> HTTPHeaders {
            AcceptLanguage.value(for: languages).map { ["Accept-Language": $0] } ?? [:]
        }
        if let languages { return self.headers(headers(languages)) }
        return HeadersPlugin { _ in headers(Locale.preferredLanguages) }
    }
}
