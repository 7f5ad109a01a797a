/// The declaration of one endpoint: method, path, task, headers and options.
///
/// A ``RoutedTarget`` returns one for each case. There is a factory for each method; each further call returns a
/// changed copy:
/// ```swift
/// let page = Route.get("users/\(login)/repos").query(["page": 2, "per_page": 50])
/// let report = Route.post("\(owner)/issues").json(issue).header("X-Source", "app").timeout(.seconds(5))
/// ```
public struct Route: Sendable {
    /// The request method.
    public var method: HTTPMethod
    /// The path, appended to the base URL.
    public var path: URLPath
    /// The query and body.
    public var task: HTTPTask
    /// The headers of this endpoint. They override the provider's of the same name.
    public var headers: HTTPHeaders
    /// The names of provider headers that this endpoint omits.
    var removedHeaders: [String] = []
    /// The timeouts, redirect policy and tags of this endpoint; nil options are the provider's.
    public var options: CallOptions
    /// The responses that count as answers; nil for the target's ``TargetType/validation``.
    public var validation: Validation?

    /// Makes a route of any method.
    public init(
        _ method: HTTPMethod, _ path: URLPath, task: HTTPTask = .plain, headers: HTTPHeaders = HTTPHeaders()
    ) {
        self.method = method
        self.path = path
        self.task = task
        self.headers = headers
        options = CallOptions()
    }

    /// Returns a GET route.
    public static func get(_ path: consuming URLPath) -> Route { Route(.get, path) }
    /// Returns a HEAD route.
    public static func head(_ path: consuming URLPath) -> Route { Route(.head, path) }
    /// Returns a POST route.
    public static func post(_ path: consuming URLPath) -> Route { Route(.post, path) }
    /// Returns a PUT route.
    public static func put(_ path: consuming URLPath) -> Route { Route(.put, path) }
    /// Returns a PATCH route.
    public static func patch(_ path: consuming URLPath) -> Route { Route(.patch, path) }
    /// Returns a DELETE route.
    public static func delete(_ path: consuming URLPath) -> Route { Route(.delete, path) }
    /// Returns an OPTIONS route.
    public static func options(_ path: consuming URLPath) -> Route { Route(.options, path) }

    // Consuming, so that a chain changes one value in place instead of copying it.
    private consuming func with(_ change: (inout Route) -> Void) -> Route {
        change(&self)
        return self
    }

    /// Appends a literal to the query, in its order. Nil items are omitted.
    public consuming func query(_ items: QueryItems) -> Route { with { $0.task.query.append(.items(items)) } }

    /// Appends an Encodable value to the query, sorted by key.
    public consuming func query(encoding value: any Encodable & Sendable) -> Route {
        with { $0.task.query.append(.encodable(value)) }
    }

    /// Sets a JSON body, encoded by the target's encoder. `HTTPTask.json(_:)` states the nesting limits.
    public consuming func json(_ value: any Encodable & Sendable) -> Route { body(.encodable(value)) }
    /// Sets a JSON object of a literal of mixed values, as `HTTPTask.json(_:)`.
    public consuming func json(_ items: QueryItems) -> Route { body(.encodable(items)) }
    /// Sets a form body of a literal, in its order.
    public consuming func form(_ items: QueryItems) -> Route { body(.form(.items(items))) }
    /// Sets a form body of an Encodable value, sorted by key.
    public consuming func form(encoding value: any Encodable & Sendable) -> Route { body(.form(.encodable(value))) }

    /// Sets a body of bytes.
    public consuming func data(_ data: Data, contentType: String = "application/octet-stream") -> Route {
        body(.body(.data(data), contentType))
    }

    /// Sets a body of text in UTF-8.
    public consuming func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Route {
        body(.body(.data(Data(text.utf8)), contentType))
    }

    /// Sets a body that is read from a file while it is sent.
    public consuming func file(_ url: URL, contentType: String = "application/octet-stream") -> Route {
        body(.body(.file(url), contentType))
    }

    /// Sets a body of chunks. ``CURLTransport`` sends it as it is produced; ``URLSessionTransport`` gathers it first,
    /// above 1 MiB in a temporary file.
    public consuming func stream(_ stream: BodyStream, contentType: String = "application/octet-stream") -> Route {
        body(.body(.stream(stream), contentType))
    }

    /// Sets a JSON body as `json(_:)` does, or no body and no `Content-Type` if the value is nil.
    public consuming func json(ifPresent value: (any Encodable & Sendable)?) -> Route {
        body(value.map { .encodable($0) })
    }

    /// Sets a form body of an Encodable value, sorted by key, or no body and no `Content-Type` if the value is nil.
    public consuming func form(ifPresent value: (any Encodable & Sendable)?) -> Route {
        body(value.map { .form(.encodable($0)) })
    }

    /// Sets a body of bytes, or no body and no `Content-Type` if they are nil.
    public consuming func data(ifPresent data: Data?, contentType: String = "application/octet-stream") -> Route {
        body(data.map { .body(.data($0), contentType) })
    }

    private consuming func body(_ content: HTTPTask.Content?) -> Route {
        with { $0.task.body = content ?? HTTPTask.Content.none }
    }

    /// Sets a header, replacing others of the same name; nil removes it, including one of the provider.
    public consuming func header(_ name: String, _ value: String?) -> Route {
        with { route in
            route.headers[name] = value
            if value == nil { route.removedHeaders.append(name) }
        }
    }

    /// Sets headers, replacing others of the same names.
    public consuming func headers(_ headers: HTTPHeaders) -> Route { with { $0.headers.merge(headers) } }
    /// Sets `Authorization: Bearer <token>` (RFC 6750 §2.1).
    public consuming func bearer(_ token: String) -> Route { header("Authorization", "Bearer \(token)") }
    /// Sets the longest time without a transferred byte; fractions of a second count.
    public consuming func timeout(_ timeout: Duration) -> Route { with { $0.options.timeout = timeout } }
    /// Sets the longest time for the whole call, including all attempts.
    public consuming func deadline(_ deadline: Duration) -> Route { with { $0.options.deadline = deadline } }
    /// Sets the largest response body in memory, in bytes after decompression; `.max` for no limit.
    public consuming func maxBodySize(_ bytes: Int) -> Route { with { $0.options.maxBodySize = bytes } }
    /// Sets the redirect policy.
    public consuming func redirects(_ policy: RedirectPolicy) -> Route { with { $0.options.redirects = policy } }
    /// Sets the coding of the body, for servers that accept it: `.contentCoding(.gzip)`.
    public consuming func contentCoding(_ coding: ContentCoding) -> Route { with { $0.options.contentCoding = coding } }
    /// Sets whether ``CURLTransport`` decodes the response's body: false for a `.tgz` that is declared as gzip and must
    /// arrive byte for byte. ``URLSessionTransport`` refuses false.
    public consuming func decodesContent(_ decodes: Bool) -> Route { with { $0.options.decodesContent = decodes } }
    /// Sets the validation.
    public consuming func validate(_ validation: Validation) -> Route { with { $0.validation = validation } }

    /// Sets a typed value on the call. Plugins read it from ``CallContext/tags``.
    public consuming func tag<Key: CallTagKey>(_ key: Key.Type, _ value: Key.Value) -> Route {
        with { $0.options.tags[key] = value }
    }
}

extension Route: RedactedStringConvertible {
    /// The method and path template; never values.
    public var description: String { "\(method) \(path.template)" }

    /// A mirror that shows ``description`` and the names of the headers.
    public var customMirror: Mirror {
        Mirror(self, children: ["route": description, "headers": headers.description], displayStyle: .struct)
    }
}
