package import Talyn

/// Removes the secrets from HAR documents, each also where it is repeated.
package struct CassetteRedactor: Sendable {
    let redaction: Redaction
    private let hasFindings: Bool
    /// The secrets that were removed so far.
    private(set) var found: Set<String> = []
    /// The secrets that were removed; none of a redactor made without them. Several secrets of one text are one
    /// finding.
    package private(set) var findings: [Finding] = []

    /// Makes a redactor that has removed nothing.
    /// - Parameter hasFindings: whether ``findings`` are wanted. Default: false.
    package init(_ redaction: Redaction, hasFindings: Bool = false) {
        self.redaction = redaction
        self.hasFindings = hasFindings
    }

    /// Returns a document without secrets.
    package mutating func redacted(_ log: HARLog) -> HARLog { redacted(log, and: []).0 }

    /// Returns a document and new entries without secrets, and adds the lists that HAR requires to the new ones. A
    /// secret of one text is removed from all.
    mutating func redacted(_ log: HARLog, and new: [HAREntry]) -> (HARLog, [HAREntry]) {
        let entries = log.entries + new
        var texts = entries.map { HARTexts(of: $0).all } + [HARTexts(ofFrame: log.frame).all]
        redact(&texts)
        let redacted = zip(entries, texts).map { $0.replacing($1) }
        // The lists as well, like those of a file that is read; otherwise redacting the file again would change it.
        // All at once, because the search for what was found takes long to make.
        let filled = redacted[log.entries.count...].map(\.filled)
        var lists = filled.map { HARTexts(of: $0).all }
        redact(&lists)
        var old = HARLog(entries: Array(redacted[..<log.entries.count]))
        old.frame = HARText.replacing(texts[entries.count], in: log.frame)
        return (old, zip(filled, lists).map { $0.replacing($1) })
    }

    /// Returns the request of an entry without its secrets, and then also without repetitions of them, if it has any.
    mutating func requests(of entry: HAREntry) -> [HARRequest] {
        var texts = [HARTexts(of: entry, only: "request").all]
        redact(&texts)
        let scrubbed = entry.replacing(texts[0])
        for index in texts[0].indices { texts[0][index].content = texts[0][index].redacted }
        let redacted = entry.replacing(texts[0])
        return redacted.request == scrubbed.request ? [redacted.request] : [redacted.request, scrubbed.request]
    }

    /// Removes the secrets from the texts of documents, and then their repetitions.
    private mutating func redact(_ documents: inout [[HARText]]) {
        if documents.isEmpty { return }
        for document in documents.indices {
            for index in documents[document].indices { redact(&documents[document][index]) }
        }
        let search = SecretSearch(for: found)
        for document in documents.indices where !search.isEmpty {
            for index in documents[document].indices {
                documents[document][index].content = search.scrubbed(documents[document][index].redacted)
            }
        }
        if hasFindings { findings += findings(in: documents, search) }
    }

    private mutating func redact(_ text: inout HARText) {
        let old = String(decoding: text.original, as: UTF8.self)
        switch text.rule {
        case .text, .method: text.redacted = Data(redaction.text(old, found: &found).utf8)
        case .url: text.redacted = Data(redaction.url(old, found: &found).utf8)
        case .value(let name, let kind):
            text.redacted = Data(redaction.value(old, named: name, in: kind, found: &found).utf8)
        case .body(let type, _):
            text.redacted = redaction.recorded(text.original, contentType: type, found: &found)
        case .member:
            text.redacted = redaction.recorded(text.original, contentType: "application/json", found: &found)
        }
        text.content = text.redacted
    }
}

// The lists that HAR requires beside headers, URL and body are made of what is redacted already.
extension HAREntry {
    fileprivate var filled: HAREntry {
        var json = json
        let query = CassetteURL(request.url).query.map { HARField($0.name, $0.value ?? "") }
        json[at: "request.queryString"] = JSONValue(query)
        let cookies = (HTTPHeaders(request.headers)["Cookie"] ?? "").split(atBytes: ";").filter { !$0.isEmpty }
        json[at: "request.cookies"] = JSONValue(cookies.map(HARField.init(cookie:)))
        let headers = HTTPHeaders(response.headers)
        let given = headers.values(for: "Set-Cookie").map { HARField(cookie: $0.prefix(beforeBytes: ";")) }
        json[at: "response.cookies"] = JSONValue(given)
        if !response.redirectURL.isEmpty { json[at: "response.redirectURL"] = .string(headers["Location"] ?? "") }
        if let body = request.postData, !body.isTruncated, let data = body.data,
            body.mimeType.hasPrefix(bytes: "application/x-www-form-urlencoded")
        {
            let items = HARField.items(of: String(decoding: data, as: UTF8.self)[...])
            json[at: "request.postData.params"] = JSONValue(items.map { HARField($0.name, $0.value ?? "") })
        }
        var entry = self
        entry.json = json
        return entry
    }
}
