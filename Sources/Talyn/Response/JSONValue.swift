public import Foundation

/// A JSON value of any shape, for documents whose shape is not known or does not deserve a type of its own.
///
/// ```swift
/// let answer = try JSONValue(parsing: data)
/// let code = answer.value(at: "error.codes.0")?.scalarText
/// ```
/// Its descriptions tell the shape only, never a string or a number, as those may be secrets; see ``jsonText``.
/// Two values are equal when they are the same JSON: `1` and `1.0` are one number.
public enum JSONValue: Sendable {
    /// The literal `null`.
    case null

    /// `true` or `false`.
    case bool(Bool)

    /// A whole number that fits `Int64`, kept exactly; also one written as `1.0` or `1e3`.
    case integer(Int64)

    /// A whole number above `Int64.max` that fits `UInt64`, kept exactly.
    case unsigned(UInt64)

    /// Any other number, to the precision of `Double`.
    case number(Double)

    /// A string, without its quotes and escapes.
    case string(String)

    /// An array.
    case array([JSONValue])

    /// An object. Of a key that a document repeats, the first value is kept, as `JSONDecoder` does.
    case object([String: JSONValue])

    /// Reads a JSON document (RFC 8259); any value may be its root.
    ///
    /// Much faster than decoding a `JSONValue` with `JSONDecoder`, and safe for documents from anywhere: it does not
    /// recurse, so deep nesting costs no stack.
    /// - Parameter data: A document in UTF-8, or in UTF-16 or UTF-32 with a byte order mark; nested 512 deep at most.
    /// - Throws: `DecodingError.dataCorrupted`, which tells what is wrong at which line and column and quotes nothing.
    public init(parsing data: Data) throws {
        do throws(JSONParser.Fault) {
            self = try JSONParser.parse((try? TextDecoding.utf8(data, contentType: nil)) ?? data)
        } catch {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "Not valid JSON: \(error)."))
        }
    }
}

// MARK: - Access

extension JSONValue {
    /// The value of a key; nil when it has none, or when this is not an object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The element at an offset from 0; nil out of range, or when this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    /// The value at a dotted path such as `error.codes.0`; nil when there is none.
    /// - Parameter path: Keys, and offsets from 0 for arrays, joined by dots. A key that has a dot in it cannot be
    ///   reached this way. The empty path is the value itself.
    public func value(at path: String) -> JSONValue? {
        guard !path.isEmpty else { return self }
        var value = self
        for step in path.split(separator: ".", omittingEmptySubsequences: false) {
            let index = step.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? Int(step) : nil
            guard let next = value[String(step)] ?? index.flatMap({ value[$0] }) else { return nil }
            value = next
        }
        return value
    }

    /// The string; nil when this is another kind of value.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// A string as it is, a number or a boolean as JSON text; nil for null, an array or an object.
    public var scalarText: String? {
        switch self {
        case .string(let text): text
        case .bool, .integer, .unsigned, .number: jsonText
        case .null, .array, .object: nil
        }
    }
}

// MARK: - Equality

extension JSONValue: Equatable {
    /// Whether two values are the same JSON, with numbers compared by their exact value.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: isSameNumber(left, right)
        }
    }

    private static func isSameNumber(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.integer(let left), .unsigned(let right)), (.unsigned(let right), .integer(let left)): left == right
        case (.integer(let whole), .number(let other)), (.number(let other), .integer(let whole)):
            Int64(exactly: other) == whole
        case (.unsigned(let whole), .number(let other)), (.number(let other), .unsigned(let whole)):
            UInt64(exactly: other) == whole
        default: false
        }
    }

    /// A number as the narrowest case that holds it exactly.
    init(narrowing number: Double) {
        if let whole = Int64(exactly: number) {
            self = .integer(whole)
        } else if let whole = UInt64(exactly: number) {
            self = .unsigned(whole)
        } else {
            self = .number(number)
        }
    }
}

// MARK: - Codable

extension JSONValue: Codable {
    /// How deep a value may lie for a decoder or an encoder to be entered once more. Foundation's recurse with frames
    /// so large that 150 levels overflow the 512 kB stack of a secondary thread.
    private static let maximumCodingDepth = 64

