/// Splits JSON text into tokens: a document, several, or a broken or truncated one.
///
/// A token is the range of a bracket, comma or colon, of a string with its quotes, of a word (a number, a literal, or
/// another run of characters of names), or of any other byte. Depth and size cost nothing.
struct JSONTokens {
    let bytes: ArraySlice<UInt8>
    /// The index at which the search for the next token begins.
    var index: Int
    /// Whether the last string has no closing quote.
    private(set) var isUnclosed = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// Returns the next token; nil at the end.
    mutating func next() -> Range<Int>? {
        while index < bytes.endIndex, bytes[index].isJSONSpace { index += 1 }
        guard index < bytes.endIndex else { return nil }
        let start = index
        if bytes[start] == .quote {
            let end = closingQuote(from: start + 1)
            isUnclosed = end == nil
            index = end.map { $0 + 1 } ?? bytes.endIndex
        } else {
            let isWord = Self.isWordPart(bytes[start])
            index += 1
            while isWord, index < bytes.endIndex, Self.isWordPart(bytes[index]) { index += 1 }
        }
        return start..<index
    }

    /// Skips a colon that follows, and returns whether there is one: the last string is a name.
    mutating func skipColon() -> Bool {
        var next = index
        while next < bytes.endIndex, bytes[next].isSpace { next += 1 }
        guard next < bytes.endIndex, bytes[next] == UInt8(ascii: ":") else { return false }
        index = next + 1
        return true
    }

    private func closingQuote(from start: Int) -> Int? {
        var (start, quote) = (start, bytes[start...].position(of: .quote))
        while let end = quote, let escape = bytes[start..<end].position(of: .backslash) {
            start = escape + 2
            if start > end { quote = bytes[start...].position(of: .quote) }
        }
        return quote
    }

    /// Returns whether a byte may be part of a word.
    static func isWordPart(_ byte: UInt8) -> Bool {
        byte.isBase64URL || byte == 0x2B || byte == 0x2E || byte == 0x24 || byte >= 0x80
    }

    /// Returns whether a word is a number, judged by its characters only.
    static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        guard let first = word.first, first.isDigit || first == 0x2D else { return false }
        for byte in word where !byte.isDigit && byte | 0x20 != 0x65 && byte != 0x2B && byte != 0x2D && byte != 0x2E {
            return false
        }
        return true
    }

    /// Returns whether a word is `true`, `false` or `null`, or, if `isCut`, the beginning of one.
    static func isLiteral(_ word: ArraySlice<UInt8>, isCut: Bool = false) -> Bool {
        literals.contains { $0.starts(with: word) && (isCut || $0.count == word.count) }
    }

    private static let literals = ["true", "false", "null"].map { Array($0.utf8) }
}

/// The order of tokens in a JSON document (RFC 8259 §2).
struct JSONGrammar {
    /// The part of a document that a token is.
    enum Part { case open, close, comma, colon, name, scalar }

    private enum Expected { case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd, end }

    private var expected = Expected.value
    /// The open containers, outermost first; true for an object.
    private(set) var open: [Bool] = []

    /// Whether the document is complete.
    var isEnd: Bool { expected == .end }
    /// Whether an object or array has begun and has nothing in it yet.
    var isEmpty: Bool { expected == .valueOrEnd || expected == .nameOrEnd }

    /// Returns the part that a token with this first byte is; nil where none may stand.
    mutating func take(_ byte: UInt8) -> Part? {
        switch byte {
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            guard let isObject = open.last, isObject == (byte == UInt8(ascii: "}")),
                expected == .commaOrEnd || expected == (isObject ? .nameOrEnd : .valueOrEnd)
            else { return nil }
            open.removeLast()
            expected = open.isEmpty ? .end : .commaOrEnd
            return .close
        case UInt8(ascii: ","):
            guard expected == .commaOrEnd, let isObject = open.last else { return nil }
            expected = isObject ? .name : .value
            return .comma
        case UInt8(ascii: ":"):
            guard expected == .colon else { return nil }
            expected = .value
            return .colon
        case .quote where expected == .name || expected == .nameOrEnd:
            expected = .colon
            return .name
        default:
            guard expected == .value || expected == .valueOrEnd else { return nil }
            let isObject = byte == UInt8(ascii: "{")
            if isObject || byte == UInt8(ascii: "[") {
                open.append(isObject)
                expected = isObject ? .nameOrEnd : .valueOrEnd
                return .open
            }
            expected = open.isEmpty ? .end : .commaOrEnd
            return .scalar
        }
    }
}
