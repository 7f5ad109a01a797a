/// The names and values of a query, in the order they were written.
///
/// ```swift
/// let items: QueryItems = ["page": page, "per_page": 50, "q": optionalText, "tags": ["a", "b"]]
/// ```
///
/// A name may occur more than once and is kept each time. A value of `nil` is kept too; what becomes of it is up to
/// ``QueryEncoder/nils``. Printing or reflecting a `QueryItems` shows its names, never its values.
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
