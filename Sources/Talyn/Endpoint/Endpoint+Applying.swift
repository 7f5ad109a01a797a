// Applies the changes a plugin made to a URLRequest to the endpoint it came from.
extension Endpoint {
    /// Returns the endpoint with the differences between two states of its `URLRequest` applied. Everything else is
    /// kept.
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
        if after.timeoutInterval != before.timeoutInterval,
            let timeout = Duration(timeoutInterval: after.timeoutInterval)
        {
            changed.options.timeout = timeout
        }
        return changed
    }

    /// Applies changed header fields. Names are compared without case, because Linux rewrites their capitals.
    private mutating func applyHeaders(_ after: URLRequest, since before: URLRequest) {
        let old = Self.fields(of: before)
        let new = Self.fields(of: after)
        for name in old.keys where new[name] == nil { headers.remove(name) }
        for (name, field) in new.sorted(by: { $0.key < $1.key }) where old[name]?.value != field.value {
            // The transport sets both fields itself.
            if name == "content-length" || name == "host" && field.value.asciiLowercased == ownHost { continue }
            headers[field.name] = field.value
        }
    }

    /// The value of the `Host` field: the host, with the port if the URL has one.
    private var ownHost: String {
        let url = url
        return (url.host?.asciiLowercased ?? "") + (url.port.map { ":\($0)" } ?? "")
    }

    private static func fields(of request: URLRequest) -> [String: HTTPHeaders.Field] {
        let pairs = (request.allHTTPHeaderFields ?? [:]).map {
            ($0.key.lowercased(), HTTPHeaders.Field($0.key, $0.value))
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}

extension Duration {
    /// Makes a duration of seconds; nil for zero, negative and NaN. Capped at ten years to stay within `Duration`.
    fileprivate init?(timeoutInterval seconds: Double) {
        guard seconds > 0 else { return nil }
        self = .seconds(min(seconds, 315_360_000))
    }
}
