#if canImport(FoundationNetworking)
/// Our words for libcurl's descriptions of a failure, which ``CURLTransport`` and, on Linux, URLSession report.
enum CURLText {
    static let head = "the response's head is larger than 300 KiB, or a line of it than libcurl's 100 KiB"
    static let status = "the response does not begin with the status line of a known version of HTTP (RFC 9112 §4)"
    static let transferCoding = "the response has a transfer coding that the request did not accept (RFC 9112 §7)"
    static let http2 = "the response is not valid HTTP/2 (RFC 9113)"

    /// Returns our words for a text of libcurl, of an error buffer or of a code. Quotes a text without a row.
    static func words(for text: String) -> String {
        known(text) ?? (isQuotable(text) ? "libcurl: \"\(text)\"" : "the transfer failed")
    }

    /// Whether a text may be shown: libcurl quotes the URL of a proxy, with its credentials, and nghttp2 the value of a
    /// field.
    static func isQuotable(_ text: String) -> Bool {
        !text.isEmpty && !["://", "@", "value: ["].contains(where: text.contains(bytes:))
    }

    /// Returns our words for a text of libcurl; nil without a row.
    static func known(_ text: String) -> String? {
        let lower = text.asciiLowercased
        if let alert = TLSAlert(in: lower) { return alert.text }
        if let special = tunnel(lower) ?? connection(text, lower) ?? stream(text, lower) { return special }
        let searched = withoutNames(lower)
        return rows.first { row in row.parts.contains(where: searched.contains(bytes:)) }?.words
    }

    /// Leaves out the names of hosts and files, which may hold the words of a row.
    private static func withoutNames(_ lower: String) -> String {
        for begin in ["resolve host: ", "resolve proxy: ", "resolve: ", "in connection to "] {
            if let cut = lower.cut(atBytes: begin) { return cut.head + begin }
        }
        let parts = lower.split(atBytes: " '")
        return parts.dropFirst().reduce(into: String(parts.first ?? "")) { text, quoted in
            text += quoted.cut(atBytes: "'")?.tail ?? ""
        }
    }

    /// Returns the reason in "OpenSSL error error:11800071:PKCS12 routines::mac verify failure, …"; nil without one.
    static func reason(in text: String) -> String? {
        guard let error = text.cut(atBytes: "OpenSSL error error:")?.tail.prefix(beforeBytes: ",") else { return nil }
        return error.split(atBytes: ":").last.map { String($0) }
    }

    private static func tunnel(_ lower: String) -> String? {
        for part in ["tunnel failed, response ", "received http code "] {
            guard let end = lower.range(ofBytes: part)?.upperBound else { continue }
            return "the proxy answered the request for a tunnel with \(lower[end...].prefix(3))"
        }
        return nil
    }

    /// "Failed to connect to 127.0.0.1 port 9 after 0 ms: Couldn't connect to server", in newer versions "127.0.0.1:9"
    /// and "127.0.0.1:9 over proxy 127.0.0.1".
    private static func connection(_ text: String, _ lower: String) -> String? {
        guard let place = place(in: text) else { return nil }
        if place.contains(bytes: " over proxy ") { return proxyIsDown }
        let isRefused = lower.contains(bytes: "refused")
        return "no connection to \(place) could be opened\(isRefused ? ": it was refused" : "")"
    }

    /// Returns the host and port of a connection that could not be opened, such as "127.0.0.1 port 9"; nil in other
    /// texts.
    static func place(in text: String) -> String? {
        let begin = "failed to connect to "
        guard text.hasPrefix(bytes: begin, ignoringCase: true) else { return nil }
        let place = text.dropFirst(begin.utf8.count).prefix(beforeBytes: " after ").prefix(beforeBytes: ": ")
        guard !place.contains(bytes: " port "), let cut = place.cut(atLast: ":") else { return String(place) }
        return "\(cut.head) port \(cut.tail)"
    }

    /// "HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)", since 8.13 "HTTP/2 stream 1 reset by server
    /// (error 0x2 INTERNAL_ERROR)".
    private static func stream(_ text: String, _ lower: String) -> String? {
        guard lower.hasPrefix(bytes: "http/2 stream ") else { return nil }
        let name = Array(text.utf8).split { !$0.isUpper && $0 != 0x5F }.last { $0.contains(0x5F) }
        let reason = name.map { " with \(String(decoding: $0, as: UTF8.self))" } ?? ""
        return "the HTTP/2 stream was ended\(reason) before the response was complete"
    }

