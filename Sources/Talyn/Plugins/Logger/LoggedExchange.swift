/// The scan of a request, and of the head of its response. Its size is bounded: longer parts are cut off, and counted.
struct LoggedExchange: Sendable {
    /// The bytes of a URL, and of the value of a header, that are scanned.
    static let textLimit = 4_096

    let call: CallID
    let sent: Endpoint
    /// The rules, with the names of the endpoint's tokens.
    let redaction: Redaction
    /// The endpoint without its body and without secrets.
    private(set) var endpoint: Endpoint
    /// The body's beginning without secrets; nil for one that is not bytes in memory, or of a format that is not read.
    private(set) var body: RedactedPrefix?
    /// The multipart form without secrets; nil for another body.
    private(set) var form: ShownForm?
    /// The number of bytes of the URL that are left out.
    let omitted: Int
    /// The response's headers as received, and their beginning without their own secrets; nil if they were not scanned.
    private(set) var head: (received: HTTPHeaders, shown: HTTPHeaders)?
    private var secrets: Set<String>
    /// The search for the secrets that were removed.
    private var search: SecretSearch

    /// Scans a request, of its body at most `limit` bytes.
    init(_ sent: Endpoint, of call: CallID, redacting redaction: Redaction, bodyUpTo limit: Int) {
        let redaction = redaction.hidingTokens(of: sent)
        var (endpoint, secrets) = (sent, Set<String>())
        omitted = endpoint.cutURL(to: Self.textLimit)
        endpoint.headers = sent.headers.beginning
        endpoint.body = .none
        endpoint = redaction.endpoint(endpoint, found: &secrets)
        var body: RedactedPrefix?
        if case .data(let data) = sent.body {
            let type = sent.headers["Content-Type"]
            body = redaction.prefix(of: data, upTo: limit, contentType: type, found: &secrets)
        }
        let form = sent.body.form.map { ShownForm($0, redacting: redaction, upTo: limit, found: &secrets) }
        // Each part may repeat the secrets of the others.
        let search = SecretSearch(for: secrets)
        (self.call, self.sent, self.redaction, self.secrets, self.search) = (call, sent, redaction, secrets, search)
        self.endpoint = search.scrubbed(endpoint)
        self.body = body.map(search.scrubbed)
        self.form = form.map(search.scrubbed)
    }

    /// Scans the headers of the response. Returns whether none were left out.
    mutating func scan(_ received: HTTPHeaders) -> Bool {
        let beginning = received.beginning
        var found = Set<String>()
        head = (received, redaction.headers(beginning, found: &found))
        search = search(adding: found)
        secrets.formUnion(found)
        return beginning.fields == received.fields
    }

    /// Returns a search for other secrets too. To make one costs more than to see that there are no others.
    func search(adding others: Set<String>) -> SecretSearch {
        others.isSubset(of: secrets) ? search : SecretSearch(for: secrets.union(others))
    }

    /// Returns the request as a shell command, with a remark on its missing parts. `sent` is the whole request.
    func curlCommand(of sent: Endpoint, bodyLimit: Int) -> String {
        var shown = endpoint
        var missing = omitted > 0 ? ["\(omitted) bytes of the URL"] : []
        let fields = zip(shown.headers.fields, sent.headers.fields)
            .filter { $1.value.utf8.count <= Self.textLimit }.map(\.0)
        let left = sent.headers.count - fields.count
        if left > 0 { missing.append("\(left) header field\(left == 1 ? "" : "s")") }
        shown.headers = HTTPHeaders(fields)
        shown.body = sent.body
        if case .data(let data) = sent.body {
            let isShown = data.count <= bodyLimit && body?.isCut == false
            shown.body = isShown ? body.map { .data(Data($0.bytes)) } ?? .none : .none
            if !isShown { missing += sent.body.missing(shown.headers) }
        }
        return shown.curlCommand(without: missing, form: form?.limited(to: bodyLimit))
    }
}

extension HTTPHeaders {
    /// The first fields, each value up to ``LoggedExchange/textLimit`` bytes: at most 256 fields and 32 KB.
    fileprivate var beginning: HTTPHeaders {
        let limit = LoggedExchange.textLimit
        var size = 0
        let first = fields.prefix(256).prefix { field in
            size += field.name.utf8.count + Swift.min(field.value.utf8.count, limit)
            return size <= 32_768
        }
        if first.count == count, size <= limit { return self }
        return HTTPHeaders(first.map { Field($0.name, String(decoding: $0.value.utf8.prefix(limit), as: UTF8.self)) })
    }
}

extension Endpoint {
    /// Cuts the URL between two items of its query, before it, or between two segments. Returns the number of bytes
    /// cut.
    fileprivate mutating func cutURL(to limit: Int) -> Int {
        let text = lazyURL.string.utf8
        guard text.count > limit else { return 0 }
        let bytes = Array(text.prefix(limit))
        let query = bytes.firstIndex(of: 0x3F)
        let start = bytes.firstIndex(of: 0x3A).map { $0 + 3 } ?? bytes.count
        let end =
            query.map { bytes[$0...].lastIndex(of: 0x26) ?? $0 } ?? bytes.dropFirst(start).lastIndex(of: 0x2F) ?? 0
        let cut = end > 0 ? URL(string: String(decoding: bytes[..<end], as: UTF8.self)) : nil
        url = cut ?? URL(fileURLWithPath: "/\(Redaction.placeholder)", isDirectory: false)
        return text.count - end
    }
}
