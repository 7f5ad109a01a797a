/// The refreshes of one plugin: single-flight for each token.
///
/// One lock guards all state. A refresh runs in its own task, so that a cancelled call does not cancel it.
final class TokenRefreshes: Sendable {
    typealias Outcome = Result<AccessCredential, any Error>
    typealias Ticket = WaitTicket<Outcome>

    private let refresh: @Sendable (AccessCredential) async throws -> AccessCredential
    private let leeway: Duration
    private let state: Locked<State>

    init(
        leeway: Duration, limit: Int, window: Duration,
        refresh: @escaping @Sendable (AccessCredential) async throws -> AccessCredential
    ) {
        self.leeway = leeway
        self.refresh = refresh
        state = Locked(State(limit: max(limit, 0), window: window.bounded))
    }

    /// An owner of ``ReentrancyGuard`` marks.
    final class Owner: Sendable {}

    /// The owner of a mark that every refresh has, of whichever plugin: its calls wait for no other refresh and for no permit,
    /// since those may wait for them.
    static let all = Owner()

    /// The owner of the marks that carry a call's ``SentToken``.
    let calls = Owner()

    /// Whether this task refreshes a token or reads the credential. Its calls bypass the plugin.
    var isOwnTask: Bool { ReentrancyGuard.isActive(for: self) }

    /// The number of waiting calls.
    var waiting: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

    /// Returns the credential that replaced another one; the same one if none did.
    func latest(_ credential: AccessCredential) -> AccessCredential { state.withLock { $0.latest(credential) } }

    /// Returns the status of a credential that is about to be sent.
    func status(of credential: AccessCredential, by date: @autoclosure () -> Date) -> State.CredentialStatus {
        var status = state.withLock { $0.status(of: credential) }
        if status.arrivedExpiring == false, status.credential.expirationDate != nil {
            status.isExpiring = status.credential.expires(within: leeway, of: date())
        }
        return status
    }

    /// Waits for the credential that replaces another one, and starts the refresh unless one is in flight.
    ///
    /// `seen` is the number of refreshes that had ended when the token was sent; the result of one that ended since is
    /// used.
    /// - Throws: the error of the refresh; ``TokenRefreshPlugin/TooManyRefreshes``; at once `CancellationError`, and
    ///   `.timedOut` if the call's own deadline has passed.
    func replacement(
        of old: AccessCredential, seen: Int, for endpoint: Endpoint, _ context: CallContext
    ) async throws -> AccessCredential {
        try Task.checkCancellation()
        let ticket = Ticket()
        switch state.withLock({ $0.join(ticket, old, seen: seen, now: context.record.clock.now()) }) {
        case .over(let outcome): return try outcome.get()
        case .waits: break
        case .begins: start(old, context)
        }
        return try await ticket.value(for: endpoint, context, late: "no new token in time") {
            state.withLock { $0.leave(ticket, old) }
        }.get()
    }

    private func start(_ old: AccessCredential, _ context: CallContext) {
        // Callers wait by continuations, which do not escalate the priority of the refresh.
        Task(priority: max(Task.currentPriority, .userInitiated)) {
            let outcome: Outcome
            do {
                let new = try await ReentrancyGuard.run(for: Self.all) {
                    try await ReentrancyGuard.run(for: self) { try await refresh(old) }
                }
                guard !new.token.isEmpty else {
                    throw RequestError(.invalidRequest("the refresh returned an empty token"))
                }
                outcome = .success(new)
            } catch { outcome = .failure(error) }
            let isExpiring = (try? outcome.get())?.expires(within: leeway, of: context.date) ?? false
            for ticket in state.withLock({ $0.end(old, outcome, isExpiring: isExpiring) }) {
                ticket.settle(outcome)
            }
        }
    }
}
