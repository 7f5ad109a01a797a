/// The declaration of one endpoint: method, path, task, headers and options.
///
/// A ``RoutedTarget`` returns one from each case of its switch. There is a factory for each method, and each further call
/// returns a changed copy:
/// ```swift
/// let page = Route.get("users/\(login)/repos").query(["page": 2, "per_page": 50])
/// let report = Route.post("\(owner)/issues").json(issue).header("X-Source", "app").timeout(.seconds(5))
/// ```
public struct Route: Sendable {
    /// The request method.
    public var method: HTTPMethod
    /// The path behind the base URL.
    public var path: URLPath
    /// Query and body.
    public var task: HTTPTask
    /// Headers of this endpoint: they replace the provider's of the same name.
    public var headers: HTTPHeaders
    /// Names of headers that the provider would add and this endpoint does without.
    var removedHeaders: [String] = []
    /// Timeouts, redirects and tags of this endpoint; what is nil here is the provider's.
    public var options: CallOptions
    /// The responses that count as answers; nil for the target's ``TargetType/validation``.
    public var validation: Validation?

    /// A route of any method.
    public init(
        _ method: HTTPMethod, _ path: URLPath, task: HTTPTask = .plain, headers: HTTPHeaders = HTTPHeaders()
    ) {
        self.method = method
        self.path = path
        self.task = task
        self.headers = headers
        options = CallOptions()
    }

    /// A GET of a path.
    public static func get(_ path: consuming URLPath) -> Route { Route(.get, path) }
    /// A HEAD of a path.
    public static func head(_ path: consuming URLPath) -> Route { Route(.head, path) }
    /// A POST to a path.
    public static func post(_ path: consuming URLPath) -> Route { Route(.post, path) }
    /// A PUT to a path.
    public static func put(_ path: consuming URLPath) -> Route { Route(.put, path) }
    /// A PATCH of a path.
    public static func patch(_ path: consuming URLPath) -> Route { Route(.patch, path) }
    /// A DELETE of a path.
    public static func delete(_ path: consuming URLPath) -> Route { Route(.delete, path) }
    /// An OPTIONS of a path.
    public static func options(_ path: consuming URLPath) -> Route { Route(.options, path) }

    // Consuming: a chain of these changes one value in place instead of copying it at each step.
    private consuming func with(_ change: (inout Route) -> Void) -> Route {
        change(&self)
        return self
    }

    /// Adds a query from a literal, in the order written; a nil value leaves its item out.
    public consuming func query(_ items: QueryItems) -> Route { with { $0.task.query.append(.items(items)) } }

    /// Adds a query from an Encodable value, sorted by key.
    public consuming func query(encoding value: any Encodable & Sendable) -> Route {
        with { $0.task.query.append(.encodable(value)) }
    }

    /// Sends a JSON body, encoded by the target's encoder. `HTTPTask.json(_:)` says how deep a value may be.
    public consuming func json(_ value: any Encodable & Sendable) -> Route { body(.encodable(value)) }

    /// Sends a JSON object from a literal of mixed values, as `HTTPTask.json(_:)`.
    public consuming func json(_ items: QueryItems) -> Route { body(.encodable(items)) }

    /// Sends a form body from a literal, in the order written.
    public consuming func form(_ items: QueryItems) -> Route { body(.form(.items(items))) }

    /// Sends a form body from an Encodable value, sorted by key.
    public consuming func form(encoding value: any Encodable & Sendable) -> Route { body(.form(.encodable(value))) }

    /// Sends bytes.
    public consuming func data(_ data: Data, contentType: String = "application/octet-stream") -> Route {
        body(.data(data, contentType))
    }

    /// Sends text in UTF-8.
    public consuming func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Route {
        body(.data(Data(text.utf8), contentType))
    }

    /// Sends a file, read while it is sent.
    public consuming func file(_ url: URL, contentType: String = "application/octet-stream") -> Route {
        body(.body(.file(url), contentType))
    }

    /// Sends a stream. ``URLSessionTransport`` gathers it before it sends, above 1 MiB in a temporary file.
    public consuming func stream(_ stream: BodyStream, contentType: String = "application/octet-stream") -> Route {
        body(.body(.stream(stream), contentType))
    }

    private consuming func body(_ content: HTTPTask.Content) -> Route { with { $0.task.body = content } }

    /// Sets a header, in the place of one of the same name; nil removes it, one that the provider would add too.
    public consuming func header(_ name: String, _ value: String?) -> Route {
        with { route in
            route.headers[name] = value
            if value == nil { route.removedHeaders.append(name) }
        }
    }

    /// Sets several headers, each in the place of those of the same name.
    public consuming func headers(_ headers: HTTPHeaders) -> Route { with { $0.headers.merge(headers) } }

    /// Sends `Authorization: Bearer <token>` (RFC 6750 §2.1).
    public consuming func bearer(_ token: String) -> Route { header("Authorization", "Bearer \(token)") }

    /// Sets how long the exchange may stay without a byte moving; fractions of a second count.
    public consuming func timeout(_ timeout: Duration) -> Route { with { $0.options.timeout = timeout } }

    /// Sets how long the whole call may take, every attempt included.
    public consuming func deadline(_ deadline: Duration) -> Route { with { $0.options.deadline = deadline } }

    /// Sets the largest response body that is kept in memory, in bytes after decompression; `.max` for no limit.
    public consuming func maxBodySize(_ bytes: Int) -> Route { with { $0.options.maxBodySize = bytes } }

    /// Sets how redirects are answered.
    public consuming func redirects(_ policy: RedirectPolicy) -> Route { with { $0.options.redirects = policy } }

    /// Sets which responses count as answers.
    public consuming func validate(_ validation: Validation) -> Route { with { $0.validation = validation } }

    /// Puts a typed value on the call, for plugins to read from ``CallContext/tags``.
    public consuming func tag<Key: CallTagKey>(_ key: Key.Type, _ value: Key.Value) -> Route {
        with { $0.options.tags[key] = value }
    }
}

extension Route: RedactedStringConvertible {
    /// Method and path template; values are never shown.
    public var description: String { "\(method) \(path.template)" }

    /// Shows what ``description`` shows, and the names of the headers.
    public var customMirror: Mirror {
        Mirror(self, children: ["route": description, "headers": headers.description], displayStyle: .struct)
    }
}
