/// The refreshes of one plugin: one at a time for each token, however many calls wait for it.
///
/// All of its state is behind one lock. A refresh runs in a task of its own, so that no call that is cancelled takes it
/// along; it ends with the closure that it runs.
final class TokenRefreshes: Sendable {
    typealias Waiter = CheckedContinuation<AccessCredential, any Error>

    /// The plugins whose refresh this task is: their own calls pass them by.
    @TaskLocal private static var running: [ObjectIdentifier] = []

    private let refresh: @Sendable (AccessCredential) async throws -> AccessCredential
    private let state: Locked<State>

    init(
        limit: Int, window: Duration,
        refresh: @escaping @Sendable (AccessCredential) async throws -> AccessCredential
    ) {
        self.refresh = refresh
        state = Locked(State(limit: max(limit, 0), window: window.bounded))
    }

    /// Whether this task is a refresh, or asks for the credential.
    var isOwnTask: Bool { Self.running.contains(ObjectIdentifier(self)) }

    /// Runs work whose calls this plugin lets pass.
    func passingBy<Output>(_ work: () async throws -> Output) async rethrows -> Output {
        try await Self.$running.withValue(Self.running + [ObjectIdentifier(self)], operation: work)
    }

    /// How many refreshes have ended.
    var ended: Int { state.withLock { $0.ended } }

    /// How many calls wait.
    var waiting: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

    /// Whether a token is being replaced just now.
    func isReplacing(_ token: String) -> Bool { state.withLock { $0.waiters[token] != nil } }

    /// The credential that took the place of another; itself when none did.
    func latest(_ credential: AccessCredential) -> AccessCredential { state.withLock { $0.latest(credential) } }

    /// Waits for the credential that takes the place of another, and begins the refresh when nobody has.
    ///
    /// `seen` is how many refreshes had ended when the call was sent: one that failed since is this call's failure too.
    /// - Throws: what the refresh threw; ``TokenRefreshPlugin/TooManyRefreshes``; `CancellationError`, at once.
    func replacement(
        of old: AccessCredential, seen: Int, now: Duration
    ) async throws -> AccessCredential {
        let id = state.withLock { $0.arrive() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                switch state.withLock({ $0.join(waiter, id, old, seen: seen, now: now) }) {
                case .over(let result): waiter.resume(with: result)
                case .waits: break
                case .begins: Task { await run(old) }
                }
            }
        } onCancel: {
            state.withLock { $0.leave(id) }?.resume(throwing: CancellationError())
        }
    }

    private func run(_ old: AccessCredential) async {
        let result: Result<AccessCredential, any Error>
        do {
            let new = try await passingBy { try await refresh(old) }
            guard !new.token.isEmpty else { throw RequestError(.invalidRequest("a refresh brought an empty token")) }
            result = .success(new)
        } catch { result = .failure(error) }
        for waiter in state.withLock({ $0.end(old, result) }) { waiter.resume(with: result) }
    }
}
