internal import Foundation
public import Talyn

/// Authenticates requests with a user name and password by Digest (RFC 7616), including the form of RFC 2069.
///
/// ```swift
/// let camera = Provider<Camera>(
///     plugins: [.digest { _ in UserCredentials(user: "ann", password: password) }])
/// ```
/// It responds to a 401 with a challenge by sending the request once more with an authorization; the password itself is
/// never sent. Later calls to that origin are signed in advance, until the server requires another nonce.
/// - Of several challenges, the strongest supported one is used: SHA-256, then MD5, with `qop=auth` or, for MD5,
///   without a qop. Others, such as SHA-512-256, the `-sess` algorithms, `auth-int` alone and Basic, are ignored, and
///   the 401 is returned. User names are not hashed. A `nextnonce` is ignored; the next challenge is answered.
/// - A rejected authorization is not repeated, except once after the server reports a stale nonce.
/// - A body that is not repeatable is not sent again: the 401 is returned, and the next call is signed in advance.
/// - It signs in the exchange ring. Register it before `CoalescingPlugin`, which otherwise shares none of its calls,
///   and before a cache, which otherwise cannot distinguish users.
///
/// An existing `Authorization` header is kept. Authorizations are sent to the origin of the provider's or target's base
/// URL only, not with cross-origin absolute URLs, hand-made endpoints or redirects.
///
/// Copies of the plugin, and of its providers, share the nonces of up to 32 challenges; make it once.
public struct DigestPlugin: Preparer, ExchangeInterceptor {
    private let nonces = DigestNonces()
    private let credentials: @Sendable (CallContext) async throws -> UserCredentials?

    /// Makes a plugin.
    /// - Parameter credentials: called before each response to a challenge. Nil: the call is sent without credentials,
    ///   and the challenge is not answered.
    public init(_ credentials: @escaping @Sendable (CallContext) async throws -> UserCredentials?) {
        self.credentials = credentials
    }

    /// Marks the endpoint as unsigned.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) {
        guard !endpoint.headers.contains("Authorization"), context.isSameOrigin(endpoint) else { return }
        endpoint.options.awaitsSignature = true
    }

    /// Responds to the challenge of a 401 once, and again if the nonce was stale.
    /// - Throws: errors of `next` and of the closure. A 401 without a supported challenge, or a repeated 401, is
    ///   returned.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        var endpoint = endpoint
        endpoint.options.awaitsSignature = false
        guard !endpoint.headers.contains("Authorization"), context.isSameOrigin(endpoint),
            let origin = Origin(endpoint.url)
        else { return try await next(endpoint) }

        // Sends the endpoint with an authorization.
        func send(_ authorization: DigestAuthorization, _ credentials: UserCredentials) async throws -> Response {
            var signed = endpoint
            signed.headers["Authorization"] = authorization.value(for: endpoint, credentials)
            let response = try await next(signed)
            nonces.update(after: response.statusCode, of: authorization, at: origin)
            return response
        }

        var last: DigestAuthorization?
        var response: Response
        if let ahead = nonces.next(at: origin), let credentials = try await credentials(context) {
            response = try await send(ahead, credentials)
            last = ahead
        } else {
            response = try await next(endpoint)
        }
        for isSecondAnswer in [false, true] {
            // A rejection of the same nonce, or a second one, means a wrong password. Many servers forget nonces
            // without reporting them as stale, so a rejection of a nonce signed in advance is answered once.
            guard response.statusCode == 401, let challenge = DigestChallenge.strongest(in: response.headers),
                challenge.isStale || (!isSecondAnswer && challenge.nonce != last?.challenge.nonce),
                let credentials = try await credentials(context)
            else { break }
            // 128 random bits as hexadecimal digits, which need no quoting.
            let clientNonce = context.randomness.next().hexDigits + context.randomness.next().hexDigits
            guard endpoint.body.isRepeatable else {
                nonces.keep(challenge, at: origin, clientNonce: clientNonce)
                break
            }
            let answer = nonces.next(answering: challenge, at: origin, clientNonce: clientNonce)
            context.note("challenge answered")
            response = try await send(answer, credentials)
            last = answer
        }
        return response
    }

    /// The problem of Digest behind coalescing, whose exchanges it keeps from being shared.
    public func problem(behind earlier: any Plugin) -> String? {
        earlier is CoalescingPlugin ? "no exchange is shared" : nil
    }
}

extension DigestPlugin: RedactedStringConvertible {
    /// The name of the plugin; never the credentials.
    public var description: String { "DigestPlugin" }
}

extension Plugin where Self == DigestPlugin {
    /// Answers the Digest challenges of servers with a user name and password: ``DigestPlugin``. If the closure returns
    /// nil, requests are sent without credentials, and a challenge is not answered.
    public static func digest(
        _ credentials: @escaping @Sendable (_ context: CallContext) async throws -> UserCredentials?
    ) -> DigestPlugin { DigestPlugin(credentials) }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.digest { _ in UserCredentials(user: user, password: password) }'")
    public static var digest: DigestPlugin { .digest { _ in nil } }

    /// Not available: the credentials are asked for at each request.
    @available(*, unavailable, message: "write '.digest { _ in UserCredentials(user: user, password: password) }'")
    public static func digest(user: String, password: String) -> DigestPlugin { .digest { _ in nil } }
}
