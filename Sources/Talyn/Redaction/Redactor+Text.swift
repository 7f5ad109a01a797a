extension Redactor {
    /// Scans a text within something else: a field, a header, an item of a query.
    mutating func scanValue(_ bytes: ArraySlice<UInt8>, level: Int) {
        let start = bytes.drop(of: .whiteSpace).first
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
            if isRelative, !bytes.hasAny(of: .whiteSpace) { scanURL(bytes, level: level + 1) }
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
        let rest = bytes.prefix(256).drop(of: .whiteSpace)
        let word = rest.prefix(of: .letters)
        guard rest.first?.isLower == true, word.isOne(of: graphQLWords) else { return false }
        var index = word.endIndex
        while index < rest.endIndex, rest[index].isNameCharacter || rest[index].isSpace { index += 1 }
        let next = rest[index...]
        // Prose has parentheses too, but no variable in them.
        if next.first == UInt8(ascii: "(") { return next.dropFirst().drop(of: .whiteSpace).first == UInt8(ascii: "$") }
        return next.first == UInt8(ascii: "{")
    }

    private static let graphQLWords = ["query", "mutation", "subscription", "fragment"]

    /// Hides the value of an assignment if it is a secret; returns the index behind it.
    private mutating func scan(_ assignment: Assignment, in bytes: ArraySlice<UInt8>) -> Int {
        // `user%5Bpassword%5D`.
        var name = TextEncoding.percent.decoded(assignment.name).suffix(behind: .nameEnds)
        var secrecy = names.secrecy(of: name, in: .field)
        for count in 1...2 where secrecy == .none {
            guard let phrase = assignment.phrase(of: count) else { break }
            name = phrase[...]
            secrecy = names.secrecy(of: name, in: .field)
        }
        guard secrecy > .none else { return assignment.name.endIndex }
        let isGraphQL = Self.isGraphQL(bytes)
        // By its beginning: thousands of values that are no keys may end at the same byte.
        if secrecy == .ambiguous {
            let start = Self.credentials(in: assignment.value(upTo: 128, inGraphQL: isGraphQL))
            if start.endIndex != cut, !start.looksLikeKey { return assignment.name.endIndex }
        }
        let value = assignment.value(inGraphQL: isGraphQL)
        if value.isEmpty { return assignment.name.endIndex }
        // What an earlier pass, or the rules of JSON, put or left there.
        if value.isAll(of: .zeros) || value.isOne(of: Self.constants) {
            return value.endIndex
        }
        let secret = Self.credentials(in: value)
        let isHidden = !Self.isCount(secret, name) && hide(secret, max(secrecy, .likely))
        return isHidden ? value.endIndex : assignment.name.endIndex
    }

    /// Returns a value without the scheme before its credentials.
    private static func credentials(in value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let scheme = value.prefix(before: 0x20)
        return scheme.endIndex < value.endIndex && isScheme(scheme) ? value[(scheme.endIndex + 1)...] : value
    }

    /// Returns the URL whose `://` begins at an index, without the mark behind it in a sentence; nil without one.
    private static func url(in bytes: ArraySlice<UInt8>, at colon: Int) -> ArraySlice<UInt8>? {
        guard bytes[colon...].hasPrefix(bytes: "://") else { return nil }
        let scheme = bytes[..<colon].suffix(32).suffix(of: .scheme)
        if scheme.isEmpty { return nil }
        // In quotes it ends at the closing one. User info may hold every character, if the text begins with the URL;
        // else JSON's quotes are not part of it: `"https://h","@type"`.
        let before = bytes[..<scheme.startIndex].last
        var text = bytes
        if let quote = before, quote == 0x27 || quote == 0x60 {
            text = bytes[..<(bytes[colon...].position(of: quote) ?? bytes.endIndex)]
        }
        let authority = text[(colon + 3)...].prefix(until: before == nil ? .authorityOrSpace : .quotedAuthority)
        let host = authority.suffix(behind: .at).startIndex
        let url = text[scheme.startIndex..<text[host...].prefix(until: .urlEnds).endIndex]
        return url.endIndex < bytes.endIndex ? url.dropLast(of: .marks) : url
    }

    private static let constants = ["true", "false", "null", "undefined"]

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
        let before = bytes[..<separator].suffix(144).dropLast(of: .blank)
        // `headers["token"] = `.
        let inner = before.last == 0x5D ? before.dropLast() : before
        let unquoted = inner.dropLast(of: .escapedQuotes)
        isQuoted = unquoted.endIndex != inner.endIndex
        name = (isQuoted ? unquoted : before).suffix(128).suffix(behind: .nameEnds)
        if name.isEmpty { return nil }
    }

    /// Returns the name with the words before it, in one: `one-time code: ` is `onetimecode: `. Nil if there are fewer,
    /// and of a name in quotes.
    func phrase(of count: Int) -> [UInt8]? {
        guard isColon, !isQuoted else { return nil }
        var (phrase, before) = (Array(name), text[..<name.startIndex])
        for index in 0..<count {
            guard before.last == 0x20 || index > 0 && before.last == 0x2D else { return nil }
            let word = before.dropLast().suffix(32).suffix(of: .letters)
            if word.isEmpty { return nil }
            phrase = word + phrase
            before = text[..<word.startIndex]
        }
        return phrase
    }

    /// The value, without quotes; may be empty. Computed, since that may take reading to the end.
    var value: ArraySlice<UInt8> { value() }

    /// Returns the value of an argument in a GraphQL document, or the default of a variable: `$pin: Int = 1234`, as far
    /// as it stands in the first bytes behind the separator. Empty for a variable and a type, nil for another
    /// assignment and for prose.
    private func literal(upTo limit: Int) -> ArraySlice<UInt8>? {
        guard isColon, !isQuoted else { return nil }
        var rest = rest.prefix(limit).drop(of: .whiteSpace)
        if name.first == 0x24 {
            rest = rest.drop(of: .graphQLType).drop(of: .whiteSpace)
            guard rest.first == 0x3D else { return [] }
            rest = rest.dropFirst().drop(of: .whiteSpace)
        }
        switch rest.first {
        case 0x24: return []
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            return rest.hasPrefix(bytes: "[]") ? [] : rest[..<Self.endOfBrackets(rest)]
        default: break
        }
        if rest.hasPrefix(bytes: Self.blockQuote) {
            return rest[(rest.startIndex + 3)..<Self.endOfBlock(rest.dropFirst(3))]
        }
        if let quoted = Self.quoted(rest) { return quoted }
        let word = rest.prefix(until: .valueEnds)
        // An argument ends the list, or another one follows.
        let next = rest[word.endIndex...].drop(of: .whiteSpace)
        let name = next.prefix(until: .nameEnds)
        let isEnd = name.isEmpty ? next.first != 0x22 : next[name.endIndex...].drop(of: .whiteSpace).first == 0x3A
        return isEnd ? word : nil
    }

    private static let blockQuote = "\"\"\""

    /// Returns the index of the quotes that close a block string; the end without any.
    private static func endOfBlock(_ text: ArraySlice<UInt8>) -> Int {
        var rest = text
        while let quote = rest.position(of: 0x22) {
            if text[quote...].hasPrefix(bytes: blockQuote) { return quote }
            rest = text[(quote + 1)...]
        }
        return text.endIndex
    }

    /// Returns the index behind the bracket that closes the first one of a GraphQL document; the end without one.
    private static func endOfBrackets(_ text: ArraySlice<UInt8>) -> Int {
        var (tokens, depth) = (JSONTokens(text), 0)
        while let token = tokens.next() {
            let rest = text[token.lowerBound...]
            switch rest.first {
            case 0x22 where rest.hasPrefix(bytes: blockQuote):
                tokens.index = min(endOfBlock(rest.dropFirst(3)) + 3, text.endIndex)
            case UInt8(ascii: "#"): tokens.index = rest.prefix(until: .lineEnds).endIndex
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return token.upperBound }
            default: break
            }
        }
        return text.endIndex
    }

    /// Returns the value as far as it stands in the first bytes behind the separator.
    func value(upTo limit: Int = .max, inGraphQL: Bool = false) -> ArraySlice<UInt8> {
        if inGraphQL, let literal = literal(upTo: limit) { return literal }
        let rest = rest.prefix(limit).drop(of: isQuoted ? .beforeQuotedValue : .beforeValue)
        if let quoted = Self.quoted(rest) { return quoted }
        // `b'…'` of Python, `@"…"` of C#.
        let quote = rest.drop(of: .stringMarks)
        if quote.startIndex <= rest.startIndex + 2, let first = quote.first, Self.isQuote(first) {
            return Self.quoted(quote) ?? quote
        }
        // What is no JSON has no end that is known.
        if isQuoted, rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[") { return rest }
        if isColon, !isQuoted { return rest.prefix(until: .textLineEnds).trimmed }
        let word = rest.prefix(until: .valueEnds)
        guard rest[word.endIndex...].first == 0x20, Redactor.isScheme(word) else { return word }
        return rest[..<rest[(word.endIndex + 1)...].prefix(until: .valueEnds).endIndex]
    }

    /// Returns the text in quotes up to the closing one, which has as many backslashes before it as the opening one, or
    /// up to the end; nil without an opening quote.
    private static func quoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let opened = text.drop(of: .backslash)
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
}
