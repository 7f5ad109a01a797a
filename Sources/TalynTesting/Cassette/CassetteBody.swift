internal import Talyn

/// A body in the form that is compared.
struct CassetteBody: Sendable {
    private enum Content: Sendable {
        case none
        case json(JSONValue)
        case form([CassetteItem])
        case multipart([CassettePart])
        case text(String)
        case bytes
    }

    private let data: Data
    private let content: Content
    /// Whether it is the beginning of a longer body.
    private let isTruncated: Bool

    /// A body; nil for none.
    init(_ data: Data?, contentType: String?, isTruncated: Bool = false) {
        self.data = data ?? Data()
        self.isTruncated = isTruncated
        content = Self.content(of: self.data, contentType: contentType)
    }

    /// A form of which only the fields are known.
    init(form items: [CassetteItem]) {
        data = Data()
        isTruncated = false
        content = .form(items)
    }

    private static func content(of data: Data, contentType: String?) -> Content {
        if data.isEmpty { return .none }
        let type = contentType?.prefix(beforeBytes: ";").trimmed.asciiLowercased ?? ""
        if type.hasPrefix(bytes: "multipart/"), let parts = CassettePart.parts(of: data, contentType: contentType ?? "")
        {
            return .multipart(parts)
        }
        // Decoding repairs bytes that are not UTF-8; the result differs then.
        let text = String(decoding: data, as: UTF8.self)
        guard Data(text.utf8) == data else { return .bytes }
        if type == "application/x-www-form-urlencoded" {
            return .form(CassetteURL.items(text[...]).map { CassetteItem(name: $0.name, value: $0.value) })
        }
        let first = text.utf8.first { $0 > 0x20 }
        let isLikelyJSON = type.hasSuffix(bytes: "json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if isLikelyJSON, let value = try? JSONValue(parsing: data) { return .json(value) }
        return .text(text)
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
        case (.form(let items), .form(let others)): return CassetteItem.difference(items, others, "form field")
        case (.multipart(let parts), .multipart(let others)): return CassettePart.difference(parts, others)
        case (.text(let text), .text(let other)): return CassetteText.matches(text, other) ? nil : "body"
        case (.bytes, .bytes): return data == recorded.data ? nil : "body"
        case (.none, _): return "body, of which there is none"
        case (_, .none): return "body, of which the recording has none"
        default: return "kind of body"
        }
    }

    /// The path of the first place where two values differ; empty for the root, nil when they do not.
    private static func difference(_ value: JSONValue, _ recorded: JSONValue) -> String? {
        // A stack instead of recursion: a document may be nested deeply.
        var pending = [(path: "", value: value, recorded: recorded)]
        while let next = pending.popLast() {
            switch (next.value, next.recorded) {
            case (.string(let text), .string(let other)):
                if !CassetteText.matches(text, other) { return next.path }
            case (_, .string(Redaction.placeholder)) where next.value.scalarText != nil: continue
            case (.array(let items), .array(let others)):
                guard items.count == others.count else { return next.path }
                for (index, pair) in zip(items, others).enumerated() {
                    pending.append((step(next.path, String(index)), pair.0, pair.1))
                }
            case (.object(let members), .object(let others)):
                for key in Set(members.keys).union(others.keys).sorted().reversed() {
                    let path = step(next.path, key)
                    guard let value = members[key], let other = others[key] else { return path }
                    pending.append((path, value, other))
                }
            default: if next.value != next.recorded { return next.path }
            }
        }
        return nil
    }

    private static func step(_ path: String, _ key: String) -> String {
        // Keys of dictionaries may be data: a long one is cut.
        let name = key.cut(to: 40)
        return path.isEmpty ? name : "\(path).\(name)"
    }
}
