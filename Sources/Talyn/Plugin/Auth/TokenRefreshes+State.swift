extension TokenRefreshes {
    /// The recent refreshes, and the waiting calls.
    struct State: Sendable {
        /// The result of joining a refresh.
        enum Joining {
            case over(Outcome)
            case waits
            case begins
        }

        /// The status of a credential that is about to be sent.
        struct CredentialStatus {
            /// The credential that replaced it; the same one if none did.
            let credential: AccessCredential
            /// The number of refreshes that have ended.
            let seen: Int
            /// Whether a refresh of it is in flight.
            let isReplaced: Bool
            /// Whether it was already within the leeway when a refresh returned it, because of a wrong clock or a short
            /// lifetime.
            let arrivedExpiring: Bool
            /// Whether it is within the leeway of its expiration.
            var isExpiring = false
        }

        /// A refresh that has ended.
        private struct Ended {
            let token: String
            let number: Int
            let outcome: Outcome
            let isExpiring: Bool
        }

        private let limit: Int
        private let window: Duration

        /// The waiting calls by the token that is being refreshed. An entry exists while its refresh runs.
        private(set) var waiters: [String: [ObjectIdentifier: Ticket]] = [:]
        private var ended = 0
        /// The latest refreshes of different tokens, oldest first, for calls and stores that still use an old one.
        private var last: [Ended] = []
        /// The start times of recent refreshes by the login's current token: several users may share a plugin.
        private var begun: [(token: String, at: Duration)] = []

        private static let remembered = 64

        init(limit: Int, window: Duration) {
            self.limit = limit
            self.window = window
        }

        func status(of credential: AccessCredential) -> CredentialStatus {
            let latest = latest(credential)
            let arrivedExpiring = last.contains { $0.isExpiring && (try? $0.outcome.get())?.token == latest.token }
            return CredentialStatus(
                credential: latest, seen: ended, isReplaced: waiters[latest.token] != nil,
                arrivedExpiring: arrivedExpiring)
        }

        mutating func leave(_ ticket: Ticket, _ old: AccessCredential) {
            waiters[old.token]?[ObjectIdentifier(ticket)] = nil
        }

        mutating func join(_ ticket: Ticket, _ old: AccessCredential, seen: Int, now: Duration) -> Joining {
            let latest = latest(old)
            if latest.token != old.token { return .over(.success(latest)) }
            // A success may return the same token: some servers renew tokens in place.
            if let ended = last.last(where: { $0.token == old.token }), ended.number > seen {
                return .over(ended.outcome)
            }
            if waiters[old.token] != nil {
                waiters[old.token]?[ObjectIdentifier(ticket)] = ticket
                return .waits
            }
            // In both directions, because calls on a test clock have times of their own.
            begun.removeAll { now - $0.at >= window || $0.at - now >= window }
            guard begun.count(where: { $0.token == old.token }) < limit else {
                return .over(.failure(TokenRefreshPlugin.TooManyRefreshes(limit: limit, window: window)))
            }
            begun.append((old.token, now))
            waiters[old.token] = [ObjectIdentifier(ticket): ticket]
            return .begins
        }

        /// Ends a refresh and returns the waiting calls.
        mutating func end(_ old: AccessCredential, _ outcome: Outcome, isExpiring: Bool) -> [Ticket] {
            ended += 1
            last.removeAll { $0.token == old.token }
            if let new = try? outcome.get() {
                // A returned token is current again.
                last.removeAll { $0.token == new.token }
                for index in begun.indices where begun[index].token == old.token { begun[index].token = new.token }
            }
            last.append(Ended(token: old.token, number: ended, outcome: outcome, isExpiring: isExpiring))
            if last.count > Self.remembered { last.removeFirst() }
            return waiters.removeValue(forKey: old.token).map { Array($0.values) } ?? []
        }

        func latest(_ credential: AccessCredential) -> AccessCredential {
            // A first credential is nobody's successor: after a log-out nobody gets the one of the user before.
            if credential.token.isEmpty { return credential }
            var latest = credential
            // At most one step per entry; the bound guarantees that the loop ends.
            for _ in last {
                guard let next = last.first(where: { $0.token == latest.token }), let new = try? next.outcome.get(),
                    new.token != latest.token
                else { break }
                latest = new
            }
            return latest
        }
    }
}

extension TokenRefreshes: CustomReflectable {
    /// Empty: all of the state is tokens.
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}