    /// Parts of texts in lower case. The first row with one that occurs counts.
    private static let rows: [(parts: [String], words: String)] = [
        // Proxies.
        (["resolve proxy"], "the name of the proxy cannot be resolved"),
        (["proxy connect", "connect to proxy", "connect response", "http2 proxy", "proxy closed"], proxy),
        (["socks"], "the SOCKS proxy opened no connection"),
        (["proxy syntax", "unsupported proxy", "pre-proxy", "proxy type"], "the URL of the proxy cannot be used"),
        (["proxy handshake"], proxy),
        // Names and connections.
        (["resolve", "resolving", "getaddrinfo", "name lookup"], "the name of the host cannot be resolved"),
        (["bind", "interface"], "the network interface or address of the settings cannot be used"),
        (["socket path"], "the path of the Unix socket is too long"),
        (["connect to server", "failed to open socket", "no connection available", "connection limit"], unopened),
        // The connection.
        (["rewind", "seek"], "the connection was lost, and the body cannot be read again"),
        (["empty reply", "returned nothing"], "the server closed the connection without a response"),
        (
            ["bytes remaining", "outstanding read data", "bytes missing", "partial file"],
            "the connection was closed before the end of the response's body"
        ),
        (
            ["recv failure", "when receiving", "failed receiving", "ssl_read", "recv:"],
            "the connection was lost before the response was complete"
        ),
        (
            ["send failure", "failed sending", "ssl_write", "send:", "connection died", "broken pipe"],
            "the connection was lost while the request was sent"
        ),
        (["framing layer", "not closed cleanly"], "the HTTP/2 connection was ended before the response was complete"),
        (
            ["ssl_error_syscall", "unexpected eof", "closed abruptly", "connection reset", "in connection to"],
            "the connection was lost while TLS was set up"
        ),
        // Time. libcurl has no other limit than that of connections.
        (
            ["timed out", "timeout", "time-out"], "the connection was not open within the time for connections"
        ),
        // TLS.
        (["has expired"], "the server's certificate has expired"),
        (["not yet valid"], "the server's certificate is not valid yet"),
        (["subject name", "certificate name"], "the server's certificate is valid for another host"),
        (
            ["in certificate chain", "local issuer", "get issuer"],
            "the server's certificate is not of an authority that is trusted"
        ),
        (["self-signed", "self signed"], "the server's certificate is self-signed, and not trusted"),
        (["pinned public key"], "the server's public key is not one of the pinned ones"),
        (["certificate revoked", "revocation"], "the server's certificate is revoked"),
        (["client certificate required"], "the server requires a client certificate"),
        (["set private key file"], "the private key of the client certificate cannot be used"),
        (["client cert", "pkcs12", "private key", "local ssl certificate"], "the client certificate cannot be used"),
        (
            ["trust anchors", "verify locations", "ssl ca cert", "certificate verify location"],
            "the file of certificate authorities cannot be read"
        ),
        (
            ["wrong version number", "packet length too long", "http request"],
            "the server does not speak TLS at this port"
        ),
        (["peer certificate or ssh"], "the server's certificate is not valid"),
        (["ssl connect error"], "TLS could not be set up"),
        // Heads.
        (
            [
                "http/0.9", "unsupported http", "unsupported response code", "status line", "version mismatch",
                "server reply",
            ], status
        ),
        (["without colon", "invalid response header"], "a line of the response's head has no colon (RFC 9112 §5)"),
        (
            ["in header"], "a field of the response has a character that no field may have (RFC 9110 §5.5)"
        ),
        (["bad argument", "invalid http header field"], "a field of the response's head has no valid name"),
        (["content-length"], "the response has an invalid Content-Length (RFC 9112 §6.3)"),
        (["location headers"], "the response has several fields Location"),
        (["too many response headers"], "the response's head has more fields than libcurl reads"),
        // Bodies.
        (["content unencoding"], "the response's body cannot be decoded"),
        (["transfer-encoding", "transfer encoding"], transferCoding),
        (["content encoding"], "the response has a content coding that cannot be decoded"),
        (
            ["chunk", "malformed encoding", "hexadecimal"],
            "the response's body does not consist of valid chunks (RFC 9112 §7.1)"
        ),
        (["too large", "larger than allowed", "out of memory"], head),
        (["failed writing header"], "a field of the response cannot be read"),
        (["failed writing received data", "failure writing", "write of"], "the response's body cannot be taken"),
        (["nghttp2", "invalid frame", "http2"], http2),
        // Requests.
        (["local data", "upload failed"], "the request's body cannot be read"),
        (["url rejected", "url using bad", "malformed", "host name", "hostname"], "the URL cannot be sent"),
        (["protocol"], "the scheme of the URL is neither http nor https"),
        (["aborted"], "the transfer was ended"),
    ]

    private static let proxy = "the proxy opened no tunnel to the server"
    static let proxyIsDown = "no connection to the proxy could be opened"
    private static let unopened = "no connection to the server could be opened"
}
#endif
