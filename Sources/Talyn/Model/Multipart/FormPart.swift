/// A part of a ``MultipartForm`` as it is sent.
///
/// Equal if name, file name, content type, headers and content are: bytes by their value, files by their URL, streams
/// by identity. Descriptions show name, type and size, never a value.
public struct FormPart: Sendable {
    /// The kind of the content.
    enum Source: Sendable {
        case data(Data)
        case file(RegularFile)
        case stream(BodyStream)
    }

    /// The name, not escaped.
    public let name: String
    /// The file name, not escaped; nil for a field without one.
    public let fileName: String?
    /// The content type; nil for a part without one, which is text (RFC 7578 §4.4).
    public let contentType: String?
    /// The other header fields, without `Content-Disposition`.
    public let headers: HTTPHeaders
    /// The content.
    let source: Source
    /// Whether it was declared as text or JSON, not as bytes.
    let isText: Bool

    package init(
        name: String, fileName: String? = nil, contentType: String? = nil, headers: HTTPHeaders = HTTPHeaders(),
        data: Data
    ) {
        self.init(name: name, fileName: fileName, contentType: contentType, headers: headers, source: .data(data))
    }

    init(
        name: String, fileName: String? = nil, contentType: String? = nil, headers: HTTPHeaders = HTTPHeaders(),
        source: Source, isText: Bool = false
    ) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.headers = headers
        self.source = source
        self.isText = isText
    }

    /// The content: bytes, a file or a stream.
    public var body: Body {
        switch source {
        case .data(let data): .data(data)
        case .file(let file): .file(file.url)
        case .stream(let stream): .stream(stream)
        }
    }

    /// The bytes in memory; nil for a file or a stream.
    public var data: Data? { if case .data(let data) = source { data } else { nil } }
    /// The bytes in memory as text; nil for a file, a stream and bytes that are not UTF-8.
    public var text: String? { data.flatMap { String(data: $0, encoding: .utf8) } }

    /// The length of the content in bytes; nil for a stream of unknown length.
    public var length: Int64? {
        switch source {
        case .data(let data): Int64(data.count)
        case .file(let file): file.length
        case .stream(let stream): stream.length
        }
    }

    /// Whether the content can be sent again: bytes, files and repeatable streams.
    public var isRepeatable: Bool { if case .stream(let stream) = source { stream.isRepeatable } else { true } }
}

extension FormPart {
    /// The line of the delimiter, the header fields and the blank line (RFC 7578 §4.2).
    func head(_ boundary: String) -> Data {
        var head = Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name.escapedForForm)\"".utf8)
        if let fileName { head.append(contentsOf: "; filename=\"\(fileName.escapedForForm)\"".utf8) }
        head.append(contentsOf: "\r\n".utf8)
        if let contentType { head.append(contentsOf: "Content-Type: \(contentType)\r\n".utf8) }
        for field in headers.fields { head.append(contentsOf: "\(field.name): \(field.value)\r\n".utf8) }
        head.append(contentsOf: "\r\n".utf8)
        return head
    }

    /// The name as errors and logs show it: escaped as it is sent, at most 60 Unicode scalars.
    var shownName: String { name.shownAsPartName }
}

extension String {
    /// The text as the value of `name` and `filename` (HTML, "multipart/form-data encoding algorithm").
    fileprivate var escapedForForm: String {
        let isPlain = !utf8.contains { $0 == 0x22 || $0.isLineEnd }
        if isPlain { return self }
        return replacing(bytes: "\"", with: "%22").replacing(bytes: "\r", with: "%0D")
            .replacing(bytes: "\n", with: "%0A")
    }

    /// The text as errors and logs show the name of a part.
    var shownAsPartName: String { escapedForForm.cut(to: 60) }
}

extension FormPart: Hashable {
    public static func == (left: FormPart, right: FormPart) -> Bool {
        left.name.isSame(bytes: right.name) && left.fileName.isSame(bytes: right.fileName)
            && left.contentType == right.contentType && left.headers == right.headers && left.body == right.body
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.utf8.count)
        hasher.combine(body)
    }
}

extension String? {
    fileprivate func isSame(bytes other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(bytes: other)
    }
}

extension FormPart: RedactedStringConvertible {
    /// The name, the type and the size: `file: image/png, 1024 bytes`.
    public var description: String {
        let type = BodyFormat.name(contentType).map { "\($0), " } ?? ""
        return "\(shownName): \(type)\(body)"
    }
}
