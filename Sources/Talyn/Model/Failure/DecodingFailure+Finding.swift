extension DecodingFailure {
    /// Makes a failure of the information in a `DecodingError`, without its text, which may quote the body.
    init(_ error: DecodingError, in body: InspectedBody) {
        self.init(reason: "the decoder failed for an unknown reason", in: body)
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            describe(expected: Self.name(of: type), body[context.codingPath], in: body)
            path = Self.text(of: context.codingPath)
        case .keyNotFound(let key, let context):
            describe(missing: key, body[context.codingPath].value, in: body)
            path = Self.text(of: context.codingPath + [key])
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            describeRoot(body)
            return
        case .dataCorrupted(let context):
            // A value of the right kind that its type rejects, such as a string that is not a URL.
            let finding = body[context.codingPath]
            (path, found) = (Self.text(of: context.codingPath), finding.kind)
            reason = "the value\(found.map { ", \($0)," } ?? "") is not valid for its type"
            excerpt = body.excerpt(finding.value)
        @unknown default: break
        }
        // JSONDecoder parses strings and numbers lazily, so malformed ones may surface as any error. Markup is left
        // alone, because a decoder of markup may have read it.
        if let fault = body.fault, !body.isEmpty, !body.beginsWithAngleBracket {
            reason += "; the body is not valid JSON: \(fault)"
            excerpt = body.excerpt(around: fault.offset)
        }
    }

    /// Describes a value of the wrong kind, a null, or an element past the end of an array.
    private mutating func describe(expected: String, _ finding: InspectedBody.Finding, in body: InspectedBody) {
        (self.expected, found) = (expected, finding.kind)
        reason = summary ?? ""
        if finding.value == nil, case .array(let items)? = finding.container {
            reason = "the array ends after \(items.count) elements"
        }
        excerpt = body.excerpt(finding.value ?? finding.container)
    }

    private mutating func describe(missing key: any CodingKey, _ object: JSONValue?, in body: InspectedBody) {
        let isShown = Self.isProperty(key) || key is JSONValue.Step
        found = "nothing"
        reason = "the key \"\(isShown ? JSONValue.label(key.stringValue) : "…")\" is missing"
        if case .object(let members)? = object {
            reason += members.isEmpty ? "; the object is empty" : "; the object has the \(Self.list(members))"
            let similar = InspectedBody.similarKey(to: key.stringValue, in: members)
            if let similar, similar != key.stringValue { reason += "; is \"\(Self.name(similar))\" meant?" }
        }
        excerpt = body.excerpt(object)
    }

    /// Describes a failure at the root: invalid JSON, or a value whose position the decoder does not report.
    private mutating func describeRoot(_ body: InspectedBody) {
        guard let fault = body.fault else {
            // JSONDecoder reports a number that does not fit its integer type as malformed JSON at the root.
            reason =
                "the body is valid JSON, but the decoder rejected a value in it, such as a date in another format, or a"
                + " number that has a fraction or is too large for its integer type"
            return
        }
        if body.isEmpty {
            reason = "the body is empty"
            return
        }
        reason =
            body.beginsWithAngleBracket
            ? "the body begins with \"<\" and looks like HTML or XML, not JSON" : "the body is not valid JSON: \(fault)"
        excerpt = body.excerpt(around: fault.offset)
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
        return isName && Wording.isPlain(Array(key.utf8)[...]) ? JSONValue.label(key) : "…"
    }

    /// Returns at most ten keys, sorted, as `keys a, b`.
    static func list(_ members: [String: JSONValue]) -> String {
        let names = Array(members.keys).sortedByBytes().prefix(10).map(name).joined(separator: ", ")
        return "keys " + names + (members.count > 10 ? " and \(members.count - 10) more" : "")
    }

    private static func name(of type: any Any.Type) -> String {
        if type == [String: Any].self { return "object" }
        if type == [Any].self { return "array" }
        let name = String(describing: type)
        if name.hasPrefix(bytes: "KeyedDecodingContainer") { return "object" }
        return name.hasPrefix(bytes: "UnkeyedDecodingContainer") ? "array" : name
    }
}
