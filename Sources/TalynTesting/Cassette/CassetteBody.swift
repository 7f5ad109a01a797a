internal import Talyn

/// A body in the form that is compared.
struct CassetteBody: Sendable {
    private enum Content: Sendable {
        case none
        case json(JSONValue)
        case form([HARField])
        case multipart([Part])
        case text(String)
        case bytes
    }

    /// A part of a multipart body.
    private struct Part: Sendable {
        let headers: String
        let body: CassetteBody
    }

    private let data: Data
    private var content: Content
    /// Whether it is the beginning of a longer body.
    private let isTruncated: Bool

    /// The body of a request. Of a form, only the fields may be known.
    init(_ request: HARRequest) {
        let data = request.postData
        let type = HTTPHeaders(request.headers)["Content-Type"] ?? data?.mimeType
        self.init(data?.body, contentType: type, isTruncated: data?.isTruncated ?? false)
        if let params = data?.params, data?.body == nil { content = .form(params) }
    }

    /// A body; nil for none.
    init(_ data: Data?, contentType: String?, isTruncated: Bool = false) {
        self.data = data ?? Data()
        self.isTruncated = isTruncated
        content = Self.content(of: self.data, contentType ?? "")
    }

    private static func content(of data: Data, _ contentType: String) -> Content {
        if data.isEmpty { return .none }
        let type = contentType.prefix(beforeBytes: ";").trimmed.asciiLowercased
        if type.hasPrefix(bytes: "multipart/"), let boundary = Redactor.boundary(in: contentType) {
            let parts = Redactor.parts(of: Array(data)[...], boundary)
            if !parts.isEmpty { return .multipart(parts.map { part(Data($0)) }) }
        }
        // Decoding repairs bytes that are not UTF-8; the result differs then.
        let text = String(decoding: data, as: UTF8.self)
        guard Data(text.utf8) == data else { return .bytes }
        if type == "application/x-www-form-urlencoded" { return .form(CassetteURL.items(text[...])) }
        let first = text.utf8.first { $0 > 0x20 }
        let isLikelyJSON = type.hasSuffix(bytes: "json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if isLikelyJSON, let value = try? JSONValue(parsing: data) { return .json(value) }
        return .text(text)
    }

    private static func part(_ bytes: Data) -> Part {
        let split = bytes.range(of: Data("\r\n\r\n".utf8))
        let headers = String(decoding: bytes[..<(split?.lowerBound ?? bytes.endIndex)], as: UTF8.self)
        let field = headers.split(atBytes: "\r\n").first { $0.hasPrefix(bytes: "content-type:", ignoringCase: true) }
        let type = field?.cut(atBytes: ":").map { String($0.tail.trimmed) }
        // A multipart within a multipart is compared as text.
        let isMultipart = type?.hasPrefix(bytes: "multipart/", ignoringCase: true) ?? false
        let body = split.map { Data(bytes[$0.upperBound...]) }
        return Part(headers: headers, body: CassetteBody(body, contentType: isMultipart ? nil : type))
    }

    /// Describes the difference from a recorded body, without values; nil when they match.
    func difference(from recorded: CassetteBody) -> String? {
        if isTruncated || recorded.isTruncated {
            let length = min(data.count, recorded.data.count)
            return data.prefix(length) == recorded.data.prefix(length) ? nil : "body"
        }
        switch (content, recorded.content) {
        case (.none, .none): return nil
        case (.json(let value), .json(let other)):
            return Self.difference(value, other).map { $0.isEmpty ? "body" : "body at \($0)" }
        case (.form(let items), .form(let others)): return HARField.difference(items, others, "form field")
        case (.multipart(let parts), .multipart(let others)): return Self.difference(parts, others)
        case (.text(let text), .text(let other)): return CassetteText.matches(text, other) ? nil : "body"
        case (.bytes, .bytes): return data == recorded.data ? nil : "body"
        case (.none, _): return "body, of which there is none"
        case (_, .none): return "body, of which the recording has none"
        default: return "kind of body"
        }
    }

    private static func difference(_ parts: [Part], _ recorded: [Part]) -> String? {
        guard parts.count == recorded.count else { return "number of parts" }
        for (index, (part, other)) in zip(parts, recorded).enumerated() {
            guard CassetteText.matches(part.headers, other.headers) else { return "headers of part \(index)" }
            if let difference = part.body.difference(from: other.body) { return "\(difference) of part \(index)" }
        }
        return nil
    }

    /// The path of the first place where two values differ; empty for the root, nil when they do not.
    private static func difference(_ value: JSONValue, _ recorded: JSONValue) -> String? {
        // A stack instead of recursion: a document may be nested deeply.
        var pending = [(path: "", value: value, recorded: recorded)]
        while let next = pending.popLast() {
            // Keys of dictionaries may be data: a long one is cut.
            let step = { (key: String) in next.path.isEmpty ? key.cut(to: 40) : "\(next.path).\(key.cut(to: 40))" }
            switch (next.value, next.recorded) {
            case (.string(let text), .string(let other)):
                if !CassetteText.matches(text, other) { return next.path }
            case (_, .string(Redaction.placeholder)) where next.value.scalarText != nil: continue
            case (.array(let items), .array(let others)):
                guard items.count == others.count else { return next.path }
                for index in items.indices { pending.append((step(String(index)), items[index], others[index])) }
            case (.object(let members), .object(let others)):
                for key in Array(Set(members.keys).union(others.keys)).sortedByBytes().reversed() {
                    guard let value = members[key], let other = others[key] else { return step(key) }
                    pending.append((step(key), value, other))
                }
            default: if next.value != next.recorded { return next.path }
            }
        }
        return nil
    }
}
