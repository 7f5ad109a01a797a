/// What the names of fields said of their values: documents repeat their names, and those of one API do.
final class JudgedNames: Sendable {
    typealias Judgements = [ArraySlice<UInt8>: SecretNames.Judgement]

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
