import Foundation

/// A JSON parser (RFC 8259) that reports the position of an error and uses its own stack instead of recursion.
struct JSONParser {
    /// The error in a document and its position. The description quotes nothing of the document.
    struct Fault: Error, Equatable, CustomStringConvertible {
        /// The problem, as part of a sentence.
        let problem: String
        /// The offset of the first invalid byte, from 0.
        let offset: Int
        /// The line of that byte, from 1.
        let line: Int
        /// The column of that byte's character, from 1.
        let column: Int

        var description: String { "\(problem) at line \(line), column \(column)" }
    }

    /// The deepest nesting of arrays and objects, the same as that of `JSONDecoder`.
    static let maximumDepth = 512

    /// An open array or object.
    private struct Frame {
        let isObject: Bool
        var key = ""
        var items: [JSONValue] = []
        var members: [String: JSONValue] = [:]

        var value: JSONValue { isObject ? .object(members) : .array(items) }

        mutating func add(_ value: JSONValue) {
            if !isObject {
                items.append(value)
            } else if members[key] == nil {
                members[key] = value
            }
        }
    }

    private let bytes: ArraySlice<UInt8>
    private var tokens: JSONTokens

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
        tokens = JSONTokens(bytes[...])
    }

    /// Parses a document in UTF-8.
    static func parse(_ data: Data) throws(Fault) -> JSONValue {
        var parser = JSONParser(Array(data))
        try parser.checkEncoding()
        return try parser.document()
    }

    private mutating func document() throws(Fault) -> JSONValue {
        var grammar = JSONGrammar()
        var open: [Frame] = []
        var root: JSONValue?
        while let token = tokens.next() {
            let start = token.lowerBound
            guard let part = grammar.take(bytes[start]) else {
                throw grammar.isEnd
                    ? fault("unexpected text after the end of the document", at: start) : unexpected(at: start)
            }
            let value: JSONValue
            switch part {
            case .comma, .colon: continue
            case .name:
                open[open.count - 1].key = try string(token)
                continue
            case .open:
                guard open.count < Self.maximumDepth else { throw fault("more than 512 levels of nesting", at: start) }
                open.append(Frame(isObject: bytes[start] == UInt8(ascii: "{")))
                continue
            case .close: value = open.removeLast().value
            case .scalar: value = bytes[start] == .quote ? .string(try string(token)) : try word(at: start)
            }
            if open.isEmpty { root = value } else { open[open.count - 1].add(value) }
        }
        guard let root, grammar.isEnd else { throw unexpected(at: bytes.count) }
        return root
    }

    /// Reads a number or literal; what follows is a token of its own.
    private mutating func word(at start: Int) throws(Fault) -> JSONValue {
        // Read again byte by byte, for the exact position of an error.
        tokens.index = start
        switch bytes[start] {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        default: throw unexpected(at: start)
        }
    }

    private mutating func literal(_ word: String, _ value: JSONValue) throws(Fault) -> JSONValue {
        for byte in word.utf8 where !skip(byte) { throw unexpected(at: tokens.index) }
        return value
    }

    private mutating func number() throws(Fault) -> JSONValue {
        let start = tokens.index
        var isWhole = true
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isWhole = false
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<tokens.index], as: UTF8.self)
        if isWhole, let whole = Int64(text) { return .integer(whole) }
        if isWhole, let whole = UInt64(text) { return .unsigned(whole) }
        guard let number = Double(text), number.isFinite else { throw fault("a number out of range", at: start) }
        return JSONValue(narrowing: number, digits: abs(number) < 0x1p53 ? nil : Decimal(string: text))
    }

    private mutating func digits() throws(Fault) {
        let start = tokens.index
        while tokens.index < bytes.count, bytes[tokens.index].isDigit { tokens.index += 1 }
        guard tokens.index > start else { throw unexpected(at: start) }
    }

    /// Skips a byte, and returns whether it is the next one.
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard tokens.index < bytes.count, bytes[tokens.index] == byte else { return false }
        tokens.index += 1
        return true
    }

    private func string(_ token: Range<Int>) throws(Fault) -> String {
        let end = token.upperBound - (tokens.isUnclosed ? 0 : 1)
        var text = ""
        var (start, index) = (token.lowerBound + 1, token.lowerBound + 1)
        while index < end {
            if bytes[index] == .backslash {
                text += String(decoding: bytes[start..<index], as: UTF8.self)
                guard let escape = JSONEscape(bytes[index..<end]) else {
                    throw index + 1 < bytes.count
                        ? fault("an invalid escape in a string", at: index) : unexpected(at: bytes.count)
                }
                guard let scalar = escape.scalar else {
                    throw fault("an unpaired surrogate escape in a string", at: index)
                }
                text.unicodeScalars.append(scalar)
                index += escape.length
                start = index
            } else {
                if bytes[index] < 0x20 { throw fault("a control character in a string", at: index) }
                index += 1
            }
        }
        if tokens.isUnclosed { throw unexpected(at: bytes.count) }
        return text + String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private func unexpected(at offset: Int) -> Fault {
        fault(offset < bytes.count ? "an unexpected character" : "unexpected end of the document", at: offset)
    }

    private func checkEncoding() throws(Fault) {
        guard String(bytes: bytes, encoding: .utf8) == nil else { return }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        throw fault("a byte that is not UTF-8", at: offset)
    }

    private func fault(_ problem: String, at offset: Int) -> Fault {
        let before = bytes[..<min(offset, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Bytes of the form 10xxxxxx continue a character.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        let line = before.count { $0 == 0x0A } + 1
        return Fault(problem: problem, offset: offset, line: line, column: column)
    }
}
