#if canImport(FoundationNetworking)
/// A fatal alert that a server has sent (RFC 8446 §6.2).
///
/// Over TLS 1.3 a server checks the client's certificate when the client regards the handshake as complete. The alert
/// then arrives in place of a response.
struct TLSAlert {
    /// Nil if a text mentions an alert without a known name.
    private let number: Int?

    init(_ number: CInt) { self.number = Int(number) }

    /// Reads a text of libcurl in lower case; nil if it mentions no alert.
    ///
    /// OpenSSL adds 1000 to the number of an alert that it has no name for.
    init?(in text: String) {
        let reason = text.range(ofBytes: "::reason(").flatMap { Int(text[$0.upperBound...].prefix(beforeBytes: ")")) }
        if let reason, 1_000...1_255 ~= reason {
            number = reason - 1_000
        } else if Self.prefixes.contains(where: text.contains(bytes:)) {
            number = Self.names.first { text.contains(bytes: "alert \($0.name)") }?.number
        } else {
            return nil
        }
    }

    /// OpenSSL's words before the name, by the version that defined it, from 3.2 on of both; GnuTLS's words.
    private static let prefixes = [
        "sslv3 alert ", "tlsv1 alert ", "tlsv13 alert ", "ssl/tls alert ", "tls fatal alert",
    ]

    private static let names: [(number: Int, name: String)] = [
        (42, "bad certificate"), (43, "unsupported certificate"), (44, "certificate revoked"),
        (45, "certificate expired"), (46, "certificate unknown"), (47, "illegal parameter"), (48, "unknown ca"),
        (49, "access denied"), (116, "certificate required"), (120, "no application protocol"),
    ]

    /// A code of the category `tls`.
    var code: URLError.Code {
        switch number ?? 0 {
        // From bad_certificate to access_denied: about the client's certificate or its absence, which no retry mends.
        case 42...49: .clientCertificateRejected
        case 116: .clientCertificateRequired
        default: .secureConnectionFailed
        }
    }

    var error: URLError { URLError(code, text: text) }

    var text: String {
        let name = Self.names.first { $0.number == number }?.name
        let title = number.map { "TLS alert \($0)\(name.map { ", \($0)" } ?? "")" } ?? "an alert of TLS"
        return "the server ended the connection by \(title) (RFC 8446 §6.2)"
    }

    /// Whether the server speaks no protocol that was offered (RFC 7301 §3.2).
    var refusesProtocol: Bool { number == 120 }
}
#endif