    /// Decodes any JSON value, for a property of a larger type; for a whole document, ``init(parsing:)`` is faster.
    /// - Throws: `DecodingError` when the value lies more than 64 levels deep.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Every attempt that fails is slow, so the common kinds come first.
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let number = try? container.decode(Double.self) {
            self = JSONValue(narrowing: number)
            // A double is a whole number from 2⁵³ on, whatever the digits say: the integers must be asked.
            if number.rounded() == number {
                if let whole = try? container.decode(Int64.self) {
                    self = .integer(whole)
                } else if let whole = try? container.decode(UInt64.self) {
                    self = .unsigned(whole)
                }
            }
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else {
            guard decoder.codingPath.count < Self.maximumCodingDepth else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Nested more than \(Self.maximumCodingDepth) levels deep.")
            }
            if var items = try? decoder.unkeyedContainer() {
                var values: [JSONValue] = []
                while !items.isAtEnd { values.append(try items.decode(JSONValue.self)) }
                self = .array(values)
            } else {
                do {
                    // As a dictionary, not by a keyed container: key decoding strategies leave its keys alone.
                    self = .object(try container.decode([String: JSONValue].self))
                } catch DecodingError.typeMismatch(_, let context)
                    where context.codingPath.count == decoder.codingPath.count
                {
                    // A broken string or number; that an object was tried last would mislead.
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a JSON value.")
                }
            }
        }
    }

    /// Encodes the value as the JSON it stands for.
    /// - Throws: `EncodingError` when the value lies more than 64 levels deep; ``jsonText`` knows no such limit.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let whole): try container.encode(whole)
        case .unsigned(let whole): try container.encode(whole)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array, .object:
            guard encoder.codingPath.count < Self.maximumCodingDepth else {
                let reason = "Nested more than \(Self.maximumCodingDepth) levels deep."
                throw EncodingError.invalidValue(
                    self, .init(codingPath: encoder.codingPath, debugDescription: reason))
            }
            if case .array(let items) = self { try container.encode(items) }
            if case .object(let members) = self { try container.encode(members) }
        }
    }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes ``null`` of `nil`.
    public init(nilLiteral: ()) { self = .null }

    /// Makes a ``bool(_:)`` of `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes an ``integer(_:)`` of a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a ``number(_:)`` of a number with a fraction or an exponent.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Makes a ``string(_:)`` of a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an ``array(_:)`` of a list of values.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an ``object(_:)`` of keys and values; the first value of a repeated key is kept.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
    }
}

// MARK: - Text

extension JSONValue {
    /// The value as JSON text on one line: keys sorted, slashes not escaped, no spaces; the values are all in it.
    ///
    /// A number that JSON cannot express, infinite or not a number, is written as `null`.
    public var jsonText: String { jsonText(limit: .max) }

    /// The beginning of ``jsonText``: all of it, or else more than `limit` bytes, without the work for the rest.
    func jsonText(limit: Int) -> String {
        enum Piece { case text(String), value(JSONValue) }
        var output = ""
        // A stack instead of recursion, as a document may be nested deeply.
        var pending: [Piece] = [.value(self)]
        while output.utf8.count <= limit, let piece = pending.popLast() {
            switch piece {
            case .text(let text): output += text
            case .value(.null): output += "null"
            case .value(.bool(let flag)): output += flag ? "true" : "false"
            case .value(.integer(let whole)): output += String(whole)
            case .value(.unsigned(let whole)): output += String(whole)
            case .value(.number(let number)): output += number.isFinite ? "\(number)" : "null"
            case .value(.string(let text)): Self.write(text, limit: limit, to: &output)
            case .value(.array(let items)):
                // Each element is a byte or more, so that `limit` of them are enough.
                var pieces: [Piece] = [.text("[")]
                for (index, item) in items.prefix(limit).enumerated() {
                    if index > 0 { pieces.append(.text(",")) }
                    pieces.append(.value(item))
                }
                pending += (pieces + [.text("]")]).reversed()
            case .value(.object(let members)):
                var pieces: [Piece] = [.text("{")]
                for (index, member) in members.sorted(by: { $0.key < $1.key }).prefix(limit).enumerated() {
                    if index > 0 { pieces.append(.text(",")) }
                    pieces += [.value(.string(member.key)), .text(":"), .value(member.value)]
                }
                pending += (pieces + [.text("}")]).reversed()
            }
        }
        return output
    }

