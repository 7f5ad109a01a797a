internal import Talyn

// Bodies are compared by their meaning: JSON by its structure, forms by their fields, multipart by its parts.
extension RecordedBody {
    private enum Content {
        case none
        case json(JSONValue)
        case form([HARField])
        /// The fields of a form whose text is not known, as some tools record it.
        case fields([HARField])
        case multipart([Part])
        case text(String)
        case bytes

        /// Returns the content without the fields and parts of a form that are not compared. Without any other it is as
        /// no body.
        func rest(_ ignored: IgnoredFields) -> Content {
            guard ignored.hasForm else { return self }
            switch self {
            case .form(let items):
                let rest = items.filter { !ignored.ignores(inForm: $0.name) }
                return rest.isEmpty && !items.isEmpty ? .none : .form(rest)
            case .fields(let fields):
                let rest = fields.filter { field in
                    // Chrome writes names percent-encoded.
                    ![field.name, HARField(decoding: field).name].contains(where: ignored.ignores(inForm:))
                }
                return rest.isEmpty ? .none : .fields(rest)
            case .multipart(let parts):
                let rest = parts.filter { !ignored.ignores(inForm: $0.name) }
                // What follows the last delimiter counts as a part, without a name.
                let isEmpty = rest.count < parts.count && rest.allSatisfy(\.name.isEmpty)
                return isEmpty ? .none : .multipart(rest)
            case .none, .json, .text, .bytes: return self
            }
        }
    }

    /// A part of a multipart body.
    private struct Part {
        let headers: String
        let body: RecordedBody

        init(_ bytes: Data) {
            let split = bytes.range(of: Data("\r\n\r\n".utf8))
            headers = String(decoding: bytes[..<(split?.lowerBound ?? bytes.endIndex)], as: UTF8.self)
            let lines = headers.split(atBytes: "\r\n")
            let field = lines.first { $0.hasPrefix(bytes: "content-type:", ignoringCase: true) }
            let type = field?.cut(atBytes: ":").map { String($0.tail.trimmed) } ?? ""
            // A multipart within a multipart is compared as text.
            let isMultipart = type.hasPrefix(bytes: "multipart/", ignoringCase: true)
            body = RecordedBody(mimeType: isMultipart ? "" : type, data: split.map { Data(bytes[$0.upperBound...]) })
        }

        /// The field as HAR describes it: of a file only the name is known.
        var field: HARField {
            HARField(name, parameter("filename") ?? String(decoding: body.bytes, as: UTF8.self))
        }

        /// The name; empty for what follows the last delimiter, which counts as a part.
        var name: String { parameter("name") ?? "" }

        private func parameter(_ name: String) -> String? {
            Redactor.parameters(in: Array(headers.utf8)[...]).first { $0.name == name }
                .map { String(decoding: $0.value, as: UTF8.self) }
        }
    }

    private var bytes: Data { data ?? Data() }

