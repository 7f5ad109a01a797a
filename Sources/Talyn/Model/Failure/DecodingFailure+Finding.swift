extension DecodingFailure {
    /// Makes a failure of the information in a `DecodingError`, without its text, which may quote the body.
    init(_ error: DecodingError, in body: InspectedBody) {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let finding = body.finding(at: context.codingPath)
            self.init(
                reason: "", path: Self.text(of: context.codingPath), expected: Self.name(of: type), found: finding.kind)
            reason = summary ?? ""
            excerpt = body.excerpt(finding.nearest)
        case .keyNotFound(let key, let context):
            self.init(reason: "the key is missing", path: Self.text(of: context.codingPath + [key]), found: "nothing")
            excerpt = body.excerpt(body.finding(at: context.codingPath).nearest)
        case .dataCorrupted(let context):
            self.init(invalid: context.codingPath, in: body)
        @unknown default: self.init(reason: "the decoder failed for an unknown reason", in: body)
        }
    }

    /// Makes a failure of malformed JSON, or of a value of the right kind that its type rejects, such as a string that
    /// is not a URL.
    private init(invalid path: [any CodingKey], in body: InspectedBody) {
        // JSONDecoder parses strings lazily, so a malformed one has a path. With a path, a body that is no JSON from
        // its first byte was read by a decoder of another format.
        if let fault = body.fault, path.isEmpty || fault.offset > 0 {
            self.init(reason: "the body is not valid JSON: \(fault)", path: Self.text(of: path))
            excerpt = body.excerpt(around: fault.offset)
            return
        }
        // At the root JSONDecoder does not report which value it is.
        guard !path.isEmpty else {
            self.init(reason: "a value in the body is not valid for its type", in: body)
            return
        }
        let finding = body.finding(at: path)
        let kind = finding.kind.map { ", \($0)," } ?? ""
        self.init(reason: "the value\(kind) is not valid for its type", path: Self.text(of: path), found: finding.kind)
        excerpt = body.excerpt(finding.nearest)
    }

    /// Returns a coding path as `items[3].id`. A key that is data, such as a dictionary's, becomes `[…]`.
    private static func text(of path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            // Foundation's name for an array element.
            if let index = key.intValue, key.stringValue == "Index \(index)" {
                text += "[\(index)]"
            } else if isProperty(key) {
                text += (text.isEmpty ? "" : ".") + JSONValue.label(key.stringValue)
            } else if key is JSONValue.Step {
                // A key of a key path or of an unknown model: shown if it looks like a name.
                text += (text.isEmpty ? "" : ".") + name(key.stringValue)
            } else {
                text += "[…]"
            }
        }
        return text
    }

    /// Returns whether a key is declared in source, as enum cases are. Keys of dictionaries, and key types that accept
    /// any string, hold data of the document.
    private static func isProperty(_ key: any CodingKey) -> Bool {
        let mirror = Mirror(reflecting: key)
        return mirror.displayStyle == .enum && mirror.children.isEmpty
    }

    /// Returns a key of the document for a message: `…` if it looks like data, such as an address or a number.
    private static func name(_ key: String) -> String {
        let isName = !key.utf8.isEmpty && key.utf8.allSatisfy(\.isNameCharacter) && key.utf8.contains(where: \.isLetter)
        return isName && !Array(key.utf8)[...].looksLikeKey ? JSONValue.label(key) : "…"
    }

    private static func name(of type: any Any.Type) -> String {
        if type == [String: Any].self { return "object" }
        if type == [Any].self { return "array" }
        let name = String(describing: type)
        if name.hasPrefix(bytes: "KeyedDecodingContainer") { return "object" }
        return name.hasPrefix(bytes: "UnkeyedDecodingContainer") ? "array" : name
    }
}
