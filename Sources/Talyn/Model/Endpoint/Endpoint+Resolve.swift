extension Endpoint {
    /// Makes an endpoint by hand from the same tasks that routes have, with the `Content-Type` of the body.
    ///
    /// ```swift
    /// let hook = try Endpoint(.post, url: url, task: .json(["text": text]))
    /// try await github.send(hook)
    /// ```
    /// `encoder` encodes JSON bodies; default: nil, the default encoder of targets. The task's query follows that of
    /// the URL. A `Content-Type` in `headers` overrides the task's, except that of a multipart form.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)`` if the task cannot be encoded or the URL is not an
    ///   http or https URL; a `URLError` of the category ``ErrorCategory/file`` for a part whose file cannot be read.
    public init(
        _ method: HTTPMethod, url: URL, headers: HTTPHeaders = HTTPHeaders(), task: HTTPTask,
        encoder: (any BodyEncoder)? = nil, queryEncoder: QueryEncoder = .standard
    ) throws(RequestError) {
        do {
            let url = try Self.url(url, path: URLText(), query: task.query, encoder: queryEncoder)
            let (body, contentType) = try task.body.encoded(by: encoder ?? JSONEncoder.talyn, queryEncoder)
            var all: HTTPHeaders = contentType.map { ["Content-Type": $0] } ?? HTTPHeaders()
            all.merge(headers)
            self.init(method: method, url: url, headers: all, body: body, options: CallOptions(), source: nil)
        } catch { throw RequestError(unresolvable: error) }
    }

    /// Step 1 of a call: turns a target into an endpoint. A static function rather than an initializer, which would
    /// copy its arguments.
    package static func resolving(
        _ target: some TargetType, route: Route, defaults: ProviderDefaults
    ) throws -> Endpoint {
        let path = route.path
        if let problem = path.problem { throw UnresolvableTarget(reason: problem) }
        let base = defaults.baseURL ?? target.baseURL
        if defaults.baseURL != nil, route.options.tags[DeclaredPath.self] != nil {
            throw UnresolvableTarget(
                reason: "the URL of a Moya target is whole, so the provider's base URL cannot replace its own")
        }
        let absolute = try path.absolute.map { absolute in
            guard let url = absolute(base) else {
                throw UnresolvableTarget(reason: "the text of the path is not an http or https URL (RFC 9110 §4.2)")
            }
            return url
        }
        let url = try url(
            absolute ?? base, path: path.text, query: route.task.query, encoder: target.queryEncoder)
        let (body, contentType) = try route.task.body.encoded(by: target.encoder, target.queryEncoder)
        var headers = absolute.map { defaults.headers(for: $0, base: base) } ?? defaults.headers
        if let contentType { headers["Content-Type"] = contentType }
        for name in route.removedHeaders { headers.remove(name) }
        headers.merge(route.headers)
        if let problem = Self.problem(route.method, headers, body) { throw UnresolvableTarget(reason: problem) }

        var options = route.options
        options.timeout = options.timeout ?? target.timeout
        options.maxBodySize = options.maxBodySize ?? target.maxBodySize
        options.inherit(from: absolute.map { defaults.options(for: $0, base: base) } ?? defaults.options)
        return Endpoint(
            method: route.method, url: url, headers: headers, body: body, options: consume options,
            source: Source(target: target, template: path.template, base: absolute == nil ? base : nil))
    }

    /// Builds the URL as one string, which costs a third of `URLComponents`. Every part is validated or escaped, so the
    /// result parses back into the same parts.
    private static func url(
        _ base: URL, path: URLText, query: HTTPTask.Query, encoder: QueryEncoder
    ) throws -> LazyURL {
        var base = try BaseURL(base)
        var text = URLText(capacity: base.end + path.count + 64)
        base.appendPrefix(to: &text)
        if path.count > 0 {
            if text.last != UInt8(ascii: "/") { text.append(UInt8(ascii: "/")) }
            text.append(path)
        }
        if base.hasQuery || !query.isNone {
            let end = text.count + 1
            text.append(UInt8(ascii: "?"))
            base.appendQuery(to: &text)
            var first = text.count == end
            try query.append(to: &text, first: &first, encoder: encoder)
            // If all values were nil, the question mark is not needed. A base URL that is sent as it is keeps its own.
            if text.count == end, path.count > 0 || !query.isNone { text.removeLast() }
        }
        guard let url = LazyURL(text) else { throw UnresolvableTarget(reason: "the URL cannot be parsed") }
        return url
    }

    /// The reason why a hand-made endpoint cannot be sent, without values; nil if it can.
    package var problem: String? {
        // Resolving already validated a text.
        if case .url(let url) = lazyURL {
            do { _ = try BaseURL(url) } catch { return UnresolvableTarget.reason(of: error) }
        }
        return Self.problem(method, headers, body)
    }

    private static func problem(_ method: HTTPMethod, _ headers: HTTPHeaders, _ body: Body) -> String? {
        guard HTTPHeaders.isToken(method.rawValue) else { return "the method is not a token (RFC 9110 §9.1)" }
        return body.problem(with: method) ?? body.fileProblem ?? headers.problem
    }
}

extension Body {
    /// The reason why a method cannot carry the body; nil if it can.
    func problem(with method: HTTPMethod) -> String? {
        // Refused here so that every transport and stub behaves alike: URLSession refuses it, and servers drop it.
        guard !isEmpty, method == .get || method == .head else { return nil }
        return "\(method) cannot carry a body (RFC 9110 §9.3.1); use query items or another method"
    }

    fileprivate var fileProblem: String? {
        guard case .file(let file) = self, !file.isFileURL else { return nil }
        return "the URL of a file body is not a file URL"
    }
}

extension CallOptions {
    /// Fills in unset options from defaults.
    mutating func inherit(from defaults: CallOptions) {
        timeout = timeout ?? defaults.timeout
        deadline = deadline ?? defaults.deadline
        redirects = redirects ?? defaults.redirects
        maxBodySize = maxBodySize ?? defaults.maxBodySize
        contentCoding = contentCoding ?? defaults.contentCoding
    }
}
