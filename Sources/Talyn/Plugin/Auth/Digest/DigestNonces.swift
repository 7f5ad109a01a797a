/// The nonces of servers, and how often each was used: shared by the copies of a plugin, and bounded.
struct DigestNonces: Sendable {
    private struct Entry: Sendable {
        let origin: Origin
        var challenge: DigestChallenge
        let clientNonce: String
        let firstNonce: String
        var count: UInt32 = 0
        /// Whether calls may be signed ahead with it: not before the server has taken an answer, so that a wrong password is
        /// refused once a call.
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

    /// How many are kept.
    static let limit = 32

    // In the order they came: the last good one of an origin is the one to use.
    private let entries = Locked<[Entry]>([])

    /// How many there are.
    var count: Int { entries.withLock { $0.count } }

    /// A use of the latest good nonce of an origin that suits a body; nil when there is none.
    func ahead(at origin: Origin, for body: Body) -> DigestTurn? {
        entries.withLock { entries in
            guard let index = entries.lastIndex(where: { $0.isGood && $0.origin == origin }),
                entries[index].challenge.suits(body)
            else { return nil }
            return entries[index].turn()
        }
    }

    /// A use of a challenge's nonce: the next one when the server gave it before, perhaps to another call.
    func turn(
        answering challenge: DigestChallenge, at origin: Origin, clientNonce: String
    ) -> DigestTurn {
        entries.withLock { entries in
            let index = Self.index(of: challenge, origin, clientNonce, in: &entries)
            return entries[index].turn()
        }
    }

    /// Keeps a challenge that cannot be answered now, for the next call to be signed ahead.
    func keep(_ challenge: DigestChallenge, at origin: Origin, clientNonce: String) {
        entries.withLock { entries in
            let index = Self.index(of: challenge, origin, clientNonce, in: &entries)
            entries[index].isGood = true
        }
    }

    /// Takes in what came back: after a 401 nothing is signed ahead there, all else proves the nonce, and may name the next
    /// in its place (RFC 7616 §3.5).
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

    /// Where a challenge's nonce stands; put behind the others when it is new, and then the oldest may go.
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
