internal import Talyn

/// A text of a HAR document that may hold a secret.
struct HARText: Sendable {
    /// The rule that removes its secrets.
    enum Rule: Sendable {
        case text, url, method
        case value(named: String, SecretNames.Kind)
        case body(type: String?, isBase64: Bool)
        /// A member that HAR does not define, whole.
        case member
    }

    let rule: Rule
    /// The range in the document.
    let range: Range<Int>
    /// The part of an entry, such as `request header`.
    let label: String
    /// The name of the field; nil for other texts.
    let name: String?
    /// The decoded text; of a member, an object of it alone.
    let original: Data
    /// The text without the secrets that its rule finds.
    var redacted: Data
    /// The text without repetitions of secrets either.
    var content: Data

    init(_ rule: Rule, _ range: Range<Int>, _ label: String, _ name: String?, _ original: Data) {
        (self.rule, self.range, self.label, self.name) = (rule, range, label, name)
        (self.original, redacted, content) = (original, original, original)
    }

    /// The text as it is written in the document; nil if it did not change.
    private var replacement: [UInt8]? {
        let text = String(decoding: content, as: UTF8.self)
        // Another method could not be read again.
        if case .method = rule, !HTTPHeaders.isToken(text) { return Self.quoted(Redaction.placeholder) }
        guard content != original else { return nil }
        switch rule {
        case .member:
            // Text that is no longer JSON could not be written.
            guard case .object? = try? JSONValue(parsing: content) else {
                return Array("\"\(Redaction.placeholder)\": \"\(Redaction.placeholder)\"".utf8)
            }
            return Array(content.dropFirst().dropLast())
        case .body(_, isBase64: true): return Self.quoted(content.base64EncodedString())
        case .text, .url, .method, .value, .body: return Self.quoted(text)
        }
    }

    /// Returns a document with its texts as they are now; nil if none changed.
    static func replacing(_ texts: [HARText], in document: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var end = 0
        for text in texts {
            guard let replacement = text.replacement else { continue }
            output += document[end..<text.range.lowerBound]
            output += replacement
            end = text.range.upperBound
        }
        return end == 0 ? nil : output + document[end...]
    }

    private static func quoted(_ text: String) -> [UInt8] { Array(JSONValue.string(text).jsonText.utf8) }
}

/// The one walk over a document: it visits every text that may hold a secret.
struct HARTexts: Sendable {
    private(set) var all: [HARText] = []
    /// Whether a name is repeated in an object. Readers differ in the value that counts.
    private(set) var hasRepeatedNames = false
    /// The members of the entry; nil for a document around entries.
    private let entry: JSONValue?

    /// The texts of an entry, or those of one of its members.
    init(of entry: HAREntry, only member: String? = nil) {
        self.entry = entry.json
        if entry.fault == nil { visit(entry.text[...], at: "", "entry", only: member) }
    }

    /// The texts of a document around its entries.
    init(ofFrame frame: [UInt8]) {
        entry = nil
        visit(frame[...], at: "", "file")
    }

    private mutating func visit(
        _ object: ArraySlice<UInt8>, at path: String, _ label: String, only member: String? = nil
    ) {
        for part in parts(of: object) {
            let key = part.name ?? ""
            if let member, member != key { continue }
            let path = path.isEmpty ? key : "\(path).\(key)"
            // The only value of a list counts as that value.
            let list = part.value.first == UInt8(ascii: "[") ? JSONPart.parts(of: part.value) : []
            let value = list.count == 1 ? list[0].value : part.value
            let isNested = value.first == UInt8(ascii: "{") || value.first == UInt8(ascii: "[")
            // A name with a dot is no path.
            let isPath = !key.contains(bytes: ".") && path.hasPrefix(bytes: "log") == (entry == nil)
            let known = isPath ? HARMember.all[path] : nil
            switch (known?.kind, value.first) {
            case (.object?, UInt8(ascii: "{")): visit(part.value, at: path, known?.label ?? label)
            case (.fields(let kind)?, _) where part.value.first == UInt8(ascii: "["):
                for (index, field) in list.enumerated() { visit(field.value, index, kind, known?.label ?? label) }
            case (.number?, _) where !isNested, (.flag?, _) where !isNested: continue
            case (let kind?, UInt8(ascii: "\"")): add(value, rule(kind, path), known?.label ?? label)
            default: add(part.text, .member, label)
            }
        }
    }

    /// Visits a name with its value.
    private mutating func visit(_ field: ArraySlice<UInt8>, _ index: Int, _ kind: SecretNames.Kind, _ label: String) {
        let parts = parts(of: field)
        let name = parts.first { $0.name == "name" }.flatMap { Self.text(of: $0.value) } ?? ""
        for part in parts {
            switch part.name {
            case "value":
                // Some tools write the values of several fields of one name as a list.
                let isList = part.value.first == UInt8(ascii: "[")
                for value in isList ? JSONPart.parts(of: part.value).map(\.value) : [part.value] {
                    add(value, .value(named: name, kind), label, name)
                }
            case "name" where kind == .header || kind == .cookie: continue
            // A query item without a value may be a token.
            case "name": add(part.value, .text, label, String(index))
            default: add(part.text, .member, label)
            }
        }
    }

    private mutating func parts(of object: ArraySlice<UInt8>) -> [JSONPart] {
        let parts = JSONPart.parts(of: object)
        if Set(parts.map(\.name)).count < parts.count { hasRepeatedNames = true }
        return parts
    }

    private func rule(_ kind: HARMember.Kind, _ path: String) -> HARText.Rule {
        switch kind {
        case .url: return .url
        case .mediaType: return .value(named: "Content-Type", .header)
        case .body:
            let isRequest = path.hasPrefix(bytes: "request")
            let message = entry?[isRequest ? "request" : "response"] ?? .null
            let json = message[isRequest ? "postData" : "content"] ?? .null
            let header = message.fields("headers").first { HTTPHeaders.isSameName($0.name, "Content-Type") }?.value
            let type = header ?? json.text("mimeType")
            let key = isRequest ? RecordedBody.requestEncoding : RecordedBody.responseEncoding
            return .body(type: type.isEmpty ? nil : type, isBase64: json.text(key).asciiLowercased == "base64")
        default: return path == "request.method" ? .method : .text
        }
    }

    private mutating func add(
        _ text: ArraySlice<UInt8>, _ rule: HARText.Rule, _ label: String, _ name: String? = nil
    ) {
        var content: Data?
        switch rule {
        // With the escapes that a search for secrets knows.
        case .member: content = Data([UInt8(ascii: "{")] + JSONPart.minimallyEscaped(text) + [UInt8(ascii: "}")])
        case .body(_, isBase64: true):
            content = Self.text(of: text).flatMap { Data(base64Encoded: Data($0.utf8.filter { !$0.isSpace })) }
        default: content = Self.text(of: text).map { Data($0.utf8) }
        }
        guard let content, !content.isEmpty else { return }
        all.append(HARText(rule, text.startIndex..<text.endIndex, label, name, content))
    }

    /// Returns a string, or a number or boolean as text; nil for another value.
    private static func text(of value: ArraySlice<UInt8>) -> String? {
        (try? JSONValue(parsing: Data(value)))?.one?.scalarText
    }
}
