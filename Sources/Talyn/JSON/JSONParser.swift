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
        var closer: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

        mutating func add(_ value: JSONValue) {
            if !isObject {
                items.append(value)
            } else if members[key] == nil {
                members[key] = value
            }
        }
    }

    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses a document in UTF-8.
    static func parse(_ data: Data) throws(Fault) -> JSONValue {
        var parser = JSONParser(Array(data))
        try parser.checkEncoding()
        return try parser.document()
    }

    private mutating func document() throws(Fault) -> JSONValue {
        var open: [Frame] = []
        values: while true {
            skipSpace()
            var value: JSONValue
            if let byte = peek, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                guard open.count < Self.maximumDepth else { throw fault("more than 512 levels of nesting", at: index) }
                let frame = Frame(isObject: byte == UInt8(ascii: "{"))
                index += 1
                skipSpace()
                if peek == frame.closer {
                    index += 1
                    value = frame.value
                } else {
                    open.append(frame)
                    if frame.isObject { open[open.count - 1].key = try memberKey() }
                    continue values
                }
            } else {
                value = try scalar()
            }
            // The value is complete: add it to its container, which may complete the container.
            while let top = open.indices.last {
                open[top].add(value)
                skipSpace()
                if peek == UInt8(ascii: ",") {
                    index += 1
                    if open[top].isObject { open[top].key = try memberKey() }
                    continue values
                }
                guard peek == open[top].closer else { throw unexpected() }
                index += 1
                value = open.removeLast().value
            }
            skipSpace()
            guard index == bytes.count else { throw fault("unexpected text after the end of the document", at: index) }
            return value
        }
    }

    private mutating func memberKey() throws(Fault) -> String {
        skipSpace()
        guard peek == .quote else { throw unexpected() }
        let key = try string()
        skipSpace()
        guard peek == UInt8(ascii: ":") else { throw unexpected() }
        index += 1
        return key
    }

    private mutating func scalar() throws(Fault) -> JSONValue {
        guard let byte = peek else { throw unexpected() }
        switch byte {
        case .quote: return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        default: throw unexpected()
        }
    }

    private mutating func literal(_ word: String, _ value: JSONValue) throws(Fault) -> JSONValue {
        for byte in word.utf8 {
            guard peek == byte else { throw unexpected() }
            index += 1
        }
        return value
    }

    private mutating func number() throws(Fault) -> JSONValue {
        let start = index
        var isWhole = true
        if peek == UInt8(ascii: "-") { index += 1 }
        if peek == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if peek == UInt8(ascii: ".") {
            isWhole = false
            index += 1
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            isWhole = false
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let whole = Int64(text) { return .integer(whole) }
        if isWhole, let whole = UInt64(text) { return .unsigned(whole) }
        guard let number = Double(text), number.isFinite else { throw fault("a number out of range", at: start) }
        return JSONValue(narrowing: number)
    }

    private mutating func digits() throws(Fault) {
        let start = index
        while let byte = peek, byte.isDigit { index += 1 }
        guard index > start else { throw unexpected() }
    }

    private mutating func string() throws(Fault) -> String {
        index += 1
        var text = ""
        var start = index
        while let byte = peek {
            switch byte {
            case .quote:
                text += String(decoding: bytes[start..<index], as: UTF8.self)
                index += 1
                return text
            case .backslash:
                text += String(decoding: bytes[start..<index], as: UTF8.self)
                text.unicodeScalars.append(try escape())
                start = index
            case 0..<0x20: throw fault("a control character in a string", at: index)
            default: index += 1
            }
        }
        throw unexpected()
    }

    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        let start = index
        index += 2
        switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
        case .quote: return "\""
        case .backslash: return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = hexUnit() else { throw fault("an invalid escape in a string", at: start) }
            if let scalar = Unicode.Scalar(unit) { return scalar }
            // A high surrogate must be followed by a low one (RFC 8259 §7).
            let hasMore = bytes[index...].starts(with: [.backslash, UInt8(ascii: "u")])
            if hasMore { index += 2 }
            guard hasMore, UTF16.isLeadSurrogate(unit), let trail = hexUnit(), UTF16.isTrailSurrogate(trail) else {
                throw fault("an unpaired surrogate escape in a string", at: start)
            }
            return Unicode.Scalar(0x1_0000 + UInt32(unit & 0x3FF) << 10 + UInt32(trail & 0x3FF)) ?? "\u{FFFD}"
        default:
            throw start + 1 < bytes.count ? fault("an invalid escape in a string", at: start) : unexpected()
        }
    }

    /// Reads four hex digits; nil if there are fewer.
    private mutating func hexUnit() -> UInt16? {
        let digits = bytes[min(index, bytes.count)...].prefix(4)
        var unit: UInt16 = 0
        for digit in digits {
            guard let value = digit.hexValue else { return nil }
            unit = unit << 4 | value
        }
        index += 4
        return digits.count == 4 ? unit : nil
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte.isJSONSpace { index += 1 }
    }

    private func unexpected() -> Fault {
        let isEnd = index >= bytes.count
        return fault(isEnd ? "unexpected end of the document" : "an unexpected character", at: min(index, bytes.count))
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
