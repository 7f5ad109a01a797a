// The edge once more: what somebody changed on a URLRequest, brought back.
extension Endpoint {
    /// The endpoint with what differs between two states of its `URLRequest`; all else stays as it is here.
    /// - Throws: `.invalidRequest` when there is no URL any more, or a body stream was set.
    func applying(_ after: URLRequest, since before: URLRequest) throws(RequestError) -> Endpoint {
        guard let url = after.url else {
            throw RequestError(.invalidRequest("the URL was taken away from an adapted request"))
        }
        var changed = self
        if url != before.url { changed.url = url }
        if after.httpMethod != before.httpMethod { changed.method = HTTPMethod(rawValue: after.httpMethod ?? "GET") }
        if after.httpBody != before.httpBody {
            changed.body = after.httpBody.map(Body.data) ?? .none
        } else if after.httpBodyStream != nil {
            // Those of URLRequest are read once, so that no retry and no redirect could send them again.
            throw RequestError(.invalidRequest("an adapted request has a body stream, which cannot be taken over"))
        }
        changed.applyHeaders(after, since: before)
        if after.timeoutInterval != before.timeoutInterval,
            let timeout = Duration(timeoutInterval: after.timeoutInterval)
        {
            changed.options.timeout = timeout
        }
        return changed
    }

    /// Takes over the fields whose values differ, by name without case: Linux writes names in its own capitals.
    private mutating func applyHeaders(_ after: URLRequest, since before: URLRequest) {
        let old = Self.fields(of: before)
        let new = Self.fields(of: after)
        for name in old.keys where new[name] == nil { headers.remove(name) }
        for (name, field) in new.sorted(by: { $0.key < $1.key }) where old[name]?.value != field.value {
            // The transport sets both, and would refuse to be told.
            if name == "content-length" || name == "host" && field.value.asciiLowercased == ownHost { continue }
            headers[field.name] = field.value
        }
    }

    /// The host as `Host` has it: with the port when the URL has one.
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
    /// A `timeoutInterval` in seconds; nil when it is none. Ten years and more are ten years, since a `Duration` ends.
    fileprivate init?(timeoutInterval seconds: Double) {
        guard seconds > 0 else { return nil }
        self = .seconds(min(seconds, 315_360_000))
    }
}
