// Room: Query. Turns Encodable values, dictionaries and literals into query items and their text.
// Knows: HTTP; of Endpoint only URLText, which it appends to.

public import Foundation

/// An encoder of `name=value` text for the query of a URL or a form body.
///
/// Names and values are UTF-8, percent-encoded except for letters, digits, `-._~` (RFC 3986 §2.3), `?` and `/`.
/// Brackets and dots that lists and nested values add to a name are escaped as well.
///
/// ```swift
/// var encoder = QueryEncoder()
/// encoder.arrays = .repeated
/// let text = try encoder.encode(["tag": ["a", "b"], "page": 2])  // tag=a&tag=b&page=2
/// ```
///
/// Errors name the value by its path and never contain the value.
public struct QueryEncoder: Sendable {
    /// The names of a list's elements. An empty list is left out.
    public enum ArrayStyle: Sendable {
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`, with the index in the list. An omitted `nil` leaves a gap.
        case indexed
        /// `a=1&a=2`
        case repeated
        /// `a=1,2`, with commas inside elements escaped. Encoding throws for lists of lists or objects.
        case commaSeparated
        /// The returned name for the unescaped name of the list and the index from 0; it is escaped afterwards.
        case custom(@Sendable (String, Int) -> String)
    }

    /// The text of a Bool.
    public enum BoolStyle: Sendable {
        /// `1` and `0`
        case numeric
        /// `true` and `false`
        case literal
    }

    /// The text of a date. Encoding throws for a date that is not finite, except in ``custom(_:)``.
    public enum DateStyle: Sendable {
        /// `2026-01-31T09:30:00Z`: UTC, whole seconds, rounded down (RFC 3339 §5.6).
        ///
        /// Encoding throws for a date before `Date.distantPast` or after the year 9999.
        case iso8601
        /// Seconds since 1970 in UTC, with a fraction if there is one: `1769851800` or `1769851800.5`.
        case secondsSince1970
        /// Milliseconds since 1970 in UTC, rounded to a whole number: `1769851800000`.
        case millisecondsSince1970
        /// The returned text, escaped afterwards. A thrown error ends the encoding.
        case custom(@Sendable (Date) throws -> String)
    }

    /// The text of bytes.
    public enum DataStyle: Sendable {
        /// Base64 with padding (RFC 4648 §4); its `+` and `=` are escaped.
        case base64
        /// The returned text, escaped afterwards. A thrown error ends the encoding.
        case custom(@Sendable (Data) throws -> String)
    }

    /// The name of a value inside another one.
    public enum NestingStyle: Sendable {
        /// `user[name]=x`
        case brackets
        /// `user.name=x`
        case dots
    }

    /// The text of an absent value.
    public enum NilStyle: Sendable {
        /// The item is omitted.
        case omitted
        /// `key=`
        case emptyValue
        /// `key=null`
        case null
    }

    /// The text of a space in a name or a value.
    public enum SpaceStyle: Sendable {
        /// `%20` (RFC 3986 §2.1)
        case percentEncoded
        /// `+`, as in HTML forms.
        case plus
    }

    /// The names of a list's elements. Default: `.brackets`.
    public var arrays: ArrayStyle = .brackets
    /// The text of a Bool. Default: `.numeric`.
    public var bools: BoolStyle = .numeric
    /// The text of a date. Default: `.iso8601`.
    public var dates: DateStyle = .iso8601
    /// The text of bytes. Default: `.base64`.
    public var data: DataStyle = .base64
    /// The names for the coding keys of `Encodable` values. Default: `.asWritten`. Names of ``QueryItems`` stay as they are.
    public var keys: KeyStyle = .asWritten
    /// The name of a value inside another one. Default: `.brackets`.
    public var nesting: NestingStyle = .brackets
    /// The text of an absent value. Default: `.omitted`.
    public var nils: NilStyle = .omitted
    /// The text of a space. Default: `.percentEncoded`.
    public var spaces: SpaceStyle = .percentEncoded
    /// Whether keyed values of an `Encodable` are sorted by the UTF-8 bytes of their names. Default: `true`.
    ///
    /// If sorted, equal values always encode to the same text. Otherwise the order is that of `encode(to:)`, which
    /// varies between runs for dictionaries and sets. ``QueryItems`` always keep their order.
    public var sortsKeys = true

    /// The deepest nesting in levels. A debug build needs less than the 512 KiB stack of a secondary thread for it.
    static let maximumDepth = 64

    /// An encoder with the default styles.
    public static let standard = QueryEncoder()

    /// Makes an encoder with the default styles.
    public init() {}

    /// Returns the text of `items`, in their order; empty if there are no values to write.
    ///
    /// - Throws: `EncodingError.invalidValue` for a value without a text: a number that is not finite, a date out of
    ///   range, a nested value in a comma-separated list, or nesting of more than 64 levels. Also errors of custom
    ///   styles.
    public func encode(_ items: QueryItems) throws -> String {
        var text = URLText()
        var first = true
        try append(items, to: &text, first: &first)
        return text.string
    }

    /// Returns the text of `value`; empty if there are no values to write.
    ///
    /// `value` must encode by key, as structures and dictionaries do, or be `nil`, which writes nothing. A dictionary
    /// literal becomes ``QueryItems`` instead.
    ///
    /// - Throws: `EncodingError.invalidValue` if `value` is a single value or a list, or for a value without a text: a
    ///   number that is not finite, a date out of range, a nested value in a comma-separated list, or nesting of more
    ///   than 64 levels. Also errors of custom styles and of `encode(to:)`.
    // Disfavored: otherwise a literal prefers Dictionary and loses its order and mixed values.
    @_disfavoredOverload
    public func encode(_ value: some Encodable) throws -> String {
        var text = URLText()
        var first = true
        try append(value, to: &text, first: &first)
        return text.string
    }

    /// Appends the text of `items` to `text`, preceded by `&` unless `first`; sets `first` to false once text was
    /// written.
    ///
    /// If it throws, `text` contains a part of the items.
    func append(_ items: QueryItems, to text: inout URLText, first: inout Bool) throws {
        for (name, value) in items.elements {
            let value = value?.queryValue ?? .null
            do { try append(value, named: name, depth: 0, to: &text, first: &first) } catch {
                (consume value).dismantle()
                throw error
            }
        }
    }

    /// Appends the text of `value` to `text`, preceded by `&` unless `first`; sets `first` to false once text was
    /// written.
    ///
    /// If it throws, `text` may contain a part of the value.
    @_disfavoredOverload
    func append(_ value: some Encodable, to text: inout URLText, first: inout Bool) throws {
        switch try queryValue(of: value) {
        case .object(let fields):
            for field in fields {
                try append(field.value, named: field.name, depth: 0, to: &text, first: &first)
            }
        case .null:
            break
        default:
            throw EncodingError.invalidValue(
                type(of: value),
                EncodingError.Context(
                    codingPath: [],
                    debugDescription: "A query needs names; \(type(of: value)) encodes a single value or a list."
                )
            )
        }
    }
}

// MARK: - Writing

extension QueryEncoder {
    private func append(
        _ value: QueryValue,
        named name: String,
        depth: Int,
        to text: inout URLText,
        first: inout Bool
    ) throws {
        switch value {
        case .object where depth >= Self.maximumDepth, .array where depth >= Self.maximumDepth:
            throw Self.tooDeep(QueryValue.self)
        case .object(let fields):
            for field in fields {
                let nested = nesting == .dots ? "\(name).\(field.name)" : "\(name)[\(field.name)]"
                try append(field.value, named: nested, depth: depth + 1, to: &text, first: &first)
            }
        case .array(let values):
            try append(values, named: name, depth: depth + 1, to: &text, first: &first)
        case .null where nils == .omitted:
            break
        default:
            appendName(name, to: &text, first: &first)
            try appendScalar(value, named: name, to: &text)
        }
    }

    private func append(
        _ values: [QueryValue],
        named name: String,
        depth: Int,
        to text: inout URLText,
        first: inout Bool
    ) throws {
        if case .commaSeparated = arrays {
            var separator = false
            for value in values where nils != .omitted || value != .null {
                if separator {
                    text.append(UInt8(ascii: ","))
                } else {
                    appendName(name, to: &text, first: &first)
                }
                separator = true
                try appendScalar(value, named: name, to: &text)
            }
            return
        }
        let commonName = if case .brackets = arrays { name + "[]" } else { name }
        for (position, value) in values.enumerated() {
            let elementName =
                switch arrays {
                case .brackets, .repeated, .commaSeparated: commonName
                case .indexed: name + "[" + String(position) + "]"
                case .custom(let elementName): elementName(name, position)
                }
            try append(value, named: elementName, depth: depth, to: &text, first: &first)
        }
    }

    private func appendName(_ name: String, to text: inout URLText, first: inout Bool) {
        if !first { text.append(UInt8(ascii: "&")) }
        first = false
        appendEscaped(name, to: &text)
        text.append(UInt8(ascii: "="))
    }

    private func appendScalar(_ value: QueryValue, named name: String, to text: inout URLText) throws {
        switch value {
        case .string(let string): appendEscaped(string, to: &text)
        case .integer(let number):
            if number < 0 { text.append(UInt8(ascii: "-")) }
            text.append(decimal: number.magnitude)
        case .unsigned(let number): text.append(decimal: number)
        case .double(let number):
            guard number.isFinite else { throw Self.error(name, Double.self, "is not a finite number") }
            appendEscaped(String(number), to: &text)
        case .decimal(let number): appendEscaped(number.description, to: &text)
        case .bool(let bool): text.append(bools == .numeric ? (bool ? "1" : "0") : (bool ? "true" : "false"))
        case .date(let date): appendEscaped(try self.text(of: date, named: name), to: &text)
        case .data(let bytes):
            switch data {
            case .base64: appendEscaped(bytes.base64EncodedString(), to: &text)
            case .custom(let string): appendEscaped(try string(bytes), to: &text)
            }
        case .null: if nils == .null { text.append("null") }
        case .invalid(let reason): throw EncodingError.unresolvable(QueryValue.self, reason)
        case .array, .object:
            throw Self.error(name, QueryValue.self, "is a comma-separated list, which cannot hold nested values")
        }
    }

    private func text(of date: Date, named name: String) throws -> String {
        let seconds = date.timeIntervalSince1970
        switch dates {
        case .custom(let text):
            return try text(date)
        case .iso8601:
            // RFC 3339 §1 allows four digits for the year, and Foundation's calendar traps far outside that range.
            guard date >= .distantPast, seconds < 253_402_300_800 else { break }
            return date.formatted(.iso8601)
        case .secondsSince1970:
            guard seconds.isFinite else { break }
            return Int64(exactly: seconds).map { String($0) } ?? String(seconds)
        case .millisecondsSince1970:
            guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else { break }
            return String(milliseconds)
        }
        throw Self.error(name, Date.self, "is a date out of range")
    }

    private func appendEscaped(_ string: String, to text: inout URLText) {
        text.appendPercentEncoded(string, allowing: .query, spacesAsPlus: spaces == .plus)
    }

    /// Returns the error for a value nested deeper than ``maximumDepth``.
    static func tooDeep(_ type: Any.Type) -> EncodingError {
        .unresolvable(type, "a query value is nested more than \(maximumDepth) levels deep")
    }

    // The error holds the type instead of the value: errors are logged, and values may be secrets.
    private static func error(_ name: String, _ type: Any.Type, _ problem: String) -> EncodingError {
        .invalidValue(
            type,
            EncodingError.Context(codingPath: [QueryKey(name)], debugDescription: "\"\(name)\" \(problem).")
        )
    }
}
