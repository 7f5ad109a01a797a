internal import Talyn

/// The request of an entry to send, or the reason why it is skipped.
enum DriftRequest {
    case send(Endpoint)
    case skip(String)

    /// - Parameters:
    ///   - entry: an entry without secrets.
    ///   - home: the origins that secrets may be sent to.
    ///   - baseURL: the server that gets the requests for these instead.
    init(_ entry: HAREntry, secrets: (headers: HTTPHeaders, query: [String: String]), home: DriftHome, baseURL: URL?) {
        guard ["GET", "HEAD", "OPTIONS"].contains(entry.request.method) else {
            self = .skip("\(entry.request.method) may change something")
            return
        }
        guard var parts = URLComponents(string: entry.request.url), parts.host?.isEmpty == false,
            ["http", "https"].contains(parts.scheme?.asciiLowercased)
        else {
            self = .skip("it is not an http or https exchange")
            return
        }
        let isHome = home.contains(parts)
        if baseURL != nil, !isHome {
            self = .skip("another host than the cassette's own")
            return
        }
        var missing = Self.fill(&parts, isHome ? secrets.query : [:])
        var headers = HTTPHeaders()
        for field in entry.request.headers where !Self.isOmitted(field.name) {
            let value = field.value ?? ""
            if isHome, secrets.headers.contains(field.name) { continue }
            if value.contains(bytes: Redaction.placeholder) {
                missing.append("header \(field.name.cut(to: 40))")
            } else {
                headers.add(field.name, value)
            }
        }
        if isHome { headers.merge(secrets.headers) }
        guard missing.isEmpty else {
            self = .skip("it needs \(missing.joined(separator: ", "))\(isHome ? "" : ", which goes to no other host")")
            return
        }
        guard let url = Self.moved(parts, to: baseURL) else {
            self = .skip("its URL cannot be sent")
            return
        }
        var endpoint = Endpoint(HTTPMethod(rawValue: entry.request.method), url: url, headers: headers)
        // Each hop of a redirect is an entry of its own.
        endpoint.options.redirects = .refuse
        endpoint.options.timeout = .seconds(30)
        endpoint.options.deadline = .seconds(30)
        self = .send(endpoint)
    }

    /// Replaces the placeholders by secrets; returns the names of the missing ones.
    private static func fill(_ parts: inout URLComponents, _ secrets: [String: String]) -> [String] {
        var missing = parts.percentEncodedPath.contains(bytes: Redaction.placeholder) ? ["a secret in its path"] : []
        guard let query = parts.percentEncodedQuery, query.contains(bytes: Redaction.placeholder) else {
            return missing
        }
        let items = query.split(atBytes: "&").map { item -> String in
            guard item.contains(bytes: Redaction.placeholder) else { return String(item) }
            let name = String(item.prefix(beforeBytes: "="))
            guard let secret = secrets[name.removingPercentEncoding ?? name] else {
                missing.append(
                    "query item \(name.contains(bytes: Redaction.placeholder) ? "without a name" : name.cut(to: 40))"
                )
                return String(item)
            }
            let encoded = secret.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
            return "\(name)=\(encoded)"
        }
        parts.percentEncodedQuery = items.joined(separator: "&")
        return missing
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func moved(_ parts: URLComponents, to baseURL: URL?) -> URL? {
        var parts = parts
        parts.fragment = nil
        if let base = baseURL.flatMap({ URLComponents(url: $0, resolvingAgainstBaseURL: true) }) {
            (parts.scheme, parts.host, parts.port) = (base.scheme, base.host, base.port)
            let path = base.percentEncodedPath
            parts.percentEncodedPath =
                (path.hasSuffix(bytes: "/") ? String(path.dropLast()) : path) + parts.percentEncodedPath
        }
        return parts.url
    }

    /// Whether the transport sets the header itself, or it would change the kind of response.
    private static func isOmitted(_ name: String) -> Bool {
        let name = name.asciiLowercased
        return [":", "if-", "sec-"].contains { name.hasPrefix(bytes: $0) }
            || [
                "host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection", "te",
                "trailer", "upgrade", "accept-encoding", "expect", "proxy-authorization",
            ].contains(name)
    }
}
