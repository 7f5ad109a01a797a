/// The nonces of servers with their counts: bounded, and shared by the copies of a plugin.
struct DigestNonces: Sendable {
    private struct Entry: Sendable {
        let origin: Origin
        var challenge: DigestChallenge
        let clientNonce: String
        let firstNonce: String
        var count: UInt32 = 0
        /// Whether calls may be signed in advance with it. Only after the server has accepted it, so that a wrong
        /// password is rejected only once per call.
        var isGood = false

        func isOf(_ challenge: DigestChallenge, _ origin: Origin) -> Bool {
            self.challenge.nonce == challenge.nonce && self.challenge.algorithm == challenge.algorithm
                && self.origin == origin
        }

        mutating func turn() -> DigestTurn {
            count &+= 1
            return DigestTurn(
                challenge: challenge, count: count, clientNonce: clientNonce, firstNonce: firstNonce)
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
                entries[index].challenge.suits(body)
            else { return nil }
            return entries[index].turn()
        }
    }

    /// Returns a use of a challenge's nonce: the next count if the server sent it before, even for another call.
    func turn(
        answering challenge: DigestChallenge, at origin: Origin, clientNonce: String
    ) -> DigestTurn {
        entries.withLock { entries in
            let index = Self.index(of: challenge, origin, clientNonce, in: &entries)
            return entries[index].turn()
        }
    }

    /// Keeps a challenge that cannot be answered now, so that the next call is signed in advance.
    func keep(_ challenge: DigestChallenge, at origin: Origin, clientNonce: String) {
        entries.withLock { entries in
            let index = Self.index(of: challenge, origin, clientNonce, in: &entries)
            entries[index].isGood = true
        }
    }

    /// Updates the nonce state from a response. A 401 stops signing in advance; any other response accepts the nonce
    /// and may contain the next one (RFC 7616 §3.5).
    func learn(from response: Response, to turn: DigestTurn, at origin: Origin) {
        let isGood = response.statusCode != 401
        let information = response.headers.values(for: "Authentication-Info").joined(separator: ", ")
        let next = [AuthenticationChallenge.Parameter].read(from: information).value(of: "nextnonce")
        entries.withLock { entries in
            guard isGood else {
                for index in entries.indices where entries[index].origin == origin { entries[index].isGood = false }
                return
            }
            let index = entries.lastIndex { $0.isOf(turn.challenge, origin) }
            if let index { entries[index].isGood = true }
            guard let next, next != turn.challenge.nonce, DigestChallenge.isUsable(nonce: next) else { return }
            if let index { entries[index].isGood = false }
            var challenge = turn.challenge
            challenge.nonce = next
            let nextIndex = Self.index(
                of: challenge, origin, turn.clientNonce, firstNonce: turn.firstNonce, in: &entries)
            entries[nextIndex].isGood = true
        }
    }

    /// Returns the index of a challenge's nonce. A new one is appended and may evict the oldest.
    private static func index(
        of challenge: DigestChallenge, _ origin: Origin, _ clientNonce: String,
        firstNonce: String? = nil, in entries: inout [Entry]
    ) -> Int {
        if let index = entries.lastIndex(where: { $0.isOf(challenge, origin) }) {
            entries[index].challenge = challenge
            return index
        }
        if entries.count >= limit { entries.removeFirst() }
        entries.append(
            Entry(
                origin: origin, challenge: challenge, clientNonce: clientNonce,
                firstNonce: firstNonce ?? challenge.nonce))
        return entries.count - 1
    }
}
