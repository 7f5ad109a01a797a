public import Foundation

/// A type whose values can stand in a query, a form or a JSON object.
///
/// The standard library's numbers, texts and `Bool`, Foundation's `Date`, `Data`, `UUID`, `URL` and `Decimal`, and
/// arrays, dictionaries and optionals of those already do. An enumeration with a raw value joins them by declaring so:
///
/// ```swift
/// enum Kind: String, QueryConvertible { case photo, video }
/// ```
public protocol QueryConvertible: Sendable {
    /// The value before it is written; a ``QueryEncoder`` decides on the text.
    var queryValue: QueryValue { get }
}

/// A value of a query, a form or a JSON object before it is encoded.
///
/// Descriptions and mirrors show its kind, never its content.
public enum QueryValue: Sendable, Equatable {
    /// A text, escaped when it is written.
    case string(String)
    /// A signed whole number.
    case integer(Int64)
    /// An unsigned whole number.
    case unsigned(UInt64)
    /// A floating-point number; encoding throws when it is not finite.
    case double(Double)
    /// A decimal number, written as its digits.
    case decimal(Decimal)
    /// A truth value, written as ``QueryEncoder/bools`` says.
    case bool(Bool)
    /// A date, written as ``QueryEncoder/dates`` says.
    case date(Date)
    /// Bytes, written as ``QueryEncoder/data`` says.
    case data(Data)
    /// A list, named as ``QueryEncoder/arrays`` says.
    case array([QueryValue])
    /// Named values, named as ``QueryEncoder/nesting`` says and written in this order.
    case object([Field])
    /// An absent value, written as ``QueryEncoder/nils`` says.
    case null
    /// A value that cannot be sent; encoding throws with this reason, a sentence without values.
    case invalid(String)

    /// A named value inside an object.
    public struct Field: Sendable, Equatable {
        /// The name, unescaped and without the names around it.
        public var name: String
        /// The value of that name.
        public var value: QueryValue

        /// Makes a named value.
        public init(name: String, value: QueryValue) {
            self.name = name
            self.value = value
        }
    }
}

extension QueryValue {
    /// Releases a value level by level, which by itself recurses and overflows the stack when it is deep.
    consuming func dismantle() {
        var pending = [self]
        while let value = pending.popLast() {
            switch value {
            case .array(let values): pending += values
            case .object(let fields): for field in fields { pending.append(field.value) }
            default: break
            }
        }
    }
}

extension QueryValue: RedactedStringConvertible {
    /// The kind of the value, with the size of a list and the names of an object: `QueryValue(array of 3)`.
    public var description: String {
        switch self {
        case .string: "QueryValue(string)"
        case .integer: "QueryValue(integer)"
        case .unsigned: "QueryValue(unsigned)"
        case .double: "QueryValue(double)"
        case .bool: "QueryValue(bool)"
        case .date: "QueryValue(date)"
        case .data: "QueryValue(data)"
        case .array(let values): "QueryValue(array of \(values.count))"
        case .object(let fields): "QueryValue(object of \(fields.map(\.name).joined(separator: ", ")))"
        case .decimal: "QueryValue(decimal)"
        case .null: "QueryValue(null)"
        case .invalid: "QueryValue(invalid)"
        }
    }

    /// A mirror without children, so that `dump` shows nothing of the value.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}

/// A type that is one value of a query by itself, whatever its `encode(to:)` would do.
///
/// It is what makes `URL(…)` in an `Encodable` the same text as in a ``QueryItems`` literal. Types outside this module
/// stay out of it, so that an `encode(to:)` somebody wrote by hand is respected.
protocol QueryScalar: QueryConvertible {}

extension QueryConvertible where Self: FixedWidthInteger & SignedInteger {
    /// The number; as a text when it is beyond `Int64`.
    public var queryValue: QueryValue { Int64(exactly: self).map(QueryValue.integer) ?? .string(String(self)) }
}

extension QueryConvertible where Self: FixedWidthInteger & UnsignedInteger {
    /// The number; as a text when it is beyond `UInt64`.
    public var queryValue: QueryValue { UInt64(exactly: self).map(QueryValue.unsigned) ?? .string(String(self)) }
}

extension QueryConvertible where Self: RawRepresentable, RawValue: QueryConvertible {
    /// The value of the raw value.
    public var queryValue: QueryValue { rawValue.queryValue }
}

extension Int: QueryScalar {}
extension Int8: QueryScalar {}
extension Int16: QueryScalar {}
extension Int32: QueryScalar {}
extension Int64: QueryScalar {}
extension UInt: QueryScalar {}
extension UInt8: QueryScalar {}
extension UInt16: QueryScalar {}
extension UInt32: QueryScalar {}
extension UInt64: QueryScalar {}

extension String: QueryScalar {
    /// The text itself.
    public var queryValue: QueryValue { .string(self) }
}

extension Substring: QueryConvertible {
    /// The text itself.
    public var queryValue: QueryValue { .string(String(self)) }
}

extension Double: QueryScalar {
    /// The number; encoding throws when it is not finite.
    public var queryValue: QueryValue { .double(self) }
}

extension Float: QueryScalar {
    /// The number in the digits a `Float` has, `0.1` and not `0.10000000149011612`; encoding throws when not finite.
    public var queryValue: QueryValue { .double(Double(description) ?? Double(self)) }
}

extension Bool: QueryScalar {
    /// The truth value.
    public var queryValue: QueryValue { .bool(self) }
}

extension Date: QueryScalar {
    /// The date.
    public var queryValue: QueryValue { .date(self) }
}

extension Data: QueryScalar {
    /// The bytes.
    public var queryValue: QueryValue { .data(self) }
}

extension UUID: QueryScalar {
    /// The upper-case text of 36 characters.
    public var queryValue: QueryValue { .string(uuidString) }
}

extension URL: QueryScalar {
    /// The absolute text of the URL.
    public var queryValue: QueryValue { .string(absoluteString) }
}

extension Decimal: QueryScalar {
    /// The number; encoding throws for `Decimal.nan`.
    public var queryValue: QueryValue { isNaN ? .double(.nan) : .decimal(self) }
}

extension Array: QueryConvertible where Element: QueryConvertible {
    /// The elements as a list.
    public var queryValue: QueryValue { .array(map { $0.queryValue }) }
}

extension Dictionary: QueryConvertible where Key == String, Value: QueryConvertible {
    /// The entries as an object, sorted by the UTF-8 bytes of their names: a dictionary has no order of its own.
    public var queryValue: QueryValue {
        .object(
            sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { QueryValue.Field(name: $0.key, value: $0.value.queryValue) }
        )
    }
}

extension Optional: QueryConvertible where Wrapped: QueryConvertible {
    /// The wrapped value; ``QueryValue/null`` for `nil`.
    public var queryValue: QueryValue { self?.queryValue ?? .null }
}
