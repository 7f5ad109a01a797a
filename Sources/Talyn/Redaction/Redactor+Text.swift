extension Redactor {
    /// Scans a text within something else: a field, a header, an item of a query.
    mutating func scanValue(_ bytes: ArraySlice<UInt8>, level: Int) {
        guard !bytes.isEmpty else { return }
        let start = bytes.first { !$0.isSpace }
        if start == UInt8(ascii: "{") || start == UInt8(ascii: "["), level < Self.deepest {
            if !scanJSON(bytes, level: level) { scanText(bytes, level: level) }
            return
        }
        // What is too deep to be read is not prose if it has quotes.
        scanText(bytes, level: level, isProse: level < Self.deepest || bytes.position(of: 0x22) == nil)
    }

    /// Scans text for secrets by their looks, for URLs, and for `name=value` and `name: value`. In prose, where a colon
    /// is mostly a mark of punctuation, the latter counts only if the value is quoted or looks like a token.
    mutating func scanText(_ bytes: ArraySlice<UInt8>, level: Int, isProse: Bool = false) {
        scanLoosely { redactor in
            redactor.scanPatterns(bytes)
            if level < Self.deepest { redactor.scanURLs(bytes, level: level) }
            redactor.scanAssignments(bytes, isProse: isProse)
        }
    }

    private mutating func scanURLs(_ bytes: ArraySlice<UInt8>, level: Int) {
        var index = bytes.startIndex
        while let colon = bytes[index...].position(of: 0x3A) {
            index = colon + 1
            guard bytes[index...].starts(with: [0x2F, 0x2F]) else { continue }
            let scheme = bytes[..<colon].suffix(32).reversed().prefix { $0.isLetter || $0.isDigit || $0 == 0x2B }.count
            guard scheme > 0 else { continue }
            let url = bytes[(colon - scheme)...].prefix { !Self.endsURL($0) }
            index = url.endIndex
            // The mark behind a URL within a sentence is no part of it.
            let marks = index < bytes.endIndex ? url.reversed().prefix { ".,;:!)]".utf8.contains($0) }.count : 0
            scanURL(url.dropLast(marks), level: level + 1)
        }
        let isRelative = bytes.first == 0x2F || bytes.first == 0x3F || bytes.first == 0x2E
        if isRelative, !bytes.contains(where: Self.endsURL) { scanURL(bytes, level: level + 1) }
    }

    private static func endsURL(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [0x22, 0x27, 0x3C, 0x3E, 0x5C, 0x60, 0x7D].contains(byte)
    }

    private mutating func scanAssignments(_ bytes: ArraySlice<UInt8>, isProse: Bool) {
        let colon = bytes.position(of: 0x3A) ?? bytes.endIndex
        var index = bytes[..<colon].position(of: 0x3D) ?? colon
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte == 0x3D || byte == 0x3A, let assignment = Assignment(bytes, at: index - 1) else { continue }
            var secrecy = secrecy(of: assignment.name)
            if secrecy == .none, let phrase = assignment.phrase,
                names.judgement(of: phrase, in: .field).endsWithTwoWordsOfSecret
            {
                secrecy = .likely
            }
            guard secrecy > .none else { continue }
            guard let value = isProse ? assignment.valueInProse : assignment.value else { continue }
            hide(assigned: value, secrecy)
            index = max(index, value.endIndex)
        }
    }

    private mutating func hide(assigned value: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy) {
        // What an earlier look, or the rules of JSON, put or left there.
        let words = [Redaction.placeholder, "true", "false", "null", "undefined"]
        if value.allSatisfy({ $0 == 0x30 || $0 == 0x2D }) || words.contains(where: { value.elementsEqual($0.utf8) }) {
            return
        }
        let scheme = value.prefix { $0 != 0x20 }
        let hasScheme = scheme.endIndex < value.endIndex && Self.isScheme(scheme)
        hide(hasScheme ? value[(scheme.endIndex + 1)...] : value, secrecy)
    }
}

/// `name=value` or `name: value` in text of any kind, found by its `=` or `:`.
struct Assignment {
    /// The name, without quotes.
    let name: ArraySlice<UInt8>
    private let isQuoted: Bool
    private let isColon: Bool
    private let text: ArraySlice<UInt8>
    /// All bytes behind the separator.
    private let rest: ArraySlice<UInt8>

    /// Nil when it is something else: `==`, `://`, no name.
    init?(_ bytes: ArraySlice<UInt8>, at separator: Int) {
        text = bytes
        rest = bytes[(separator + 1)...]
        isColon = bytes[separator] == 0x3A
        if rest.first == (isColon ? 0x2F : 0x3D) { return nil }
        // A name is short, and looking back no further keeps this linear.
        let before = bytes[..<separator].suffix(144).reversed().drop { $0 == 0x20 || $0 == 0x09 }
        let unquoted = before.drop { Self.isQuote($0) || $0 == 0x5C }
        let length = unquoted.prefix(128).prefix(while: \.isNameCharacter).count
        guard length > 0 else { return nil }
        let end = unquoted.startIndex.base
        name = bytes[(end - length)..<end]
        isQuoted = unquoted.startIndex != before.startIndex
    }

