extension String {
    /// Returns the text with each occurrence of some bytes replaced by others.
    func replacingBytes(_ bytes: String, _ replacement: String) -> String {
        let (text, pattern) = (Array(utf8), Array(bytes.utf8))
        guard !pattern.isEmpty, text.count >= pattern.count else { return self }
        var (result, index) = ([UInt8](), 0)
        while index < text.count {
            if text[index...].starts(with: pattern) {
                result += replacement.utf8
                index += pattern.count
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether two names of headers are the same (RFC 9110 §5.1).
    func isSameHeader(_ other: String) -> Bool { lowercased().utf8.elementsEqual(other.lowercased().utf8) }

    /// Returns the parts between some bytes.
    func splitBytes(_ byte: Character) -> [String] {
        guard let mark = byte.asciiValue else { return [self] }
        return utf8.split(separator: mark, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}
