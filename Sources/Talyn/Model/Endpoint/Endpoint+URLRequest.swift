/// The `URLRequest` that an endpoint was made of, without headers and body, for its settings that an endpoint does not
/// have, such as `allowsCellularAccess`.
package enum SourceRequest: CallTagKey {
    package static let defaultValue: URLRequest? = nil

    /// Returns a request without its headers, body and method.
    package static func settings(of request: URLRequest) -> URLRequest {
        var bare = request
        bare.httpMethod = "GET"
        for name in (bare.allHTTPHeaderFields ?? [:]).keys { bare.setValue(nil, forHTTPHeaderField: name) }
        bare.httpBody = nil
        bare.httpBodyStream = nil
        return bare
    }
}

/// The path that a target of Moya declares. The base URL of such a request is the whole URL, and its route is empty:
/// stubs compare the path of the URL instead, completely or from this path on.
package enum DeclaredPath: CallTagKey {
    package static let defaultValue: String? = nil
}

// The only conversion from and to Foundation's request.
extension Endpoint {
    /// Returns the endpoint as a `URLRequest`, with the other settings of one that it was made of.
    ///
    /// On Linux `URLRequest` rewrites the capitals of header names and joins repeated fields. A file or stream is not
    /// included; the transport sends it.
    public func urlRequest() -> URLRequest {
        var request = bareRequest
        write(into: &request)
        if let timeout = options.timeout { request.timeoutInterval = timeout.seconds }
        return request
    }

    /// A request for the endpoint's URL with the settings of its ``SourceRequest``, without headers and body.
    var bareRequest: URLRequest {
        guard var request = options.tags[SourceRequest.self] else { return URLRequest(url: url) }
        request.url = url
        return request
    }

    /// Writes the method, headers and in-memory body into a request for the endpoint's URL.
    func write(into request: inout URLRequest) {
        if method != .get { request.httpMethod = method.rawValue }
        // URLSession on Linux sends no value of blanks, but an empty one.
        for field in headers.fields {
            request.addValue(field.isBlank ? "" : field.value, forHTTPHeaderField: field.name)
        }
        if case .data(let data) = body { request.httpBody = data }
    }

    /// Makes an endpoint of a `URLRequest`, with headers sorted by name.
    ///
    /// Nil if the request has no URL. An `httpBodyStream` is ignored, because it can be read only once. A
    /// `timeoutInterval` other than 60 s, the default of `URLRequest`, is ``CallOptions/timeout``. The transport over
    /// URLSession keeps the other settings, such as `allowsCellularAccess`; plugins for cookies and caches follow
    /// `httpShouldHandleCookies` and `cachePolicy`.
    public init?(_ request: URLRequest) {
        guard let url = request.url else { return nil }
        self.init(
            HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url,
            headers: HTTPHeaders(request.allHTTPHeaderFields ?? [:]), body: request.httpBody.map(Body.data) ?? .none)
        options.tags[SourceRequest.self] = SourceRequest.settings(of: request)
        if request.timeoutInterval != 60 { options.setTimeout(request.timeoutInterval) }
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
        if after.timeoutInterval != before.timeoutInterval { changed.options.setTimeout(after.timeoutInterval) }
        changed.options.tags[SourceRequest.self] = SourceRequest.settings(of: after)
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

extension CallOptions {
    /// Sets the timeout to a number of seconds, at most ten years, which stay within Duration. Zero, negative and NaN
    /// are no timeout.
    fileprivate mutating func setTimeout(_ seconds: TimeInterval) {
        if seconds > 0 { timeout = .seconds(min(seconds, 315_360_000)) }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
