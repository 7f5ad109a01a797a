/// In prose a colon is mostly a mark of punctuation.
extension Assignment {
    /// The value, without quotes, when it is quoted (`login(password: "…")`) or looks like a token; nil when it is another:
    /// `Enter your password: then go on`.
    func proseValue(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let rest = bytes[(separator + 1)...].drop { $0 == 0x20 || $0 == 0x09 || isQuoted && $0.isSpace }
        let opened = rest.drop { $0 == 0x5C }
        if let quote = opened.first, quote == 0x22 || quote == 0x27 || quote == 0x60 {
            // The quote of `the field "password:" is empty` closes.
            let closes = rest.startIndex == separator + 1 && Self.endsPhrase(opened.dropFirst().first)
            return closes ? nil : value(in: bytes)
        }
        let scheme = rest.prefix(32).prefix(while: \.isLetter)
        let hasScheme =
            scheme.endIndex < rest.endIndex && rest[scheme.endIndex] == 0x20
            && Redactor.schemes.contains(String(decoding: scheme, as: UTF8.self).lowercased())
        return Self.token(hasScheme ? rest[(scheme.endIndex + 1)...] : rest)
    }

    /// A word of 8 characters or more with a digit; nil when it is another, a URL or a variable (`$name`).
    private static func token(_ rest: ArraySlice<UInt8>) -> Range<Int>? {
        // Each colon looks ahead, and no further than this keeps it linear.
        let start = rest.prefix(128).prefix { !endsWord($0) }
        guard start.count >= 8, start.contains(where: \.isDigit), !Wording.isURL(start) else { return nil }
        if start.first == 0x24, start.dropFirst().first.map({ $0.isLetter || $0 == 0x7B }) == true { return nil }
        let word = rest.prefix { !endsWord($0) }
        // A full stop may end the sentence.
        return word.startIndex..<word.endIndex - word.reversed().prefix { $0 == 0x2E }.count
    }

    /// Whether a quote before this, or before the end, closes rather than opens.
    private static func endsPhrase(_ byte: UInt8?) -> Bool {
        guard let byte else { return true }
        return byte <= 0x20 || ",.;:!?)]}".utf8.contains(byte)
    }
}