    private static func write(_ text: String, limit: Int, to output: inout String) {
        output += "\""
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case "\u{0}"..<"\u{20}":
                let hex = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }
}

// MARK: - Descriptions

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The shape, such as `{code: integer, items: [object × 3]}`: keys sorted, about 200 characters at most, no values.
    public var description: String {
        var text = ""
        describe(to: &text, depth: 0)
        return text
    }

    /// The same as ``description``: the shape without the values.
    public var debugDescription: String { description }

    /// A mirror that shows the shape only, so that `dump` shows no values either.
    public var customMirror: Mirror { Mirror(self, children: ["shape": description]) }

    /// The kind of value in a word: `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer, .unsigned: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// A key as it may stand in a message: on one line, at most 40 characters.
    static func label(_ key: String) -> String {
        let line = key.unicodeScalars.prefix(41).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        let text = String(String.UnicodeScalarView(line.prefix(40)))
        return line.count > 40 ? text + "…" : text
    }

    private func describe(to text: inout String, depth: Int) {
        switch self {
        case .array(let items):
            guard let kind = items.first?.kind else { return text += "[]" }
            text += "[\(items.allSatisfy { $0.kind == kind } ? kind : "mixed") × \(items.count)]"
        case .object(let members):
            guard depth < 8 else { return text += "{…}" }
            text += "{"
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += ", " }
                guard text.utf8.count < 160 else {
                    text += "…"
                    break
                }
                text += Self.label(member.key) + ": "
                member.value.describe(to: &text, depth: depth + 1)
            }
            text += "}"
        default: text += kind
        }
    }
}

// MARK: - Parsing

/// A parser of JSON (RFC 8259) that knows where a document is at fault, and keeps its own stack instead of recursing.
struct JSONParser {
    /// What makes a document no JSON, and where. Its description quotes nothing of the document.
    struct Fault: Error, Equatable, CustomStringConvertible {
        /// What is wrong, as a part of a sentence.
        let problem: String
        /// The offset of the first byte that is wrong, from 0.
        let offset: Int
        /// The line the byte is in, from 1.
        let line: Int
        /// The place of the byte's character in its line, from 1.
        let column: Int

        var description: String { "\(problem) at line \(line), column \(column)" }
    }

    /// How deep arrays and objects may be nested, as `JSONDecoder` has it.
    static let maximumDepth = 512

    /// An array or an object whose end was not met yet.
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

    /// The value a document in UTF-8 stands for.
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
            // The value is whole: it goes into what it lies in, which may be whole by that.
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
            guard index == bytes.count else { throw fault("something after the end of the document", at: index) }
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
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
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
            // Half of a surrogate pair (RFC 8259 §7): the other half has to follow.
            let hasMore = bytes[index...].starts(with: [.backslash, UInt8(ascii: "u")])
            if hasMore { index += 2 }
            guard hasMore, UTF16.isLeadSurrogate(unit), let trail = hexUnit(), UTF16.isTrailSurrogate(trail) else {
                throw fault("an escape of half a character in a string", at: start)
            }
            return Unicode.Scalar(0x1_0000 + UInt32(unit & 0x3FF) << 10 + UInt32(trail & 0x3FF)) ?? "\u{FFFD}"
        default:
            throw start + 1 < bytes.count ? fault("an invalid escape in a string", at: start) : unexpected()
        }
    }

    /// Takes four hex digits; nil when there are not as many.
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
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private func unexpected() -> Fault {
        let isEnd = index >= bytes.count
        return fault(isEnd ? "the document breaks off" : "an unexpected character", at: min(index, bytes.count))
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
        // A byte of the form 10xxxxxx continues a character.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        let line = before.count { $0 == 0x0A } + 1
        return Fault(problem: problem, offset: offset, line: line, column: column)
    }
}
