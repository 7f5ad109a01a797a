/// What a log looks at of an endpoint. Its size is bounded, whatever is sent: what is longer is cut off, and told.
struct LoggedRequest: Sendable {
    /// How much of a URL, and of the value of a header, is looked at, in bytes.
    static let textLimit = 4_096

    /// Without its body, and without secrets once ``redact(by:)`` ran.
    private(set) var endpoint: Endpoint
    /// The body's beginning without secrets; nil for one that is no bytes in memory.
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

    /// Takes echoes of secrets out.
    mutating func scrub(_ echoes: EchoSearch) {
        if echoes.isEmpty { return }
        endpoint = echoes.scrubbed(endpoint)
        body = body.map(echoes.scrubbed)
    }
}

extension HTTPHeaders {
    /// How many fields a log looks at, and how many bytes of them.
    private static let (mostFields, mostBytes) = (256, 32_768)

    /// The first fields, each up to ``LoggedRequest/textLimit``: as many as a log looks at.
    var beginning: HTTPHeaders {
        var size = 0
        let isShort =
            count <= Self.mostFields
            && fields.allSatisfy { field in
                size += field.name.utf8.count + field.value.utf8.count
                return size <= LoggedRequest.textLimit
            }
        if isShort { return self }
        size = 0
        let first = fields.prefix(Self.mostFields).prefix { field in
            size += field.name.utf8.count + Swift.min(field.value.utf8.count, LoggedRequest.textLimit)
            return size <= Self.mostBytes
        }
        return HTTPHeaders(
            first.map { field in
                HTTPHeaders.Field(
                    field.name, String(decoding: field.value.utf8.prefix(LoggedRequest.textLimit), as: UTF8.self))
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
        let cut = URL(string: String(decoding: bytes[..<end], as: UTF8.self))
        url = end > 0 ? cut ?? Self.unshown : Self.unshown
        return text.count - end
    }

    private static let unshown = URL(fileURLWithPath: "/\(Redaction.placeholder)", isDirectory: false)
}
