// Loops over sets of bytes, in one place: the standard library's `prefix`, `drop` and `split` are compiled again for
// each closure.
extension ArraySlice<UInt8> {
    /// Returns the bytes of a set at the beginning.
    func prefix(of set: PercentEncoding.AllowedBytes) -> ArraySlice<UInt8> { self[..<end(set, true)] }

    /// Returns the bytes before the first one of a set.
    func prefix(until set: PercentEncoding.AllowedBytes) -> ArraySlice<UInt8> { self[..<end(set, false)] }

    /// Returns the bytes before the first one with a value.
    func prefix(before byte: UInt8) -> ArraySlice<UInt8> { self[..<(position(of: byte) ?? endIndex)] }

    /// Returns the bytes without those of a set at the beginning.
    func drop(of set: PercentEncoding.AllowedBytes) -> ArraySlice<UInt8> { self[end(set, true)...] }

    /// Returns the bytes of a set at the end.
    func suffix(of set: PercentEncoding.AllowedBytes) -> ArraySlice<UInt8> { self[start(set, true)...] }

    /// Returns the bytes behind the last one of a set.
    func suffix(behind set: PercentEncoding.AllowedBytes) -> ArraySlice<UInt8> { self[start(set, false)...] }

    /// Returns the bytes without those of a set at the end.
    func dropLast(of set: PercentEncoding.AllowedBytes) -> ArraySlice<UInt8> { self[..<start(set, true)] }

    /// The bytes without white space at both ends.
    var trimmed: ArraySlice<UInt8> { drop(of: .whiteSpace).dropLast(of: .whiteSpace) }

    /// Returns whether all bytes are of a set.
    func isAll(of set: PercentEncoding.AllowedBytes) -> Bool { end(set, true) == endIndex }

    /// Returns whether a byte is of a set.
    func hasAny(of set: PercentEncoding.AllowedBytes) -> Bool { end(set, false) < endIndex }

    /// Returns the parts between the bytes of a set, without empty ones.
    @inline(never)
    func split(at set: PercentEncoding.AllowedBytes) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var rest = drop(of: set)
        while !rest.isEmpty {
            let part = rest.prefix(until: set)
            parts.append(part)
            rest = self[part.endIndex...].drop(of: set)
        }
        return parts
    }

    /// Returns the parts between the bytes with a value, without empty ones.
    @inline(never)
    func split(at byte: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var rest = self
        while true {
            let end = rest.position(of: byte)
            if end != rest.startIndex, !rest.isEmpty { parts.append(rest[..<(end ?? rest.endIndex)]) }
            guard let end else { return parts }
            rest = self[(end + 1)...]
        }
    }

    /// Returns the index of the first byte that is outside of a set, or, if `isIn` is false, within it.
    @inline(never)
    private func end(_ set: PercentEncoding.AllowedBytes, _ isIn: Bool) -> Int {
        withUnsafeBufferPointer { bytes in
            var index = 0
            if isIn {
                while index < bytes.count, set.contains(bytes[index]) { index += 1 }
            } else {
                while index < bytes.count, !set.contains(bytes[index]) { index += 1 }
            }
            return startIndex + index
        }
    }

    /// Returns the index behind the last byte that is outside of a set, or, if `isIn` is false, within it.
    @inline(never)
    private func start(_ set: PercentEncoding.AllowedBytes, _ isIn: Bool) -> Int {
        withUnsafeBufferPointer { bytes in
            var index = bytes.count
            while index > 0, set.contains(bytes[index - 1]) == isIn { index -= 1 }
            return startIndex + index
        }
    }

    /// Returns whether it is a text, which is in lower case, ignoring the case of ASCII letters.
    @inline(never)
    package func isWord(_ text: String) -> Bool {
        text.utf8.count == count && hasPrefix(bytes: text, ignoringCase: true)
    }

    /// Returns whether it is one of these texts, which are in lower case, ignoring the case of ASCII letters.
    @inline(never)
    package func isOne(of texts: [String]) -> Bool {
        for text in texts where isWord(text) { return true }
        return false
    }
}

