extension HTTPHeaders {
    /// What the transport alone may set: they frame the message or name the host (RFC 9110 §7.2, RFC 9112 §6).
    static let reservedNames = ["Host", "Content-Length", "Transfer-Encoding"]

    /// Why these headers cannot be sent, as a sentence without values; nil when they can.
    var problem: String? {
        for field in fields {
            if !Self.isToken(field.name) {
                return "a header name is not a token (RFC 9110 §5.1): \(Self.printable(field.name))"
            }
            if field.value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
                return "the value of header \(field.name) contains CR, LF or NUL (RFC 9110 §5.5)"
            }
            if Self.reservedNames.contains(where: { Self.isSameName($0, field.name) }) {
                return "header \(field.name) is set by the transport and cannot be set by hand"
            }
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
