// Protocol text (URLs, header fields, cookies, templates, shell words) is compared as bytes. As Characters, delimiters
// can hide: ";" with a combining mark is one Character, CR LF is another one, and U+037E equals ";" by canonical
// equivalence. `.ci/check-sources` rejects such comparisons.
extension StringProtocol where SubSequence == Substring {
    /// Returns the range of the first occurrence of ASCII text, compared byte by byte; nil if there is none.
    package func range(ofBytes text: String) -> Range<String.Index>? {
        guard let first = text.utf8.first else { return nil }
        var rest = self[...].utf8
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: text.utf8) { return start..<rest.index(start, offsetBy: text.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Returns whether ASCII text occurs.
    package func contains(bytes text: String) -> Bool { range(ofBytes: text) != nil }

    /// Returns whether it begins with these bytes. `ignoringCase` applies to ASCII letters and requires a lower-case
    /// prefix.
    package func hasPrefix(bytes prefix: String, ignoringCase: Bool = false) -> Bool {
        utf8.hasPrefix(bytes: prefix, ignoringCase: ignoringCase)
    }

    /// Returns whether it ends with these bytes.
    package func hasSuffix(bytes suffix: String) -> Bool {
        self[...].utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Returns whether the bytes are equal; `==` also accepts canonically equivalent text (NFC and NFD).
    package func isSame(bytes other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Returns the text before and after the first delimiter; nil without one.
    package func cut(atBytes delimiter: String) -> (head: Substring, tail: Substring)? {
        range(ofBytes: delimiter).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
    }

    /// Returns the text before and after the last occurrence of an ASCII character; nil without one.
    package func cut(atLast delimiter: Unicode.Scalar) -> (head: Substring, tail: Substring)? {
        let bytes = self[...].utf8
        guard let place = bytes.lastIndex(where: { $0 == UInt8(ascii: delimiter) }) else { return nil }
        return (self[..<place], self[bytes.index(after: place)...])
    }

    /// Returns the text in one line, without invisible characters, cut to a number of Unicode scalars.
    func inOneLine(upTo limit: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isInvisible ? " " : $0 })).cut(to: limit)
    }

    /// Returns at most `limit` Unicode scalars, followed by "…" if the text is longer. A Character may be of any
    /// length.
    package func cut(to limit: Int) -> String {
        let scalars = self[...].unicodeScalars
        return scalars.dropFirst(limit).isEmpty ? String(self) : "\(Substring(scalars.prefix(limit - 1)))…"
    }

    /// Returns the text before the first delimiter; all of it without one.
    package func prefix(beforeBytes delimiter: String) -> Substring { cut(atBytes: delimiter)?.head ?? self[...] }

    /// Returns the parts between delimiters, including empty ones; one part without a delimiter.
    package func split(atBytes delimiter: String) -> [Substring] {
        var pieces: [Substring] = []
        var rest = self[...]
        while let (head, tail) = rest.cut(atBytes: delimiter) {
            pieces.append(head)
            rest = tail
        }
        return pieces + [rest]
    }

    /// Returns the text with each occurrence of ASCII text replaced.
    package func replacing(bytes text: String, with other: String) -> String {
        contains(bytes: text) ? split(atBytes: text).joined(separator: other) : String(self)
    }

    /// Returns the text without the leading occurrences of an ASCII character.
    package func dropping(leading character: Unicode.Scalar) -> Substring {
        Substring(self[...].utf8.drop { $0 == UInt8(ascii: character) })
    }

    /// Returns the text without some ASCII characters at both ends.
    package func trimming(bytes characters: String) -> Substring {
        let bytes = self[...].utf8.drop(while: characters.utf8.contains)
        let last = bytes.lastIndex { !characters.utf8.contains($0) }
        return Substring(bytes[..<(last.map(bytes.index(after:)) ?? bytes.startIndex)])
    }

    /// The text without spaces and tabs at both ends: OWS in RFC 9110 §5.6.3.
    package var trimmed: Substring { trimming(bytes: " \t") }
    /// The text with ASCII letters in lower case. Other characters are unchanged: U+212A does not become "k".
    package var asciiLowercased: String { String(decoding: utf8.map(\.lowercased), as: UTF8.self) }
}

extension [String] {
    /// Returns the texts in the order of their bytes. `<` finds no order between "e\u{301}" and "\u{E9}]".
    package func sortedByBytes() -> [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension Sequence<UInt8> {
    /// Returns whether it begins with these bytes. `ignoringCase` applies to ASCII letters and requires a lower-case
    /// prefix.
    package func hasPrefix(bytes prefix: String, ignoringCase: Bool = false) -> Bool {
        var prefix = prefix
        return prefix.withUTF8 { prefix in
            var bytes = makeIterator()
            for expected in prefix {
                guard let byte = bytes.next(), byte == expected || ignoringCase && byte.lowercased == expected else {
                    return false
                }
            }
            return true
        }
    }
}

extension UInt8 {
    /// The lower-case form of an upper-case ASCII letter; other bytes are unchanged.
    var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

// Classes of bytes.
extension UInt8 {
    var isUpper: Bool { self &- 0x41 < 26 }
    var isLower: Bool { self &- 0x61 < 26 }
    package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    package var isDigit: Bool { self &- 0x30 < 10 }
    var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
    /// Whether it is space, tab, line feed, vertical tab, form feed or carriage return.
    package var isSpace: Bool { self == 0x20 || self &- 0x09 < 5 }
    /// Whether it is space, tab, line feed or carriage return: the white space of JSON (RFC 8259 §2).
    var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
    var isLineEnd: Bool { self == 0x0A || self == 0x0D }
    /// Whether it is a base64url character.
    var isBase64URL: Bool { isLetter || isDigit || self == 0x2D || self == 0x5F }
    /// Whether it is a character of a bearer token (RFC 6750 §2.1).
    var isTokenCharacter: Bool { isBase64URL || [0x2E, 0x7E, 0x2B, 0x2F, 0x3D].contains(self) }
    /// Whether it can be part of a field's name, in any format.
    package var isNameCharacter: Bool { isBase64URL || [0x2E, 0x5B, 0x5D, 0x24].contains(self) || self >= 0x80 }
}

extension ArraySlice<UInt8> {
    /// Returns the first index of a byte, by memchr; a slice searches byte by byte.
    package func position(of byte: UInt8) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
            return startIndex + (UnsafeRawPointer(found) - start)
        }
    }

    /// Returns the bytes without those at both ends for which a condition holds.
    package func trimming(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let rest = drop(while: holds)
        return rest[..<(rest.lastIndex { !holds($0) }.map { $0 + 1 } ?? rest.startIndex)]
    }
}

extension Unicode.Scalar {
    /// Whether it has no glyph: it moves a terminal's cursor, begins a line, or reverses the text beside it.
    var isInvisible: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
