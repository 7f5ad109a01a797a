extension HTTPHeaders {
    /// The fields that only the transport may set, because they frame the message or name the host (RFC 9110 §7.2, RFC
    /// 9112 §6).
    static let reservedNames = ["Host", "Content-Length", "Transfer-Encoding"]

    /// The reason why these headers cannot be sent, without values; nil if they can.
    var problem: String? {
        for field in fields {
            if let problem = Self.problem(field) { return problem }
            if Self.reservedNames.contains(where: { Self.isSameName($0, field.name) }) {
                return "header '\(field.name)' is set by the transport; remove it"
            }
        }
        return nil
    }

    /// Returns the reason why a field is not valid, without its value; nil if it is.
    package static func problem(_ field: Field) -> String? {
        if !isToken(field.name) { return "a header name is not a token (RFC 9110 §5.1): \(printable(field.name))" }
        return problem(ofValue: field.value).map {
            "header '\(field.name)' contains \($0); header values cannot (RFC 9110 §5.5)"
        }
    }

    /// Returns the first control character except tab, with its position in scalars from 1; nil if there is none. Bytes
    /// from 0x80 are `obs-text` and allowed.
    private static func problem(ofValue value: String) -> String? {
        guard value.utf8.contains(where: \.isControl) else { return nil }
        for (index, scalar) in value.unicodeScalars.enumerated() {
            guard let byte = UInt8(exactly: scalar.value), byte.isControl else { continue }
            let digits = String(byte, radix: 16, uppercase: true)
            let name = byte.isLineEnd ? "a line break" : "a control character"
            return "\(name) (U+00\(digits.count == 1 ? "0" : "")\(digits)) at position \(index + 1)"
        }
        return nil
    }

    /// Returns whether a text is a token (RFC 9110 §5.6.2).
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && PercentEncoding.AllowedBytes.token.contains(allOf: text)
    }

    /// Returns the leading token characters of an invalid name, so that the message does not include a value smuggled
    /// into it.
    private static func printable(_ name: String) -> String {
        let shown = Substring(name.utf8.prefix(while: PercentEncoding.AllowedBytes.token.contains).prefix(40))
        return shown.isEmpty ? "(unprintable)" : "\(shown)…"
    }
}

extension UInt8 {
    /// Whether a header value cannot contain it: ASCII control characters except tab.
    fileprivate var isControl: Bool { self < 0x20 && self != 0x09 || self == 0x7F }
}
