/// Adds an access token to each attempt, and refreshes it when it expires or a server rejects it. Refreshes are
/// single-flight.
///
/// ```swift
/// let refresh: TokenRefreshPlugin = .tokenRefresh(current: { await session.credential }) { old in
///     try await session.refresh(old)
/// }
/// let github = Provider<GitHub>(plugins: [refresh, .retry()])
/// ```
/// `current` returns the credential to send; if it returns nil or an empty token, nobody is logged in and calls are
/// sent without one. `refresh` gets a new credential and stores it, so that `current` returns it from then on. The same
/// rules as for ``AccessTokenPlugin`` decide which requests take the token, where it goes and which origins receive it.
///
/// - A call rejected with 401 waits for the new token and is sent once more. If it is rejected again, it fails. If the
///   refresh fails, all waiting calls fail with its error and with the 401 as ``RequestError/response``; later calls
///   may refresh again.
/// - A call sent with an older token than the current one is sent again without a refresh. A call sent for another
///   ``AccessCredential/account`` is not.
/// - A token that expires within the leeway is refreshed ahead of sending, and calls wait for a refresh in flight. If
///   refreshing ahead of expiry fails, the call is sent with the old token; a 401 is then the response of the refresh's
///   error. A refreshed token that is already within the leeway is sent until a server rejects it.
/// - Requests made inside either closure bypass this plugin, through the same provider too, until the closure returns.
///   In a detached task (`Task.detached`) they need the route `.authorization(nil)`, or the refresh waits for itself.
///   Requests of a refresh neither wait for refreshes of other plugins nor for a permit of ``ConcurrencyLimitPlugin``.
/// - A body that is not repeatable is not sent again: the 401 is returned. So is a 401 of a cross-origin redirect,
///   which did not receive the token, and a 401 that the target's validation accepts.
/// - A waiting call that is cancelled, or whose deadline passes, ends at once. The refresh continues even without
///   waiting calls: a server that rotates refresh tokens has already replaced the old one, and the new one must not be
///   lost.
///
/// Register it before ``RetryPlugin``. Copies of the plugin, and of its providers, share the refreshes; use one plugin
/// only with providers on one clock.
public struct TokenRefreshPlugin: Sendable {
    /// The error, as ``RequestError/Kind-swift.enum/plugin(_:)``, of a refresh beyond the limit.
    public struct TooManyRefreshes: Error, Sendable, Hashable {
        /// The number of refreshes allowed.
        public let limit: Int
        /// The time in which they are counted.
        public let window: Duration
    }

    let placement: AccessTokenPlacement
    let statuses: Set<Int>
    let refreshes: TokenRefreshes
    private let stored: @Sendable () async throws -> AccessCredential?

    /// Makes a plugin.
    /// - Parameters:
    ///   - type: the location of the token if neither route nor target sets one.
    ///   - statuses: the status codes by which a server rejects a token. Default: 401.
    ///   - leeway: how long before its expiration a token is refreshed. Default: 30 seconds; negative counts as zero.
    ///   - limit: the number of refreshes of a login within the window, including failed ones. Default: 5; 0 or less
    ///     allows none.
    ///   - window: the time for the limit, on the provider's clock. Default: 30 seconds; zero or less for no limit.
    ///   - origins: URLs whose origins may receive the token besides the target's own. Default: none.
    ///   - current: returns the current credential.
    ///   - refresh: gets and stores the credential that replaces an old one.
    public init(
        _ type: AuthorizationType = .bearer, on statuses: Set<Int> = [401], leeway: Duration = .seconds(30),
        limit: Int = 5, per window: Duration = .seconds(30), alsoTo origins: [URL] = [],
        current: @escaping @Sendable () async throws -> AccessCredential?,
        refresh: @escaping @Sendable (_ old: AccessCredential) async throws -> AccessCredential
    ) {
        placement = AccessTokenPlacement(type, alsoTo: origins)
        self.statuses = statuses
        stored = current
        refreshes = TokenRefreshes(
            leeway: max(leeway.bounded, .zero), limit: limit, window: window, refresh: refresh)
    }

    /// Returns the app's credential; nil if there is none.
    func current() async throws -> AccessCredential? {
        guard let credential = try await ReentrancyGuard.run(for: refreshes, { try await stored() }),
            !credential.token.isEmpty
        else { return nil }
        return credential
    }
}

extension TokenRefreshPlugin: RedactedStringConvertible {
    /// The location of the token; never a token.
    public var description: String { "TokenRefreshPlugin(\(placement.type))" }
}

extension Plugin where Self == TokenRefreshPlugin {
    /// Adds an access token to each attempt and refreshes it: ``TokenRefreshPlugin`` with its defaults.
    public static func tokenRefresh(
        _ type: AuthorizationType = .bearer, on statuses: Set<Int> = [401], leeway: Duration = .seconds(30),
        limit: Int = 5, per window: Duration = .seconds(30), alsoTo origins: [URL] = [],
        current: @escaping @Sendable () async throws -> AccessCredential?,
        refresh: @escaping @Sendable (_ old: AccessCredential) async throws -> AccessCredential
    ) -> TokenRefreshPlugin {
        TokenRefreshPlugin(
            type, on: statuses, leeway: leeway, limit: limit, per: window, alsoTo: origins, current: current,
            refresh: refresh)
    }
}
