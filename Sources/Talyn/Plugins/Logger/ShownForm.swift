/// A multipart form as logs and cURL commands show it: without secrets, and without bytes that are not read.
struct ShownForm: Sendable {
    /// The content of a part.
    enum Content: Sendable {
        /// Bytes without secrets.
        case bytes([UInt8])
        /// The path of a file.
        case file(String)
        /// A stream, or bytes of a format that is not read or above a limit.
        case hidden
    }

    /// A part: its name is the app's, all other texts are without secrets.
    struct Part: Sendable {
        /// The part as it is sent.
        let sent: FormPart
        fileprivate(set) var fileName: String?
        fileprivate(set) var headers: HTTPHeaders
        fileprivate(set) var content: Content

        /// The size and the type, without parameters: `12 bytes of image/png`.
        var size: String {
            "\(sent.body)\(BodyFormat.name(sent.contentType).map { " of \($0)" } ?? "")"
        }
    }

    /// The number of parts that are shown.
    private static let mostParts = 256

    fileprivate(set) var parts: [Part]
    /// The number of parts that are left out.
    let rest: Int

    /// Scans a form: at most `limit` bytes. Without a redaction, everything is shown.
    init(_ form: MultipartForm, redacting redaction: Redaction?, upTo limit: Int, found: inout Set<String>) {
        parts = []
        var budget = limit
        for part in form.parts.prefix(redaction == nil ? form.parts.count : Self.mostParts) {
            var headers = part.headers
            headers["Content-Type"] = part.contentType
            guard let redaction else {
                parts.append(Part(sent: part, fileName: part.fileName, headers: headers, content: .all(of: part)))
                continue
            }
            let content = redaction.content(of: part, upTo: budget, found: &found)
            if case .bytes = content { budget -= part.data?.count ?? 0 }
            let fileName = part.fileName.map { redaction.text($0, found: &found) }
            headers = redaction.headers(headers, found: &found)
            parts.append(Part(sent: part, fileName: fileName, headers: headers, content: content))
        }
        rest = form.parts.count - parts.count
    }

    /// Returns the same without bytes after the first `limit` of all parts.
    func limited(to limit: Int) -> ShownForm {
        var (limited, budget) = (self, limit)
        for index in parts.indices {
            guard case .bytes(let bytes) = parts[index].content else { continue }
            budget -= bytes.count
            if budget < 0 { limited.parts[index].content = .hidden }
        }
        return limited
    }
}

extension ShownForm.Content {
    fileprivate static func all(of part: FormPart) -> ShownForm.Content {
        switch part.source {
        case .data(let data): .bytes([UInt8](data))
        case .file(let file): .file(file.url.path)
        case .stream: .hidden
        }
    }
}

extension Redaction {
    /// Returns the content of a part without its secrets: of a secret name the placeholder, of another one by the rules
    /// of forms without a type, and by those of bodies with one.
    fileprivate func content(of part: FormPart, upTo limit: Int, found: inout Set<String>) -> ShownForm.Content {
        guard let data = part.data else { return .all(of: part) }
        if data.count > limit { return .hidden }
        let isSecret = names.secrecy(of: Array(part.name.utf8)[...], in: .form) > .none
        if part.contentType == nil || isSecret {
            guard LogBlock.isText([UInt8](data)[...]) else { return .hidden }
            let text = String(decoding: data, as: UTF8.self)
            return .bytes(Array(value(text, named: part.name, in: .form, found: &found).utf8))
        }
        return body(data, contentType: part.contentType, found: &found).map { .bytes([UInt8]($0)) } ?? .hidden
    }
}

extension SecretSearch {
    /// Returns a form without the secrets.
    func scrubbed(_ form: ShownForm) -> ShownForm {
        if isEmpty { return form }
        var form = form
        for index in form.parts.indices {
            form.parts[index].fileName = form.parts[index].fileName.map(scrubbed)
            form.parts[index].headers = scrubbed(form.parts[index].headers)
            switch form.parts[index].content {
            case .bytes(let bytes): form.parts[index].content = .bytes([UInt8](scrubbed(Data(bytes))))
            case .file(let path): form.parts[index].content = .file(scrubbed(path))
            case .hidden: break
            }
        }
        return form
    }
}
