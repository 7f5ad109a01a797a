extension Redactor {
    /// Scans a text within something else: a field, a header, an item of a query.
    mutating func scanValue(_ bytes: ArraySlice<UInt8>, level: Int) {
        let start = bytes.first { !$0.isSpace }
        let isJSON = start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
        if isJSON, level <= Self.deepest, scanJSON(bytes, level: level) { return }
        scanText(bytes, level: level)
    }

    /// Scans text for secrets by their form, for URLs, and for `name=value` and `name: value`.
    package mutating func scanText(_ bytes: ArraySlice<UInt8>, level: Int) {
        let before = edits.count
        scanPatterns(bytes)
        if level <= Self.deepest {
            let isRelative = bytes.first == 0x2F || bytes.first == 0x3F || bytes.first == 0x2E
            if isRelative, !bytes.contains(where: Self.endsURL) { scanURL(bytes, level: level + 1) }
        }
        var index = bytes.startIndex
        while let separator = Self.separator(in: bytes[index...]) {
            index = separator + 1
            if level <= Self.deepest, let url = Self.url(in: bytes, at: separator) {
                scanURL(url, level: level + 1)
                index = url.endIndex
            } else if let assignment = Assignment(bytes, at: separator) {
                index = max(index, scan(assignment, in: bytes))
            }
        }
        if edits.count > before { mayFindMore = true }
    }

    private static func separator(in bytes: ArraySlice<UInt8>) -> Int? {
        // A slice would check each index.
        let offset = bytes.withUnsafeBufferPointer { $0.firstIndex { $0 == 0x3D || $0 == 0x3A } }
        return offset.map { bytes.startIndex + $0 }
    }

    /// Returns whether a text is a GraphQL document, by its first word.
    private static func isGraphQL(_ bytes: ArraySlice<UInt8>) -> Bool {
        // Asked for each secret, so that it must not read far.
        let rest = bytes.prefix(256).drop(while: \.isSpace)
        let word = rest.prefix(while: \.isLetter)
        guard ["query", "mutation", "subscription", "fragment"].contains(where: { word.elementsEqual($0.utf8) }) else {
            return false
        }
        let next = rest[word.endIndex...].first { !$0.isSpace && !$0.isNameCharacter }
        return next == UInt8(ascii: "(") || next == UInt8(ascii: "{")
    }

    /// Hides the value of an assignment if it is a secret; returns the index behind it.
    private mutating func scan(_ assignment: Assignment, in bytes: ArraySlice<UInt8>) -> Int {
        var name = assignment.name
        if names.secrecy(of: name, in: .field) == .none, let phrase = assignment.phrase { name = phrase[...] }
        let secrecy = names.secrecy(of: name, in: .field)
        guard secrecy > .none else { return assignment.name.endIndex }
        let literal = Self.isGraphQL(bytes) ? assignment.literal : nil
        if let literal, literal.isEmpty { return assignment.name.endIndex }
        // By its beginning: thousands of values that are no keys may end at the same byte.
        if secrecy == .ambiguous {
            let start = Self.credentials(in: literal ?? assignment.value(upTo: 128))
            if start.endIndex != cut, !start.looksLikeKey { return assignment.name.endIndex }
        }
        let value = literal ?? assignment.value
        // What an earlier pass, or the rules of JSON, put or left there.
        if value.allSatisfy({ $0 == 0x30 || $0 == 0x2D }) || value.isOne(of: ["true", "false", "null", "undefined"]) {
            return value.endIndex
        }
        let secret = Self.credentials(in: value)
        let isHidden = !Self.isCount(secret, name) && hide(secret, max(secrecy, .likely))
        return isHidden ? value.endIndex : assignment.name.endIndex
    }

    /// Returns a value without the scheme before its credentials.
    private static func credentials(in value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let scheme = value.prefix { $0 != 0x20 }
        return scheme.endIndex < value.endIndex && isScheme(scheme) ? value[(scheme.endIndex + 1)...] : value
    }

    /// Returns the URL whose `://` begins at an index, without the mark behind it in a sentence; nil without one.
    private static func url(in bytes: ArraySlice<UInt8>, at colon: Int) -> ArraySlice<UInt8>? {
        guard bytes[colon...].starts(with: [0x3A, 0x2F, 0x2F]) else { return nil }
        let scheme = bytes[..<colon].suffix(32).reversed().prefix { $0.isLetter || $0.isDigit || $0 == 0x2B }.count
        guard scheme > 0 else { return nil }
        let url = bytes[(colon - scheme)...].prefix { !endsURL($0) }
        let marks = url.endIndex < bytes.endIndex ? url.reversed().prefix { ".,;:!)]".utf8.contains($0) }.count : 0
        return url.dropLast(marks)
    }

    private static func endsURL(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [0x22, 0x27, 0x3C, 0x3E, 0x5C, 0x60, 0x7D].contains(byte)
    }

    /// `name=value` of a header's parameters or a tag's attributes, names in lower case.
    package static func parameters(in text: ArraySlice<UInt8>) -> [(name: String, value: ArraySlice<UInt8>)] {
        var parameters: [(name: String, value: ArraySlice<UInt8>)] = []
        var rest = text
        while let equals = rest.position(of: 0x3D) {
            rest = text[(equals + 1)...]
            guard let parameter = Assignment(text, at: equals) else { continue }
            let value = parameter.value
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

    /// The name with the word before it, in one: `sms code: ` is `smscode: `. Nil without one, and of a name in quotes.
    var phrase: [UInt8]? {
        let before = text[..<name.startIndex]
        guard isColon, !isQuoted, before.last == 0x20 else { return nil }
        return before.dropLast().suffix(32).reversed().prefix(while: \.isLetter).reversed() + name
    }

    /// The value, without quotes; may be empty. Computed, since that may take reading to the end.
    var value: ArraySlice<UInt8> { value(upTo: .max) }

    /// The value of an argument in a GraphQL document, or the default of a variable: `$pin: Int = 1234`. Empty for a
    /// variable and a type, nil for a list, an object and another assignment.
    var literal: ArraySlice<UInt8>? {
        guard isColon, !isQuoted else { return nil }
        var rest = rest.drop(while: \.isSpace)
        if name.first == 0x24 {
            rest = rest.drop { $0.isNameCharacter || "[]!".utf8.contains($0) }.drop(while: \.isSpace)
            guard rest.first == 0x3D else { return [] }
            rest = rest.dropFirst().drop(while: \.isSpace)
        }
        switch rest.first {
        case 0x24: return []
        // As in other text: to the end of the line, since what is in it may hold their ends.
        case UInt8(ascii: "["), UInt8(ascii: "{"): return rest.hasPrefix(bytes: "[]") ? [] : nil
        default: break
        }
        let mark = "\"\"\""
        guard rest.hasPrefix(bytes: mark) else { return Self.quoted(rest) ?? rest.prefix { !Self.endsWord($0) } }
        let text = rest.dropFirst(3)
        return text[..<(text.indices.first { text[$0...].hasPrefix(bytes: mark) } ?? text.endIndex)]
    }

    /// Returns the value as far as it stands in the first bytes behind the separator.
    func value(upTo limit: Int) -> ArraySlice<UInt8> {
        let rest = rest.prefix(limit).drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3E || isQuoted && $0.isSpace }
        if let quoted = Self.quoted(rest) { return quoted }
        // What is no JSON has no end that is known.
        if isQuoted, rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[") { return rest }
        if isColon, !isQuoted { return rest.prefix { !$0.isLineEnd && $0 != 0 }.trimming(while: \.isSpace) }
        let word = rest.prefix { !Self.endsWord($0) }
        guard rest[word.endIndex...].first == 0x20, Redactor.isScheme(word) else { return word }
        return rest[..<rest[(word.endIndex + 1)...].prefix { !Self.endsWord($0) }.endIndex]
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
