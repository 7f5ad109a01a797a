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
