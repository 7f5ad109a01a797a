/// The query and the body of an endpoint, independent of each other.
///
/// ```swift
/// .plain                                         // neither
/// .query(["page": page, "per_page": 50])         // a literal, in the order written
/// .query(encoding: request)                      // an Encodable, keys sorted
/// .json(issue)                                   // the target's encoder, application/json
/// .json(["title": code, "labels": ["a"]])        // an object of mixed values
/// .json(issue).query(["draft": true])            // both
/// .form(["grant_type": "password", "code": code])
/// .data(bytes, contentType: "image/png")
/// .multipart { Part("file", data: bytes, fileName: "me.png") }
/// ```
/// Both are encoded once per call, by the target's ``TargetType/encoder`` and ``TargetType/queryEncoder``. A value that
/// cannot be encoded fails the call as ``RequestError/Kind-swift.enum/invalidRequest(_:)`` before anything is sent.
public struct HTTPTask: Sendable {
    var query: Query = .none
    var body: Content = .none

    /// Neither query nor body.
    public static var plain: HTTPTask { HTTPTask() }
    /// Returns a query from a literal, in its order.
    public static func query(_ items: QueryItems) -> HTTPTask { HTTPTask(query: .items(items)) }

    /// Returns a query from an Encodable value, sorted by key.
    public static func query(encoding value: any Encodable & Sendable) -> HTTPTask {
        HTTPTask(query: .encodable(value))
    }

    /// Returns a JSON body from an Encodable value; a scalar or an array is allowed too. `Data` is JSON already: its
    /// bytes are sent as they are, without a check.
    ///
    /// `JSONEncoder` recurses without a limit: some hundred levels of nesting overflow the stack. A ``JSONValue``,
    /// query or form with more than 64 levels fails as ``RequestError/Kind-swift.enum/invalidRequest(_:)`` instead.
    public static func json(_ value: any Encodable & Sendable) -> HTTPTask { HTTPTask(body: .encodable(value)) }

    /// Returns a JSON object from a literal of mixed values, encoded by the target's encoder. Nil items are omitted,
    /// and ``JSONValue/null`` is a null. Nested mixed values need a type: `["id": 1, "name": name] as QueryItems`,
    /// `["x", 2, nil] as JSONValue`.
    public static func json(_ items: QueryItems) -> HTTPTask { HTTPTask(body: .encodable(items)) }

    /// Returns an `application/x-www-form-urlencoded` body from a literal, in its order.
    public static func form(_ items: QueryItems) -> HTTPTask { HTTPTask(body: .form(.items(items))) }

    /// Returns an `application/x-www-form-urlencoded` body from an Encodable value, sorted by key.
    public static func form(encoding value: any Encodable & Sendable) -> HTTPTask {
        HTTPTask(body: .form(.encodable(value)))
    }

    /// Returns a body of bytes.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> HTTPTask {
        HTTPTask(body: .body(.data(data), contentType))
    }

    /// Returns a body of text in UTF-8.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> HTTPTask {
        HTTPTask(body: .body(.data(Data(text.utf8)), contentType))
    }

    /// Returns a body that is read from a file while it is sent. `url` must be a file URL.
    public static func file(_ url: URL, contentType: String = "application/octet-stream") -> HTTPTask {
        HTTPTask(body: .body(.file(url), contentType))
    }

    /// Returns a body of chunks. ``CURLTransport`` sends it as it is produced; ``URLSessionTransport`` gathers it
    /// first, above 1 MiB in a temporary file.
    public static func stream(_ stream: BodyStream, contentType: String = "application/octet-stream") -> HTTPTask {
        HTTPTask(body: .body(.stream(stream), contentType))
    }

    /// Appends a literal to the query.
    public consuming func query(_ items: QueryItems) -> HTTPTask {
        query.append(.items(items))
        return self
    }

    /// Appends an Encodable value to the query, sorted by key.
    public consuming func query(encoding value: any Encodable & Sendable) -> HTTPTask {
        query.append(.encodable(value))
        return self
    }
}

extension HTTPTask {
    /// The source of a query or a form.
    enum Query: Sendable {
        case none
        case items(QueryItems)
        case encodable(any Encodable & Sendable)
        indirect case both(Query, Query)

        var isNone: Bool { if case .none = self { true } else { false } }

        mutating func append(_ next: Query) { self = isNone ? next : .both(self, next) }

        func append(to text: inout URLText, first: inout Bool, encoder: QueryEncoder) throws {
            switch self {
            case .none: break
            case .items(let items): try encoder.append(items, to: &text, first: &first)
            case .encodable(let value): try encoder.append(value, to: &text, first: &first)
            case .both(let left, let right):
                try left.append(to: &text, first: &first, encoder: encoder)
                try right.append(to: &text, first: &first, encoder: encoder)
            }
        }
    }

    /// The source of a body.
    enum Content: Sendable {
        case none
        case body(Body, String)
        case encodable(any Encodable & Sendable)
        case form(Query)
        case multipart([Part], boundary: String?)

        func encoded(
            by encoder: @autoclosure () -> any BodyEncoder, _ queryEncoder: @autoclosure () -> QueryEncoder
        ) throws -> (body: Body, contentType: String?) {
            switch self {
            case .none: return (.none, nil)
            case .body(let body, let type): return (body, type)
            case .encodable(let value):
                let encoder = encoder()
                return (.data(try encoder.body(of: value)), encoder.contentType)
            case .form(let query):
                var text = URLText()
                var first = true
                try query.append(to: &text, first: &first, encoder: queryEncoder())
                return (.data(Data(text.string.utf8)), "application/x-www-form-urlencoded")
            case .multipart(let parts, let boundary):
                let form = try MultipartForm(encoding: parts, boundary: boundary, by: encoder(), queryEncoder())
                return (.stream(BodyStream(form)), form.contentType)
            }
        }
    }
}

extension HTTPTask: RedactedStringConvertible {
    /// The kinds of query and body, without their content.
    public var description: String {
        let query = query.isNone ? "no query" : "a query"
        return switch body {
        case .none: "\(query), no body"
        case .body(_, let type): "\(query), a body of \(type)"
        case .encodable: "\(query), an encoded body"
        case .form: "\(query), a form"
        case .multipart(let parts, _): "\(query), a multipart form, declared as \(parts.count) parts"
        }
    }
}
