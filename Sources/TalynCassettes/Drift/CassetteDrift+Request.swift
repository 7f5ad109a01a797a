internal import Talyn

extension CassetteDrift {
    /// The reason why an entry is not sent.
    struct Skip: Error {
        let reason: String
    }

    /// Returns the request of an entry, with the secrets if it goes to their hosts.
    func request(of request: HARRequest) throws(Skip) -> Endpoint {
        guard ["GET", "HEAD", "OPTIONS"].contains(request.method) else {
            throw Skip(reason: "\(request.method) may change something")
        }
        guard var parts = URL(received: request.url).flatMap({ URLComponents(url: $0, resolvingAgainstBaseURL: true) })
        else {
            throw Skip(reason: "it is not an http or https exchange")
        }
        let mayHaveSecrets = mayHaveSecrets(parts)
        if baseURL != nil, !mayHaveSecrets { throw Skip(reason: "another host than the cassette's own") }
        var missing = Self.fill(&parts, mayHaveSecrets ? query : [:])
        var headers = HTTPHeaders()
        for field in HTTPHeaders(request.headers).fields where !Self.isOmitted(field.name) {
            if mayHaveSecrets, self.headers.contains(field.name) { continue }
            if field.value.contains(bytes: Redaction.placeholder) {
                missing.append("header \(field.name.cut(to: 40))")
            } else {
                headers.add(field.name, field.value)
            }
        }
        if mayHaveSecrets { headers.merge(self.headers) }
        guard missing.isEmpty else {
            let limit = mayHaveSecrets ? "" : ", which goes to no other host"
            throw Skip(reason: "it needs \(missing.joined(separator: ", "))\(limit)")
        }
        guard let url = moved(parts) else { throw Skip(reason: "its URL cannot be sent") }
        var endpoint = Endpoint(HTTPMethod(rawValue: request.method), url: url, headers: headers)
        // Each hop of a redirect is an entry of its own.
        endpoint.options.redirects = .refuse
        endpoint.options.timeout = .seconds(30)
        endpoint.options.deadline = .seconds(30)
        return endpoint
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
                let isNamed = !name.contains(bytes: Redaction.placeholder)
                missing.append("query item \(isNamed ? name.cut(to: 40) : "without a name")")
                return String(item)
            }
            return "\(name)=\(secret.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "")"
        }
        parts.percentEncodedQuery = items.joined(separator: "&")
        return missing
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private func moved(_ parts: URLComponents) -> URL? {
        var parts = parts
        parts.fragment = nil
        if let base = baseURL.flatMap({ URLComponents(url: $0, resolvingAgainstBaseURL: true) }) {
            (parts.scheme, parts.host, parts.port) = (base.scheme, base.host, base.port)
            let path = base.percentEncodedPath
            let stem = path.hasSuffix(bytes: "/") ? path.dropLast() : path[...]
            parts.percentEncodedPath = "\(stem)\(parts.percentEncodedPath)"
        }
        return parts.url
    }

    /// Returns whether the transport sets the header itself, or it would change the kind of response.
    private static func isOmitted(_ name: String) -> Bool {
        let name = name.asciiLowercased
        return omitted.contains(name) || [":", "if-", "sec-"].contains { name.hasPrefix(bytes: $0) }
    }

    private static let omitted = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection", "te", "trailer",
        "upgrade", "accept-encoding", "expect", "proxy-authorization",
    ]
}
