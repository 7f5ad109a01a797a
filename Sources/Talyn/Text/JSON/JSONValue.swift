public import Foundation

/// A JSON value of any shape, for documents without a type of their own.
///
/// ```swift
/// let answer = try JSONValue(parsing: data)
/// let code = answer.value(atKeyPath: "error.codes.0")?.scalarText
/// ```
/// Descriptions show the shape only, because strings and numbers may be secrets; ``jsonText`` has the values. Two
/// values are equal if they are the same JSON: `1` equals `1.0`.
public enum JSONValue: Sendable {
    /// The literal `null`.
    case null

    /// `true` or `false`.
    case bool(Bool)

    /// A whole number within `Int64`, kept exactly, including `1.0` and `1e3`.
    case integer(Int64)

    /// A whole number above `Int64.max` within `UInt64`, kept exactly.
    case unsigned(UInt64)

    /// Any other number, with the precision of `Double`.
    case number(Double)

    /// A string, without quotes and escapes.
    case string(String)

    /// An array.
    case array([JSONValue])

    /// An object. The first value of a repeated key is kept, as `JSONDecoder` does.
    case object([String: JSONValue])

    /// Parses a JSON document (RFC 8259); the root may be any value.
    ///
    /// Much faster than decoding a `JSONValue` with `JSONDecoder`, and safe for untrusted documents: it does not
    /// recurse, so deep nesting uses no stack.
    /// - Parameter data: A document in UTF-8, or in UTF-16 with a byte order mark; at most 512 levels deep.
    /// - Throws: `DecodingError.dataCorrupted` with the problem, line and column. It quotes nothing of the document.
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
    /// The value of a key; nil if there is none, or if this is not an object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The element at an index from 0; nil if out of range, or if this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    /// Returns the value at a key path such as `error.codes.0`; nil if there is none.
    /// - Parameter path: Keys, and indices from 0 for arrays, separated by dots. A backslash makes the character after it
    ///   part of a key: `#"api\.v1.code"#`. The empty path returns the value itself.
    public func value(atKeyPath path: String) -> JSONValue? {
        var value = self
        for step in Self.steps(of: path) {
            guard let next = value[step] ?? Self.index(of: step).flatMap({ value[$0] }) else { return nil }
            value = next
        }
        return value
    }

    /// Returns the index of an array element that a step of a key path is, at most that of an `Int`; nil for a key.
    package static func index(of step: String) -> Int? {
        guard !step.isEmpty, PercentEncoding.AllowedBytes.digits.contains(allOf: step) else { return nil }
        return Int(step) ?? .max
    }

    /// Returns the keys and indices of a key path; none for the empty one.
    package static func steps(of path: String) -> [String] {
        guard !path.isEmpty else { return [] }
        var steps = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in path.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "." where !isEscaped: steps.append(String.UnicodeScalarView())
            default: steps[steps.count - 1].append(scalar)
            }
            isEscaped = false
        }
        return steps.map { String($0) }
    }

    /// The string; nil for other kinds of value.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// A string unchanged, or a number or Boolean as JSON text; nil for null, arrays and objects.
    public var scalarText: String? {
        switch self {
        case .string(let text): text
        case .bool, .integer, .unsigned, .number: jsonText
        case .null, .array, .object: nil
        }
    }
}

// MARK: - Equality

extension JSONValue: Hashable {
    /// Returns whether two values are the same JSON. Numbers are compared by exact value.
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

    /// Hashes equal values equally: numbers by their exact value.
    public func hash(into hasher: inout Hasher) {
        // A stack instead of recursion: a value may be nested deeply.
        var pending = [self]
        while let value = pending.popLast() {
            switch value.written {
            case .null: hasher.combine(0)
            case .bool(let flag): hasher.combine(flag)
            // The bits of equal whole numbers are the same.
            case .integer(let whole): hasher.combine(UInt64(bitPattern: whole))
            case .unsigned(let whole): hasher.combine(whole)
            case .number(let number): hasher.combine(number)
            case .string(let text): hasher.combine(text)
            case .array(let items):
                hasher.combine(items.count)
                pending += items
            case .object(let members):
                hasher.combine(members.count)
                for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                    hasher.combine(key)
                    pending.append(member)
                }
            }
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

    /// Makes the narrowest case that holds a number. From 2⁵³ on a `Double` does not hold every whole number, such as
    /// that of `9007199254740993.0`, so its digits decide. A fraction that is finer than the `Double` is lost.
    init(narrowing number: Double, digits: Decimal? = nil) {
        let digits = digits?.description
        if let whole = digits.flatMap({ Int64($0) }) ?? Int64(exactly: number) {
            self = .integer(whole)
        } else if let whole = digits.flatMap({ UInt64($0) }) ?? UInt64(exactly: number) {
            self = .unsigned(whole)
        } else {
            self = .number(number)
        }
    }

    /// The value as it is written: a whole ``number(_:)`` with all its digits. The shortest text of a `Double`, such as
    /// `1.844674407370955e+16`, would be read as another whole number.
    var written: JSONValue {
        guard case .number(let number) = self else { return self }
        return JSONValue(narrowing: number)
    }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes ``null``.
    public init(nilLiteral: ()) { self = .null }

    /// Makes a ``bool(_:)``.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes an ``integer(_:)``.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a ``number(_:)``.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Makes a ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an ``array(_:)``.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an ``object(_:)``; the first value of a repeated key is kept.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
    }
}