extension PercentEncoding.AllowedBytes {
    private static let lower = "abcdefghijklmnopqrstuvwxyz"
    private static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    private static let controlsAndSpace = String(decoding: Array(0...0x20) as [UInt8], as: UTF8.self)

    /// The control characters but white space, escape and record separator: they do not occur in text.
    static let binary = Self(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{E}\u{F}\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}"
            + "\u{19}\u{1A}\u{1C}\u{1D}\u{1F}")
    static let letters = Self(upper + lower)
    /// Upper-case letters and spaces: the label of a PEM block.
    static let label = Self(upper + " ")
    /// Upper-case letters and digits.
    static let identifier = Self(upper + "0123456789")
    /// The characters of a scheme in text.
    static let scheme = Self(upper + lower + "0123456789+")
    /// The characters of a URL's scheme (RFC 3986 §3.1).
    static let urlScheme = Self(upper + lower + "0123456789+-.")
    static let base64URL = Self(upper + lower + "0123456789-_")
    /// The characters of the keys of well-known issuers.
    static let issued = Self(upper + lower + "0123456789-_.")
    /// The characters of a bearer token (RFC 6750 §2.1).
    static let bearer = Self(upper + lower + "0123456789-_.~+/=")
    /// White space.
    static let whiteSpace = Self(" \t\n\u{B}\u{C}\r")
    /// Spaces and tabs.
    static let blank = Self(" \t")
    static let lineEnds = Self("\n\r")
    /// The ASCII characters that end a name in text: all but those of `isNameCharacter` and of an escape.
    static let nameEnds = Self(controlsAndSpace + "!\"#&'()*+,/:;<=>?@\\^`{|}~\u{7F}")
    /// The characters that languages write before a quote.
    static let stringMarks = Self("bBuUrRfFL@$#")
    /// The ASCII characters that no name has which is a value itself.
    static let noName = Self(controlsAndSpace + "!\"#%&'()*+,;<=>?@\\^`{|}\u{7F}")
    /// The characters that end a value in text.
    static let valueEnds = Self(controlsAndSpace + "\"&'),;<>\\]`|}")
    /// The characters of words, which tokens are: all but controls, spaces, quotes, commas and brackets.
    static let word = Self(upper + lower + "0123456789!#$%&()*+-./:;=?@\\^_|~\u{7F}")
    /// The ASCII characters that are not part of the first name of a form.
    static let formNameEnds = Self(controlsAndSpace + "!\"#'()*,/:;<=>?@\\^`{|}~\u{7F}")
    /// The characters that a form does not have.
    static let noForm = Self(controlsAndSpace + "\"<")
    /// The characters that end a URL in text.
    static let urlEnds = Self(controlsAndSpace + "\"<>\\}")
    /// The characters at the end of a URL that belong to the sentence.
    static let marks = Self(".,;:!)]")
    /// The characters that end the authority of a URL in text: all, and behind other text.
    static let authorityOrSpace = Self(controlsAndSpace + "/?#")
    static let quotedAuthority = Self(controlsAndSpace + "/?#\"<>\\")
    /// The digit and the separator of the zeros instead of numbers and UUIDs.
    static let zeros = Self("0-")
    /// Quotes, and the backslash before them.
    static let escapedQuotes = Self("\"'`\\")
    /// The characters between a separator and a value, also for a name in quotes; `>` is part of `=>`.
    static let beforeValue = Self(" \t>")
    static let beforeQuotedValue = Self(" \t\n\u{B}\u{C}\r>")
    static let textLineEnds = Self("\n\r\u{0}")
    /// The characters of a type in a GraphQL document.
    static let graphQLType = Self(upper + lower + "0123456789_[]!")
    static let backslash = Self("\\")
    /// The characters that end a value in JSON.
    static let closers = Self("\"}]")
    /// The characters that end the authority of a URL.
    static let authorityEnds = Self("/?#")
    static let equals = Self("=")
    static let at = Self("@")
    /// The characters between cookies.
    static let cookieEnds = Self(";\n\r")
    /// The characters between the words of WebSocket protocols.
    static let protocolEnds = Self(" \t\n\u{B}\u{C}\r,.")
    static let dot = Self(".")
    static let hyphen = Self("-")
}
