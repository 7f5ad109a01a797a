/// Authenticates requests with a user name and password, by Basic or Digest.
///
/// ```swift
/// let mailbox = Provider<Mailbox>(
///     plugins: [.credentials { _ in UserCredentials(user: "ann", password: password) }])
/// let camera = Provider<Camera>(
///     plugins: [.credentials(.digest) { _ in UserCredentials(user: "ann", password: password) }])
/// ```
/// Basic, the default, is sent with the first request. It is not encrypted: use it over https.
///
/// Digest responds to a 401 with a challenge by sending the request once more with an authorization; the password
/// itself is never sent. Later calls to that origin are signed in advance, until the server requires another nonce.
/// - Of several challenges, the strongest supported one is used: SHA-256, then MD5, with `qop=auth` or, for MD5,
///   without a qop. Others, such as SHA-512-256, the `-sess` algorithms, `auth-int` alone and Basic, are ignored, and
///   the 401 is returned. User names are not hashed. A `nextnonce` is ignored; the next challenge is answered.
/// - A rejected authorization is not repeated, except once after the server reports a stale nonce.
/// - A body that is not repeatable is not sent again: the 401 is returned, and the next call is signed in advance.
/// - Digest signs in the exchange ring. Register it before ``CoalescingPlugin``, which otherwise shares none of its
///   calls, and before a cache, which otherwise cannot distinguish users.
///
/// For both schemes: an existing `Authorization` header is kept. Credentials are sent to the origin of the provider's
/// or target's base URL only, not with cross-origin absolute URLs, hand-made endpoints or redirects.
///
/// Copies of the plugin, and of its providers, share the nonces of up to 32 challenges; make it once.
public struct CredentialsPlugin: Preparer {
    /// The way in which name and password are sent.
    public enum Scheme: Sendable, Hashable {
        /// Unencrypted with each request (RFC 7617).
        case basic
        /// As the response to a server's challenge (RFC 7616), including the form of RFC 2069.
        case digest
    }

    let scheme: Scheme
    let nonces = DigestNonces()
    let credentials: @Sendable (CallContext) async throws -> UserCredentials?

    /// Makes a plugin.
    /// - Parameters:
    ///   - scheme: the scheme. Default: Basic.
    ///   - credentials: called before each attempt for Basic, before each response to a challenge for Digest. Nil: the
    ///     call is sent without credentials, and a challenge is not answered.
    public init(
        _ scheme: Scheme = .basic, _ credentials: @escaping @Sendable (CallContext) async throws -> UserCredentials?
    ) {
        self.scheme = scheme
        self.credentials = credentials
    }

    /// Sets the header of Basic. Marks the endpoint as unsigned for Digest.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)`` for a user name with a colon, and for control
    ///   characters; errors of the closure.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard !endpoint.headers.contains("Authorization"), context.isSameOrigin(endpoint) else { return }
        if scheme == .digest {
            endpoint.options.awaitsSignature = true
            return
        }
        guard let credentials = try await credentials(context) else { return }
        endpoint.headers["Authorization"] = try credentials.basicAuthorization()
    }
}

extension CredentialsPlugin: RedactedStringConvertible {
    /// The name and scheme of the plugin; never the credentials.
    public var description: String { "CredentialsPlugin(\(scheme))" }
}

extension Plugin where Self == CredentialsPlugin {
    /// Authenticates requests with a user name and password: ``CredentialsPlugin``. If the closure returns nil,
    /// requests are sent without credentials.
    public static func credentials(
        _ scheme: CredentialsPlugin.Scheme = .basic,
        _ credentials: @escaping @Sendable (_ context: CallContext) async throws -> UserCredentials?
    ) -> CredentialsPlugin { CredentialsPlugin(scheme, credentials) }
}
