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
/// credential and stores it, so that `current` returns it from then on. The rules of ``AccessTokenPlugin`` decide which
/// requests take the token, where it goes and which origins receive it.
///
/// Without a credential, calls are sent without a token, unless `first` is given: then calls that take a token wait for
/// the credential that `first` gets and stores, such as an anonymous login. If `first` fails, the call fails with its
/// error and is not sent.
///
/// - A call that is rejected with 401, or whose response `when` recognizes, waits for the new token and is sent once
///   more; a second rejection is its result. If the refresh fails, all waiting calls fail with its error, with the
///   rejection as ``RequestError/response`` and the refresh's status, if it has one, as ``RequestError/statusCode``. A
///   later call may try again.
/// - A call that was sent with an older token than the current one is sent again without a refresh; one that was sent
///   for another ``AccessCredential/account`` is not.
/// - A token that expires within the leeway, or is being refreshed, is replaced before it is sent. If that fails, the
///   old token is sent, and a 401 fails the call with the refresh's error. A token that a refresh returned within the
///   leeway is sent until a server rejects it.
/// - Requests made inside `current`, `first` and `refresh` bypass this plugin, through the same provider too. In a
///   detached task they do not: give the route `.authorization(nil)`, or it waits for itself. Calls of a refresh wait
///   neither for a refresh of another plugin nor for a permit of ``ConcurrencyLimitPlugin``.
/// - A route with `.tokenRefresh(false)` is sent with the current token and never waits for another: a 401 is its
///   result.
/// - The 401 stays if the body is not repeatable, if another origin sent it after a redirect, which did not receive the
///   token, and if the target's validation accepts it.
/// - A call that is cancelled while it waits, or whose deadline passes, ends at once. The refresh continues, even if no
///   call waits for it: the server may have replaced the refresh token, and the new one must not be lost.
///
/// Register it before ``RetryPlugin``. Copies of the plugin, and of its providers, share the refreshes; use one plugin
/// only with providers on one clock.
public struct TokenRefreshPlugin: Sendable {
    /// The error of a refresh beyond the limit, as ``RequestError/Kind-swift.enum/plugin(_:)``.
    public struct TooManyRefreshes: Error, Sendable, Hashable {
        /// The number of refreshes allowed within the window.
        public let limit: Int
        /// The time for the limit.
        public let window: Duration
    }

    private let placement: AccessTokenPlacement
    private let isRejection: @Sendable (RequestError.Kind?, Response) -> Bool
    let refreshes: TokenRefreshes
    private let stored: @Sendable () async throws -> AccessCredential?
    private let getsFirst: Bool

    /// Makes a plugin.
    /// - Parameters:
    ///   - type: the location of the token if neither route nor target sets one.
    ///   - statuses: the status codes by which a server rejects a token. Default: 401.
    ///   - isRejection: whether a response with another status rejects the token, also one that the target accepts; for
    ///     a stream or download it receives the head. Default: none does.
    ///   - leeway: the time before its expiration from which a token is refreshed. Default: 30 seconds; negative counts
    ///     as zero.
    ///   - limit: the number of refreshes of a login within the window, including failed ones. Default: 5; 0 or less
    ///     allows none.
    ///   - window: the time for the limit, on the provider's clock. Default: 30 seconds; zero or less for no limit.
    ///   - origins: URLs whose origins may receive the token besides the target's own. Default: none.
    ///   - current: returns the current credential.
    ///   - first: gets and stores a credential if there is none. Default: nil; calls are then sent without a token.
    ///   - refresh: gets and stores the credential that replaces an old one.
    public init(
        _ type: AuthorizationType = .bearer, on statuses: Set<Int> = [401],
        when isRejection: @escaping @Sendable (_ response: Response) -> Bool = { _ in false },
        leeway: Duration = .seconds(30), limit: Int = 5, per window: Duration = .seconds(30),
        alsoTo origins: [URL] = [], current: @escaping @Sendable () async throws -> AccessCredential?,
        first: (@Sendable () async throws -> AccessCredential)? = nil,
        refresh: @escaping @Sendable (_ old: AccessCredential) async throws -> AccessCredential
    ) {
        placement = AccessTokenPlacement(type, alsoTo: origins)
        self.isRejection = { kind, response in
            if case .status(let status)? = kind, statuses.contains(status) { return true }
            return isRejection(response)
        }
        stored = current
        getsFirst = first != nil
        refreshes = TokenRefreshes(leeway: leeway, limit: limit, window: window) { old in
            if old.token.isEmpty, let first { try await first() } else { try await refresh(old) }
        }
    }

