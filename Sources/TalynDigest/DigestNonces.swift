internal import Talyn

/// The nonces of servers with their counts: bounded, and shared by the copies of a plugin.
struct DigestNonces: Sendable {
    private struct Entry: Sendable {
        let origin: Origin
        /// The last use.
        var last: DigestAuthorization
        /// Whether calls may be signed in advance with it. Only after the server has accepted it, so that a wrong
        /// password is rejected only once per call.
        var isAccepted = false

        mutating func next() -> DigestAuthorization {
            last.count &+= 1
            return last
        }
    }

    /// The number of nonces that are kept.
    static let limit = 32

    // In order of arrival: the last accepted nonce of an origin is used.
    private let entries = Locked<[Entry]>([])

    /// The number of nonces.
    var count: Int { entries.withLock { $0.count } }

    /// Returns a use of the latest accepted nonce of an origin; nil if there is none.
    func next(at origin: Origin) -> DigestAuthorization? {
        entries.withLock { entries in
            let index = entries.lastIndex { $0.isAccepted && $0.origin == origin }
            return index.map { entries[$0].next() }
        }
    }

    /// Returns a use of a challenge's nonce: the next count if the server sent it before, even for another call.
    func next(answering challenge: DigestChallenge, at origin: Origin, clientNonce: String) -> DigestAuthorization {
        entries.withLock { entries in
            let index = Self.index(of: challenge, at: origin, clientNonce, in: &entries)
            return entries[index].next()
        }
    }

    /// Keeps a challenge that cannot be answered now, so that the next call is signed in advance.
    func keep(_ challenge: DigestChallenge, at origin: Origin, clientNonce: String) {
        entries.withLock { entries in
            let index = Self.index(of: challenge, at: origin, clientNonce, in: &entries)
            entries[index].isAccepted = true
        }
    }

    /// Updates the state from a response's status code: a 401 stops signing in advance, any other accepts the nonce.
    func update(after status: Int, of used: DigestAuthorization, at origin: Origin) {
        entries.withLock { entries in
            for index in entries.indices where entries[index].origin == origin {
                if status == 401 {
                    entries[index].isAccepted = false
                } else if Self.isSame(entries[index].last.challenge, used.challenge) {
                    entries[index].isAccepted = true
                }
            }
        }
    }

    private static func isSame(_ left: DigestChallenge, _ right: DigestChallenge) -> Bool {
        left.nonce == right.nonce && left.algorithm == right.algorithm
    }

    /// Returns the index of a challenge's nonce. A new one is appended and may evict the oldest.
    private static func index(
        of challenge: DigestChallenge, at origin: Origin, _ clientNonce: String, in entries: inout [Entry]
    ) -> Int {
        let index = entries.lastIndex { $0.origin == origin && isSame($0.last.challenge, challenge) }
        if let index {
            entries[index].last.challenge = challenge
            return index
        }
        if entries.count >= limit { entries.removeFirst() }
        let first = DigestAuthorization(challenge: challenge, clientNonce: clientNonce)
        entries.append(Entry(origin: origin, last: first))
        return entries.count - 1
    }
}