    private var content: Content {
        if bytes.isEmpty {
            guard let fields, !fields.isEmpty else { return .none }
            return .fields(fields.map { HARField($0.name, $0.fileName ?? $0.value ?? "") })
        }
        let type = mimeType.prefix(beforeBytes: ";").trimmed.asciiLowercased
        if type.hasPrefix(bytes: "multipart/"), let boundary = Redactor.boundary(in: mimeType) {
            let parts = Redactor.parts(of: Array(bytes)[...], boundary)
            if !parts.isEmpty { return .multipart(parts.map { Part(Data($0)) }) }
        }
        // Decoding repairs bytes that are not UTF-8; the result differs then.
        let text = String(decoding: bytes, as: UTF8.self)
        guard Data(text.utf8) == bytes else { return .bytes }
        if type == "application/x-www-form-urlencoded" { return .form(HARField.items(of: text[...])) }
        let first = text.utf8.first { $0 > 0x20 }
        let isLikelyJSON = type.hasSuffix(bytes: "json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if isLikelyJSON, let value = try? JSONValue(parsing: bytes) { return .json(value) }
        return .text(text)
    }

    /// Describes the difference from a recorded body, without values; nil when they match.
    func difference(from recorded: RecordedBody, ignoring ignored: IgnoredFields = IgnoredFields()) -> String? {
        if isTruncated || recorded.isTruncated {
            let length = min(bytes.count, recorded.bytes.count)
            return bytes.prefix(length) == recorded.bytes.prefix(length) ? nil : "body"
        }
        // Without reading them, which costs.
        if data == recorded.data, mimeType == recorded.mimeType, !bytes.isEmpty { return nil }
        switch (content.rest(ignored), recorded.content.rest(ignored)) {
        case (.none, .none): return nil
        case (.json(let value), .json(let other)):
            let path = value.differences(from: other, limit: 1, ignoring: ignored.isIgnored, where: Self.matches)
                .first?.path
            return path.map { $0.isEmpty ? "body" : "body at \($0)" }
        case (.form(let items), .form(let others)): return HARField.difference(items, others, "form field")
        case (let content, .fields(let recorded)) where Self.fields(of: content) != nil:
            let fields = Self.fields(of: content) ?? []
            let difference = HARField.difference(fields, recorded, "form field")
            // Chrome writes names and values percent-encoded.
            let decoded = recorded.map { HARField(decoding: $0) }
            return HARField.difference(fields, decoded, "form field") == nil ? nil : difference
        case (.multipart(let parts), .multipart(let others)): return Self.difference(parts, others, ignored)
        case (.text(let text), .text(let other)): return CassetteText.matches(text, other) ? nil : "body"
        case (.bytes, .bytes): return bytes == recorded.bytes ? nil : "body"
        case (.none, _): return "body, of which there is none"
        case (_, .none): return "body, of which the recording has none"
        default: return "kind of body"
        }
    }

    /// Compares the parts in any order.
    private static func difference(_ parts: [Part], _ recorded: [Part], _ ignored: IgnoredFields) -> String? {
        let names = (parts.map { HARField($0.name, "") }, recorded.map { HARField($0.name, "") })
        if let difference = HARField.difference(names.0, names.1, "part") { return difference }
        var open = recorded
        let others = parts.indices.filter { index in
            let part = parts[index]
            let match = open.firstIndex {
                CassetteText.matches(part.headers, $0.headers)
                    && part.body.difference(from: $0.body, ignoring: ignored) == nil
            }
            if let match { open.remove(at: match) }
            return match == nil
        }
        guard let index = others.first else { return nil }
        let part = parts[index]
        let shown = part.name.isEmpty ? "part \(index + 1)" : "part \"\(part.name.cut(to: 40))\""
        guard let near = open.first(where: { CassetteText.matches(part.headers, $0.headers) }) else {
            return "headers of \(shown)"
        }
        let difference = part.body.difference(from: near.body, ignoring: ignored) ?? "body"
        return difference == "body" ? shown : "\(difference) of \(shown)"
    }

    /// The fields of a form, with a file's name in place of its content; nil for another body.
    private static func fields(of content: Content) -> [HARField]? {
        switch content {
        case .form(let items): items.map { HARField($0.name, $0.value ?? "") }
        case .fields(let fields): fields
        // What follows the last delimiter counts as a part, without a name.
        case .multipart(let parts): parts.map(\.field).filter { !$0.name.isEmpty }
        default: nil
        }
    }

    /// Returns whether the items of two forms have the same order; true for other bodies.
    func isInOrder(of recorded: RecordedBody, ignoring ignored: IgnoredFields) -> Bool {
        guard case (.form(let items), .form(let others)) = (content.rest(ignored), recorded.content.rest(ignored))
        else { return true }
        return HARField.isInOrder(items, of: others)
    }

    private static func matches(_ value: JSONValue, _ recorded: JSONValue) -> Bool {
        if case (.string(let text), .string(let other)) = (value, recorded) { return CassetteText.matches(text, other) }
        if case .string(Redaction.placeholder) = recorded { return value.scalarText != nil }
        return false
    }
}
