internal import Talyn

/// A request without secrets, in the form that is compared.
struct CassetteRequest: Sendable {
    let operation: String?
    let template: String?
    let method: String
    let url: CassetteURL
    let headers: HTTPHeaders
    let body: CassetteBody

    /// Takes a request whose secrets are removed.
    init(_ request: HARRequest, operation: String?, template: String?) {
        self.operation = operation
        self.template = template
        method = request.method
        url = CassetteURL(request.url)
        headers = HTTPHeaders(request.headers)
        let data = request.postData
        let type = headers["Content-Type"] ?? data?.mimeType
        if let data, data.body == nil, let params = data.params {
            body = CassetteBody(form: params.map { CassetteItem(name: $0.name, value: $0.value) })
        } else {
            body = CassetteBody(data?.body, contentType: type, isTruncated: data?.isTruncated ?? false)
        }
    }

    /// Returns the differences from a recorded request, without values; empty when they match.
    func differences(from recorded: CassetteRequest, by matching: CassetteMatching) -> [String] {
        var differences: [String] = []
        for (part, name, isSame) in scalars(recorded) where matching.parts.contains(part) && !isSame {
            differences.append(name)
        }
        if matching.parts.contains(.query) {
            let items = { (url: CassetteURL) in url.query.map { CassetteItem(name: $0.name, value: $0.value) } }
            CassetteItem.difference(items(url), items(recorded.url), "query item").map { differences.append($0) }
        }
        for name in matching.headers {
            let (values, others) = (headers.values(for: name), recorded.headers.values(for: name))
            let isSame = values.count == others.count && zip(values, others).allSatisfy { CassetteText.matches($0, $1) }
            if !isSame { differences.append("header \(name)") }
        }
        if matching.parts.contains(.body), let difference = body.difference(from: recorded.body) {
            differences.append(difference)
        }
        return differences
    }

    private func scalars(_ recorded: CassetteRequest) -> [(CassetteMatching.Part, String, Bool)] {
        let isSamePath =
            url.path.count == recorded.url.path.count
            && zip(url.path, recorded.url.path).allSatisfy { CassetteText.matches($0, $1) }
        let isSameOrigin =
            (url.scheme, url.host, url.port) == (recorded.url.scheme, recorded.url.host, recorded.url.port)
        return [
            (.operation, "operation", operation != nil && operation == recorded.operation),
            (.template, "template", template != nil && template == recorded.template),
            (.method, "method \(recorded.method)", method == recorded.method),
            (.origin, "host", isSameOrigin), (.path, "path", isSamePath),
        ]
    }
}

extension CassetteRequest: CustomStringConvertible {
    /// Method, origin, template and the names of the query; no values.
    var description: String {
        let names = url.query.map { $0.value == nil ? "…" : $0.name }
        let query = names.isEmpty ? "" : "?\(names.joined(separator: "&"))"
        let place = "\(method) \(url.origin)/\(template ?? "…")\(query)"
        return operation.map { "\($0), \(place)" } ?? place
    }
}
