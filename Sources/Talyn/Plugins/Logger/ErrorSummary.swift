/// The message in the JSON body of a refusal, in about 200 characters at most.
enum ErrorSummary {
    private static let limit = 200
    /// The members with messages, including those of RFC 9457 (§3.1).
    private static let members = [
        "message", "error_description", "detail", "error", "errors", "title", "reason", "description", "msg",
    ]

    /// Returns the member in which servers write messages, and the message: `error: no such tag`; nil without one.
    ///
    /// Servers quote what they refuse, so the message is redacted as plain text is, and words that may be a value are
    /// hidden, too.
    static func text(of body: ArraySlice<UInt8>, redacting redaction: Redaction) -> String? {
        guard case .object(let object)? = try? JSONValue(parsing: Data(body)) else { return nil }
        for member in members {
            guard let name = object.keys.first(where: { HTTPHeaders.isSameName($0, member) }),
                let message = message(in: object[name], level: 0),
                let redacted = redaction.body(Data(message.utf8), contentType: "text/plain")
            else { continue }
            // One line: white space of any kind is a space.
            let words = String(decoding: redacted, as: UTF8.self).unicodeScalars.split { $0.properties.isWhitespace }
            // In a message that names a secret, words in quotes may be its value.
            let namesSecret = redaction.names.areSecretWords([UInt8](redacted)[...])
            var isQuoted = false
            let shown = words.prefix(limit).map { word in
                let front = word.prefix(while: isQuote)
                let rest = word.dropFirst(front.count)
                let end = rest.lastIndex { !isQuote($0) && !".,;:!?)".unicodeScalars.contains($0) }
                let back = word[(end.map(word.index(after:)) ?? front.endIndex)...]
                isQuoted = isQuoted || !front.isEmpty
                defer { isQuoted = isQuoted && !back.contains(where: isQuote) }
                if isValue(word) { return Redaction.placeholder }
                return namesSecret && isQuoted ? String(front) + Redaction.placeholder + String(back) : String(word)
            }
            return "\(name): \(shown.joined(separator: " "))".cut(to: limit + 1)
        }
        return nil
    }

    /// Whether it opens or closes a quotation.
    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool { "\"'`“”‘’„«»‚‹›".unicodeScalars.contains(scalar) }

    /// Returns whether a word may be a value that was sent: it has an `@`, four digits, or a digit among eight letters
    /// and digits.
    private static func isValue(_ word: Substring.UnicodeScalarView) -> Bool {
        let bytes = Substring(word).utf8
        let (digits, letters) = (bytes.count(where: \.isDigit), bytes.count(where: \.isLetter))
        return bytes.contains(0x40) || digits >= 4 || digits > 0 && letters > 0 && digits + letters >= 8
    }

    /// Returns the message of a value, as in `{"error": {"message": …}}` and `{"errors": ["…", {"message": …}]}`.
    private static func message(in value: JSONValue?, level: Int) -> String? {
        switch value {
        case .string(let text): return text.isEmpty ? nil : text
        case .array(let items) where level < 3:
            let texts = items.compactMap { message(in: $0, level: level + 1) }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        case .object(let object) where level < 3:
            return members.lazy.compactMap { message(in: object[$0], level: level + 1) }.first
        default: return nil
        }
    }
}
