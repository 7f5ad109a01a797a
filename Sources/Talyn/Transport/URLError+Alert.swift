#if canImport(FoundationNetworking)
extension URLError.Code {
    /// The meaning of a server's fatal alert (RFC 8446 §6.2), from a text of libcurl in lower case, with OpenSSL's name
    /// of the alert; nil without one.
    ///
    /// Over TLS 1.3 a server checks the client's certificate when the client regards the handshake as complete. The
    /// alert then arrives in place of a response, in whatever function of libcurl reads it.
    init?(alertIn text: String) {
        func has(_ parts: [String]) -> Bool { parts.contains(where: text.contains(bytes:)) }
        guard has(Self.alerts) else { return nil }
        if has(["alert certificate required"]) {
            self = .clientCertificateRequired
        } else if has(Self.rejections) {
            self = .clientCertificateRejected
        } else {
            self = .secureConnectionFailed
        }
    }

    /// What precedes the name of an alert: the version that defined it, or both from OpenSSL 3.2 on; the number of one
    /// without a name; GnuTLS's words.
    private static let alerts = [
        "sslv3 alert ", "tlsv1 alert ", "tlsv13 alert ", "ssl/tls alert ", "ssl routines::reason(1", "tls fatal alert",
    ]

    /// The alerts about a client's certificate, 42 to 46, 48 and 49.
    private static let rejections = [
        "bad certificate", "unsupported certificate", "certificate revoked", "certificate expired",
        "certificate unknown", "unknown ca", "access denied",
    ].map { "alert \($0)" }
}
#endif
