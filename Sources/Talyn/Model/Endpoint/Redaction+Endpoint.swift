// Endpoints as they may be shown: in logs, cURL commands, texts of errors.
extension Redaction {
    /// A body above this, in bytes, is not scanned as a whole, and nothing that is for people shows all of it.
    static let largestBody = 1 << 20

    /// Returns the same rules, with the names under which an endpoint carries its token by its plugins, route or
    /// target: a query item called `t` says nothing. Exceptions of the user precede.
    package func hidingTokens(of endpoint: Endpoint) -> Redaction {
        var names = endpoint.options.tokenNames
        if case .type(let type) = endpoint.options.tags[AuthorizationTag.self], let name = type.tokenName {
            names.append(name)
        }
        let target = endpoint.target as? any AccessTokenAuthorizable
        if let name = target?.authorizationType?.tokenName { names.append(name) }
        return names.isEmpty ? self : hiding(names)
    }

    /// Returns an endpoint without its secrets, which are collected, and without a fragment, which is never sent.
    ///
    /// A body that is not read, or is above ``largestBody``, is left out. Files, streams and repetitions of secrets
    /// stay.
    func endpoint(_ endpoint: Endpoint, found: inout Set<String>) -> Endpoint {
        let redaction = hidingTokens(of: endpoint)
        var shown = endpoint
        // First the fragment goes: a secret before it would be collected with it, and its repetitions not be known.
        let written = endpoint.lazyURL.string
        let redacted = redaction.url(String(written.prefix(beforeBytes: "#")), found: &found)
        // To parse it costs more than to scan it.
        if !redacted.isSame(bytes: written) { shown.url = .shown(redacted) }
        shown.headers = redaction.headers(endpoint.headers, found: &found)
        if case .data(let data) = endpoint.body {
            let isRead = data.count <= Self.largestBody
            let body = isRead ? redaction.body(data, contentType: endpoint.headers["Content-Type"], found: &found) : nil
            shown.body = body.map { .data($0) } ?? .none
        }
        return shown
    }
}

extension SecretSearch {
    /// Returns an endpoint without the secrets, in its URL, headers and body; a stream stays as it is.
    func scrubbed(_ endpoint: Endpoint) -> Endpoint {
        if isEmpty { return endpoint }
        var shown = endpoint
        shown.url = .shown(scrubbed(endpoint.url.absoluteString))
        shown.headers = scrubbed(endpoint.headers)
        switch endpoint.body {
        case .data(let data): shown.body = .data(scrubbed(data))
        case .file(let file): shown.body = .file(URL(fileURLWithPath: scrubbed(file.path), isDirectory: false))
        case .none, .stream: break
        }
        return shown
    }

    /// Returns header fields without the secrets.
    func scrubbed(_ headers: HTTPHeaders) -> HTTPHeaders {
        isEmpty ? headers : HTTPHeaders(headers.fields.map { HTTPHeaders.Field($0.name, scrubbed($0.value)) })
    }
}

extension URL {
    /// A URL out of a text that secrets were taken from. A rule of the user's own may have left what is no URL: then it
    /// is escaped, or not shown at all.
    fileprivate static func shown(_ text: String) -> URL {
        URL(string: URLReference(text).text.string)
            ?? URL(fileURLWithPath: "/\(Redaction.placeholder)", isDirectory: false)
    }
}
