/// The refreshes of one plugin: single-flight for each token.
///
/// One lock guards all state. A refresh runs in its own task, so that a cancelled call does not cancel it.
final class TokenRefreshes: Sendable {
    typealias Outcome = Result<AccessCredential, any Error>
    private typealias Ticket = WaitTicket<Outcome>

    /// An owner of ``ReentrancyGuard`` marks.
    final class Owner: Sendable {}

    /// The owner of a mark that every refresh has, of whichever plugin: its calls wait for no other refresh and for no
    /// permit, since those may wait for them.
    static let all = Owner()

    /// Keeps the failure of a call that a refresh makes, whose target's catch chain hides the raw error.
    @inline(never)
    static func note(_ failure: some Error, of error: RequestError) {
        (ReentrancyGuard.value(of: all) as? Locked<MappedFailure?>)?.withLock {
            $0 = MappedFailure(failure: failure, requestError: error)
        }
    }

    /// The owner of the marks that carry a call's ``SentToken``.
    let calls = Owner()

    private let refresh: @Sendable (AccessCredential) async throws -> AccessCredential
    private let leeway: Duration
    private let limit: Int
    private let window: Duration
    private let state = Locked(State())

    init(
        leeway: Duration, limit: Int, window: Duration,
        refresh: @escaping @Sendable (AccessCredential) async throws -> AccessCredential
    ) {
        self.leeway = max(leeway.bounded, .zero)
        self.limit = max(limit, 0)
        self.window = window.bounded
        self.refresh = refresh
    }

    /// Whether this task refreshes a token or reads the credential. Its calls bypass the plugin.
    var isOwnTask: Bool { ReentrancyGuard.isActive(for: self) }

    /// The number of waiting calls.
    var waiting: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

    /// Returns the credential that replaced another one; the same one if none did.
    func latest(_ credential: AccessCredential) -> AccessCredential { state.withLock { $0.latest(credential) } }

    /// The number of refreshes that have ended.
    var count: Int { state.withLock { $0.count } }

    /// Returns the token to send for a credential.
    /// - Parameter seen: the number of refreshes that had ended before the credential was read. Used for an empty one,
    ///   which has no successor by which a first credential that arrived since then could be found.
    func token(for credential: AccessCredential, seen: Int, _ context: CallContext) -> SentToken {
        var (token, arrivedExpiring) = state.withLock { state in
            let latest = state.latest(credential)
            let isEmpty = latest.token.isEmpty
            let isReplaced = isEmpty || state.waiters[latest.token] != nil
            return (
                SentToken(credential: latest, seen: isEmpty ? seen : state.count, isDue: isReplaced),
                state.ended.contains { $0.isExpiring && (try? $0.outcome.get())?.token == latest.token }
            )
        }
        if !token.isDue, !arrivedExpiring { token.isDue = token.credential.expires(within: leeway, of: context.date) }
        return token
    }

    /// Waits for the credential that replaces a token, and starts the refresh unless one is in flight.
    /// - Throws: the error of the refresh; ``TokenRefreshPlugin/TooManyRefreshes``; at once `CancellationError`, and
    ///   `.timedOut` if the call's own deadline has passed.
    func replacement(
        of token: SentToken, for endpoint: Endpoint, _ context: CallContext
    ) async throws -> AccessCredential {
        try Task.checkCancellation()
        let (ticket, old) = (Ticket(), token.credential)
        let now = context.now
        switch state.withLock({ $0.join(ticket, token, limit, window, now: now) }) {
        case .ended(let outcome): return try outcome.get()
        case .waits: break
        case .begins: start(old, context)
        }
        return try await ticket.value(for: endpoint, context, late: ", and there was no new token") {
            state.withLock { _ = $0.waiters[old.token]?.removeValue(forKey: ObjectIdentifier(ticket)) }
        }.get()
    }

    private func start(_ old: AccessCredential, _ context: CallContext) {
        // Callers wait by continuations, which do not escalate the priority of the refresh.
        Task(priority: max(Task.currentPriority, .userInitiated)) {
            let noted = Locked<MappedFailure?>(nil)
            do {
                let new = try await ReentrancyGuard.run(for: [Self.all, self], carrying: noted) {
                    try await refresh(old)
                }
                end(old, .success(new), context)
            } catch {
                // An error with its own call is of that one, even if another call has failed since.
                let mapped =
                    MappedFailure(ofCall: error)
                    ?? noted.withLock { $0 }.flatMap { $0.failure.isSameCase(as: error) ? $0 : nil }
                end(old, .failure(mapped ?? error), context)
            }
        }
    }

