/// What the names of fields said of their values: documents repeat their names, and those of one API do.
final class JudgedNames: Sendable {
    typealias Judgements = [Key: SecretNames.Judgement]

    /// A name and where it stands.
    struct Key: Hashable {
        let name: ArraySlice<UInt8>
        let place: SecretNames.Place

        // In one go, where a slice goes byte by byte.

        static func == (left: Key, right: Key) -> Bool {
            guard left.place == right.place, left.name.count == right.name.count else { return false }
            return left.name.withUnsafeBytes { leftBytes in
                right.name.withUnsafeBytes { rightBytes in
                    guard let left = leftBytes.baseAddress, let right = rightBytes.baseAddress else { return true }
                    return memcmp(left, right, leftBytes.count) == 0
                }
            }
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(place)
            name.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// How many names are kept for the next text.
    private static let limit = 512

    private let kept = Locked<Judgements>([:])

    /// Those known by now.
    var all: Judgements { kept.withLock { $0 } }

    /// Keeps what a text added; those of a text with very many are not worth it.
    func keep(_ judgements: Judgements) {
        kept.withLock { kept in
            if judgements.count > kept.count { kept = judgements.count > Self.limit ? [:] : judgements }
        }
    }
}
