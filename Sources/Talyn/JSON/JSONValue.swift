public import Foundation

/// A JSON value of any shape, for documents whose shape is not known or does not deserve a type of its own.
///
/// ```swift
/// let answer = try JSONValue(parsing: data)
/// let code = answer.value(atKeyPath: "error.codes.0")?.scalarText
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
    public func value(atKeyPath path: String) -> JSONValue? {
        guard !path.isEmpty else { return self }
        var value = self
        for step in path.split(atBytes: ".") {
            let index = step.utf8.allSatisfy(\.isDigit) ? Int(step) : nil
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
