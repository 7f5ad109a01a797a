internal import Foundation
public import Talyn

/// Sends the cookies of a jar with each exchange, and stores those that responses set: RFC 6265bis, over every
/// transport, stub and cassette.
///
/// ```swift
/// let jar = CookieJar()
/// let shop = Provider<Shop>(plugins: [.cookies(jar), .logger()])
/// ```
/// A cookie goes to the hosts and paths of its own only, whatever the target: redirects and absolute URLs get those of
/// their URL. Cookies of refused responses and of each redirect are stored, too.
///
/// A `Cookie` header of the endpoint stays: the jar's cookies follow, without those whose names it has, up to 8,189
/// bytes with the name of the field, as in curl. The first that does not fit and those behind it are left out, which
/// the timeline says.
///
/// It stands before `CoalescingPlugin`, so that requests are equal only if their cookies are, and behind
/// `DigestPlugin`, whose exchange of a challenge then has cookies, too.
public struct CookiesPlugin: ExchangeInterceptor {
    /// The bytes that a `Cookie` field with cookies of the jar does not reach, as in curl, whose limit is that of
    /// Apache for a line with its name.
    private static let fieldLimit = 8_190 - "Cookie: ".utf8.count

    private let jar: CookieJar
    private let isUsed: @Sendable (CallContext) -> Bool

    /// Makes a plugin.
    /// - Parameters:
    ///   - jar: the cookies.
    ///   - isUsed: whether a call has cookies. Default: each one whose route has no `cookies(false)` and whose
    ///     `URLRequest`, if it was made of one, has `httpShouldHandleCookies`.
    public init(_ jar: CookieJar, for isUsed: @escaping @Sendable (CallContext) -> Bool = { _ in true }) {
        self.jar = jar
        self.isUsed = isUsed
    }

    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        guard endpoint.sendsCookies, isUsed(context) else { return try await next(endpoint) }
        var endpoint = endpoint
        let logouts = jar.logouts
        let own = endpoint.headers.values(for: "Cookie").joined(separator: "; ")
        // Without a header there is no name, not an empty one.
        let names = own.isEmpty ? [] : own.split(atBytes: ";").map { $0.prefix(beforeBytes: "=").trimmed }
        let cookies = jar.cookies(for: endpoint.url, at: context.date).filter { cookie in
            !names.contains { $0.isSame(bytes: cookie.name) }
        }
        var field = own
        for (index, cookie) in cookies.enumerated() {
            let pair = cookie.name.isEmpty ? cookie.value : "\(cookie.name)=\(cookie.value)"
            let longer = field.isEmpty ? pair : "\(field); \(pair)"
            if longer.utf8.count >= Self.fieldLimit {
                context.note("left out the last \(cookies.count - index) of \(cookies.count) cookies: 8 KB at most")
                break
            }
            field = longer
        }
        if !field.isEmpty, !cookies.isEmpty { endpoint.headers["Cookie"] = field }
        let response = try await next(endpoint)
        // A cached response set its cookies when it was received.
        if case .cache = response.source { return response }
        jar.store(response, at: context.date, logouts: logouts)
        return response
    }

    /// The problem of cookies behind a plugin that would take requests with different cookies for equal ones.
    public func problem(behind earlier: any Plugin) -> String? {
        switch earlier {
        case is CoalescingPlugin: "a call shares the response of another login"
        case is CachePlugin: "a call gets the cached response of another login"
        default: nil
        }
    }
}

/// Whether a call has cookies.
enum SendsCookies: CallTagKey { static let defaultValue = true }

extension Endpoint {
    /// Whether neither the route nor a `URLRequest` that the endpoint was made of forbids cookies.
    fileprivate var sendsCookies: Bool {
        options.tags[SendsCookies.self] && options.tags[SourceRequest.self]?.httpShouldHandleCookies ?? true
    }
}

extension Route {
    /// Sets whether the call sends and stores cookies, with a ``CookiesPlugin``. Default: true.
    public consuming func cookies(_ isUsed: Bool) -> Route { tag(SendsCookies.self, isUsed) }
}

extension CookiesPlugin: RedactedStringConvertible {
    /// The name of the plugin; never a cookie.
    public var description: String { "CookiesPlugin" }
}

extension Plugin where Self == CookiesPlugin {
    /// Sends and stores the cookies of a jar: ``CookiesPlugin``. Default: a new jar in memory.
    public static func cookies(
        _ jar: CookieJar = CookieJar(), for isUsed: @escaping @Sendable (CallContext) -> Bool = { _ in true }
    ) -> CookiesPlugin { CookiesPlugin(jar, for: isUsed) }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.cookies()' or '.cookies(jar)'")
    public static var cookies: CookiesPlugin { .cookies() }
}
