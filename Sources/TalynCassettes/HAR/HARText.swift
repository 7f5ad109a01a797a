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
    /// The steps to it from the root of the document.
    let steps: [JSONValue.Step]
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

    init(_ rule: Rule, _ steps: [JSONValue.Step], _ label: String, _ name: String?, _ original: Data) {
        (self.rule, self.steps, self.label, self.name) = (rule, steps, label, name)
        (self.original, redacted, content) = (original, original, original)
    }

    /// Replaces the text in a document, if it changed.
    private func replace(in document: inout JSONValue) {
        let text = String(decoding: content, as: UTF8.self)
        var value = JSONValue.string(text)
        switch rule {
        // Another method could not be read again.
        case .method where !HTTPHeaders.isToken(text): value = .string(Redaction.placeholder)
        case _ where content == original: return
        case .member: return document.change(at: steps.dropLast()) { replaceMember(of: &$0) }
        case .body(_, isBase64: true): value = .string(content.base64EncodedString())
        case .text, .url, .method, .value, .body: break
        }
        document.change(at: steps[...]) { $0 = value }
    }

    /// Replaces the member, whose name may be another one now.
    private func replaceMember(of object: inout JSONValue) {
        guard case .object(var members) = object, case .key(let key)? = steps.last else { return }
        members[key] = nil
        // Text that is no longer JSON could not be written.
        var new: [String: JSONValue] = [Redaction.placeholder: .string(Redaction.placeholder)]
        if case .object(let redacted)? = try? JSONValue(parsing: content) { new = redacted }
        object = .object(members.merging(new) { old, _ in old })
    }

    /// Returns a document with its texts as they are now.
    static func replacing(_ texts: [HARText], in document: JSONValue) -> JSONValue {
        var document = document
        for text in texts { text.replace(in: &document) }
        return document
    }
}

/// The one walk over a document: it visits every text that may hold a secret.
struct HARTexts: Sendable {
    private(set) var all: [HARText] = []
    /// The members of the entry; nil for a document around entries.
    private let entry: JSONValue?

    /// The texts of an entry, or those of one of its members.
    init(of entry: HAREntry, only member: String? = nil) {
        self.entry = entry.json
        if entry.fault == nil { visit(entry.json, [], at: "", "entry", only: member) }
    }

    /// The texts of a document around its entries.
    init(ofFrame frame: JSONValue) {
        entry = nil
        visit(frame, [], at: "", "file")
    }

    private mutating func visit(
        _ object: JSONValue, _ steps: [JSONValue.Step], at path: String, _ label: String, only member: String? = nil
    ) {
        for (key, value) in Self.members(of: object) {
            if let member, member != key { continue }
            let path = path.isEmpty ? key : "\(path).\(key)"
            let steps = steps + [.key(key)]
            // A name with a dot is no path.
            let isPath = !key.contains(bytes: ".") && path.hasPrefix(bytes: "log") == (entry == nil)
            let known = isPath ? HARMember.all[path] : nil
            switch (known?.kind, value) {
            case (.object?, .object): visit(value, steps, at: path, known?.label ?? label)
            case (.fields(let kind)?, .array(let fields)):
                for (index, field) in fields.enumerated() {
                    visit(field, steps + [.index(index)], index, kind, known?.label ?? label)
                }
            case (.number?, _) where !value.isNested, (.flag?, _) where !value.isNested: continue
            case (let kind?, _) where value.one?.stringValue != nil:
                add(value, steps, rule(kind, path), known?.label ?? label)
            default: addMember(key, value, steps, label)
            }
        }
    }

    /// Visits a name with its value.
    private mutating func visit(
        _ field: JSONValue, _ steps: [JSONValue.Step], _ index: Int, _ kind: SecretNames.Kind, _ label: String
    ) {
        let name = field.scalar("name")?.scalarText ?? ""
        for (key, value) in Self.members(of: field) {
            let steps = steps + [.key(key)]
            switch (key, value) {
            // Some tools write the values of several fields of one name as a list.
            case ("value", .array(let values)):
                for (index, value) in values.enumerated() {
                    add(value, steps + [.index(index)], .value(named: name, kind), label, name)
                }
            case ("value", _): add(value, steps, .value(named: name, kind), label, name)
            case ("name", _) where kind == .header || kind == .cookie: continue
            // A query item without a value may be a token.
            case ("name", _): add(value, steps, .text, label, String(index))
            default: addMember(key, value, steps, label)
            }
        }
    }

    private static func members(of object: JSONValue) -> [(String, JSONValue)] {
        guard case .object(let members) = object else { return [] }
        return HAREntry.sorted(Array(members.keys)).map { ($0, members[$0] ?? .null) }
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

    /// Adds a string, or a number or boolean as text.
    private mutating func add(
        _ value: JSONValue, _ steps: [JSONValue.Step], _ rule: HARText.Rule, _ label: String, _ name: String? = nil
    ) {
        guard let text = value.one?.scalarText else { return }
        var content: Data? = Data(text.utf8)
        if case .body(_, isBase64: true) = rule {
            content = Data(base64Encoded: Data(text.utf8.filter { !$0.isSpace }))
        }
        guard let content, !content.isEmpty else { return }
        all.append(HARText(rule, steps, label, name, content))
    }

    private mutating func addMember(_ key: String, _ value: JSONValue, _ steps: [JSONValue.Step], _ label: String) {
        all.append(HARText(.member, steps, label, nil, Data(JSONValue.object([key: value]).jsonText.utf8)))
    }
}
