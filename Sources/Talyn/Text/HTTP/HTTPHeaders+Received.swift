extension HTTPHeaders {
    /// Copies the fields of a head, sorted by name, because URLSession keeps them in a dictionary. Each access to a
    /// field of URLSession's costs a microsecond.
    init(_ head: HTTPURLResponse) {
        let all = head.allHeaderFields
        var fields: [Field] = []
        for name in all.keys.compactMap({ $0 as? String }).sortedByBytes() {
            guard let text = all[name] as? String else { continue }
            // White space after a value is not part of it (RFC 9110 §5.5), but Linux keeps it.
            let isBlank = text.utf8.last == UInt8(ascii: " ") || text.utf8.last == UInt8(ascii: "\t")
            let value = isBlank ? String(text.trimmed) : text
            if Self.isSameName(name, "Set-Cookie") {
                fields += Self.cookies(in: value).map { Field(name, $0) }
            } else {
                fields.append(Field(name, value))
            }
        }
        self.init(fields)
    }

    /// Returns the length of the body as delivered, in bytes; nil if it is unknown. Of a compressed body only the
    /// compressed length is known.
    /// - Throws: `URLError.cannotParseResponse` for different values, with which the body's end is unknown (RFC 9112 §6.3).
    func bodyLength() throws(URLError) -> Int64? {
        guard let text = self["Content-Length"] else { return nil }
        if text.contains(bytes: ",") {
            let lengths = text.split(atBytes: ",").filter { !$0.isEmpty }.map { String($0.trimmed) }
            if lengths.contains(where: { $0 != lengths[0] }) {
                throw URLError(
                    .cannotParseResponse, text: "the response has conflicting Content-Length values (RFC 9112 §6.3)")
            }
        }
        guard let length = Int64(text), length >= 0, contentCodings.isEmpty else { return nil }
        return length
    }

    /// The codings of the body in lower case, in the order in which they were applied (RFC 9110 §8.4), without
    /// `identity`.
    var contentCodings: [String] {
        if !contains("Content-Encoding") { return [] }
        return values(for: "Content-Encoding").flatMap { $0.split(atBytes: ",") }
            .map { $0.trimmed.asciiLowercased }.filter { !$0.isEmpty && !$0.isSame(bytes: "identity") }
    }

    /// Returns the cookies of one `Set-Cookie` text. URLSession joins repeated fields with commas although RFC 9110
    /// §5.3 forbids it for this field, whose dates contain commas. A comma separates cookies only if a name and "="
    /// follow it.
    static func cookies(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        var cookies: [String] = []
        var (start, searched) = (0, 0)
        while let comma = bytes[searched...].position(of: UInt8(ascii: ",")) {
            let name = bytes[(comma + 1)...].drop { $0 == UInt8(ascii: " ") }
            let rest = name.drop { !"=;, ".utf8.contains($0) }
            searched = comma + 1
            guard rest.count < name.count, rest.first == UInt8(ascii: "=") else { continue }
            cookies.append(String(decoding: bytes[start..<comma], as: UTF8.self))
            start = name.startIndex
        }
        return cookies + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}
