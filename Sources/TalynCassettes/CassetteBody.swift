internal import Talyn

/// A body in the form that is compared.
struct CassetteBody: Sendable {
    private enum Content: Sendable {
        case none
        case json(JSONValue)
        case form([HARField])
        /// The fields of a form whose text is not known, as some tools record it.
        case fields([HARField])
        case multipart([Part])
        case text(String)
        case bytes
    }

    /// A part of a multipart body.
    private struct Part: Sendable {
        let headers: String
        let body: CassetteBody

        /// The field as HAR describes it: of a file only the name is known.
        var field: HARField {
            let parameters = Redactor.parameters(in: Array(headers.utf8)[...])
            func value(_ name: String) -> String? {
                parameters.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
            }
            return HARField(value("name") ?? "", value("filename") ?? String(decoding: body.data, as: UTF8.self))
        }
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
        if let params = data?.params, !params.isEmpty, self.data.isEmpty {
            content = .fields(params.map { HARField($0.name, $0.other["fileName"]?.stringValue ?? $0.value ?? "") })
        }
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
        if type == "application/x-www-form-urlencoded" { return .form(HARField.items(of: text[...])) }
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
            let place = value.differences(from: other, limit: 1, where: Self.matches).first?.path
            return place.map { $0.isEmpty ? "body" : "body at \($0)" }
        case (.form(let items), .form(let others)): return HARField.difference(items, others, "form field")
        case (_, .fields(let recorded)) where fields != nil:
            let fields = fields ?? []
            let difference = HARField.difference(fields, recorded, "form field")
            // Chrome writes names and values percent-encoded.
            let decoded = recorded.map { HARField(decoding: $0) }
            return HARField.difference(fields, decoded, "form field") == nil ? nil : difference
        case (.multipart(let parts), .multipart(let others)): return Self.difference(parts, others)
        case (.text(let text), .text(let other)): return CassetteText.matches(text, other) ? nil : "body"
        case (.bytes, .bytes): return data == recorded.data ? nil : "body"
        case (.none, _): return "body, of which there is none"
        case (_, .none): return "body, of which the recording has none"
        default: return "kind of body"
        }
    }

    /// Compares the parts in any order.
    private static func difference(_ parts: [Part], _ recorded: [Part]) -> String? {
        guard parts.count == recorded.count else { return "number of parts" }
        var open = recorded
        let others = parts.indices.filter { index in
            let part = parts[index]
            let match = open.firstIndex {
                CassetteText.matches(part.headers, $0.headers) && part.body.difference(from: $0.body) == nil
            }
            if let match { open.remove(at: match) }
            return match == nil
        }
        guard let index = others.first else { return nil }
        let part = parts[index]
        let near = open.first { CassetteText.matches(part.headers, $0.headers) }
        return "\(near.flatMap { part.body.difference(from: $0.body) } ?? "headers") of part \(index)"
    }

    /// The fields of a form, with a file's name in place of its content; nil for another body.
    private var fields: [HARField]? {
        switch content {
        case .form(let items): items.map { HARField($0.name, $0.value ?? "") }
        case .fields(let fields): fields
        // What follows the last delimiter counts as a part, without a name.
        case .multipart(let parts): parts.map(\.field).filter { !$0.name.isEmpty }
        default: nil
        }
    }

    /// Returns whether the items of two forms have the same order; true for other bodies.
    func isInOrder(of recorded: CassetteBody) -> Bool {
        guard case (.form(let items), .form(let others)) = (content, recorded.content) else { return true }
        return HARField.isInOrder(items, of: others)
    }

    private static func matches(_ value: JSONValue, _ recorded: JSONValue) -> Bool {
        if case (.string(let text), .string(let other)) = (value, recorded) { return CassetteText.matches(text, other) }
        if case .string(Redaction.placeholder) = recorded { return value.scalarText != nil }
        return false
    }
}
