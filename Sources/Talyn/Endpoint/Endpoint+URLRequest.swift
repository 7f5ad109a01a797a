// The edge: Foundation's request comes in and goes out here and nowhere else.
extension Endpoint {
    /// Foundation's form of the endpoint.
    ///
    /// On Linux `URLRequest` writes header names in its own capitals and joins repeated ones. A file or stream is not
    /// part of it: a transport sends those.
    public func urlRequest() -> URLRequest {
        var request = URLRequest(url: url)
        write(into: &request)
        if let timeout = options.timeout { request.timeoutInterval = timeout.seconds }
        return request
    }

    /// Puts method, headers and bytes into a request for the endpoint's URL.
    func write(into request: inout URLRequest) {
        if method != .get { request.httpMethod = method.rawValue }
        for field in headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        if case .data(let data) = body { request.httpBody = data }
    }

    /// An endpoint from Foundation's request: for those who come with one. Headers are sorted by name.
    ///
    /// Nil when the request has no URL. An `httpBodyStream` cannot be read twice or by two, and is not taken over.
    public init?(_ request: URLRequest) {
        guard let url = request.url else { return nil }
        self.init(
            HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url,
            headers: HTTPHeaders(request.allHTTPHeaderFields ?? [:]),
            body: request.httpBody.map(Body.data) ?? .none)
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
