/// The message in the body of a refusal, in about 200 characters at most.
///
/// Of a JSON object it is the member in which servers write messages, or else the first one by name that is a text or a
/// list of texts; of other bodies the beginning.
///
/// Servers quote what they refuse. Hidden are e-mail addresses, words that look like a key, and groups of 12 digits and
/// more; where the text names a secret (`password "hunter 2" is too short`) also words in quotes, behind that name and
/// a colon, and with digits. A secret that is a common word without quotes is not recognized.
enum ErrorSummary {
    private static let limit = 200
    /// The members with messages, including those of RFC 9457 (§3.1).
    private static let messages = [
        "message", "error_description", "detail", "error", "errors", "title", "reason", "description", "msg",
    ]

    /// Returns the message; nil if there is none. `names` know the names of secrets.
    static func text(of bytes: [UInt8], names: SecretNames = SecretNames()) -> String? {
        let body = String(decoding: bytes, as: UTF8.self)
        let text =
            switch try? JSONValue(parsing: Data(bytes)) {
            case .object(let members)?: member(of: members) ?? (members.isEmpty ? "{}" : body)
            case .array(let items)? where items.isEmpty: "[]"
            default: body
            }
        let words = text.unicodeScalars.split { $0.properties.isWhitespace }.prefix(limit).map { String($0) }
        if words.isEmpty { return nil }
        let isOfSecret = names.areNamed(in: words.joined(separator: " "))
        var line = words.map { isValue($0, isOfSecret: isOfSecret) ? hidden($0) : $0 }
        for index in isOfSecret ? quoted(in: words, names) : [] { line[index] = hidden(words[index]) }
        for index in grouped(in: words) { line[index] = hidden(words[index]) }
        return line.joined(separator: " ").cut(to: limit + 1)
    }

    /// Returns the words in quotes, from the opening one to the closing one, and those behind a secret's name and a
    /// colon.
    private static func quoted(in words: [String], _ names: SecretNames) -> [Int] {
        let quotes = "\"'`“”‘’„«»‚‹›".unicodeScalars
        var isQuoted = false
        return words.indices.filter { index in
            let word = words[index].unicodeScalars
            if index > 0, let (name, _) = words[index - 1].cut(atLast: ":"), names.areNamed(in: String(name)) {
                return true
            }
            let begins = word.first(where: { !"([{<".unicodeScalars.contains($0) }).map(quotes.contains) ?? false
            let end = word.last(where: { !".,;:!?)]}>".unicodeScalars.contains($0) }).map(quotes.contains) ?? false
            defer { isQuoted = (isQuoted || begins) && !(end && (isQuoted || word.count > 1)) }
            return isQuoted || begins
        }
    }

    /// Returns the words of digits that are 12 and more together, as those of a card or an account.
    private static func grouped(in words: [String]) -> [Int] {
        let isGroup = words.map { word in
            let core = core(of: Array(word.utf8))
            return !core.isEmpty && core.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
        }
        return words.indices.split { !isGroup[$0] }.filter { run in
            run.reduce(0) { $0 + words[$1].utf8.count(where: \.isDigit) } >= 12
        }.flatMap { $0 }
    }

    /// Returns whether a word may be a value that was sent.
    private static func isValue(_ word: String, isOfSecret: Bool) -> Bool {
        let core = core(of: Array(word.utf8))
        if core.contains(UInt8(ascii: "@")) { return true }
        let isMixed = core.contains(where: \.isDigit) && core.contains(where: \.isLetter)
        let isNumber = core.count >= 4 && core.allSatisfy(\.isDigit)
        return isMixed && core.looksLikeKey
            || isOfSecret && !String(decoding: core, as: UTF8.self).contains(bytes: "://") && (isMixed || isNumber)
    }

    /// Returns the placeholder with the marks around a word.
    private static func hidden(_ word: String) -> String {
        let bytes = Array(word.utf8)
        let core = core(of: bytes)
        if core.isEmpty { return Redaction.placeholder }
        return String(
            decoding: bytes[..<core.startIndex] + Redactor.placeholder + bytes[core.endIndex...], as: UTF8.self)
    }

    /// Returns a word without the marks around it.
    private static func core(of word: [UInt8]) -> ArraySlice<UInt8> {
        word[...].trimming { !$0.isLetter && !$0.isDigit }
    }

    private static func member(of members: [String: JSONValue]) -> String? {
        let known = messages.compactMap { name in members.keys.first { HTTPHeaders.isSameName($0, name) } }
        for name in known + Array(members.keys).sortedByBytes() {
            if let words = members[name].flatMap(words) { return "\(name): \(words)" }
        }
        return nil
    }

    private static func words(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text) where !text.isEmpty: return text
        case .array(let items):
            let texts = items.compactMap(\.stringValue)
            return texts.isEmpty || texts.count < items.count ? nil : "[\(texts.joined(separator: ", "))]"
        // One level down, as in {"error": {"message": …}}.
        case .object(let members): return messages.lazy.compactMap { members[$0]?.stringValue }.first
        default: return nil
        }
    }
}

extension SecretNames {
    /// Returns whether a text contains the name of a secret, in one word or several.
    fileprivate func areNamed(in text: String) -> Bool {
        let bytes = Array(text.utf8)[...]
        // Words that name a secret in a message, though they may not in a name.
        return areSecretWords(bytes) || NameWords(bytes).contains { $0.isOne(of: ["key", "pin"]) }
    }
}
