/// Adds an access token to each attempt.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.accessToken { await keychain.token }])
/// ```
/// The closure runs before each attempt, so a retry gets the current token. The route decides where the token goes
/// (``Route/authorization(_:)``), otherwise the target (``AccessTokenAuthorizable``, also within a ``MultiTarget``),
/// otherwise the plugin; default: ``AuthorizationType/bearer``. A ``MultiTarget`` combines several APIs: a target in it
/// that does not choose gets no token, unless the closure receives the call.
///
/// - The token replaces a header of ``ProviderDefaults`` or a query item of the same name. A header that the route or
///   target declares is kept, and the closure does not run.
/// - The token is sent to the origin (scheme, host, port) of the provider's or target's base URL, and to the origins of
///   `alsoTo`. Cross-origin requests do not get it: redirects, routes with an absolute URL, and hand-made endpoints. A
///   hand-made endpoint is same-origin only if the provider has a base URL.
/// - A token with a line break, a control character or, in a header, non-ASCII characters fails the attempt with
///   ``RequestError/Kind-swift.enum/invalidRequest(_:)``. The error does not contain the token.
///
/// Register plugins that change the URL before it.
public struct AccessTokenPlugin: Preparer {
    /// The behavior of a call without a token, that is, nil or an empty one.
    public enum MissingToken: Sendable, Hashable {
        /// The call is sent without a token. Default.
        case skip
        /// The call fails with ``RequestError/Kind-swift.enum/invalidRequest(_:)`` before it is sent.
        case fail
    }

    fileprivate let placement: AccessTokenPlacement
    fileprivate let missing: MissingToken
    fileprivate let token: @Sendable (CallContext) async throws -> String?

    /// Adds the token to the endpoint.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard let type = placement.type(for: endpoint, context) else { return placement.note(on: &endpoint, context) }
        guard let token = try await token(context), !token.isEmpty else {
            if missing == .skip { return placement.note(on: &endpoint, context) }
            throw RequestError(.invalidRequest("there is no access token, and the plugin requires one (.fail)"))
        }
        try type.set(token, on: &endpoint)
    }
}

extension AccessTokenPlugin {
    /// Makes a plugin with a closure that receives the call.
    /// - Parameters:
    ///   - type: the location of the token if neither route nor target sets one.
    ///   - missing: the behavior of calls without a token. Default: they are sent.
    ///   - origins: URLs whose origins may receive the token besides the target's own. Default: none.
    ///   - token: returns the token of a call; its errors fail the attempt.
    public init(
        _ type: AuthorizationType = .bearer, whenMissing missing: MissingToken = .skip, alsoTo origins: [URL] = [],
        token: @escaping @Sendable (CallContext) async throws -> String?
    ) {
        let placement = AccessTokenPlacement(type, alsoTo: origins, dependsOnCall: true)
        self.init(placement: placement, missing: missing, token: token)
    }
}

extension AccessTokenPlugin: RedactedStringConvertible {
    /// The location of the token; never the token.
    public var description: String { "AccessTokenPlugin(\(placement.type))" }
}

extension Plugin where Self == AccessTokenPlugin {
    /// Adds an access token to each attempt: ``AccessTokenPlugin``.
    public static func accessToken(
        _ type: AuthorizationType = .bearer, whenMissing missing: AccessTokenPlugin.MissingToken = .skip,
        alsoTo origins: [URL] = [], _ token: @escaping @Sendable () async throws -> String?
    ) -> AccessTokenPlugin {
        AccessTokenPlugin(placement: AccessTokenPlacement(type, alsoTo: origins), missing: missing) { _ in
            try await token()
        }
    }

    /// Adds an access token that depends on the call, for example on its target, to each attempt.
    public static func accessToken(
        _ type: AuthorizationType = .bearer, whenMissing missing: AccessTokenPlugin.MissingToken = .skip,
        alsoTo origins: [URL] = [], _ token: @escaping @Sendable (CallContext) async throws -> String?
    ) -> AccessTokenPlugin {
        AccessTokenPlugin(type, whenMissing: missing, alsoTo: origins, token: token)
    }
}
