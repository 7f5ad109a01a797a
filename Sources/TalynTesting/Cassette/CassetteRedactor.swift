internal import Talyn

/// Takes the secrets out of entries, and what it took out wherever else it stands.
struct CassetteRedactor: HARVisitor, Sendable {
    let redaction: Redaction

    /// What was taken out so far.
    private(set) var found: Set<String> = []

    /// What is searched for everywhere; nil while it is collected.
    private var search: SecretSearch?

    init(_ redaction: Redaction) { self.redaction = redaction }

    /// New entries without secrets.
    mutating func redacted(_ entries: [HAREntry]) -> [HAREntry] { redacted(HARLog(), and: entries).1 }

    /// A document and entries that are new, without secrets. What is a secret in one place is one in all.
    mutating func redacted(_ log: HARLog, and new: [HAREntry]) -> (HARLog, [HAREntry]) {
        var (log, new) = (log, new)
        walk(&log, &new)
        search = SecretSearch(for: found)
        if search?.isEmpty == false { walk(&log, &new) }
        search = nil
        for index in new.indices {
            new[index].request.fill()
            new[index].response.fill()
            walkLists(of: &new[index])
        }
        return (log, new)
    }

    private mutating func walk(_ log: inout HARLog, _ new: inout [HAREntry]) {
        for index in log.entries.indices { walk(&log.entries[index]) }
        for index in new.indices { walk(&new[index]) }
        walk(outsideOf: &log)
    }

    /// Looks at the lists that were made, as it will when the file is an old one: else that would change it.
    private mutating func walkLists(of entry: inout HAREntry) {
        var lists = HAREntry(
            started: "", time: 0,
            request: HARRequest(method: "GET", url: "", cookies: entry.request.cookies, query: entry.request.query),
            response: HARResponse(cookies: entry.response.cookies, redirectURL: entry.response.redirectURL))
        lists.request.postData = entry.request.postData?.params.map { params in
            HARPostData(mimeType: "", body: Data(), params: params)
        }
        walk(&lists)
        (entry.request.cookies, entry.request.query) = (lists.request.cookies, lists.request.query)
        if let params = lists.request.postData?.params { entry.request.postData?.params = params }
        (entry.response.cookies, entry.response.redirectURL) = (lists.response.cookies, lists.response.redirectURL)
    }

    /// Takes the secrets out of a request, and collects them.
    mutating func redact(_ request: inout HARRequest) { walk(&request) }

    /// Takes what was found out of every text.
    mutating func scrub(_ request: inout HARRequest) {
        search = SecretSearch(for: found)
        if search?.isEmpty == false { walk(&request) }
        search = nil
    }

    mutating func visit(_ text: inout String, _ slot: HARSlot, at spot: HARSpot) {
        if let search {
            text = search.scrubbed(text)
            return
        }
        switch slot {
        case .url: text = redaction.url(text, found: &found)
        case .text: text = redaction.text(text, found: &found)
        case .named(let name, let place): text = redaction.value(text, named: name, in: place, found: &found)
        }
    }

    mutating func visit(_ body: inout Data, type: String?, at spot: HARSpot) {
        if let search {
            body = search.scrubbed(body)
        } else {
            body = redaction.recorded(body, contentType: type, found: &found)
        }
    }
}

// What HAR wants twice is made of what is redacted already.
extension HARRequest {
    /// Makes the lists of cookies, query items and form fields.
    fileprivate mutating func fill() {
        query = CassetteURL(url).query.map { HARField($0.name, $0.value ?? "") }
        cookies = (HTTPHeaders(headers)["Cookie"] ?? "").split(atBytes: ";").filter { !$0.isEmpty }
            .map(HARField.init(cookie:))
        guard let data = postData, !data.isTruncated,
            data.mimeType.hasPrefix(bytes: "application/x-www-form-urlencoded"),
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
        cookies = headers.values(for: "Set-Cookie").map { HARField(cookie: $0.prefix(beforeBytes: ";")) }
        if !redirectURL.isEmpty { redirectURL = headers["Location"] ?? "" }
    }
}

extension HARField {
    fileprivate init(cookie: Substring) {
        let (name, value) = cookie.cut(atBytes: "=") ?? (cookie, "")
        self.init(String(name.trimmed), String(value.trimmed))
    }
}
