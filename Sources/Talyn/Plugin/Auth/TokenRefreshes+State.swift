extension TokenRefreshes {
    /// What is known of the refreshes, and who waits for one.
    struct State: Sendable {
        /// What somebody who joins finds.
        enum Joining {
            case over(Outcome)
            case waits
            case begins
        }

        /// What is known of a credential that is about to be sent.
        struct Look {
            /// The one that took its place; itself when none did.
            let credential: AccessCredential
            /// How many refreshes have ended.
            let seen: Int
            /// Whether it is being replaced just now.
            let isReplaced: Bool
            /// Whether it was about to end already when a refresh brought it: by a wrong clock, or it lives that short.
            let cameEnding: Bool
            /// Whether it is about to end.
            var isEnding = false
        }

        /// How a refresh ended.
        private struct Ended {
            let token: String
            let number: Int
            let outcome: Outcome
            let isEnding: Bool
        }

        private let limit: Int
        private let window: Duration

        /// Who waits, by the token that is being replaced; there is an entry as long as its refresh runs.
        private(set) var waiters: [String: [ObjectIdentifier: Ticket]] = [:]
        private var ended = 0
        /// The last refreshes of different tokens, oldest first, for calls and stores that do not know of them yet.
        private var last: [Ended] = []
        /// When the last refreshes began, by the token that each log-in has now: many users may share a plugin.
        private var begun: [(token: String, at: Duration)] = []

        private static let remembered = 64

        init(limit: Int, window: Duration) {
            self.limit = limit
            self.window = window
        }

        func look(at credential: AccessCredential) -> Look {
            let latest = latest(credential)
            let cameEnding = last.contains { $0.isEnding && (try? $0.outcome.get())?.token == latest.token }
            return Look(
                credential: latest, seen: ended, isReplaced: waiters[latest.token] != nil, cameEnding: cameEnding)
        }

        mutating func leave(_ ticket: Ticket, _ old: AccessCredential) {
            waiters[old.token]?[ObjectIdentifier(ticket)] = nil
        }

        mutating func join(_ ticket: Ticket, _ old: AccessCredential, seen: Int, now: Duration) -> Joining {
            let latest = latest(old)
            if latest.token != old.token { return .over(.success(latest)) }
            // Also a success that brought the same token again: its server renews tokens as they are.
            if let ended = last.last(where: { $0.token == old.token }), ended.number > seen {
                return .over(ended.outcome)
            }
            if waiters[old.token] != nil {
                waiters[old.token]?[ObjectIdentifier(ticket)] = ticket
                return .waits
            }
            // Both ways: calls on a test clock have times of their own.
            begun.removeAll { now - $0.at >= window || $0.at - now >= window }
            guard begun.count(where: { $0.token == old.token }) < limit else {
                return .over(.failure(TokenRefreshPlugin.TooManyRefreshes(limit: limit, window: window)))
            }
            begun.append((old.token, now))
            waiters[old.token] = [ObjectIdentifier(ticket): ticket]
            return .begins
        }

        /// A refresh has ended: who waited for it.
        mutating func end(_ old: AccessCredential, _ outcome: Outcome, isEnding: Bool) -> [Ticket] {
            ended += 1
            last.removeAll { $0.token == old.token }
            if let new = try? outcome.get() {
                // A token that comes back is the current one again.
                last.removeAll { $0.token == new.token }
                for index in begun.indices where begun[index].token == old.token { begun[index].token = new.token }
            }
            last.append(Ended(token: old.token, number: ended, outcome: outcome, isEnding: isEnding))
            if last.count > Self.remembered { last.removeFirst() }
            return waiters.removeValue(forKey: old.token).map { Array($0.values) } ?? []
        }

        func latest(_ credential: AccessCredential) -> AccessCredential {
            // A first credential is nobody's successor: after a log-out nobody gets the one of the user before.
            if credential.token.isEmpty { return credential }
            var latest = credential
            // At most once each: the list has no circles, and this proves that it ends.
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
    /// Shows nothing: all that there is are tokens.
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}
