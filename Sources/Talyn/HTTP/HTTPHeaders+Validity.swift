extension HTTPHeaders {
    /// What the transport alone may set: they frame the message or name the host (RFC 9110 §7.2, RFC 9112 §6).
    static let reservedNames = ["Host", "Content-Length", "Transfer-Encoding"]

    /// Why these headers cannot be sent, as a sentence without values; nil when they can.
    var problem: String? {
        for field in fields {
            if !Self.isToken(field.name) {
                return "a header name is not a token (RFC 9110 §5.1): \(Self.printable(field.name))"
            }
            if let problem = Self.problem(ofValue: field.value) {
                return "header '\(field.name)' contains \(problem); header values cannot (RFC 9110 §5.5)"
            }
            if Self.reservedNames.contains(where: { Self.isSameName($0, field.name) }) {
                return "header \(field.name) is set by the transport and cannot be set by hand"
            }
        }
        return nil
    }

    /// The first control character but tab, and its place by scalars from 1; nil when there is none. Bytes of 0x80 and
    /// above, which other characters and C1 controls are made of, are `obs-text` and allowed.
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

    /// Whether a text is a token: one or more of RFC 9110 §5.6.2's characters.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(PercentEncoding.AllowedBytes.token.contains)
    }

    /// The leading token characters of a bad name, so that the message helps and a value smuggled into it stays out.
    private static func printable(_ name: String) -> String {
        let shown = Substring(name.utf8.prefix(while: PercentEncoding.AllowedBytes.token.contains).prefix(40))
        return shown.isEmpty ? "(unprintable)" : "\(shown)…"
    }
}

extension UInt8 {
    /// Whether it is a control character that no header value may hold: of ASCII, all but tab.
    fileprivate var isControl: Bool { self < 0x20 && self != 0x09 || self == 0x7F }
}
