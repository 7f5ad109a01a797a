// The only conversion from and to Foundation's request.
extension Endpoint {
    /// Returns the endpoint as a `URLRequest`.
    ///
    /// On Linux `URLRequest` rewrites the capitals of header names and joins repeated fields. A file or stream is not
    /// included; the transport sends it.
    public func urlRequest() -> URLRequest {
        var request = URLRequest(url: url)
        write(into: &request)
        if let timeout = options.timeout { request.timeoutInterval = timeout.seconds }
        return request
    }

    /// Writes the method, headers and in-memory body into a request for the endpoint's URL.
    func write(into request: inout URLRequest) {
        if method != .get { request.httpMethod = method.rawValue }
        for field in headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        if case .data(let data) = body { request.httpBody = data }
    }

    /// Makes an endpoint of a `URLRequest`, with headers sorted by name.
    ///
    /// Nil if the request has no URL. An `httpBodyStream` is ignored, because it can be read only once.
    public init?(_ request: URLRequest) {
        guard let url = request.url else { return nil }
        self.init(
            HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url,
            headers: HTTPHeaders(request.allHTTPHeaderFields ?? [:]), body: request.httpBody.map(Body.data) ?? .none)
    }

    /// Returns the endpoint with the differences between two states of its `URLRequest`. Everything else is kept.
    /// - Throws: `.invalidRequest` if the URL was removed or a body stream was set.
    func applying(_ after: URLRequest, since before: URLRequest) throws(RequestError) -> Endpoint {
        guard let url = after.url else {
            throw RequestError(.invalidRequest("an adapted request has no URL"))
        }
        var changed = self
        if url != before.url { changed.url = url }
        if after.httpMethod != before.httpMethod { changed.method = HTTPMethod(rawValue: after.httpMethod ?? "GET") }
        if after.httpBody != before.httpBody {
            changed.body = after.httpBody.map(Body.data) ?? .none
        } else if after.httpBodyStream != nil {
            // A stream of URLRequest can be read once, so neither a retry nor a redirect could send it again.
            throw RequestError(.invalidRequest("an adapted request has a body stream; set httpBody instead"))
        }
        changed.applyHeaders(after, since: before)
        // Ten years stay within Duration. Zero, negative and NaN are no timeout.
        if after.timeoutInterval != before.timeoutInterval, after.timeoutInterval > 0 {
            changed.options.timeout = .seconds(min(after.timeoutInterval, 315_360_000))
        }
        return changed
    }

    /// Applies changed header fields. Names are compared without case, because Linux rewrites their capitals.
    private mutating func applyHeaders(_ after: URLRequest, since before: URLRequest) {
        let old = HTTPHeaders(before.allHTTPHeaderFields ?? [:])
        let new = HTTPHeaders(after.allHTTPHeaderFields ?? [:])
        for field in old.fields where !new.contains(field.name) { headers.remove(field.name) }
        for field in new.fields where old[field.name] != field.value {
            // The transport sets both fields itself.
            let name = field.name.asciiLowercased
            if name == "content-length" || name == "host" && field.value.asciiLowercased == ownHost { continue }
            headers[field.name] = field.value
        }
    }

    /// The value of the `Host` field: the host, with the port if the URL has one.
    private var ownHost: String {
        let url = url
        return (url.host?.asciiLowercased ?? "") + (url.port.map { ":\($0)" } ?? "")
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
