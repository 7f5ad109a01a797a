#if canImport(FoundationNetworking)
/// A fatal alert that a server has sent (RFC 8446 §6.2).
///
/// Over TLS 1.3 a server checks the client's certificate when the client regards the handshake as complete. The alert
/// then arrives in place of a response.
struct TLSAlert {
    /// Nil if only a text tells of it, without a name that is known.
    private let number: CInt?

    init(_ number: CInt) { self.number = number }

    /// Reads a text of libcurl in lower case, which has OpenSSL's name of the alert or its number; nil without one.
    init?(in text: String) {
        func has(_ part: String) -> Bool { text.contains(bytes: part) }
        guard Self.prefixes.contains(where: has) else { return nil }
        number = Self.names.first { has("alert \($0.name)") || has("reason(\(1_000 + $0.number))") }?.number
    }

    /// What precedes the name of an alert: the version that defined it, from OpenSSL 3.2 on both; the number of one
    /// without a name; GnuTLS's words.
    private static let prefixes = [
        "sslv3 alert ", "tlsv1 alert ", "tlsv13 alert ", "ssl/tls alert ", "ssl routines::reason(1", "tls fatal alert",
    ]

    private static let names: [(number: CInt, name: String)] = [
        (42, "bad certificate"), (43, "unsupported certificate"), (44, "certificate revoked"),
        (45, "certificate expired"), (46, "certificate unknown"), (47, "illegal parameter"), (48, "unknown ca"),
        (49, "access denied"), (116, "certificate required"), (120, "no application protocol"),
    ]

    /// A code of the category `tls`.
    var code: URLError.Code {
        switch number ?? 0 {
        // A server sends them about the client's certificate.
        case 42...49: .clientCertificateRejected
        case 116: .clientCertificateRequired
        default: .secureConnectionFailed
        }
    }

    var error: URLError {
        let name = Self.names.first { $0.number == number }?.name
        let title = number.map { "TLS alert \($0)\(name.map { ", \($0)" } ?? "")" } ?? "an alert of TLS"
        return URLError(code, text: "the server ended the connection by \(title) (RFC 8446 §6.2)")
    }

    /// Whether the server speaks no protocol that was offered (RFC 7301 §3.2).
    var refusesProtocol: Bool { number == 120 }
}
#endif
