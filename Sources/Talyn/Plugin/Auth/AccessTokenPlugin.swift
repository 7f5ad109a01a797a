// Room: Plugin/Auth. Adds credentials to requests: tokens, token refresh, Basic and Digest.
// Knows: the values, the hooks, the clock; of the engine only the same-origin rule of RedirectPolicy.

/// Puts an access token on each attempt.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.accessToken { await keychain.token }])
/// ```
/// The closure is asked before each attempt, so a retry has the token of that time. Where the token stands says the route
/// (``Route/authorization(_:)``), else the target (``AccessTokenAuthorizable``, out of a ``MultiTarget`` too), else the
/// plugin: ``AuthorizationType/bearer`` by default. Within a ``MultiTarget``, which stands for many APIs, a target that says
/// nothing gets no token, unless the closure looks at the call.
///
/// - It sets and never adds: a header of ``ProviderDefaults``, or a query item of the same name, is replaced. A header
///   that the route or target itself declares stays, and the closure is not asked.
/// - The token goes to the origin (scheme, host, port) of the provider's or target's base URL, and to those of `alsoTo`.
///   Elsewhere it is left out: behind a redirect, for a route with an absolute URL, for an endpoint made by hand. An
///   endpoint by hand is at home only where the provider has a base URL.
/// - A token with a line break, a control character or, in a header, anything but ASCII fails the attempt as
///   ``RequestError/Kind-swift.enum/invalidRequest(_:)``, without showing it.
///
/// Plugins that change the URL stand before it.
public struct AccessTokenPlugin: Preparer {
    /// What becomes of a call when there is no token: nil, or an empty one.
    public enum MissingToken: Sendable, Hashable {
        /// It is sent without one: the default.
        case skip
        /// It fails as ``RequestError/Kind-swift.enum/invalidRequest(_:)``, and nothing is sent.
        case fail
    }

    private let placement: AccessTokenPlacement
    private let missing: MissingToken
    private let token: @Sendable (CallContext) async throws -> String?

    /// A plugin with a closure that knows the call.
    /// - Parameters:
    ///   - type: where the token stands when neither route nor target says.
    ///   - missing: what becomes of a call without a token. Default: it is sent.
    ///   - origins: URLs whose origins may see the token besides the target's own. Default: none.
    ///   - token: the token of a call; what it throws fails the attempt.
    public init(
        _ type: AuthorizationType = .bearer, whenMissing missing: MissingToken = .skip, alsoTo origins: [URL] = [],
        token: @escaping @Sendable (CallContext) async throws -> String?
    ) {
        placement = AccessTokenPlacement(type, alsoTo: origins, isOfCall: true)
        self.missing = missing
        self.token = token
    }

    /// A plugin with one token for all calls.
    init(
        _ type: AuthorizationType, whenMissing missing: MissingToken, alsoTo origins: [URL],
        tokenOfAll token: @escaping @Sendable () async throws -> String?
    ) {
        placement = AccessTokenPlacement(type, alsoTo: origins)
        self.missing = missing
        self.token = { _ in try await token() }
    }

    /// Puts the token on the endpoint.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard let type = placement.type(for: endpoint, context) else { return placement.note(on: &endpoint, context) }
        guard let token = try await token(context), !token.isEmpty else {
            if missing == .skip { return placement.note(on: &endpoint, context) }
            throw RequestError(.invalidRequest("there is no access token, and this call is not sent without one"))
        }
        try type.set(token, on: &endpoint)
    }
}

extension AccessTokenPlugin: RedactedStringConvertible {
    /// Where the token stands; never the token.
    public var description: String { "AccessTokenPlugin(\(placement.type))" }
}

extension Plugin where Self == AccessTokenPlugin {
    /// Puts a token on each attempt: ``AccessTokenPlugin``.
    public static func accessToken(
        _ type: AuthorizationType = .bearer, whenMissing missing: AccessTokenPlugin.MissingToken = .skip,
        alsoTo origins: [URL] = [], _ token: @escaping @Sendable () async throws -> String?
    ) -> AccessTokenPlugin {
        AccessTokenPlugin(type, whenMissing: missing, alsoTo: origins, tokenOfAll: token)
    }

    /// Puts a token on each attempt that depends on the call, such as on its target.
    public static func accessToken(
        _ type: AuthorizationType = .bearer, whenMissing missing: AccessTokenPlugin.MissingToken = .skip,
        alsoTo origins: [URL] = [], _ token: @escaping @Sendable (CallContext) async throws -> String?
    ) -> AccessTokenPlugin {
        AccessTokenPlugin(type, whenMissing: missing, alsoTo: origins, token: token)
    }
}
