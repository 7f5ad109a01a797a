/// One request as it is sent: what plugins change, transports carry and stubs match.
///
/// A target becomes one in the first step of a call; ``Provider/endpoint(_:)`` shows it. `URLRequest` is at the edge only:
/// ``urlRequest()``, ``init(_:)``. Two are equal when URL, method, headers and body are (a file by its URL, a stream by
/// its identity); options and operation do not count.
public struct Endpoint: Sendable {
    private struct Parts: Sendable {
        var method: HTTPMethod
        var lazyURL: LazyURL
        var headers: HTTPHeaders
        var body: Body
        var options: CallOptions
        let source: Source?
    }

    // Always one element: an array is one reference to pass on, copied when it is changed, and Sendable. With the parts
    // themselves in its place a stubbed call retained six references at each of some twenty hand-overs.
    private var parts: [Parts]

    /// The request method.
    public var method: HTTPMethod {
        get { parts[0].method }
        _modify { yield &parts[0].method }
    }

    /// The whole URL.
    public var url: URL {
        get { parts[0].lazyURL.url }
        set { parts[0].lazyURL = .url(newValue) }
    }

    /// The URL, or the text that it is made of.
    var lazyURL: LazyURL { parts[0].lazyURL }

    /// The headers, without those that frame the message.
    public var headers: HTTPHeaders {
        get { parts[0].headers }
        _modify { yield &parts[0].headers }
    }

    /// The body, already encoded.
    public var body: Body {
        get { parts[0].body }
        _modify { yield &parts[0].body }
    }

    /// Timeouts, redirects and tags.
    public var options: CallOptions {
        get { parts[0].options }
        _modify { yield &parts[0].options }
    }

    /// Where it came from; nil for an endpoint made by hand.
    var source: Source? { parts[0].source }

    /// The target an endpoint was made from.
    final class Source: Sendable {
        let target: any TargetType
        let template: String

        init(target: any TargetType, template: String) {
            self.target = target
            self.template = template
        }
    }

    init(
        method: HTTPMethod, url: LazyURL, headers: HTTPHeaders, body: Body, options: CallOptions, source: Source?
    ) {
        parts = [
            Parts(method: method, lazyURL: url, headers: headers, body: body, options: options, source: source)
        ]
    }

    /// An endpoint made by hand, for ``Provider/send(_:fileID:function:line:)``.
    public init(
        _ method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: Body = .none
    ) {
        self.init(method: method, url: .url(url), headers: headers, body: body, options: CallOptions(), source: nil)
    }

    /// The target it was made from, out of a ``MultiTarget`` too; nil for one made by hand.
    public var target: (any TargetType)? { (source?.target as? MultiTarget)?.target ?? source?.target }

    /// The name of the case it was made from, such as `GitHub.user`; nil for one made by hand.
    public var operation: String? { source?.target.operation }

    /// The path with a placeholder for each value, such as `users/{}`; nil for one made by hand.
    public var template: String? { source?.template }
}

extension Endpoint: Hashable {
    public static func == (left: Endpoint, right: Endpoint) -> Bool {
        left.lazyURL == right.lazyURL && left.method == right.method && left.headers == right.headers
            && left.body == right.body
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(lazyURL)
        hasher.combine(method)
        hasher.combine(body)
    }
}

extension Endpoint: RedactedStringConvertible {
    /// Method, host, template and the names of the query: `GET https://api.github.com/users/{}?page`.
    ///
    /// Paths made by hand, userinfo and values of the query are never shown.
    public var description: String {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        // An item without a value may be a bare token.
        let names = (parts?.percentEncodedQueryItems ?? []).map { $0.value == nil ? "…" : $0.name }
        let query = names.isEmpty ? "" : "?\(names.joined(separator: "&"))"
        return "\(method) \(parts?.shownOrigin ?? "")/\(template ?? "…")\(query)"
    }

    /// Shows what ``description`` shows, the harmless headers and the size of the body.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "endpoint": description, "operation": operation ?? "none", "headers": headers.description,
                "body": body.description,
            ], displayStyle: .struct)
    }
}
