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
/// Errors name the value by its path and never contain the value.
public struct QueryEncoder: Sendable {
    /// The names of a list's elements. One item may have a style of its own: ``QueryValue/separated(_:by:)``.
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

    /// The text of an empty list.
    public enum EmptyArrayStyle: Sendable {
        /// The list is left out.
        case omitted
        /// `a[]=` with ``ArrayStyle/brackets``, and `a=` otherwise. Rails and PHP read an empty element.
        case emptyValue
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
        /// `2026-01-31T09:30:00Z`: UTC, whole seconds, rounded down (RFC 3339 §5.6). Encoding throws for a date before
        /// `Date.distantPast` or after the year 9999.
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

    /// The names for the coding keys of `Encodable` values and for the keys of dictionaries.
    public enum KeyStyle: Sendable {
        /// `pageSize` stays `pageSize`.
        case asWritten
        /// `pageSize` becomes `page_size`, `imageURLText` becomes `image_url_text`. `URLText` becomes `url_text`, where
        /// `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase` writes `u_rl_text`.
        case snakeCase
        /// `pageSize` becomes `page-size`, `imageURLText` becomes `image-url-text`.
        case kebabCase
        /// `pageSize` becomes `PageSize`.
        case capitalized
        /// `pageSize` becomes `PAGESIZE`.
        case uppercased
        /// `pageSize` becomes `pagesize`.
        case lowercased
        /// The returned name for a key; it is escaped afterwards.
        case custom(@Sendable (String) -> String)
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
    /// The text of an empty list. Default: `.omitted`.
    public var emptyArrays: EmptyArrayStyle = .omitted
    /// The text of a Bool. Default: `.numeric`.
    public var bools: BoolStyle = .numeric
    /// The text of a date. Default: `.iso8601`.
    public var dates: DateStyle = .iso8601
    /// The text of bytes. Default: `.base64`.
    public var data: DataStyle = .base64
    /// The names for the coding keys of `Encodable` values. Default: `.asWritten`. Names of ``QueryItems`` stay as they
    /// are.
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
    ///   range, a nested value in a separated list, or nesting of more than 64 levels. Also errors of custom styles.
    public func encode(_ items: QueryItems) throws -> String {
        var (text, first) = (URLText(), true)
        try append(items, to: &text, first: &first)
        return text.string
    }

    /// Returns the text of `value`; empty if there are no values to write.
    ///
    /// `value` must encode by key, as structures and dictionaries do, or be `nil`, which writes nothing. A dictionary
    /// literal becomes ``QueryItems`` instead.
    ///
    /// - Throws: The errors of `encode(_:)` with items, `EncodingError.invalidValue` if `value` is a single value or a
    ///   list, and errors of `encode(to:)`.
    // Disfavored: otherwise a literal prefers Dictionary and loses its order and mixed values.
    @_disfavoredOverload
    public func encode(_ value: some Encodable) throws -> String {
        var (text, first) = (URLText(), true)
        try append(value, to: &text, first: &first)
        return text.string
    }
}

extension QueryEncoder.KeyStyle {
    func name(for key: String) -> String {
        switch self {
        case .asWritten: key
        case .snakeCase: Self.separated(key, by: "_")
        case .kebabCase: Self.separated(key, by: "-")
        case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
        case .uppercased: key.uppercased()
        case .lowercased: key.lowercased()
        case .custom(let name): name(key)
        }
    }

    // A word starts at an upper-case letter after any other character, and at the last letter of an upper-case run
    // before a lower-case one: imageURLText is image, URL, Text.
    private static func separated(_ key: String, by separator: Character) -> String {
        let characters = Array(key)
        var result = ""
        for (index, character) in characters.enumerated() {
            if index > 0, character.isUppercase, characters[index - 1] != separator {
                let isBeforeLowercase = index + 1 < characters.count && characters[index + 1].isLowercase
                if !characters[index - 1].isUppercase || isBeforeLowercase { result.append(separator) }
            }
            result += character.lowercased()
        }
        return result
    }
}
