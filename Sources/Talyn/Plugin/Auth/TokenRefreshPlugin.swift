/// Puts an access token on each attempt, and gets a new one when it ends or a server refuses it: one refresh, however many
/// calls need it.
///
/// ```swift
/// let refresh: TokenRefreshPlugin = .tokenRefresh(current: { await session.credential }) { old in
///     try await session.refresh(old)
/// }
/// let github = Provider<GitHub>(plugins: [refresh, .retry()])
/// ```
/// `current` returns the credential that calls are sent with; nil, or an empty token, when there is none. `refresh` gets a
/// new one and stores it, so that `current` returns it from then on. Which calls take the token, where it stands and who may
/// see it is as with ``AccessTokenPlugin``.
///
/// Without a credential a call is sent without a token, unless `first` is given: then it waits for the credential that
/// `first` gets and stores, by a client's own credentials or an anonymous log-in. When `first` fails, the call fails with its
/// error and is not sent. Calls that take no token do not wait.
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
/// It stands before ``RetryPlugin``. Copies of it, and of its providers, share the refreshes; one plugin belongs to
/// providers of one clock.
public struct TokenRefreshPlugin: Sendable {
    /// Thrown, as ``RequestError/Kind-swift.enum/plugin(_:)``, instead of a refresh when there were as many as allowed.
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

    /// A plugin.
    /// - Parameters:
    ///   - type: where the token stands when neither route nor target says.
    ///   - statuses: those by which a server refuses a token. Default: 401.
    ///   - leeway: how long before its end a token is replaced. Default: 30 seconds; negative counts as zero.
    ///   - limit: how many refreshes of a log-in may begin within the window, failed ones too. Default: 5; 0 or less for none.
    ///   - window: the time for the limit, on the provider's clock. Default: 30 seconds; zero or less for no limit.
    ///   - origins: URLs whose origins may see the token besides the target's own. Default: none.
    ///   - current: the credential of now.
    ///   - first: gets and stores a credential when there is none. Default: nil, calls are then sent without a token.
    ///   - refresh: gets and stores the credential that takes the place of an old one.
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

    /// The credential that the app has; nil when there is none.
    func current() async throws -> AccessCredential? {
        guard let credential = try await ReentrancyGuard.within(refreshes, { try await stored() }),
            !credential.token.isEmpty
        else { return nil }
        return credential
    }

    /// The credential to send a call with: an empty one when the first is still to be got; nil when there is none.
    func sent() async throws -> AccessCredential? {
        let current = try await current()
        return current ?? (getsFirst && !ReentrancyGuard.isWithin(TokenRefreshes.all) ? AccessCredential("") : nil)
    }
}

extension TokenRefreshPlugin: RedactedStringConvertible {
    /// The placement of the token, without the token.
    public var description: String { "TokenRefreshPlugin(\(placement.type))" }
}

extension Plugin where Self == TokenRefreshPlugin {
    /// Puts a token on each attempt and refreshes it: ``TokenRefreshPlugin``, with its defaults.
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
