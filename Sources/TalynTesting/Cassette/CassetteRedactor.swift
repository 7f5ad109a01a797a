internal import Talyn

/// Takes the secrets out of entries, and what it took out wherever else it stands.
struct CassetteRedactor: Sendable {
    let redaction: Redaction

    /// What was taken out so far.
    private(set) var found: Set<String> = []

    init(_ redaction: Redaction) { self.redaction = redaction }

    /// The entries without secrets. What is a secret in one of them is one in all.
    mutating func redacted(_ entries: [HAREntry]) -> [HAREntry] {
        var entries = entries
        for index in entries.indices {
            redact(&entries[index].request)
            redact(&entries[index].response)
        }
        for index in entries.indices {
            scrub(&entries[index])
            entries[index].request.fill()
            entries[index].response.fill()
        }
        return entries
    }

    mutating func redact(_ request: inout HARRequest) {
        request.url = redaction.url(request.url, found: &found)
        request.headers = redacted(request.headers)
        if let body = request.postData?.body {
            let type = HTTPHeaders(request.headers)["Content-Type"] ?? request.postData?.mimeType
            request.postData?.body = redaction.body(body, contentType: type, found: &found)
        }
    }

    mutating func redact(_ response: inout HARResponse) {
        response.headers = redacted(response.headers)
        if let body = response.body {
            let type = HTTPHeaders(response.headers)["Content-Type"] ?? response.mimeType
            response.body = redaction.body(body, contentType: type, found: &found)
        }
    }

    private mutating func redacted(_ fields: [HARField]) -> [HARField] {
        let headers = redaction.headers(HTTPHeaders(fields), found: &found)
        return headers.fields.map { HARField($0.name, $0.value) }
    }

    /// Takes what was found out of every text.
    func scrub(_ entry: inout HAREntry) {
        scrub(&entry.request)
        scrub(&entry.response)
        entry.operation = entry.operation.map(scrubbed)
        entry.template = entry.template.map(scrubbed)
    }

    func scrub(_ request: inout HARRequest) {
        request.url = scrubbed(request.url)
        request.headers = request.headers.map { HARField($0.name, $0.value.map(scrubbed)) }
        guard var data = request.postData else { return }
        data.mimeType = scrubbed(data.mimeType)
        data.body = data.body.map(scrubbed)
        request.postData = data
    }

    private func scrub(_ response: inout HARResponse) {
        response.headers = response.headers.map { HARField($0.name, $0.value.map(scrubbed)) }
        response.mimeType = scrubbed(response.mimeType)
        response.body = response.body.map(scrubbed)
    }

    private func scrubbed(_ text: String) -> String {
        found.isEmpty ? text : redaction.scrubbing(text, of: found)
    }

    private func scrubbed(_ body: Data) -> Data {
        found.isEmpty ? body : redaction.scrubbing(body, of: found)
    }
}

// What HAR wants twice is made of what is redacted already.
extension HARRequest {
    /// Makes the lists of cookies, query items and form fields.
    fileprivate mutating func fill() {
        query = CassetteURL(url).query.map { HARField($0.name, $0.value ?? "") }
        cookies = (HTTPHeaders(headers)["Cookie"] ?? "").split(separator: ";").map(HARField.init(cookie:))
        guard let data = postData, !data.isTruncated, data.mimeType.hasPrefix("application/x-www-form-urlencoded"),
            let body = data.body
        else { return }
        let text = String(decoding: body, as: UTF8.self)
        postData?.params = CassetteURL.items(text[...]).map { HARField($0.name, $0.value ?? "") }
    }
}

extension HARResponse {
    /// Makes the list of cookies and the place that a redirect leads to.
    fileprivate mutating func fill() {
        let headers = HTTPHeaders(headers)
        cookies = headers.values(for: "Set-Cookie").map { HARField(cookie: $0.prefix { $0 != ";" }) }
        if !redirectURL.isEmpty { redirectURL = headers["Location"] ?? "" }
    }
}

extension HARField {
    fileprivate init(cookie: Substring) {
        let name = cookie.prefix { $0 != "=" }
        self.init(
            name.trimmingCharacters(in: .whitespaces),
            cookie[name.endIndex...].dropFirst().trimmingCharacters(in: .whitespaces))
    }
}
