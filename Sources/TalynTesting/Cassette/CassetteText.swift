internal import Talyn

/// A recorded text, in which `REDACTED` stands for anything.
enum CassetteText {
    /// Whether a text is what was recorded.
    static func matches(_ text: String, _ recorded: String) -> Bool {
        if text.isSame(bytes: recorded) { return true }
        let pieces = recorded.split(atBytes: Redaction.placeholder).map { Array($0.utf8) }
        if pieces.count == 1 { return false }
        guard let first = pieces.first, let last = pieces.last else { return false }
        var rest = Array(text.utf8)[...]
        guard rest.count >= first.count + last.count, rest.starts(with: first), rest.suffix(last.count) == last[...]
        else { return false }
        rest = rest.dropFirst(first.count).dropLast(last.count)
        // The leftmost place of each leaves most for the others.
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let place = index(of: piece, in: rest) else { return false }
            rest = rest[(place + piece.count)...]
        }
        return true
    }

    static func matches(_ text: String?, _ recorded: String?) -> Bool {
        guard let text, let recorded else { return text == recorded }
        return matches(text, recorded)
    }

    private static func index(of piece: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= piece.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - piece.count)).first { bytes[$0...].starts(with: piece) }
    }
}
