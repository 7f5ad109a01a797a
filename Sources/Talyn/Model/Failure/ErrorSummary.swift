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
            guard let (name, value) = find(member, in: object), let message = message(in: value, level: 0),
                let shown = line(message, redacting: redaction)
            else { continue }
            return "\(name): \(shown)".cut(to: limit + 1)
        }
        return nil
    }

    /// Returns a message in one line, without secrets and words that may be a value; nil for one that is no text.
    static func line(_ message: String, redacting redaction: Redaction) -> String? {
        redaction.body(Data(message.utf8), contentType: "text/plain").map { redacted in
            let namesSecret = redaction.names.areSecretWords([UInt8](redacted)[...])
            return line(String(decoding: redacted, as: UTF8.self), namesSecret: namesSecret)
        }
    }

    /// Returns a line up to the first `name=value` or `name: value`: the name may be one that only the app knows as a
    /// secret's.
    static func withoutNamedValues(_ line: String) -> String {
        let scalars = line.unicodeScalars
        guard let mark = scalars.firstIndex(where: { "=:＝：".unicodeScalars.contains($0) }) else { return line }
        let rest = scalars.index(after: mark)
        return rest == line.endIndex ? line : String(scalars[..<rest]) + Redaction.placeholder
    }

    /// Returns a message in one line, without its words that may be a value. In a message that names a secret, words in
    /// quotes may be one too.
    private static func line(_ message: String, namesSecret: Bool) -> String {
        var (line, word, isQuoted, count) = ("", Word(), false, 0)
        // White space of any kind is a space, and ends a word.
        for scalar in (message + " ").unicodeScalars where count < limit {
            guard scalar.properties.isWhitespace else {
                word.append(scalar)
                continue
            }
            if word.isEmpty { continue }
            isQuoted = isQuoted || !word.front.isEmpty
            let isHidden = word.isValue || namesSecret && isQuoted
            let (front, back) = word.isValue ? ("", "") : (word.front, word.back)
            line += (count == 0 ? "" : " ") + front + (isHidden ? Redaction.placeholder : word.body) + back
            isQuoted = isQuoted && !word.isClosing
            count += 1
            word = Word()
        }
        return line
    }

    /// A word, with the quotes before it and the quotes and marks behind it.
    private struct Word {
        var (front, body, back) = ("", "", "")
        /// Whether a quotation ends behind it.
        var isClosing = false
        private var (letters, digits, hasAt) = (0, 0, false)

        var isEmpty: Bool { front.isEmpty && body.isEmpty && back.isEmpty }
        /// Whether it may be a value that was sent: it has an `@`, four digits, or a digit among eight letters and
        /// digits.
        var isValue: Bool { hasAt || digits >= 4 || digits > 0 && letters > 0 && digits + letters >= 8 }

        mutating func append(_ scalar: Unicode.Scalar) {
            switch scalar {
            case "\"", "'", "`", "“", "”", "‘", "’", "„", "«", "»", "‚", "‹", "›":
                if body.isEmpty, back.isEmpty {
                    front.unicodeScalars.append(scalar)
                } else {
                    back.unicodeScalars.append(scalar)
                    isClosing = true
                }
            case ".", ",", ";", ":", "!", "?", ")": back.unicodeScalars.append(scalar)
            default:
                body += back
                body.unicodeScalars.append(scalar)
                (back, isClosing) = ("", false)
                guard scalar.isASCII else { return }
                let byte = UInt8(scalar.value)
                if byte.isDigit { digits += 1 }
                if byte.isLetter { letters += 1 }
                if byte == 0x40 { hasAt = true }
            }
        }
    }

    /// Returns a member, ignoring case, and its value.
    private static func find(_ member: String, in object: [String: JSONValue]) -> (name: String, value: JSONValue)? {
        for (name, value) in object where HTTPHeaders.isSameName(name, member) { return (name, value) }
        return nil
    }

    /// Returns the message of a value, as in `{"error": {"message": …}}` and `{"errors": ["…", {"message": …}]}`.
    private static func message(in value: JSONValue, level: Int) -> String? {
        switch value {
        case .string(let text): return text.isEmpty ? nil : text
        case .array(let items) where level < 3:
            let texts = items.compactMap { message(in: $0, level: level + 1) }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        case .object(let object) where level < 3:
            for member in members {
                if let found = find(member, in: object), let text = message(in: found.value, level: level + 1) {
                    return text
                }
            }
            return nil
        default: return nil
        }
    }
}
