/// `name=value` in text of any kind, found by its `=` or `:`.
struct Assignment {
    /// The name, without quotes.
    let name: Range<Int>
    /// Where `=` or `:` is.
    let separator: Int
    /// Whether the name stands in quotes.
    let isQuoted: Bool

    /// Nil when it is something else: `==`, `://`, no name.
    init?(_ bytes: ArraySlice<UInt8>, at separator: Int) {
        let next = separator + 1 < bytes.endIndex ? bytes[separator + 1] : 0
        if next == 0x3D && bytes[separator] == 0x3D || next == 0x2F && bytes[separator] == 0x3A { return nil }
        // A name is short, and looking back no further keeps this linear.
        let before = bytes[..<separator].suffix(144).reversed().drop { $0 == 0x20 || $0 == 0x09 }
        let unquoted = before.drop { $0 == 0x22 || $0 == 0x27 || $0 == 0x5C || $0 == 0x60 }
        let length = unquoted.prefix(128).prefix(while: \.isNameCharacter).count
        guard length > 0, let end = unquoted.indices.first?.base else { return nil }
        name = end - length..<end
        isQuoted = unquoted.startIndex != before.startIndex
        self.separator = separator
    }

    /// The value, without quotes; may be empty. Found on demand, since that may take reading to the end.
    func value(in bytes: ArraySlice<UInt8>) -> Range<Int> {
        let endsLine = bytes[separator] == 0x3A && !isQuoted
        let rest = bytes[(separator + 1)...].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3E || isQuoted && $0.isSpace }
        let escapes = rest.prefix { $0 == 0x5C }.count
        let opened = rest.dropFirst(escapes)
        if let quote = opened.first, quote == 0x22 || quote == 0x27 || quote == 0x60 {
            return Self.quoted(opened.dropFirst(), by: quote, escapes: escapes)
        }
        if let first = rest.first, isQuoted, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return Self.balanced(rest)
        }
        let end =
            rest.firstIndex { byte in
                endsLine ? byte.isLineEnd || byte == 0 : Self.endsWord(byte)
            } ?? rest.endIndex
        let value = Redactor.trimmed(rest[..<end])
        // The comma or bracket after the last word of a line is no part of it.
        let closing = value.reversed().prefix { [0x2C, 0x3B, 0x7D, 0x5D, 0x29].contains($0) }.count
        let scheme = value.prefix { $0.isLetter }
        if !endsLine, Redactor.schemes.contains(String(decoding: scheme.prefix(32), as: UTF8.self).lowercased()),
            scheme.endIndex == value.endIndex, end < rest.endIndex, rest[end] == 0x20
        {
            let token = rest[(end + 1)...].prefix { !Self.endsWord($0) }
            return value.startIndex..<token.endIndex
        }
        return value.startIndex..<value.endIndex - (endsLine ? closing : 0)
    }

    /// Up to the closing quote, which has as many backslashes before it as the opening one; or up to the end.
    private static func quoted(_ rest: ArraySlice<UInt8>, by quote: UInt8, escapes: Int) -> Range<Int> {
        var backslashes = 0
        for index in rest.indices {
            let byte = rest[index]
            if byte == 0x5C {
                backslashes += 1
            } else {
                let closes = escapes == 0 ? backslashes.isMultiple(of: 2) : backslashes <= escapes
                if byte == quote, closes { return rest.startIndex..<max(rest.startIndex, index - backslashes) }
                if quote == 0x27, byte == 0x0A { return rest.startIndex..<index }
                backslashes = 0
            }
        }
        return rest.startIndex..<rest.endIndex
    }

    /// Up to the bracket that closes the first one, or up to the end.
    private static func balanced(_ rest: ArraySlice<UInt8>) -> Range<Int> {
        var depth = 0
        for index in rest.indices {
            switch rest[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return rest.startIndex..<index + 1 }
            default: break
            }
        }
        return rest.startIndex..<rest.endIndex
    }

    static func endsWord(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [0x22, 0x26, 0x27, 0x29, 0x2C, 0x3B, 0x3C, 0x3E, 0x5C, 0x5D, 0x60, 0x7C, 0x7D].contains(byte)
    }
}
