public import Foundation

/// A type whose values can stand in a query, a form or a JSON object.
///
/// Standard-library numbers, strings and `Bool`, Foundation's `Date`, `Data`, `UUID`, `URL` and `Decimal`, and arrays,
/// dictionaries and optionals of those conform already. An enumeration with a raw value conforms by declaration:
///
/// ```swift
/// enum Kind: String, QueryConvertible { case photo, video }
/// ```
public protocol QueryConvertible: Sendable {
    /// The value as a tree; a ``QueryEncoder`` decides on its text.
    var queryValue: QueryValue { get }
}

/// A value of a query, a form or a JSON object before it is encoded.
///
/// Descriptions and mirrors show its kind, never its content.
public enum QueryValue: Sendable, Equatable {
    /// A string, percent-encoded when written.
    case string(String)
    /// A signed whole number.
    case integer(Int64)
    /// An unsigned whole number.
    case unsigned(UInt64)
    /// A floating-point number. Encoding throws if it is not finite.
    case double(Double)
    /// A decimal number, written as its digits.
    case decimal(Decimal)
    /// A Boolean, formatted by ``QueryEncoder/bools``.
    case bool(Bool)
    /// A date, formatted by ``QueryEncoder/dates``.
    case date(Date)
    /// Bytes, formatted by ``QueryEncoder/data``.
    case data(Data)
    /// A list whose elements are named by ``QueryEncoder/arrays``.
    case array([QueryValue])
    /// A list as one value, whatever ``QueryEncoder/arrays`` is: `a=1,2`. In JSON it is an array.
    ///
    /// Commas between the elements are not escaped, and those inside of elements are. Another separator is escaped as
    /// text, as are the elements: `a=1%7C2`. Encoding throws for lists of lists or objects, and for an element that
    /// contains such a separator. An empty separator joins the elements without a sign between.
    case separated([QueryValue], by: String = ",")
    /// Named values in this order, named by ``QueryEncoder/nesting``.
    case object([Field])
    /// An absent value, formatted by ``QueryEncoder/nils``. In JSON it is a null; a nil in an object is omitted.
    case null
    /// A value that cannot be sent; encoding throws with this reason, a sentence without values.
    case invalid(String)

    /// A named value inside an object.
    public struct Field: Sendable, Equatable {
        /// The unescaped name, without the names of enclosing objects.
        public var name: String
        /// The value.
        public var value: QueryValue
        /// Whether the value is a nil rather than a null: a JSON object omits it.
        private(set) var isNil = false

        /// Makes a named value.
        public init(name: String, value: QueryValue) {
            self.name = name
            self.value = value
        }

        init(_ name: String, _ value: (any QueryConvertible)?) {
            self.init(name: name, value: value?.queryValue ?? .null)
            isNil = value.wrapped == nil
        }

        /// Returns whether name and value are equal.
        public static func == (left: Field, right: Field) -> Bool {
            left.name == right.name && left.value == right.value
        }
    }
}

/// An Optional of any type.
protocol AnyOptional {
    /// The value, out of Optionals of Optionals too; nil without one.
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    var wrapped: Any? {
        guard let value = self else { return nil }
        if let inner = value as? any AnyOptional { return inner.wrapped }
        return value
    }
}