    private func end(
        _ old: AccessCredential, _ result: Result<AccessCredential?, any Error>, _ context: CallContext
    ) {
        let outcome: Outcome = result.flatMap { new in
            guard let new, !new.token.isEmpty else {
                return .failure(RequestError(.invalidRequest("the refresh returned an empty token")))
            }
            return .success(new)
        }
        let isExpiring = (try? outcome.get())?.expires(within: leeway, of: context.date) ?? false
        for ticket in state.withLock({ $0.end(old, outcome, isExpiring: isExpiring) }) { ticket.settle(outcome) }
    }

    /// The result of joining a refresh.
    private enum Joining {
        /// A refresh has ended since the token was sent.
        case ended(Outcome)
        case waits
        case begins
    }

    private struct State {
        /// The waiting calls by the token that is being refreshed. An entry exists while its refresh runs.
        var waiters: [String: [ObjectIdentifier: Ticket]] = [:]
        /// The latest refreshes of different tokens, oldest first, for calls and stores that still use an old one.
        var ended: [(token: String, number: Int, outcome: Outcome, isExpiring: Bool)] = []
        /// The number of refreshes that have ended.
        var count = 0
        /// The start times of recent refreshes by the login's current token: several users may share a plugin.
        private var begun: [(token: String, at: Duration)] = []

        func latest(_ credential: AccessCredential) -> AccessCredential {
            // A first credential is nobody's successor: after a log-out nobody gets the one of the user before.
            if credential.token.isEmpty { return credential }
            var latest = credential
            // At most one step per entry; the bound guarantees that the loop ends.
            for _ in ended {
                guard let next = ended.first(where: { $0.token == latest.token }), let new = try? next.outcome.get(),
                    new.token != latest.token
                else { break }
                latest = new
            }
            return latest
        }

        mutating func join(
            _ ticket: Ticket, _ sent: SentToken, _ limit: Int, _ window: Duration, now: Duration
        ) -> Joining {
            let (old, latest) = (sent.credential.token, latest(sent.credential))
            if latest.token != old { return .ended(.success(latest)) }
            // A success may return the same token: some servers renew tokens in place.
            let last = ended.last { $0.token == old }
            if let last, last.number > sent.seen { return .ended(last.outcome) }
            if waiters[old] != nil {
                waiters[old]?[ObjectIdentifier(ticket)] = ticket
                return .waits
            }
            // In both directions, because calls on a test clock have times of their own.
            begun.removeAll { now - $0.at >= window || $0.at - now >= window }
            guard begun.count(where: { $0.token == old }) < limit else {
                return .ended(.failure(TokenRefreshPlugin.TooManyRefreshes(limit: limit, window: window)))
            }
            begun.append((old, now))
            waiters[old] = [ObjectIdentifier(ticket): ticket]
            return .begins
        }

        /// Ends a refresh and returns the waiting calls.
        mutating func end(_ old: AccessCredential, _ outcome: Outcome, isExpiring: Bool) -> [Ticket] {
            count += 1
            ended.removeAll { $0.token == old.token }
            if let new = try? outcome.get() {
                // A returned token is current again.
                ended.removeAll { $0.token == new.token }
                for index in begun.indices where begun[index].token == old.token { begun[index].token = new.token }
            }
            ended.append((old.token, count, outcome, isExpiring))
            if ended.count > 64 { ended.removeFirst() }
            return waiters.removeValue(forKey: old.token).map { Array($0.values) } ?? []
        }
    }
}

extension TokenRefreshes: CustomReflectable {
    /// Empty: all of the state is tokens.
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}

/// The token of an attempt.
struct SentToken: Sendable {
    var credential: AccessCredential
    /// The number of refreshes that had ended by then. The result of one that ends later replaces the token.
    let seen: Int
    /// Whether to replace it before it is sent: it is empty, expires within the leeway, or is being refreshed. One that
    /// a refresh returned within the leeway, because of a wrong clock or a short lifetime, is not replaced.
    var isDue: Bool
    /// The last token that the call waited for; nil if it waited for none.
    var newToken: String?

    /// Whether the call waited for this token.
    var isNew: Bool { newToken == credential.token }
}
