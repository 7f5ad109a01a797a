internal import Talyn

/// Header fields in order, with one value a name, whatever its case.
public struct HTTPHeaders: Hashable, Sendable {
    private var fields: [HTTPHeader] = []

    /// Makes empty headers.
    public init() {}

    /// Makes headers of fields; of two with the same name, the last stays.
    public init(_ headers: [HTTPHeader]) { for header in headers { update(header) } }

    /// Makes headers of a dictionary, in its order.
    public init(_ dictionary: [String: String]) { for (name, value) in dictionary { update(name: name, value: value) } }

    private func index(of name: String) -> Int? {
        fields.firstIndex { Talyn.HTTPHeaders.isSameName($0.name, name) }
    }

    /// Replaces the field of the name, or appends one.
    public mutating func add(name: String, value: String) { update(name: name, value: value) }

    /// Replaces the field of the same name, or appends the field.
    public mutating func add(_ header: HTTPHeader) { update(header) }

    /// Replaces the field of the name, or appends one.
    public mutating func update(name: String, value: String) { update(HTTPHeader(name: name, value: value)) }

    /// Replaces the field of the same name, or appends the field.
    public mutating func update(_ header: HTTPHeader) {
        if let index = index(of: header.name) { fields[index] = header } else { fields.append(header) }
    }

    /// Removes the field of a name, if there is one.
    public mutating func remove(name: String) { if let index = index(of: name) { fields.remove(at: index) } }

    /// Sorts the fields by name, without case.
    public mutating func sort() { fields.sort { $0.name.lowercased() < $1.name.lowercased() } }

    /// Returns the headers sorted by name, without case.
    public func sorted() -> HTTPHeaders {
        var headers = self
        headers.sort()
        return headers
    }

    /// Returns the value of a name; nil if there is none.
    public func value(for name: String) -> String? { index(of: name).map { fields[$0].value } }

    /// The value of a name; nil if there is none. Setting nil removes the field.
    public subscript(_ name: String) -> String? {
        get { value(for: name) }
        set { if let newValue { update(name: name, value: newValue) } else { remove(name: name) } }
    }

    /// The fields as a dictionary.
    public var dictionary: [String: String] {
        Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// Alamofire's default fields: `Accept-Encoding`, `Accept-Language` and `User-Agent`.
    public static let `default`: HTTPHeaders = [.defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent]
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Makes headers of a literal; of two fields with the same name, the last stays.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { update(name: name, value: value) }
    }

    /// Makes headers of a literal; of two fields with the same name, the last stays.
    public init(arrayLiteral elements: HTTPHeader...) { self.init(elements) }
}

extension HTTPHeaders: RandomAccessCollection, CustomStringConvertible {
    /// The index of the first field: 0.
    public var startIndex: Int { 0 }
    /// The number of fields.
    public var endIndex: Int { fields.count }
    /// The field at an index, which must be valid.
    public subscript(position: Int) -> HTTPHeader { fields[position] }

    /// A line for each field.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}

extension URLRequest {
    /// The header fields.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(allHTTPHeaderFields ?? [:]) }
        set { allHTTPHeaderFields = newValue.dictionary }
    }

    /// The method.
    public var method: HTTPMethod? {
        get { httpMethod.map(HTTPMethod.init) }
        set { httpMethod = newValue?.rawValue }
    }
}

extension HTTPURLResponse {
    /// The header fields.
    public var headers: HTTPHeaders { HTTPHeaders(allHeaderFields as? [String: String] ?? [:]) }
}

extension URLSessionConfiguration {
    /// The header fields that each request of a session gets.
    public var headers: HTTPHeaders {
        get {
            var headers = HTTPHeaders()
            for (name, value) in httpAdditionalHeaders ?? [:] {
                if let name = name.base as? String { headers.add(name: name, value: value as? String ?? "\(value)") }
            }
            return headers
        }
        set { httpAdditionalHeaders = newValue.dictionary }
    }
}
