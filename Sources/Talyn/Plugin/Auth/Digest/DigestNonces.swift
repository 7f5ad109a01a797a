/// The nonces of servers with their counts: bounded, and shared by the copies of a plugin.
struct DigestNonces: Sendable {
    private struct Entry: Sendable {
        let origin: Origin
        /// The last use.
        var turn: DigestTurn
        /// Whether calls may be signed in advance with it. Only after the server has accepted it, so that a wrong
        /// password is rejected only once per call.
        var isGood = false

        func isOf(_ challenge: DigestChallenge, _ origin: Origin) -> Bool {
            turn.challenge.nonce == challenge.nonce && turn.challenge.algorithm == challenge.algorithm
                && self.origin == origin
        }

        mutating func next() -> DigestTurn {
            turn.count &+= 1
            return turn
        }
    }

    /// The number of nonces that are kept.
    static let limit = 32

    // In order of arrival: the last accepted nonce of an origin is used.
    private let entries = Locked<[Entry]>([])

    /// The number of nonces.
    var count: Int { entries.withLock { $0.count } }

    /// Returns a use of the latest accepted nonce of an origin that suits a body; nil if there is none.
    func ahead(at origin: Origin, for body: Body) -> DigestTurn? {
        entries.withLock { entries in
            guard let index = entries.lastIndex(where: { $0.isGood && $0.origin == origin }),
                entries[index].turn.challenge.suits(body)
            else { return nil }
            return entries[index].next()
        }
    }

    /// Returns a use of a challenge's nonce: the next count if the server sent it before, even for another call.
    func turn(
        answering challenge: DigestChallenge, at origin: Origin, clientNonce: String
    ) -> DigestTurn {
        entries.withLock { entries in
            let index = Self.index(of: challenge, at: origin, clientNonce, in: &entries)
            return entries[index].next()
        }
    }

    /// Keeps a challenge that cannot be answered now, so that the next call is signed in advance.
    func keep(_ challenge: DigestChallenge, at origin: Origin, clientNonce: String) {
        entries.withLock { entries in
            let index = Self.index(of: challenge, at: origin, clientNonce, in: &entries)
            entries[index].isGood = true
        }
    }

    /// Updates the nonce state from a response. A 401 stops signing in advance; any other response accepts the nonce
    /// and may contain the next one (RFC 7616 §3.5).
    func learn(from response: Response, to turn: DigestTurn, at origin: Origin) {
        let information = response.headers.values(for: "Authentication-Info").joined(separator: ", ")
        let next = [AuthenticationChallenge.Parameter].read(from: information).value(of: "nextnonce") ?? ""
        let hasNext = next != turn.challenge.nonce && DigestChallenge.isUsable(nonce: next)
        entries.withLock { entries in
            if response.statusCode == 401 {
                for index in entries.indices where entries[index].origin == origin { entries[index].isGood = false }
                return
            }
            if let index = entries.lastIndex(where: { $0.isOf(turn.challenge, origin) }) {
                entries[index].isGood = !hasNext
            }
            guard hasNext else { return }
            var challenge = turn.challenge
            challenge.nonce = next
            let index = Self.index(of: challenge, at: origin, turn.clientNonce, turn.firstNonce, in: &entries)
            entries[index].isGood = true
        }
    }

    /// Returns the index of a challenge's nonce. A new one is appended and may evict the oldest.
    private static func index(
        of challenge: DigestChallenge, at origin: Origin, _ clientNonce: String, _ firstNonce: String? = nil,
        in entries: inout [Entry]
    ) -> Int {
        if let index = entries.lastIndex(where: { $0.isOf(challenge, origin) }) {
            entries[index].turn.challenge = challenge
            return index
        }
        if entries.count >= limit { entries.removeFirst() }
        let turn = DigestTurn(
            challenge: challenge, count: 0, clientNonce: clientNonce, firstNonce: firstNonce ?? challenge.nonce)
        entries.append(Entry(origin: origin, turn: turn))
        return entries.count - 1
    }
}