extension QueryValue {
    /// Releases the value level by level. The default release recurses and overflows the stack on deep values.
    consuming func dismantle() {
        var pending = [self]
        while let value = pending.popLast() {
            switch value {
            case .array(let values), .separated(let values, _): pending += values
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
        case .array(let values), .separated(let values, _): "QueryValue(array of \(values.count))"
        case .object(let fields): "QueryValue(object of \(fields.map(\.name).joined(separator: ", ")))"
        case .string: "QueryValue(string)"
        case .integer: "QueryValue(integer)"
        case .unsigned: "QueryValue(unsigned)"
        case .double: "QueryValue(double)"
        case .decimal: "QueryValue(decimal)"
        case .bool: "QueryValue(bool)"
        case .date: "QueryValue(date)"
        case .data: "QueryValue(data)"
        case .null: "QueryValue(null)"
        case .invalid: "QueryValue(invalid)"
        }
    }
}

/// A type that is always written as its query value, regardless of its `encode(to:)`.
///
/// It gives `URL(…)` the same text inside an `Encodable` as in a ``QueryItems`` literal. Types outside this module do
/// not conform, so a hand-written `encode(to:)` is respected.
protocol QueryScalar: QueryConvertible {}

extension QueryConvertible where Self: FixedWidthInteger & SignedInteger {
    /// The number; a string if it is beyond `Int64`.
    public var queryValue: QueryValue { Int64(exactly: self).map(QueryValue.integer) ?? .string(String(self)) }
}

extension QueryConvertible where Self: FixedWidthInteger & UnsignedInteger {
    /// The number; a string if it is beyond `UInt64`.
    public var queryValue: QueryValue { UInt64(exactly: self).map(QueryValue.unsigned) ?? .string(String(self)) }
}

extension QueryConvertible where Self: RawRepresentable, RawValue: QueryConvertible {
    /// The query value of the raw value.
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

extension Bool: QueryScalar { public var queryValue: QueryValue { .bool(self) } }
extension Date: QueryScalar { public var queryValue: QueryValue { .date(self) } }
extension Data: QueryScalar { public var queryValue: QueryValue { .data(self) } }
extension String: QueryScalar { public var queryValue: QueryValue { .string(self) } }
extension Substring: QueryConvertible { public var queryValue: QueryValue { .string(String(self)) } }
extension Double: QueryScalar { public var queryValue: QueryValue { .double(self) } }

extension Float: QueryScalar {
    /// The number with the digits of a `Float`: `0.1`, not `0.10000000149011612`. Encoding throws if it is not finite.
    public var queryValue: QueryValue { .double(Double(description) ?? Double(self)) }
}

extension Decimal: QueryScalar {
    /// The number, independent of locale. Encoding throws for `Decimal.nan`.
    public var queryValue: QueryValue { isNaN ? .double(.nan) : .decimal(self) }
}

extension UUID: QueryScalar {
    /// The 36-character upper-case text.
    public var queryValue: QueryValue { .string(uuidString) }
}

extension URL: QueryScalar {
    /// The absolute string of the URL.
    public var queryValue: QueryValue { .string(absoluteString) }
}

extension Array: QueryConvertible where Element: QueryConvertible {
    /// The elements as a list.
    public var queryValue: QueryValue { .array(map(\.queryValue)) }
}

extension Dictionary: QueryConvertible where Key == String, Value: QueryConvertible {
    /// The entries as an object, sorted by the UTF-8 bytes of their names, because a dictionary has no order.
    public var queryValue: QueryValue {
        .object(Array(keys).sortedByBytes().map { .init($0, self[$0]) })
    }
}

extension Optional: QueryConvertible where Wrapped: QueryConvertible {
    /// The wrapped value; ``QueryValue/null`` for `nil`.
    public var queryValue: QueryValue { self?.queryValue ?? .null }
}

// On the Optional that is the type of a value in ``QueryItems``, so that a nil list is a nil value.
extension Optional where Wrapped == any QueryConvertible {
    /// Returns a list as one value, such as `ids=1,2`, for an API that does not write all of its lists in one style.
    ///
    /// ```swift
    /// let found = Route.get("pets").query(["ids": .separated(ids), "sort": .separated(fields, by: "|")])
    /// ```
    /// ``QueryValue/separated(_:by:)`` states how it is written. Nil elements and an empty list follow the
    /// ``QueryEncoder``, as in other lists. A nil list is an absent item.
    public static func separated(_ values: [some QueryConvertible]?, by separator: String = ",") -> Self {
        values.map { QueryValue.separated($0.map(\.queryValue), by: separator) }
    }
}