    /// Returns the app's credential; nil if there is none.
    private func current() async throws -> AccessCredential? {
        let credential = try await ReentrancyGuard.run(for: [refreshes]) { try await stored() }
        return credential?.token.isEmpty == false ? credential : nil
    }
}

extension TokenRefreshPlugin: Preparer {
    /// Adds the token to the endpoint, after a refresh if it is about to expire or being refreshed.
    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        guard !refreshes.isOwnTask, let type = placement.type(for: endpoint, context) else {
            return placement.note(on: &endpoint, context)
        }
        let mayWait = context.tags[TokenRefreshTag.self] && !ReentrancyGuard.isActive(for: TokenRefreshes.all)
        // Before the credential is read: a call that found none may go on after the first credential has arrived.
        let seen = refreshes.count
        guard let current = try await current() ?? (getsFirst && mayWait ? AccessCredential("") : nil) else {
            return placement.note(on: &endpoint, context)
        }
        var token = refreshes.token(for: current, seen: seen, context)
        if token.isDue, mayWait, let new = try await replacement(token, endpoint, context) {
            (token.credential, token.newToken) = (new, new.token)
        }
        // Recorded by task, because a later plugin may change the header, into a DPoP proof for example.
        (ReentrancyGuard.value(of: refreshes.calls) as? Locked<SentToken?>)?.withLock { [token] sent in
            let earlier = sent?.newToken
            sent = token
            sent?.newToken = token.newToken ?? earlier
        }
        try type.set(token.credential.token, on: &endpoint)
        if token.credential.account != nil {
            endpoint.options.tags[SentCredential.Tag.self] = SentCredential(credential: token.credential, type: type)
        }
    }

    /// Returns the credential that replaces a token before it is sent; nil to send the old one.
    private func replacement(
        _ token: SentToken, _ endpoint: Endpoint, _ context: CallContext
    ) async throws -> AccessCredential? {
        do {
            let new = try await refreshes.replacement(of: token, for: endpoint, context)
            context.note("token refreshed before it was sent")
            return new
        } catch {
            // Without an old token there is nothing to send.
            if Task.isCancelled || context.isOverdue(for: endpoint) || token.credential.token.isEmpty { throw error }
            // The old token is sent: the device's clock may be wrong, and a 401 tells the app that the user has to log
            // in.
            return nil
        }
    }
}

