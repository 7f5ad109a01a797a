extension Redactor {
    /// Looks through a text within something else: a field, a header, an item of a query.
    mutating func scanValue(_ bytes: ArraySlice<UInt8>, level: Int) {
        guard !bytes.isEmpty else { return }
        let start = bytes.first { !$0.isSpace }
        if start == UInt8(ascii: "{") || start == UInt8(ascii: "["), level < Self.deepest {
            if !scanJSON(bytes, level: level) { scanText(bytes, level: level, isProse: false) }
            return
        }
        // What is too deep to be read is not prose if it has quotes.
        scanText(bytes, level: level, isProse: level < Self.deepest || !bytes.contains(0x22))
    }

    /// Looks through text for what is a secret by its looks, for URLs, and for `name=value`.
    ///
    /// - Parameter isProse: whether a colon is mostly a mark of punctuation: `name: value` counts only when the value is
    ///   quoted or looks like a token.
    mutating func scanText(_ bytes: ArraySlice<UInt8>, level: Int, isProse: Bool) {
        let before = edits.count
        defer { if edits.count > before { looksAgain = true } }
        scanPatterns(bytes)
        if level < Self.deepest { scanURLs(bytes, level: level) }
        scanAssignments(bytes, isProse: isProse)
    }

    private mutating func scanURLs(_ bytes: ArraySlice<UInt8>, level: Int) {
        var index = bytes.startIndex
        while let colon = bytes[index...].place(of: 0x3A) {
            index = colon + 1
            guard bytes[index...].starts(with: [0x2F, 0x2F]) else { continue }
            let scheme = bytes[..<colon].suffix(32).reversed().prefix { $0.isLetter || $0.isDigit || $0 == 0x2B }.count
            guard scheme > 0 else { continue }
            let end = bytes[index...].firstIndex { Self.endsURL($0) } ?? bytes.endIndex
            let url = bytes[(colon - scheme)..<end]
            // The mark behind a URL within a sentence is no part of it.
            let marks = end < bytes.endIndex ? url.reversed().prefix { ".,;:!)]".utf8.contains($0) }.count : 0
            scanURL(url.dropLast(marks), level: level + 1)
            index = end
        }
        let isRelative = bytes.first == 0x2F || bytes.first == 0x3F || bytes.first == 0x2E
        if isRelative, !bytes.contains(where: Self.endsURL) { scanURL(bytes, level: level + 1) }
    }

    private static func endsURL(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x22 || byte == 0x27 || byte == 0x3C || byte == 0x3E || byte == 0x5C || byte == 0x60
            || byte == 0x7D
    }

    /// `name=value`, `name: value`, `"name": "value"` and the like; with a colon less of them when it is prose.
    private mutating func scanAssignments(_ bytes: ArraySlice<UInt8>, isProse: Bool) {
        let colon = bytes.place(of: 0x3A) ?? bytes.endIndex
        var index = bytes[..<colon].place(of: 0x3D) ?? colon
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte == 0x3D || byte == 0x3A, let assignment = Assignment(bytes, at: index - 1) else { continue }
            let secrecy = secrecy(ofField: DecodedText(bytes[assignment.name], .plain))
            guard secrecy > .none else { continue }
            // Looked at before the value, which may take reading to the end.
            let first = bytes[index...].prefix(16).first { !$0.isSpace } ?? 0
            if isCode, ![0x22, 0x27, 0x60].contains(first) { continue }
            let isPunctuation = isProse && byte == 0x3A
            guard let value = isPunctuation ? assignment.proseValue(in: bytes) : assignment.value(in: bytes) else {
                continue
            }
            hideAssigned(value, in: bytes, secrecy)
            index = max(index, value.upperBound)
        }
    }

    private mutating func hideAssigned(_ value: Range<Int>, in bytes: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy)
    {
        let text = bytes[value]
        // What a first look, or the rules of JSON, put or left there.
        guard text.contains(where: { $0 != 0x30 && $0 != 0x2D }),
            !Self.notSecrets.contains(where: { text.elementsEqual($0.utf8) })
        else { return }
        if let space = text.firstIndex(of: 0x20),
            Self.schemes.contains(String(decoding: text[..<space], as: UTF8.self).lowercased())
        {
            return hide(space + 1..<value.upperBound, in: bytes, secrecy: secrecy)
        }
        hide(value, in: bytes, secrecy: secrecy)
    }

    /// Words of the languages, and of `fetch`'s `credentials`.
    private static let notSecrets = [
        Redaction.placeholder, "true", "false", "null", "undefined", "omit", "include", "same-origin",
    ]
}
