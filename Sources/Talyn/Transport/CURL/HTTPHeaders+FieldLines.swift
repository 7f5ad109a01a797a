#if os(Linux)
extension HTTPHeaders {
    /// Parses field lines. A line that begins with white space continues the one before it (RFC 9112 §5.2). A line
    /// without a colon is left out. Each byte of an `ETag` is a character: a tag goes back byte for byte
    /// (RFC 9110 §8.8.3), and one in UTF-8 could not be told from one in ISO 8859-1.
    init(lines: [UInt8]) {
        var fields: [Field] = []
        fields.reserveCapacity(16)
        lines.withUnsafeBufferPointer { bytes in
            // Without an early end, so that the compiler compares many at once.
            let isASCII = bytes.reduce(0, |) < 0x80
            bytes.forEachLine { line in
                guard let first = line.first else { return }
                if first == 0x20 || first == 0x09 {
                    guard let last = fields.popLast() else { return }
                    // The white space between the parts is a space (RFC 9112 §5.2), and that around the value none.
                    fields.append(
                        Field(
                            last.name, [last.value, line.text(isASCII)].filter { !$0.isEmpty }.joined(separator: " ")))
                } else if let colon = line.offset(of: UInt8(ascii: ":")) {
                    let (name, value) = (line[..<colon].text(isASCII), line[(colon + 1)...])
                    let isTag = !isASCII && HTTPHeaders.isSameName(name, "ETag")
                    fields.append(
                        Field(
                            name,
                            isTag
                                ? UnsafeBufferPointer(rebasing: value).withoutBlanks.latin1 : value.text(isASCII)))
                }
            }
        }
        self.init(fields)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Passes each line on, without its line feed.
    func forEachLine<Failure>(_ work: (Self) throws(Failure) -> Void) throws(Failure) {
        var rest = self
        while !rest.isEmpty {
            let end = rest.offset(of: UInt8(ascii: "\n")) ?? rest.count
            try work(Self(rebasing: rest[..<end]))
            rest = Self(rebasing: rest[end...].dropFirst())
        }
    }

    /// The bytes without the white space around them.
    var withoutBlanks: Self {
        var (start, end) = (startIndex, endIndex)
        while start < end, self[start].isBlank { start += 1 }
        while start < end, self[end - 1].isBlank { end -= 1 }
        return Self(rebasing: self[start..<end])
    }

    /// Returns the offset of the first such byte: `firstIndex(of:)`, in wide steps.
    fileprivate func offset(of byte: UInt8) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress, CInt(byte), count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Returns the text without the white space around it. Bytes that are not UTF-8 are ISO 8859-1 (RFC 9110 §5.5).
    fileprivate func text(_ isASCII: Bool) -> String { UnsafeBufferPointer(rebasing: self).text(isASCII) }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func text(_ isASCII: Bool) -> String {
        let text = withoutBlanks
        // A bare CR within a line becomes a space (RFC 9112 §2.2), and ends no line of a log.
        if text.offset(of: 0x0D) != nil {
            return text.map { $0 == 0x0D ? 0x20 : $0 }.withUnsafeBufferPointer { $0.text(isASCII) }
        }
        if isASCII { return String(decoding: text, as: UTF8.self) }
        return String(validating: text, as: UTF8.self) ?? text.latin1
    }

    /// The text in which each byte is a character: ISO 8859-1.
    fileprivate var latin1: String { String(String.UnicodeScalarView(map { Unicode.Scalar($0) })) }
}

extension UInt8 {
    /// Space, tab, or the carriage return of a line end.
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
#endif
