/// Tells a server who is asking by a user's name and password, in one of two schemes.
///
/// ```swift
/// let mailbox = Provider<Mailbox>(
///     plugins: [.credentials { _ in UserCredentials(user: "ann", password: password) }])
/// let camera = Provider<Camera>(
///     plugins: [.credentials(.digest) { _ in UserCredentials(user: "ann", password: password) }])
/// ```
/// Basic, the default, is sent with the first request. It hides nothing: use it over https.
///
/// Digest waits for the server to ask, by a 401 with a challenge, and sends the request once more with its answer; the
/// password itself is never sent. Later calls to that origin are signed ahead, until the server wants another nonce.
/// - Of several challenges the strongest is answered: SHA-256, SHA-256-sess, MD5, MD5-sess. Others, SHA-512-256 and Basic
///   among them, are not: then the 401 stays, as it does without any challenge.
/// - An answer that is refused is not tried again, except when the server says that the nonce was stale: once.
/// - The body is protected (`auth-int`) only where the server takes nothing less, and only when it is none or bytes.
/// - A body that can be sent once is not sent again: the 401 stays, and the next call is signed ahead.
/// - It signs in the exchange ring: put it before ``CoalescingPlugin``, which else shares none of its calls, and before a cache
///   of your own, which else would not know users apart.
///
/// For both: an endpoint that has an `Authorization` keeps it, so there are never two. What is sent goes to the origin of
/// the provider's or target's base URL only: not with a route to an absolute URL elsewhere, not with an endpoint made by
/// hand for another place, and not along a redirect to another origin.
///
/// Copies of it, and of its providers, share the nonces: make it once. It keeps the latest 32.
public struct CredentialsPlugin: Preparer {
    /// How name and password are sent.
    public enum Scheme: Sendable, Hashable {
        /// As they are, at once (RFC 7617).
        case basic
        /// As an answer to the server's challenge (RFC 7616), also in the form of RFC 2069.
        case digest
    }

    let scheme: Scheme
    let nonces = DigestNonces()
    let credentials: @Sendable (CallContext) async throws -> UserCredentials?

    /// A plugin.
    /// - Parameters:
    ///   - scheme: how they are sent. Default: Basic.
    ///   - credentials: asked before each attempt for Basic, before each answer for Digest. Nil: the call is sent
    ///     without, and a challenge is not answered.
    public init(
        _ scheme: Scheme = .basic, _ credentials: @escaping @Sendable (CallContext) async throws -> UserCredentials?
    ) {
        self.scheme = scheme
        self.credentials = credentials
    }

    /// Sets the header of Basic; notes for Digest that it is yet to be signed.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)`` for a user name with a colon, and for control
    ///   characters; what the closure throws.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard !endpoint.headers.contains("Authorization"), context.isSameOrigin(endpoint) else { return }
        if scheme == .digest { return endpoint.options.awaitsSignature = true }
        guard let credentials = try await credentials(context) else { return }
        endpoint.headers["Authorization"] = try credentials.basicAuthorization()
    }
}

extension CredentialsPlugin: RedactedStringConvertible {
    /// The plugin's name and scheme; never the credentials.
    public var description: String { "CredentialsPlugin(\(scheme))" }
}

extension Plugin where Self == CredentialsPlugin {
    /// Tells who is asking by a user's name and password: ``CredentialsPlugin``. Nil from the closure: without.
    public static func credentials(
        _ scheme: CredentialsPlugin.Scheme = .basic,
        _ credentials: @escaping @Sendable (_ context: CallContext) async throws -> UserCredentials?
    ) -> CredentialsPlugin { CredentialsPlugin(scheme, credentials) }
}
