/// Signs calls with a user's name and password: `Authorization: Basic …` (RFC 7617).
///
/// ```swift
/// let mailbox = Provider<Mailbox>(
///     plugins: [.credentials { _ in BasicCredentials(user: "ann", password: password) }])
/// ```
/// Sent with the first request, without waiting for a challenge. An endpoint that has an `Authorization` keeps it, so there
/// are never two. Sent to the origin of the provider's or target's base URL only: not with a route to an absolute URL
/// elsewhere, not with an endpoint made by hand for another place, and not along a redirect to another origin.
///
/// Basic hides nothing: use it over https. Digest (RFC 7616) is not offered.
public struct CredentialsPlugin: Preparer {
    private let credentials: @Sendable (CallContext) async throws -> BasicCredentials?

    /// A plugin; `credentials` is asked before each attempt. Nil: the call is sent without.
    public init(_ credentials: @escaping @Sendable (CallContext) async throws -> BasicCredentials?) {
        self.credentials = credentials
    }

    /// Sets the header.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)`` for a user name with a colon, and for control
    ///   characters; what the closure throws.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard context.isAtHome(endpoint.url), !endpoint.headers.contains("Authorization"),
            let credentials = try await credentials(context)
        else { return }
        endpoint.headers["Authorization"] = try credentials.authorization()
    }
}

extension CredentialsPlugin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The plugin's name; never the credentials.
    public var description: String { "CredentialsPlugin" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// Shows what ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["plugin": description], displayStyle: .struct) }
}

extension Plugin where Self == CredentialsPlugin {
    /// Signs calls with a user's name and password: ``CredentialsPlugin``. Nil from the closure: without.
    public static func credentials(
        _ credentials: @escaping @Sendable (_ context: CallContext) async throws -> BasicCredentials?
    ) -> CredentialsPlugin { CredentialsPlugin(credentials) }
}
