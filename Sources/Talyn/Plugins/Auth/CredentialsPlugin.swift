/// Authenticates requests with a user name and password by Basic (RFC 7617).
///
/// ```swift
/// let mailbox = Provider<Mailbox>(
///     plugins: [.credentials { _ in UserCredentials(user: "ann", password: password) }])
/// ```
/// The password is sent with each request, and is not encrypted: use it over https. For Digest use the product
/// `TalynDigest`.
///
/// An existing `Authorization` header is kept. Credentials are sent to the origin of the provider's or target's base
/// URL only, not with cross-origin absolute URLs, hand-made endpoints or redirects.
public struct CredentialsPlugin: Preparer {
    let credentials: @Sendable (CallContext) async throws -> UserCredentials?

    /// Makes a plugin.
    /// - Parameter credentials: called before each attempt. Nil: the call is sent without credentials.
    public init(_ credentials: @escaping @Sendable (CallContext) async throws -> UserCredentials?) {
        self.credentials = credentials
    }

    /// Sets the header.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)`` for a user name with a colon, and for control
    ///   characters; errors of the closure.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard !endpoint.headers.contains("Authorization"), context.isSameOrigin(endpoint),
            let credentials = try await credentials(context)
        else { return }
        endpoint.headers["Authorization"] = try credentials.basicAuthorization()
    }
}

extension CredentialsPlugin: RedactedStringConvertible {
    /// The name of the plugin; never the credentials.
    public var description: String { "CredentialsPlugin" }
}

extension Plugin where Self == CredentialsPlugin {
    /// Authenticates requests with a user name and password by Basic: ``CredentialsPlugin``. If the closure returns
    /// nil, requests are sent without credentials.
    public static func credentials(
        _ credentials: @escaping @Sendable (_ context: CallContext) async throws -> UserCredentials?
    ) -> CredentialsPlugin { CredentialsPlugin(credentials) }
}
