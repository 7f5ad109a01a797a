/// Named values of a query, a form or a JSON object, in the order they were written.
///
/// ```swift
/// let items: QueryItems = ["page": page, "per_page": 50, "q": optionalText, "tags": ["a", "b"]]
/// ```
///
/// A name may occur more than once and is kept each time; a JSON object has the last value. A value of `nil` is kept too:
/// ``QueryEncoder/nils`` decides about it, and a JSON object does without it. Descriptions and mirrors show the names, never
/// the values.
public struct QueryItems: Sendable, ExpressibleByDictionaryLiteral {
    /// A value, or `nil` for one that is absent.
    public typealias Value = (any QueryConvertible)?

    // The tuple array is what a literal's variadic argument already is, so a literal is stored without a copy.
    private(set) var elements: [(String, Value)]

    /// Makes items of a literal, in the order written.
    public init(dictionaryLiteral elements: (String, (any QueryConvertible)?)...) {
        self.elements = elements
    }

    /// Makes items of pairs of a name and a value, in the order given.
    public init(_ pairs: some Sequence<(String, (any QueryConvertible)?)>) {
        elements = Array(pairs)
    }

    /// Makes items of parameters of any types, as Moya and Alamofire take them, sorted by the UTF-8 bytes of their names.
    ///
    /// ```swift
    /// let parameters: [String: Any] = ["title": title, "labels": ["bug"], "filter": ["id": 1]]
    /// let listed = Route.get("issues").query(QueryItems(parameters))
    /// let changed = Route.patch("issues").json(QueryItems(parameters))
    /// ```
    /// Values are ``QueryConvertible``, `NSNumber`, `NSNull`, and arrays and dictionaries of these. A value of another type fails
    /// the call as ``RequestError/Kind-swift.enum/invalidRequest(_:)``, with the names that lead to it and its type.
    public init(_ parameters: [String: Any]) {
        elements = QueryValue.fields(of: parameters, at: "", depth: 1).map { ($0.name, $0.value) }
    }

    /// Adds a name and its value at the end; items of the same name stay.
    public mutating func append(_ name: String, _ value: (any QueryConvertible)?) {
        elements.append((name, value))
    }

    /// Whether there are no items; an item whose value is `nil` counts as one.
    public var isEmpty: Bool { elements.isEmpty }

    /// The number of items, those whose value is `nil` included.
    public var count: Int { elements.count }
}

extension QueryItems: QueryConvertible {
    /// The items as an object, which lets items be nested: `["filter": ["id": 1, "name": "x"] as QueryItems]`.
    public var queryValue: QueryValue {
        .object(elements.map { QueryValue.Field(name: $0.0, value: $0.1?.queryValue ?? .null) })
    }
}

extension QueryItems: Encodable {
    /// Encodes the items as an object, without those whose value is `nil`.
    /// - Throws: `EncodingError` for a ``QueryValue/invalid(_:)`` and for a value nested over 64 levels deep.
    public func encode(to encoder: any Encoder) throws {
        try QueryValue.object(
            elements.compactMap { name, value in
                value.map { QueryValue.Field(name: name, value: $0.queryValue) }
            }
        ).encode(to: encoder)
    }
}

// Values may be secrets, and these types end up in logs by way of the endpoint that holds them.
extension QueryItems: RedactedStringConvertible {
    /// The names, without the values: `QueryItems(page, per_page)`.
    public var description: String {
        "QueryItems(" + elements.map(\.0).joined(separator: ", ") + ")"
    }

    /// A mirror that shows the names and their count, without the values.
    public var customMirror: Mirror {
        Mirror(self, children: ["names": elements.map(\.0), "count": count], displayStyle: .struct)
    }
}
