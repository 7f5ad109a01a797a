extension TokenRefreshes {
    /// What is known of the refreshes, and who waits for one.
    struct State: Sendable {
        /// What somebody who joins finds.
        enum Joining {
            case over(Result<AccessCredential, any Error>)
            case waits
            case begins
        }

        private let limit: Int
        private let window: Duration

        private var nextID = 0
        /// Those whose continuation is not there yet, and those of them who were cancelled.
        private var arriving: Set<Int> = []
        private var cancelled: Set<Int> = []

        /// Who waits, by the token that is being replaced.
        private(set) var waiters: [String: [Int: Waiter]] = [:]
        private(set) var ended = 0
        /// The last failure: of which token, and the how manieth refresh it was.
        private var failure: (token: String, number: Int, error: any Error)?
        /// The last tokens and what took their places, for calls and stores that do not know it yet.
        private var replaced: [(token: String, new: AccessCredential)] = []
        /// When the last refreshes began.
        private var begun: [Duration] = []

        private static let remembered = 8

        init(limit: Int, window: Duration) {
            self.limit = limit
            self.window = window
        }

        mutating func arrive() -> Int {
            nextID += 1
            arriving.insert(nextID)
            return nextID
        }

        /// A call goes: its continuation, when it waited.
        mutating func leave(_ id: Int) -> Waiter? {
            if arriving.contains(id) { cancelled.insert(id) }
            for token in waiters.keys {
                if let waiter = waiters[token]?.removeValue(forKey: id) { return waiter }
            }
            return nil
        }

        mutating func join(
            _ waiter: Waiter, _ id: Int, _ old: AccessCredential, seen: Int, now: Duration
        ) -> Joining {
            arriving.remove(id)
            if cancelled.remove(id) != nil { return .over(.failure(CancellationError())) }
            let latest = latest(old)
            if latest.token != old.token { return .over(.success(latest)) }
            if let failure, failure.token == old.token, failure.number > seen { return .over(.failure(failure.error)) }
            if waiters[old.token] != nil {
                waiters[old.token]?[id] = waiter
                return .waits
            }
            // Both ways: calls on a test clock have times of their own.
            begun.removeAll { now - $0 >= window || $0 - now >= window }
            guard begun.count < limit else {
                return .over(.failure(TokenRefreshPlugin.TooManyRefreshes(limit: limit, window: window)))
            }
            begun.append(now)
            waiters[old.token] = [id: waiter]
            return .begins
        }

        /// A refresh has ended: who waited for it.
        mutating func end(_ old: AccessCredential, _ result: Result<AccessCredential, any Error>) -> [Waiter] {
            ended += 1
            switch result {
            case .failure(let error): failure = (old.token, ended, error)
            case .success(let new):
                // A token that comes back is the current one again; a server may also renew a token as it is.
                replaced.removeAll { $0.token == new.token || $0.token == old.token }
                if new.token != old.token { replaced.append((old.token, new)) }
                if replaced.count > Self.remembered { replaced.removeFirst() }
            }
            return waiters.removeValue(forKey: old.token).map { Array($0.values) } ?? []
        }

        func latest(_ credential: AccessCredential) -> AccessCredential {
            var latest = credential
            // At most once each: the list has no circles, and this proves that it ends.
            for _ in replaced {
                guard let next = replaced.first(where: { $0.token == latest.token }) else { break }
                latest = next.new
            }
            return latest
        }
    }
}

extension TokenRefreshes: CustomReflectable {
    /// Shows nothing: all that there is are tokens.
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}
