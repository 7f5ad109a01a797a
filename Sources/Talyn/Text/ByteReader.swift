/// Reads the UTF-8 bytes of protocol text from the first to the last, in linear time and without a trap.
///
/// It is concrete, and its searches are loops: an algorithm of the standard library with a closure is compiled again
/// for each use.
package struct ByteReader {
    /// A parameter of a header field: a name, and a value without quotes.
    struct Parameter: Sendable {
        let name: String
        let value: String
    }

    private let bytes: [UInt8]
    /// The offset of the next byte.
    package var index = 0
    /// Whether a quoted string that was read has no closing quote.
    package private(set) var isUnclosed = false

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The next byte; nil at the end.
    package var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Skips a byte, and returns whether it is the next one.
    package mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    /// Skips white space, and returns whether there is any.
    @discardableResult
    package mutating func skipSpaces() -> Bool {
        let start = index
        while let byte = next, byte.isSpace { index += 1 }
        return index > start
    }

    /// Skips the bytes before one of a set. Those in quoted strings do not count if `quotes` is true.
    mutating func skip(to end: PercentEncoding.AllowedBytes, outsideQuotes: Bool = false) {
        while let byte = next, !end.contains(byte) {
            if outsideQuotes, byte == .quote { _ = quotedString() } else { index += 1 }
        }
    }

    /// Reads the bytes before one of a set, as text without white space at both ends.
    mutating func text(before end: PercentEncoding.AllowedBytes) -> String {
        skipSpaces()
        let start = index
        var last = start
        while let byte = next, !end.contains(byte) {
            index += 1
            if !byte.isSpace { last = index }
        }
        return String(decoding: bytes[start..<last], as: UTF8.self)
    }

    /// Reads a token (RFC 9110 §5.6.2); nil if there is none.
    package mutating func token() -> String? {
        let start = index
        while let byte = next, PercentEncoding.AllowedBytes.token.contains(byte) { index += 1 }
        return index == start ? nil : String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Reads a quoted string without its backslashes (RFC 9110 §5.6.4), up to the end of the text if it is not closed;
    /// nil if there is none.
    package mutating func quotedString() -> String? {
        guard skip(.quote) else { return nil }
        var content: [UInt8] = []
        while var byte = next {
            index += 1
            if byte == .quote { return String(decoding: content, as: UTF8.self) }
            if byte == .backslash, let escaped = next {
                byte = escaped
                index += 1
            }
            content.append(byte)
        }
        isUnclosed = true
        return String(decoding: content, as: UTF8.self)
    }

    /// Reads parameters (RFC 9110 §5.6.6), `; name=value; …`, up to the end, or up to a comma if they stand in a list.
    ///
    /// Servers write them carelessly. A value without quotes ends at the next semicolon, a parameter without a value
    /// has an empty one, and other text before a semicolon is skipped.
    mutating func parameters(inList isList: Bool = false) -> [Parameter] {
        var parameters: [Parameter] = []
        while true {
            skip(to: isList ? .listedValueEnd : .valueEnd)
            guard skip(UInt8(ascii: ";")) else { return parameters }
            let name = text(before: isList ? .listedNameEnd : .nameEnd)
            var value = ""
            if skip(UInt8(ascii: "=")) {
                skipSpaces()
                value = quotedString() ?? text(before: isList ? .listedValueEnd : .valueEnd)
            }
            if !name.isEmpty { parameters.append(Parameter(name: name, value: value)) }
        }
    }
}

extension [ByteReader.Parameter] {
    /// Returns the value of the first parameter of a name, compared without case; nil if there is none.
    func value(of name: String) -> String? {
        for parameter in self where HTTPHeaders.isSameName(parameter.name, name) { return parameter.value }
        return nil
    }
}

extension PercentEncoding.AllowedBytes {
    static let comma = Self(",")
    fileprivate static let valueEnd = Self(";")
    fileprivate static let listedValueEnd = Self(";,")
    fileprivate static let nameEnd = Self("=;")
    fileprivate static let listedNameEnd = Self("=;,")
}
