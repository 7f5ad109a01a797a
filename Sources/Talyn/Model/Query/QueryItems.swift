/// The names and values of a query, a form or a JSON object, in the order of declaration.
///
/// ```swift
/// let items: QueryItems = ["page": page, "per_page": 50, "q": optionalText, "tags": ["a", "b"]]
/// ```
///
/// Repeated names are kept; a JSON object has the last value. `nil` values are kept too: ``QueryEncoder/nils`` decides
/// how they are written, and a JSON object omits them at each level. For a null in JSON use ``JSONValue/null`` or
/// `NSNull`. Printing or reflecting a `QueryItems` shows its names, never its values.
public struct QueryItems: Sendable, ExpressibleByDictionaryLiteral {
    // A literal's variadic argument is this array already, so it is stored without a copy.
    private(set) var elements: [(String, (any QueryConvertible)?)]

    /// Makes items from a literal, in its order.
    public init(dictionaryLiteral elements: (String, (any QueryConvertible)?)...) { self.elements = elements }

    /// Makes items from pairs of a name and a value, in their order.
    public init(_ pairs: some Sequence<(String, (any QueryConvertible)?)>) { elements = Array(pairs) }

    /// Makes items from parameters of any types, as in Moya and Alamofire, sorted by the UTF-8 bytes of their names.
    ///
    /// ```swift
    /// let parameters: [String: Any] = ["title": title, "labels": ["bug"], "filter": ["id": 1]]
    /// let listed = Route.get("issues").query(QueryItems(parameters))
    /// let changed = Route.patch("issues").json(QueryItems(parameters))
    /// ```
    /// Values are ``QueryConvertible``, `NSNumber`, `NSNull`, arrays and dictionaries of these, and Optionals. A value
    /// of another type fails the call as ``RequestError/Kind-swift.enum/invalidRequest(_:)``, with its key path and
    /// its type.
    public init(_ parameters: [String: Any]) {
        elements = QueryValue.fields(of: parameters, at: "", depth: 1).map { ($0.name, $0.isNil ? nil : $0.value) }
    }

    /// Appends a name and its value; existing items of that name stay.
    public mutating func append(_ name: String, _ value: (any QueryConvertible)?) { elements.append((name, value)) }

    /// Whether there are no items. An item with a `nil` value counts.
    public var isEmpty: Bool { elements.isEmpty }
    /// The number of items, including those with a `nil` value.
    public var count: Int { elements.count }
}

extension QueryItems: QueryScalar {
    /// The items as an object, so that items can be nested: `["filter": ["id": 1, "name": "x"] as QueryItems]`.
    public var queryValue: QueryValue {
        .object(elements.map { QueryValue.Field($0.0, $0.1) })
    }
}

extension QueryItems: Encodable {
    /// Encodes the items as an object, without those whose value is `nil`.
    /// - Throws: `EncodingError` for a ``QueryValue/invalid(_:)`` and for a value nested over 64 levels deep.
    public func encode(to encoder: any Encoder) throws {
        try queryValue.encode(to: encoder)
    }
}

// Values may be secrets, and an endpoint that holds them may be logged.
extension QueryItems: RedactedStringConvertible {
    /// The names, without the values: `QueryItems(page, per_page)`.
    public var description: String { "QueryItems(\(elements.map(\.0).joined(separator: ", ")))" }
}
