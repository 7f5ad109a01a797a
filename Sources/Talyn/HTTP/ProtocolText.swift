// Text of a protocol (a URL, a header field, a cookie, a template, a word of a shell) is bytes. Compared as Characters it hides its
// delimiters: ";" and a combining mark behind it are one Character, which no search for ";" finds, CR LF is another, and
// U+037E equals ";" by canonical equivalence. `.ci/run` refuses such comparisons.
extension StringProtocol where SubSequence == Substring {
    /// The place of the first occurrence of ASCII text, compared byte by byte; nil when there is none.
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

    /// Whether ASCII text occurs.
    package func contains(bytes text: String) -> Bool { range(ofBytes: text) != nil }

    /// Whether it begins with these bytes; `ignoringCase` is for ASCII letters and a prefix in lower case.
    package func hasPrefix(bytes prefix: String, ignoringCase: Bool = false) -> Bool {
        utf8.hasPrefix(bytes: prefix, ignoringCase: ignoringCase)
    }

    /// Whether it ends with these bytes.
    package func hasSuffix(bytes suffix: String) -> Bool {
        self[...].utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Whether it is these bytes; `==` takes texts for equal that are canonically equivalent (NFC and NFD).
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

    /// The text when it has at most so many Unicode scalars; else its beginning and "…". A Character may be of any length.
    package func cut(to limit: Int) -> String {
        let scalars = self[...].unicodeScalars
        return scalars.dropFirst(limit).isEmpty ? String(self) : "\(Substring(scalars.prefix(limit - 1)))…"
    }

    /// Returns the text before the first delimiter; all of it without one.
    package func prefix(beforeBytes delimiter: String) -> Substring { cut(atBytes: delimiter)?.head ?? self[...] }

    /// The pieces between delimiters, empty ones too; one piece without a delimiter.
    package func split(atBytes delimiter: String) -> [Substring] {
        var pieces: [Substring] = []
        var rest = self[...]
        while let (head, tail) = rest.cut(atBytes: delimiter) {
            pieces.append(head)
            rest = tail
        }
        return pieces + [rest]
    }

    /// The text with each occurrence of ASCII text replaced.
    package func replacing(bytes text: String, with other: String) -> String {
        contains(bytes: text) ? split(atBytes: text).joined(separator: other) : String(self)
    }

    /// The text without an ASCII character at its beginning, however often that stands there.
    package func dropping(leading character: Unicode.Scalar) -> Substring {
        Substring(self[...].utf8.drop { $0 == UInt8(ascii: character) })
    }

    /// The text without some ASCII characters at both ends.
    package func trimming(bytes characters: String) -> Substring {
        let bytes = self[...].utf8.drop(while: characters.utf8.contains)
        let last = bytes.lastIndex { !characters.utf8.contains($0) }
        return Substring(bytes[..<(last.map(bytes.index(after:)) ?? bytes.startIndex)])
    }

    /// The text without spaces and tabs at both ends: the OWS of RFC 9110 §5.6.3.
    package var trimmed: Substring { trimming(bytes: " \t") }

    /// The text with ASCII letters in lower case and all else as it is: U+212A is no "k".
    package var asciiLowercased: String { String(decoding: utf8.map(\.lowercased), as: UTF8.self) }
}

extension Sequence<UInt8> {
    /// Whether it begins with these bytes; `ignoringCase` is for ASCII letters and a prefix in lower case.
    package func hasPrefix(bytes prefix: String, ignoringCase: Bool = false) -> Bool {
        ignoringCase ? lazy.map(\.lowercased).starts(with: prefix.utf8) : starts(with: prefix.utf8)
    }
}

extension UInt8 {
    /// An upper-case ASCII letter in lower case; every other byte itself.
    fileprivate var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

// Classes of bytes.
extension UInt8 {
    var isUpper: Bool { self &- 0x41 < 26 }
    var isLower: Bool { self &- 0x61 < 26 }
    package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    package var isDigit: Bool { self &- 0x30 < 10 }
    var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    package var isSpace: Bool { self == 0x20 || self &- 0x09 < 5 }
    var isLineEnd: Bool { self == 0x0A || self == 0x0D }
    /// The alphabet of base64url.
    var isBase64URL: Bool { isLetter || isDigit || self == 0x2D || self == 0x5F }
    /// What a bearer token is made of (RFC 6750 §2.1).
    var isTokenCharacter: Bool { isBase64URL || [0x2E, 0x7E, 0x2B, 0x2F, 0x3D].contains(self) }
    /// What names of fields are made of, in any format.
    package var isNameCharacter: Bool { isBase64URL || [0x2E, 0x5B, 0x5D, 0x24].contains(self) || self >= 0x80 }
}

extension ArraySlice<UInt8> {
    /// The first place of a byte; in one go, where a slice goes byte by byte.
    package func place(of byte: UInt8) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
            return startIndex + (UnsafeRawPointer(found) - start)
        }
    }

    /// What is between the bytes at both ends for which something holds.
    package func trimming(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let rest = drop(while: holds)
        return rest[..<(rest.lastIndex { !holds($0) }.map { $0 + 1 } ?? rest.startIndex)]
    }
}
