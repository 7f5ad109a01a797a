/// Adds an access token to each attempt, and refreshes it when it expires or a server rejects it. Refreshes are
/// single-flight.
///
/// ```swift
/// let refresh: TokenRefreshPlugin = .tokenRefresh(current: { await session.credential }) { old in
///     try await session.refresh(old)
/// }
/// let github = Provider<GitHub>(plugins: [refresh, .retry()])
/// ```
/// `current` returns the credential to send; nil or an empty token if nobody is logged in. `refresh` gets a new
/// credential and stores it, so that `current` returns it from then on. The same rules as for ``AccessTokenPlugin``
/// decide which requests take the token, where it goes and which origins receive it.
///
/// Without a credential, calls are sent without a token, unless `first` is given: then they wait for the credential that
/// `first` gets and stores, such as a client's own or an anonymous login. If `first` fails, the call fails with its error
/// and is not sent. Calls that take no token do not wait.
///
/// - A call that is refused with 401 waits for the new token and is sent once more. When it is refused again, that is its
///   outcome. When the refresh fails, all that wait fail with its error and the 401 beside it
///   (``RequestError/response``), and a call that begins later may try again.
/// - A call that was sent with an older token than the current one is sent again without a refresh; one that was sent for
///   another ``AccessCredential/account`` is not.
/// - A token that ends within the leeway, or is being replaced, is replaced before it is sent. When that fails, the call
///   is sent with the old token, and a 401 is then the response of the refresh's error. A token that a refresh brought within
///   the leeway is sent too, until a server refuses it.
/// - Requests made inside `current`, `first` and `refresh` bypass this plugin, through the same provider too. In a detached
///   task they do not: give the route `.authorization(nil)`, or it waits for itself. Calls of a refresh do not wait for a
///   refresh of another plugin or for a permit of ``ConcurrencyLimitPlugin``.
/// - A body that can be sent once is not sent again: the 401 stays. So does that of another origin behind a redirect, which
///   never saw the token, and one that the target's validation accepts: that is an answer.
/// - A call that is cancelled while it waits, or whose deadline is over, ends at once. The refresh goes on, even when nobody
///   waits for it any more: a server that replaces refresh tokens has replaced it already, and the new one must not be
///   lost.
///
/// Register it before ``RetryPlugin``. Copies of the plugin, and of its providers, share the refreshes; use one plugin
/// only with providers on one clock.
public struct TokenRefreshPlugin: Sendable {
    /// The error, as ``RequestError/Kind-swift.enum/plugin(_:)``, of a refresh beyond the limit.
    public struct TooManyRefreshes: Error, Sendable, Hashable {
        /// The number of refreshes that are allowed.
        public let limit: Int
        /// The time in which they are allowed.
        public let window: Duration
    }

    let placement: AccessTokenPlacement
    let statuses: Set<Int>
    let refreshes: TokenRefreshes
    private let stored: @Sendable () async throws -> AccessCredential?
    private let getsFirst: Bool

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
    ///   - first: gets and stores a credential if there is none. Default: nil; calls are then sent without a token.
    ///   - refresh: gets and stores the credential that replaces an old one.
    public init(
        _ type: AuthorizationType = .bearer, on statuses: Set<Int> = [401], leeway: Duration = .seconds(30),
        limit: Int = 5, per window: Duration = .seconds(30), alsoTo origins: [URL] = [],
        current: @escaping @Sendable () async throws -> AccessCredential?,
        first: (@Sendable () async throws -> AccessCredential)? = nil,
        refresh: @escaping @Sendable (_ old: AccessCredential) async throws -> AccessCredential
    ) {
        placement = AccessTokenPlacement(type, alsoTo: origins)
        self.statuses = statuses
        stored = current
        getsFirst = first != nil
        refreshes = TokenRefreshes(leeway: max(leeway.bounded, .zero), limit: limit, window: window) { old in
            if old.token.isEmpty, let first { try await first() } else { try await refresh(old) }
        }
    }

    /// Returns the app's credential; nil if there is none.
    func current() async throws -> AccessCredential? {
        guard let credential = try await ReentrancyGuard.run(for: refreshes, { try await stored() }),
            !credential.token.isEmpty
        else { return nil }
        return credential
    }

    /// The credential to send a call with: an empty one when the first is still to be got; nil when there is none.
    func sent() async throws -> AccessCredential? {
        let current = try await current()
        return current ?? (getsFirst && !ReentrancyGuard.isActive(for: TokenRefreshes.all) ? AccessCredential("") : nil)
    }
}

extension TokenRefreshPlugin: RedactedStringConvertible {
    /// The placement of the token, without the token.
    public var description: String { "TokenRefreshPlugin(\(placement.type))" }
}

extension Plugin where Self == TokenRefreshPlugin {
    /// Adds an access token to each attempt and refreshes it: ``TokenRefreshPlugin`` with its defaults.
    public static func tokenRefresh(
        _ type: AuthorizationType = .bearer, on statuses: Set<Int> = [401], leeway: Duration = .seconds(30),
        limit: Int = 5, per window: Duration = .seconds(30), alsoTo origins: [URL] = [],
        current: @escaping @Sendable () async throws -> AccessCredential?,
        first: (@Sendable () async throws -> AccessCredential)? = nil,
        refresh: @escaping @Sendable (_ old: AccessCredential) async throws -> AccessCredential
    ) -> TokenRefreshPlugin {
        TokenRefreshPlugin(
            type, on: statuses, leeway: leeway, limit: limit, per: window, alsoTo: origins, current: current,
            first: first, refresh: refresh)
    }
}
