/// Header fields in insertion order, with case-insensitive names and any number of values per name (RFC 9110 §5).
///
/// ```swift
/// var headers: HTTPHeaders { ["Accept": "application/json"] }
/// endpoint.headers["X-Trace"] = nil  // removes it
/// let cookies = response.headers.values(for: "Set-Cookie")  // each one
/// for field in response.headers { print(field.name) }
/// ```
/// Names and values are checked when a call is made: a control character other than tab in a value (RFC 9110 §5.5), or
/// a name that is not a token, fails it as ``RequestError/Kind-swift.enum/invalidRequest(_:)``. Descriptions show the
/// values of a few harmless fields only.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// A field: a name and a value.
    public struct Field: Sendable, Hashable {
        /// The name as written; compared without case.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Whether the value is empty, or consists of spaces and tabs, which are no part of it (RFC 9110 §5.5).
        var isBlank: Bool { value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

        @inline(never)
        public static func == (left: Field, right: Field) -> Bool {
            left.value == right.value && HTTPHeaders.isSameName(left.name, right.name)
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name.lowercased())
            hasher.combine(value)
        }
    }

    /// The fields in order.
    package private(set) var fields: [Field]

    /// Makes empty headers.
    public init() { fields = [] }
    /// Makes headers from fields, in their order; names may be repeated.
    public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

    /// Makes headers from a dictionary, sorted by name, because a dictionary has no order.
    public init(_ dictionary: [String: String]) {
        fields = Array(dictionary.keys).sortedByBytes().map { Field($0, dictionary[$0] ?? "") }
    }

    /// Makes headers from a literal, in its order; names may be repeated.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }

    /// The value of a field; nil if there is none. Setting a value replaces all fields of the name; setting nil removes
    /// them.
    ///
    /// Repeated values are joined by ", " (RFC 9110 §5.3), those of `Cookie` by "; " (RFC 6265 §5.4). `Set-Cookie`
    /// cannot be joined: the first value is returned, and ``values(for:)`` returns all.
    public subscript(name: String) -> String? {
        get {
            guard let first = index(of: name) else { return nil }
            guard index(of: name, from: first + 1) != nil, !Self.isSameName(name, "Set-Cookie") else {
                return fields[first].value
            }
            return values(for: name).joined(separator: Self.isSameName(name, "Cookie") ? "; " : ", ")
        }
        set {
            guard let newValue else { return remove(name) }
            guard let first = index(of: name) else { return fields.append(Field(name, newValue)) }
            fields[first] = Field(name, newValue)
            while let other = index(of: name, from: first + 1) { fields.remove(at: other) }
        }
    }

    @inline(never)
    private func index(of name: String, from start: Int = 0) -> Int? {
        var index = start
        while index < fields.count {
            if Self.isSameName(fields[index].name, name) { return index }
            index += 1
        }
        return nil
    }

    /// Returns the values of a name, in order; empty if there are none.
    public func values(for name: String) -> [String] {
        var values: [String] = []
        for field in fields where Self.isSameName(field.name, name) { values.append(field.value) }
        return values
    }

    /// Whether there is a field of a name.
    public func contains(_ name: String) -> Bool { index(of: name) != nil }
    /// Adds a field after existing ones of the same name.
    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name, value)) }
    /// Removes all fields of a name.
    @inline(never)
    public mutating func remove(_ name: String) { fields.removeAll { Self.isSameName($0.name, name) } }

    /// Adds the fields of `other`, replacing those with the same names.
    public mutating func merge(_ other: HTTPHeaders) {
        if fields.isEmpty {
            fields = other.fields
            return
        }
        if other.fields.isEmpty { return }
        fields.removeAll { other.contains($0.name) }
        fields.append(contentsOf: other.fields)
    }

    /// Returns whether `other` has all of these names with the same values.
    package func isPart(of other: HTTPHeaders) -> Bool {
        fields.allSatisfy { values(for: $0.name) == other.values(for: $0.name) }
    }

    /// Returns the fields of some names only.
    func only(_ names: [String]) -> HTTPHeaders {
        HTTPHeaders(fields.filter { field in names.contains { Self.isSameName($0, field.name) } })
    }

    /// Compares ASCII letters without case and other bytes exactly, without allocating.
    package static func isSameName(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        var rest = right.utf8.makeIterator()
        for byte in left.utf8 {
            guard let other = rest.next() else { return false }
            if byte != other, byte ^ other != 0x20 || !byte.isLetter { return false }
        }
        return true
    }
}

extension HTTPHeaders: RandomAccessCollection {
    /// The index of the first field: 0.
    public var startIndex: Int { 0 }
    /// The number of fields; each value of a repeated name counts.
    public var endIndex: Int { fields.count }
    /// The field at an index, which must be valid.
    public subscript(position: Int) -> Field { fields[position] }
}

/// Equal if every name has the same values in the same order; the order of different names is ignored.
extension HTTPHeaders: Hashable {
    public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
        left.fields.count == right.fields.count
            && (left.fields == right.fields
                || left.fields.allSatisfy { left.values(for: $0.name) == right.values(for: $0.name) })
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(fields.count)
    }
}
