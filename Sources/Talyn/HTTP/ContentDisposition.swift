/// The file name that a server suggests: `Content-Disposition` (RFC 6266).
enum ContentDisposition {
    /// Returns the suggested name as it was sent, which may be a path or anything else; nil if there is none.
    ///
    /// `filename*` precedes `filename` (RFC 6266 §4.3). One that does not decode is ignored.
    static func fileName(in headers: HTTPHeaders) -> String? {
        guard let value = headers.values(for: "Content-Disposition").first else { return nil }
        let parameters = parameters(of: value)
        func text(_ name: String) -> String? { parameters.first { HTTPHeaders.isSameName($0.name, name) }?.value }
        return text("filename*").flatMap(extended) ?? text("filename")
    }

    /// Returns the parameters behind the type. An unquoted value ends at the next semicolon: many servers send names
    /// with spaces and without quotes.
    private static func parameters(of value: String) -> [(name: String, value: String)] {
        let bytes = Array(value.utf8)
        var (index, parameters): (Int, [(name: String, value: String)]) = (0, [])
        /// Moves behind the next of two bytes and returns the text before it.
        func part(endingWith end: String) -> (text: String, end: UInt8?) {
            let start = index
            while index < bytes.count, !end.utf8.contains(bytes[index]) { index += 1 }
            let text = String(decoding: bytes[start..<index], as: UTF8.self).trimmed
            defer { index += 1 }
            return (String(text), index < bytes.count ? bytes[index] : nil)
        }
        _ = part(endingWith: ";")
        while index < bytes.count {
            let (name, end) = part(endingWith: "=;")
            guard end == UInt8(ascii: "=") else { continue }
            while index < bytes.count, bytes[index].isSpace { index += 1 }
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                index += 1
                parameters.append((name, quoted(bytes, &index)))
                _ = part(endingWith: ";")
            } else {
                parameters.append((name, part(endingWith: ";").text))
            }
        }
        return parameters
    }

    /// Returns a quoted string without its backslashes (RFC 9110 §5.6.4), from behind its first quote up to its last
    /// one or the end of the text.
    static func quoted(_ bytes: [UInt8], _ index: inout Int) -> String {
        var content: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
            content.append(bytes[index])
            index += 1
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// Decodes an extended value, `UTF-8''na%C3%AFve.txt` (RFC 8187 §3.2); nil if it is invalid or in a charset other
    /// than UTF-8 and ISO-8859-1.
    private static func extended(_ value: String) -> String? {
        guard let (charset, rest) = value.cut(atBytes: "'"), let (_, text) = rest.cut(atBytes: "'") else { return nil }
        var (bytes, digits): ([UInt8], ArraySlice<UInt8>) = ([], Array(text.utf8)[...])
        while let byte = digits.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = digits.popFirst(), let low = digits.popFirst(), high.isHexDigit, low.isHexDigit,
                let escaped = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(escaped)
        }
        switch String(charset).asciiLowercased {
        case "utf-8": return String(bytes: bytes, encoding: .utf8)
        case "iso-8859-1": return String(bytes: bytes, encoding: .isoLatin1)
        default: return nil
        }
    }
}
