/// A scan of the parts of one exchange for secrets, which any of them may repeat. Its cost is bounded: long parts are
/// cut.
struct LogScan {
    /// The bytes of a URL, and of the value of a header, that are scanned.
    static let textLimit = 4_096
    /// The number of header fields, and of the parts of a form, that are scanned.
    static let countLimit = 256

    private let redaction: Redaction
    private let bodyLimit: Int
    /// The secrets found so far.
    private(set) var secrets: Set<String>

    /// Makes a scan with the rules of an endpoint. `bodyLimit` is the number of bytes of a body that are scanned,
    /// `secrets` are those that an earlier scan found.
    init(_ redaction: Redaction, bodyLimit: Int, knowing secrets: Set<String> = []) {
        self.redaction = redaction
        self.bodyLimit = bodyLimit
        self.secrets = secrets
    }

    /// A search for the secrets found so far.
    var search: SecretSearch { SecretSearch(for: secrets) }

    /// Finds the secrets of a request.
    mutating func add(_ sent: Endpoint) {
        _ = url(of: sent)
        _ = headers(sent.headers)
        _ = body(sent.body, sent.headers)
        _ = parts(of: sent.body.form)
    }

    /// Returns a text without its secrets.
    mutating func text(_ text: String) -> String { redaction.text(text, found: &secrets) }

    /// Returns the URL without its fragment and secrets, cut before an item of its query, and the number of bytes cut.
    mutating func url(of sent: Endpoint) -> (text: String, omitted: Int) {
        var text = sent.requestedURL
        let size = text.utf8.count
        if size > Self.textLimit {
            let bytes = Array(text.utf8.prefix(Self.textLimit))
            // Without a query in reach, nothing is shown: the cut may be within user info.
            let end = bytes.firstIndex(of: 0x3F).map { bytes[$0...].lastIndex(of: 0x26) ?? $0 } ?? 0
            text = String(decoding: bytes[..<end], as: UTF8.self)
        }
        return (redaction.url(text, found: &secrets), size - text.utf8.count)
    }

    /// Returns the first fields without their secrets. A long value is scanned, and shown, up to a limit.
    mutating func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        var scanned = headers
        if headers.count > Self.countLimit || headers.fields.contains(where: { $0.value.utf8.count > Self.textLimit }) {
            scanned = HTTPHeaders(
                headers.fields.prefix(Self.countLimit).map { field in
                    let value = String(decoding: field.value.utf8.prefix(Self.textLimit), as: UTF8.self)
                    return HTTPHeaders.Field(field.name, value)
                })
        }
        return redaction.headers(scanned, found: &secrets)
    }

    /// Returns the beginning of a body without its secrets; nil for one that is not bytes, or of a format that is not
    /// read.
    mutating func body(_ body: Body, _ headers: HTTPHeaders) -> RedactedPrefix? {
        guard case .data(let data) = body, !data.isEmpty else { return nil }
        return redaction.prefix(of: data, upTo: bodyLimit, contentType: headers["Content-Type"], found: &secrets)
    }

    /// Returns the first parts of a form without their secrets, as ``Redaction/part(_:upTo:found:)``.
    mutating func parts(of form: MultipartForm?) -> [FormPart?] {
        var rest = bodyLimit
        return (form?.parts ?? []).prefix(Self.countLimit).map { part in
            let shown = redaction.part(part, upTo: rest, found: &secrets)
            rest -= shown?.data?.count ?? 0
            return shown
        }
    }
}

extension Redaction {
    /// Returns a part of a form without its secrets; nil for bytes that are not text, or above a limit.
    ///
    /// A part without a type follows the rules of forms by its name, another one those of bodies with its type.
    func part(_ part: FormPart, upTo limit: Int, found: inout Set<String>) -> FormPart? {
        var source = part.source
        if let data = part.data {
            guard data.count <= limit, LogBlock.isText([UInt8](data)[...]) else { return nil }
            let text = String(decoding: data, as: UTF8.self)
            var shown = Data(value(text, named: part.name, in: .form, found: &found).utf8)
            if let type = part.contentType, shown != Data(Redaction.placeholder.utf8) {
                guard let body = body(data, contentType: type, found: &found) else { return nil }
                shown = body
            }
            source = .data(shown)
        }
        return FormPart(
            name: part.name, fileName: part.fileName.map { text($0, found: &found) },
            contentType: part.contentType.map { value($0, named: "Content-Type", in: .header, found: &found) },
            headers: headers(part.headers, found: &found), source: source, isText: part.isText)
    }
}

extension Body {
    /// The size, and the type without parameters: `12 bytes of image/png`.
    func size(of type: String?) -> String { "\(self)\(BodyFormat.name(type).map { " of \($0)" } ?? "")" }
}
