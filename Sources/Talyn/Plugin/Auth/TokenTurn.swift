/// One call's way through a ``TokenRefreshPlugin``: what its last attempt was sent with.
///
/// Task-local, since a plugin behind may change the header that `prepare` set, into a DPoP proof say.
final class TokenTurn: Sendable {
    /// What is known of a token that was sent.
    struct Sent {
        let credential: AccessCredential
        /// How many refreshes had ended then.
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

    /// The turn of the current task; nil when it has none of these refreshes.
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

    /// An attempt is sent with a token.
    func note(_ credential: AccessCredential, seen: Int, isNew: Bool) {
        state.withLock { state in
            state.sent = (credential, seen)
            if isNew { state.new = credential.token }
        }
    }

    /// What the last attempt was sent with; nil when it had no token of this plugin.
    var sent: Sent? {
        state.withLock { state in
            state.sent.map { Sent(credential: $0.credential, seen: $0.seen, isNew: state.new == $0.credential.token) }
        }
    }
}
