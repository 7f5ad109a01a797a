// Headers and bodies, each on lines of its own. What comes here is without secrets.
extension LogText {
    /// A line a field.
    func lines(of headers: HTTPHeaders) -> [String] { headers.fields.map { "\($0.name): \($0.value)" } }

    /// The body of an answer without its secrets, which are collected with those of its head and of its request.
    func redactedBody(of response: Response, _ secrets: inout Set<String>) -> Body {
        _ = redaction.endpoint(response.endpoint, found: &secrets)
        let redaction = redaction.knowing(tokensOf: response.endpoint)
        _ = redaction.headers(response.headers, found: &secrets)
        guard case .data(let data) = response.body, data.count <= Redaction.largestBody else { return response.body }
        return .data(redaction.body(data, contentType: response.headers["Content-Type"], found: &secrets))
    }

    /// The text of a body as far as it is shown; else what it is, and how much of it is left out.
    func lines(of body: Body, _ contentType: String?) -> [String] {
        switch body {
        case .none: return []
        case .file(let file):
            let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize
            return ["(a file\(size.map { " of \($0) bytes" } ?? ""), which is not shown)"]
        case .stream: return ["(\(body), which is not shown)"]
        case .data(let data) where data.count > Redaction.largestBody:
            return ["(\(data.count) bytes, which are not shown)"]
        case .data(let data):
            if data.isEmpty { return [] }
            guard let text = Self.text(data) else {
                let type = contentType?.withoutParameters ?? "no known type"
                return ["(\(data.count) bytes of \(type), which are no text)"]
            }
            return limited(JSONIndentation.indented(text) ?? text)
        }
    }

    /// The text of a body that is text; nil for one that is not, such as an image.
    private static func text(_ data: Data) -> String? {
        guard let text = String(data: data, encoding: .utf8) else { return nil }
        let isText = text.unicodeScalars.prefix(4_096).allSatisfy {
            $0.value >= 0x20 || "\t\n\r".unicodeScalars.contains($0)
        }
        return isText ? text : nil
    }

    /// As many whole characters as the limit allows, and how many bytes follow.
    private func limited(_ text: String) -> [String] {
        let utf8 = text.utf8
        var end = utf8.index(utf8.startIndex, offsetBy: bodyLimit, limitedBy: utf8.endIndex) ?? utf8.endIndex
        while end < utf8.endIndex, end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        let left = utf8.distance(from: end, to: utf8.endIndex)
        let lines = text[..<end].split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        if left == 0 { return lines }
        return (end == utf8.startIndex ? [] : lines) + ["(\(left) bytes more)"]
    }

    /// What the body of a refusal says, in a few words: ``ErrorSummary``; nil when there is none that is text.
    static func summary(of body: Body) -> String? {
        guard case .data(let data) = body, data.count <= Redaction.largestBody, !data.isEmpty, let text = text(data)
        else { return nil }
        return ErrorSummary.text(of: text)
    }
}
