#if os(Linux)
extension HTTPHeaders {
    /// Parses field lines. A line that begins with white space continues the one before it (RFC 9112 §5.2). A line
    /// without a colon is left out.
    init(lines: [UInt8]) {
        var fields: [Field] = []
        fields.reserveCapacity(16)
        lines.withUnsafeBufferPointer { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
                let line = rest[..<end]
                rest = rest[end...].dropFirst()
                guard let first = line.first else { continue }
                if first == 0x20 || first == 0x09 {
                    guard let last = fields.popLast() else { continue }
                    fields.append(Field(last.name, "\(last.value) \(Self.text(of: line))"))
                } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                    fields.append(Field(Self.text(of: line[..<colon]), Self.text(of: line[(colon + 1)...])))
                }
            }
        }
        self.init(fields)
    }

    /// Returns the text of bytes without the white space around it. Bytes that are not UTF-8 are ISO 8859-1 (RFC 9110
    /// §5.5).
    private static func text(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        while start < end, bytes[start].isBlank { start += 1 }
        while start < end, bytes[end - 1].isBlank { end -= 1 }
        let trimmed = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if trimmed.allSatisfy({ $0 < 0x80 }) { return String(decoding: trimmed, as: UTF8.self) }
        return String(validating: trimmed, as: UTF8.self)
            ?? String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
    }
}

extension UInt8 {
    /// Space, tab, or the carriage return of a line end.
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
#endif
