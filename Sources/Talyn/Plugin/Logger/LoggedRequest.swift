/// What a log scans of an endpoint. Its size is bounded, whatever is sent: what is longer is cut off, and told.
struct LoggedRequest: Sendable {
    /// How much of a URL, and of the value of a header, is scanned, in bytes.
    static let textLimit = 4_096

    /// Without its body and without its own secrets.
    private(set) var endpoint: Endpoint
    /// The body's beginning without secrets; nil for one that is no bytes in memory, or that is not read.
    private(set) var body: RedactedBeginning?
    /// How many bytes of the URL are left out.
    let omitted: Int
    /// What was taken out.
    private(set) var secrets: Set<String> = []
    /// The rules, and the names under which it carries its token.
    let redaction: Redaction

    init(_ sent: Endpoint, redacting redaction: Redaction, bodyUpTo limit: Int) {
        let redaction = redaction.knowing(tokensOf: sent)
        self.redaction = redaction
        var endpoint = sent
        omitted = endpoint.cutURL(to: Self.textLimit)
        endpoint.headers = sent.headers.beginning
        endpoint.body = .none
        self.endpoint = redaction.endpoint(endpoint, found: &secrets)
        if case .data(let data) = sent.body {
            body = redaction.beginning(
                of: data, upTo: limit, contentType: sent.headers["Content-Type"], found: &secrets)
        }
    }

    /// Returns the same without secrets that are repeated in other places.
    func scrubbed(by search: SecretSearch) -> LoggedRequest {
        if search.isEmpty { return self }
        var scrubbed = self
        scrubbed.endpoint = search.scrubbed(endpoint)
        scrubbed.body = body.map(search.scrubbed)
        return scrubbed
    }

    /// The request as a command of a shell, with a remark on what is missing in it. `sent` is the whole of it.
    func curlCommand(of sent: Endpoint, bodyLimit: Int) -> String {
        var shown = endpoint
        var missing = omitted > 0 ? ["\(omitted) bytes of the URL"] : []
        let fields = zip(shown.headers.fields, sent.headers.fields)
            .filter { $1.value.utf8.count <= Self.textLimit }.map(\.0)
        if fields.count < sent.headers.count { missing.append("\(sent.headers.count - fields.count) header fields") }
        shown.headers = HTTPHeaders(fields)
        shown.body = sent.body
        if case .data(let data) = sent.body {
            let isShown = data.count <= bodyLimit && body?.isCut == false
            shown.body = isShown ? body.map { .data(Data($0.bytes)) } ?? .none : .none
            if !isShown { missing += sent.body.missing(shown.headers) }
        }
        return shown.curlCommand(without: missing)
    }
}

extension HTTPHeaders {
    /// How many fields a log scans, and how many bytes of them.
    private static let (mostFields, mostBytes) = (256, 32_768)

    /// The first fields, each up to ``LoggedRequest/textLimit``: as many as a log scans.
    var beginning: HTTPHeaders {
        let limit = LoggedRequest.textLimit
        var size = 0
        let first = fields.prefix(Self.mostFields).prefix { field in
            size += field.name.utf8.count + Swift.min(field.value.utf8.count, limit)
            return size <= Self.mostBytes
        }
        if first.count == count, size <= limit { return self }
        return HTTPHeaders(
            first.map { field in
                HTTPHeaders.Field(field.name, String(decoding: field.value.utf8.prefix(limit), as: UTF8.self))
            })
    }
}

extension Endpoint {
    /// Cuts the URL between two items of its query, before it, or between two segments; how many bytes are cut off.
    fileprivate mutating func cutURL(to limit: Int) -> Int {
        let text = lazyURL.written.utf8
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
