/// One request as it is sent: plugins change it, transports send it and stubs match it.
///
/// Step 1 of a call makes one from a target; ``Provider/endpoint(_:)`` returns it. ``urlRequest()`` and ``init(_:)``
/// convert to and from `URLRequest`. Endpoints are equal if URL, method, headers and body are (a file by its URL, a
/// stream by identity, a multipart form part by part); options, operation and the boundary of a form are ignored.
public struct Endpoint: Sendable {
    private struct Parts: Sendable {
        var method: HTTPMethod
        var lazyURL: LazyURL
        var headers: HTTPHeaders
        var body: Body
        var options: CallOptions
        let source: Source?

        @inline(never)
        mutating func setTypeOfBody() {
            guard let type = body.contentType else { return }
            if headers.values(for: "Content-Type") != [type] { headers["Content-Type"] = type }
        }
    }

    // Always one element. An array is a single Sendable reference with copy-on-write: storing the parts directly cost a
    // stubbed call six retains at each of about twenty hand-overs.
    private var parts: [Parts]

    /// The request method.
    public var method: HTTPMethod {
        get { parts[0].method }
        _modify { yield &parts[0].method }
    }

    /// The complete URL.
    public var url: URL {
        get { parts[0].lazyURL.url }
        set { parts[0].lazyURL = .url(newValue) }
    }

    /// The URL, or the text it is parsed from.
    var lazyURL: LazyURL { parts[0].lazyURL }

    /// The URL as text, without its fragment, which no server sees.
    package var requestedURL: String {
        switch parts[0].lazyURL {
        // It has none.
        case .text(let text): text.string
        case .url(let url): String(url.absoluteString.prefix(beforeBytes: "#"))
        }
    }

    /// Returns whether the URLs are equal.
    package func hasEqualURL(as other: Endpoint) -> Bool { lazyURL == other.lazyURL }

    /// Calls a closure with the bytes of ``requestedURL``, without a copy of those of a text.
    package func withRequestedURL(_ work: (UnsafeBufferPointer<UInt8>) -> Void) {
        if case .text(let text) = parts[0].lazyURL { return text.withBytes(work) }
        var text = requestedURL
        text.withUTF8(work)
    }

    /// The headers, without those that frame the message (RFC 9112 §6). A body with its own type, such as a multipart
    /// form, sets `Content-Type`, and replaces another value before the endpoint is sent.
    public var headers: HTTPHeaders {
        get { parts[0].headers }
        _modify { yield &parts[0].headers }
    }

    /// The encoded body.
    public var body: Body {
        get { parts[0].body }
        _modify {
            defer { parts[0].setTypeOfBody() }
            yield &parts[0].body
        }
    }

    /// Sets the `Content-Type` that only the body knows. Nobody else has the boundary of a form, so any other type
    /// would make the body unreadable.
    @inline(__always)
    mutating func setTypeOfBody() { if body.contentType != nil { parts[0].setTypeOfBody() } }

    /// Timeouts, redirect policy and tags.
    public var options: CallOptions {
        get { parts[0].options }
        _modify { yield &parts[0].options }
    }

    /// The target and path template; nil for a hand-made endpoint.
    var source: Source? { parts[0].source }

    /// The target the endpoint was made from.
    final class Source: Sendable {
        let target: any TargetType
        let template: String
        /// The base URL, whose path precedes the template; nil for a route with an absolute URL.
        let base: URL?

        init(target: any TargetType, template: String, base: URL?) {
            self.target = target
            self.template = template
            self.base = base
        }
    }

    init(
        method: HTTPMethod, url: LazyURL, headers: HTTPHeaders, body: Body, options: CallOptions, source: Source?
    ) {
        var parts = Parts(
            method: method, lazyURL: url, headers: headers, body: body, options: options, source: source)
        parts.setTypeOfBody()
        self.parts = [parts]
    }

    /// Makes an endpoint without a target, for ``Provider/send(_:progress:fileID:function:line:)``.
    public init(
        _ method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: Body = .none
    ) {
        self.init(method: method, url: .url(url), headers: headers, body: body, options: CallOptions(), source: nil)
    }

