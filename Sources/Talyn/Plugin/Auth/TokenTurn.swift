/// The state of one call in a ``TokenRefreshPlugin``: the token of its last attempt.
///
/// Task-local, because a later plugin may change the header that `prepare` set, for example to a DPoP proof.
final class TokenTurn: Sendable {
    /// A token that was sent.
    struct Sent {
        let credential: AccessCredential
        /// The number of refreshes that had ended when it was sent.
        let seen: Int
        /// Whether this call waited for a refresh to get it.
        let isNew: Bool
    }

    private struct State {
        var sent: (credential: AccessCredential, seen: Int)?
        var new: String?
    }

    @TaskLocal private static var turns: [TokenTurn] = []

    private let refreshes: TokenRefreshes
    private let state = Locked(State())

    init(_ refreshes: TokenRefreshes) { self.refreshes = refreshes }

    /// Returns the state in the current task; nil if the task is not within a call of these refreshes.
    static func current(_ refreshes: TokenRefreshes) -> TokenTurn? { turns.last { $0.refreshes === refreshes } }

    /// Runs attempts of the call.
    func next(_ endpoint: Endpoint, _ next: Next) async throws(RequestError) -> Response {
        let result: Result<Response, RequestError> = await Self.$turns.withValue(
            Self.turns.filter { $0.refreshes !== refreshes } + [self]
        ) {
            do throws(RequestError) { return .success(try await next(endpoint)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Records the token that an attempt is sent with.
    func note(_ credential: AccessCredential, seen: Int, isNew: Bool) {
        state.withLock { state in
            state.sent = (credential, seen)
            if isNew { state.new = credential.token }
        }
    }

    /// The token of the last attempt; nil if it had none of this plugin.
    var sent: Sent? {
        state.withLock { state in
            state.sent.map { Sent(credential: $0.credential, seen: $0.seen, isNew: state.new == $0.credential.token) }
        }
    }
}
