/// The refreshes of one plugin: one at a time for each token, however many calls wait for it.
///
/// All of its state is behind one lock. A refresh runs in a task of its own, so that no call that is cancelled takes it
/// along; it ends with the closure that it runs.
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
    var isOwnTask: Bool { ReentrancyGuard.isWithin(self) }

    /// How many calls wait.
    var waiting: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

    /// The credential that took the place of another; itself when none did.
    func latest(_ credential: AccessCredential) -> AccessCredential { state.withLock { $0.latest(credential) } }

    /// What is known of a credential that is about to be sent.
    func look(at credential: AccessCredential, by date: @autoclosure () -> Date) -> State.Look {
        var look = state.withLock { $0.look(at: credential) }
        if look.cameEnding == false, look.credential.expirationDate != nil {
            look.isEnding = look.credential.expires(within: leeway, of: date())
        }
        return look
    }

    /// Waits for the credential that takes the place of another, and begins the refresh when nobody has.
    ///
    /// `seen` is how many refreshes had ended when the token was sent: one that ended since is this call's outcome too.
    /// - Throws: what the refresh threw; ``TokenRefreshPlugin/TooManyRefreshes``; at once `CancellationError`, and
    ///   `.timedOut` when the call's own deadline is over.
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
        // Callers wait by continuations, which do not raise the priority of what they wait for.
        Task(priority: max(Task.currentPriority, .userInitiated)) {
            let outcome: Outcome
            do {
                let new = try await ReentrancyGuard.within(Self.all) {
                    try await ReentrancyGuard.within(self) { try await refresh(old) }
                }
                guard !new.token.isEmpty else {
                    throw RequestError(.invalidRequest("a refresh brought an empty token"))
                }
                outcome = .success(new)
            } catch { outcome = .failure(error) }
            let isEnding = (try? outcome.get())?.expires(within: leeway, of: context.date) ?? false
            for ticket in state.withLock({ $0.end(old, outcome, isEnding: isEnding) }) {
                ticket.settle(outcome)
            }
        }
    }
}