    /// The target, unwrapped from a ``MultiTarget``; nil for a hand-made endpoint.
    public var target: (any TargetType)? { (source?.target as? MultiTarget)?.target ?? source?.target }
    /// Returns the target, unwrapped from a ``MultiTarget``; nil if it has another type.
    package func target<Target: TargetType>(as type: Target.Type) -> Target? {
        source?.target as? Target ?? target as? Target
    }
    /// The name of the target's case, such as `GitHub.user`; nil for a hand-made endpoint.
    public var operation: String? { source?.target.operation }
    /// The path with a placeholder per value, such as `users/{}`; nil for a hand-made endpoint.
    public var template: String? { source?.template }
}

extension Endpoint {
    /// Returns the endpoint that a plugin hands on in place of the given one: with its target and options, also if the
    /// plugin made a new one, from a `URLRequest` for example.
    func inheritingSource(of given: Endpoint) -> Endpoint {
        // Nearly always it is a copy.
        if let source, source === given.source { return self }
        var options = options
        options.inherit(from: given.options)
        options.keepNotes(of: given.options)
        return Endpoint(
            method: method, url: lazyURL, headers: headers, body: body, options: options, source: given.source)
    }
}

extension Response {
    /// Returns the response that a plugin hands on in a call of the given endpoint, decoded as its target says,
    /// wherever the plugin took it from.
    func inheritingSource(of given: Endpoint) -> Response {
        if endpoint.source === given.source { return self }
        return Response(self, endpoint: endpoint.inheritingSource(of: given), acceptance: acceptance)
    }
}

extension Endpoint: Hashable {
    public static func == (left: Endpoint, right: Endpoint) -> Bool {
        left.lazyURL == right.lazyURL && left.method == right.method
            && (left.headers == right.headers || left.comparedHeaders == right.comparedHeaders)
            && left.body == right.body
    }

    /// The headers by which endpoints are compared: without a type that only the body knows, because the boundary of a
    /// form is random.
    package var comparedHeaders: HTTPHeaders {
        if body.contentType == nil { return headers }
        var compared = headers
        compared.remove("Content-Type")
        return compared
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(lazyURL)
        hasher.combine(method)
        hasher.combine(body)
    }
}

extension Endpoint: RedactedStringConvertible {
    /// The method, origin, path template with the base URL's path, and query names:
    /// `GET https://api.github.com/users/{}?page`. It never shows user info, query values, or the path of an endpoint
    /// that is hand-made or given by a server (a redirect, a further page).
    public var description: String {
        description { path in
            guard let template, !options.isLinked else { return "/…" }
            let base = source?.base.flatMap {
                URLComponents(url: $0, resolvingAgainstBaseURL: true)?.percentEncodedPath
            }
            var prefix = (base ?? "")[...]
            while prefix.hasSuffix(bytes: "/") { prefix = prefix.dropLast() }
            // A plugin may have replaced the path.
            let isBehind = path.isSame(bytes: prefix) || path.hasPrefix(bytes: "\(prefix)/")
            if isBehind, template.isEmpty, let base, !prefix.isEmpty { return Redaction.standard.url(base) }
            return "\(isBehind ? Redaction.standard.url(String(prefix)) : "")/\(template)"
        }
    }

    /// The same with the path of the URL itself, without the secrets that are recognized: for the destination of a
    /// redirect, which has no template.
    package var describedByItsURL: String { description { Redaction.standard.url($0).cut(to: 200) } }

    private func description(path shown: (_ path: String) -> String) -> String {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let names = (parts?.percentEncodedQueryItems ?? []).map { item in
            let text = item.value.map { "\(item.name)=\($0)" } ?? item.name
            return Redactor.isBareToken(Array(text.utf8)[...]) ? "…" : item.name
        }
        let query = names.isEmpty ? "" : "?\(names.joined(separator: "&"))"
        return "\(method) \(parts?.shownOrigin ?? "")\(shown(parts?.percentEncodedPath ?? ""))\(query)"
    }

    /// A mirror that shows ``description``, headers known to be harmless, and the body size.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "endpoint": description, "operation": operation ?? "none", "headers": headers.description,
                "body": body.description,
            ], displayStyle: .struct)
    }
}
