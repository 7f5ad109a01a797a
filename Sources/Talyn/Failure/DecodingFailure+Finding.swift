import Foundation

extension DecodingFailure {
    /// Makes a failure of the information in a `DecodingError`, without its own text.
    init(_ error: DecodingError, in body: InspectedBody) {
        self.init(reason: "the decoder failed for an unknown reason", in: body)
        if case .dataCorrupted(let context) = error, context.codingPath.isEmpty {
            tell(corrupted: context, in: body)
            return
        }
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            tell(wanted: Self.name(of: type), context, in: body)
        case .keyNotFound(let key, let context): tell(missing: key, context, in: body)
        case .dataCorrupted(let context): tell(rejected: context, in: body)
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
    private mutating func tell(wanted: String, _ context: DecodingError.Context, in body: InspectedBody) {
        let place = body.place(of: context.codingPath)
        (path, expected, found) = (Self.text(of: context.codingPath), wanted, place.kind)
        reason = summary ?? ""
        if place.value == nil, case .array(let items)? = place.container {
            reason = "the array ends after \(items.count) elements"
        }
        excerpt = body.excerpt(place.value ?? place.container)
    }

    private mutating func tell(missing key: any CodingKey, _ context: DecodingError.Context, in body: InspectedBody) {
        let place = body.place(of: context.codingPath)
        let isShown = Self.isProperty(key) || key is JSONValue.Step
        path = Self.text(of: context.codingPath + [key])
        found = "nothing"
        reason = "the key \"\(isShown ? JSONValue.label(key.stringValue) : "…")\" is missing"
        if case .object(let members)? = place.value {
            reason += members.isEmpty ? "; the object is empty" : "; the object has the \(Self.list(members))"
            let similar = InspectedBody.similarKey(to: key.stringValue, in: members)
            if let similar, similar != key.stringValue { reason += "; is \"\(Self.name(similar))\" meant?" }
        }
        excerpt = body.excerpt(place.value)
    }

    /// Describes a value of the right kind that its type rejects, such as a string that is not a URL.
    private mutating func tell(rejected context: DecodingError.Context, in body: InspectedBody) {
        let place = body.place(of: context.codingPath)
        (path, found) = (Self.text(of: context.codingPath), place.kind)
        expected = Self.wantedType(context.debugDescription)
        let value = found.map { ", \($0)," } ?? ""
        reason = expected.map { "the value is not a valid \($0)" } ?? "the value\(value) is not valid for its type"
        excerpt = body.excerpt(place.value)
    }

    /// Describes a failure at the root: invalid JSON, or a value whose position the decoder does not report.
    private mutating func tell(corrupted context: DecodingError.Context, in body: InspectedBody) {
        if body.isEmpty {
            reason = "the body is empty"
        } else if let fault = body.fault, body.beginsWithAngleBracket {
            reason = "the body begins with \"<\" and looks like HTML or XML, not JSON"
            excerpt = body.excerpt(around: fault.offset)
        } else if let fault = body.fault {
            reason = "the body is not valid JSON: \(fault)"
            excerpt = body.excerpt(around: fault.offset)
        } else if let place = Self.position(in: context) {
            reason = "the body is not valid JSON around \(place)"
        } else if let wanted = Self.wantedType(context.debugDescription) {
            expected = wanted
            reason = "the body is valid JSON, but a value in it is not a valid \(wanted)"
        } else {
            // JSONDecoder reports a number that does not fit its integer type as malformed JSON at the root.
            reason =
                "the body is valid JSON, but the decoder rejected a value in it, such as a number that has a"
                + " fraction or is too large for its integer type"
        }
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

    /// Returns the type that a text of Foundation or the standard library names; nil for other texts.
    private static func wantedType(_ text: String) -> String? {
        switch text {
        case "Invalid URL string.": return "URL"
        case "Attempted to decode UUID from invalid UUID string.": return "UUID"
        case "Encountered Data is not valid Base64.": return "Base64 text"
        case "Expected date string to be ISO8601-formatted.": return "ISO 8601 date"
        case "Date string does not match format expected by formatter.": return "date of the decoder's format"
        default: break
        }
        var name = Substring()
        if text.hasPrefix(bytes: "Cannot initialize "), let end = text.range(ofBytes: " from invalid ") {
            // From RawRepresentable, such as an enum. The value follows.
            name = text[..<end.lowerBound].dropFirst("Cannot initialize ".count)
        } else if text.hasPrefix(bytes: "Parsed JSON number <") {
            // From JSONDecoder before Foundation 6. The value, a number, precedes.
            name = text.cut(atBytes: "> does not fit in ")?.tail.prefix(beforeBytes: ".") ?? name
        }
        let isName = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_.<>".utf8.contains($0) }
        return isName && !name.isEmpty && name.utf8.count <= 60 ? String(name) : nil
    }

    /// Returns the position that the decoder's parser reports; only digits are used from its text.
    private static func position(in context: DecodingError.Context) -> String? {
        let text = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
        guard let (before, after) = text?.cut(atBytes: ", column "), let (words, number) = before.cut(atLast: " "),
            words.hasSuffix(bytes: "line"), let line = UInt32(number),
            let column = UInt32(Substring(after.utf8.prefix(while: \.isDigit)))
        else { return nil }
        return "line \(line), column \(column)"
    }
}