extension TokenRefreshPlugin: CallInterceptor {
    /// Sends the call, and once more with another token if it was rejected.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        let isOfRefresh = refreshes.isOwnTask || ReentrancyGuard.isActive(for: TokenRefreshes.all)
        if isOfRefresh || !context.tags[TokenRefreshTag.self] { return try await next(endpoint) }
        let sentToken = Locked<SentToken?>(nil)
        let result: Result<Response, RequestError>
        do throws(RequestError) { result = .success(try await send(endpoint, noting: sentToken, next)) } catch {
            result = .failure(error)
        }
        // A call whose own refreshed token is rejected fails.
        guard let refusal = rejection(in: result), let type = placement.type(for: refusal.endpoint, context),
            type.isSet(on: refusal.endpoint), let sent = sentToken.withLock({ $0 }), !sent.isNew,
            try await hasReplacement(of: sent, endpoint, context, refusal)
        else { return try result.get() }
        return try await send(endpoint, noting: sentToken, next)
    }

    /// Returns whether the call can be sent again with another token than the rejected one, after a refresh if needed.
    /// - Throws: the error of the refresh.
    private func hasReplacement(
        of sent: SentToken, _ endpoint: Endpoint, _ context: CallContext, _ refusal: Response
    ) async throws -> Bool {
        guard let current = try await current() else { return false }
        let credential = refreshes.latest(current)
        guard isSame(sent, credential) else { return false }
        if credential.token == sent.credential.token {
            do {
                _ = try await refreshes.replacement(of: sent, for: endpoint, context)
                context.note("token refreshed")
            } catch {
                context.note("token not refreshed")
                // A call that cannot be sent again fails with the rejection, whatever the result.
                guard endpoint.body.isRepeatable else { return false }
                if Task.isCancelled || context.isOverdue(for: endpoint) { throw error }
                // The error includes the rejected response, so that apps can detect the 401.
                throw RequestError(context.failure(error, of: self).kind, response: refusal)
            }
        } else {
            context.note("token refreshed meanwhile")
        }
        return endpoint.body.isRepeatable ? isSame(sent, try await self.current()) : false
    }

    /// Returns the response that rejects the token; nil if none does.
    private func rejection(in result: Result<Response, RequestError>) -> Response? {
        switch result {
        case .success(let response): isRejection(nil, response) ? response : nil
        case .failure(let error): error.response.flatMap { isRejection(error.kind, $0) ? $0 : nil }
        }
    }

    /// Runs attempts of the call, which note the token that they send.
    private func send(
        _ endpoint: Endpoint, noting sent: Locked<SentToken?>, _ next: Next
    ) async throws(RequestError) -> Response {
        try await ReentrancyGuard.run(for: refreshes.calls, carrying: sent) { () async throws(RequestError) in
            try await next(endpoint)
        }
    }

    /// Returns whether the current account is the one whose token was sent. A call is not repeated for another account.
    private func isSame(_ sent: SentToken, _ current: AccessCredential?) -> Bool {
        current.map { $0.account == sent.credential.account } ?? false
    }
}

extension TokenRefreshPlugin {
    /// The problem of a refresh behind retry.
    public func problem(behind earlier: any Plugin) -> String? {
        earlier is RetryPlugin ? "each retry may refresh once more" : nil
    }
}

extension TokenRefreshPlugin: RedactedStringConvertible {
    /// The location of the token; never the token.
    public var description: String { "TokenRefreshPlugin(\(placement.type))" }
}

extension Plugin where Self == TokenRefreshPlugin {
    /// Adds an access token to each attempt and refreshes it: ``TokenRefreshPlugin`` with its defaults.
    public static func tokenRefresh(
        _ type: AuthorizationType = .bearer, on statuses: Set<Int> = [401],
        when isRejection: @escaping @Sendable (_ response: Response) -> Bool = { _ in false },
        leeway: Duration = .seconds(30), limit: Int = 5, per window: Duration = .seconds(30),
        alsoTo origins: [URL] = [], current: @escaping @Sendable () async throws -> AccessCredential?,
        first: (@Sendable () async throws -> AccessCredential)? = nil,
        refresh: @escaping @Sendable (_ old: AccessCredential) async throws -> AccessCredential
    ) -> TokenRefreshPlugin {
        TokenRefreshPlugin(
            type, on: statuses, when: isRejection, leeway: leeway, limit: limit, per: window, alsoTo: origins,
            current: current,
            first: first, refresh: refresh)
    }
}

extension Route {
    /// Makes ``TokenRefreshPlugin`` send the current token with this endpoint and, with false, never refresh it for the
    /// endpoint: for a log-out, say, or a server that answers 401 for another reason.
    ///
    /// Default: true. `.authorization(nil)` sends no token either.
    public consuming func tokenRefresh(_ isAllowed: Bool) -> Route { tag(TokenRefreshTag.self, isAllowed) }
}

/// Whether a call may wait for a new token.
private enum TokenRefreshTag: CallTagKey { static let defaultValue = true }