    /// The name with the word before it: `sms code` is cut like `sms_code`. Nil without one, of a name in quotes, and
    /// of the first attribute of an element.
    var phrase: ArraySlice<UInt8>? {
        let before = text[..<name.startIndex]
        guard !isQuoted, before.last == 0x20 else { return nil }
        let length = before.dropLast().suffix(32).reversed().prefix(while: \.isNameCharacter).count
        guard length > 0 else { return nil }
        let start = name.startIndex - 1 - length
        if start > text.startIndex, text[start - 1] == 0x3C || text[start - 1] == 0x2F { return nil }
        return text[start..<name.endIndex]
    }

    /// The value, without quotes; may be empty. Computed, since that may take reading to the end.
    var value: ArraySlice<UInt8>? {
        let rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3E || isQuoted && $0.isSpace }
        if let quoted = Self.quoted(rest) { return quoted }
        // What is no JSON has no end that is known.
        if isQuoted, rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[") { return rest }
        if isColon, !isQuoted {
            // To the end of the line, but for the comma or bracket behind the last word.
            let line = rest.prefix { !$0.isLineEnd && $0 != 0 }.trimming(while: \.isSpace)
            return line.dropLast(line.reversed().prefix { [0x2C, 0x3B, 0x7D, 0x5D, 0x29].contains($0) }.count)
        }
        let word = rest.prefix { !Self.endsWord($0) }
        guard rest[word.endIndex...].first == 0x20, Redactor.isScheme(word) else { return word }
        return rest[..<rest[(word.endIndex + 1)...].prefix { !Self.endsWord($0) }.endIndex]
    }

    /// The value within prose, where most colons are punctuation, as in `Enter your password: then go on`: nil unless
    /// it is quoted or looks like a token.
    var valueInProse: ArraySlice<UInt8>? {
        guard isColon else { return value }
        let rest = rest.drop { $0 == 0x20 || $0 == 0x09 || isQuoted && $0.isSpace }
        if let quoted = Self.quoted(rest) {
            // The quote of `the field "password:" is empty` closes.
            let next = quoted.first ?? 0
            let closes = rest.startIndex == self.rest.startIndex && (next <= 0x20 || ",.;:!?)]}".utf8.contains(next))
            return closes ? nil : quoted
        }
        let scheme = rest.prefix(32).prefix { $0 != 0x20 }
        let hasScheme = rest[scheme.endIndex...].first == 0x20 && Redactor.isScheme(scheme)
        let text = hasScheme ? rest[(scheme.endIndex + 1)...] : rest
        // Each colon looks ahead, and no further than this keeps it linear.
        let start = text.prefix(128).prefix { !Self.endsWord($0) }
        let isVariable = start.first == 0x24 && start.dropFirst().first.map { $0.isLetter || $0 == 0x7B } == true
        guard start.count >= 8, start.contains(where: \.isDigit), !Wording.isURL(start), !isVariable else { return nil }
        let word = text.prefix { !Self.endsWord($0) }
        // A full stop may end the sentence.
        return word.dropLast(word.reversed().prefix { $0 == 0x2E }.count)
    }

    /// Returns the text in quotes up to the closing one, which has as many backslashes before it as the opening one, or
    /// up to the end; nil without an opening quote.
    private static func quoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let opened = text.drop { $0 == 0x5C }
        guard let quote = opened.first, isQuote(quote) else { return nil }
        let (rest, escapes) = (opened.dropFirst(), opened.startIndex - text.startIndex)
        var backslashes = 0
        for index in rest.indices {
            let byte = rest[index]
            if byte == 0x5C {
                backslashes += 1
                continue
            }
            let closes = escapes == 0 ? backslashes.isMultiple(of: 2) : backslashes <= escapes
            if byte == quote, closes { return rest[..<max(rest.startIndex, index - backslashes)] }
            if quote == 0x27, byte == 0x0A { return rest[..<index] }
            backslashes = 0
        }
        return rest
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 || byte == 0x60 }

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [0x22, 0x26, 0x27, 0x29, 0x2C, 0x3B, 0x3C, 0x3E, 0x5C, 0x5D, 0x60, 0x7C, 0x7D].contains(byte)
    }
}

extension Redactor {
    /// `name=value` of a header's parameters or a tag's attributes, names in lower case.
    package static func parameters(in text: ArraySlice<UInt8>) -> [(name: String, value: ArraySlice<UInt8>)] {
        var parameters: [(name: String, value: ArraySlice<UInt8>)] = []
        var rest = text
        while let equals = rest.position(of: 0x3D) {
            rest = text[(equals + 1)...]
            guard let parameter = Assignment(text, at: equals), let value = parameter.value else { continue }
            rest = text[max(rest.startIndex, value.endIndex)...]
            parameters.append((String(decoding: parameter.name, as: UTF8.self).asciiLowercased, value))
        }
        return parameters
    }

    /// The boundary of a multipart content type (RFC 2046 §5.1); nil if there is none.
    package static func boundary(in contentType: String) -> ArraySlice<UInt8>? {
        parameters(in: Array(contentType.utf8)[...]).first { $0.name == "boundary" }?.value
    }
}
