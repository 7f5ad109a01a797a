internal import Foundation
internal import Talyn

/// The parts of a URL that decide about its cookies.
struct CookieOrigin {
    /// The host in lower case; an address of IPv6 in brackets, in its shortest form.
    let host: String
    /// The path, with its escapes, as the server sees it.
    let path: String
    /// Whether a secure cookie may be set and sent.
    let isSecure: Bool
    let isAddress: Bool

    /// Nil for a URL of another scheme than http and https, or without a host of letters, digits, dots and dashes.
    init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.asciiLowercased, ["https", "http"].contains(scheme),
            var host = parts.encodedHost?.asciiLowercased
        else { return nil }
        let isIPv6 = host.contains(bytes: ":")
        if isIPv6 {
            host = host.ipv6Address ?? host
            if !host.hasPrefix(bytes: "[") { host = "[\(host)]" }
        }
        guard Self.isHost(host) else { return nil }
        self.host = host
        isAddress = isIPv6 || Self.isIPv4(host)
        // As in browsers and curl: what stays on the machine needs no TLS.
        isSecure =
            scheme == "https" || host == "localhost" || host.hasSuffix(bytes: ".localhost") || host == "[::1]"
            || isAddress && host.hasPrefix(bytes: "127.")
        path = parts.percentEncodedPath.hasPrefix(bytes: "/") ? parts.percentEncodedPath : "/"
    }

    /// Whether a text is a name that a server can have: labels of 1 to 63 letters, digits, dashes and underscores, at
    /// most 253 bytes together (RFC 1035 §2.3.4), with or without a dot at the end; or an address of IPv6 in brackets.
    static func isHost(_ text: String) -> Bool {
        if text.hasPrefix(bytes: "[") { return text.hasSuffix(bytes: "]") && isIPv6(text.utf8.dropFirst().dropLast()) }
        var bytes = text.utf8[...]
        if bytes.last == 0x2E { bytes.removeLast() }
        return bytes.count <= 253
            && bytes.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
                1...63 ~= label.count && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
            }
    }

    /// Whether a text is an address of IPv6, with or without a zone (RFC 6874 §2).
    private static func isIPv6(_ text: Substring.UTF8View) -> Bool {
        guard let percent = text.firstIndex(of: UInt8(ascii: "%")) else {
            return String(Substring(text)).ipv6Address != nil
        }
        let zone = text[percent...].dropFirst()
        return !zone.isEmpty && String(Substring(text[..<percent])).ipv6Address != nil
            && zone.allSatisfy { $0.isLetter || $0.isDigit || "%-._~".utf8.contains($0) }
    }

    /// Whether a host is an address in any form that systems read: its last label is a number (WHATWG URL §4.4).
    private static func isIPv4(_ host: String) -> Bool {
        let last = host.split(atBytes: ".").last { !$0.isEmpty } ?? ""
        return !last.isEmpty && (last.utf8.allSatisfy(\.isDigit) || last.hasPrefix(bytes: "0x"))
    }

    /// The path for cookies that name none: up to the last slash (RFC 6265bis §5.1.4).
    var defaultPath: String {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: 0x2F), slash > 0 else { return "/" }
        return String(decoding: bytes[..<slash], as: UTF8.self)
    }

    /// Whether the host is the domain, or a name below it (RFC 6265bis §5.1.3).
    func matches(domain: String) -> Bool {
        host.isSame(bytes: domain) || !isAddress && !domain.isEmpty && host.hasSuffix(bytes: ".\(domain)")
    }

    /// Whether the path is the cookie's, or below it (RFC 6265bis §5.1.4).
    static func path(_ path: String, matches cookie: String) -> Bool {
        let (path, cookie) = (Array(path.utf8), Array(cookie.utf8))
        guard path.starts(with: cookie) else { return false }
        return path.count == cookie.count || cookie.last == 0x2F || path[cookie.count] == 0x2F
    }

    /// Whether a cookie is sent.
    func takes(_ cookie: Cookie) -> Bool {
        (cookie.isHostOnly ? host.isSame(bytes: cookie.domain) : matches(domain: cookie.domain))
            && (isSecure || !cookie.isSecure) && Self.path(path, matches: cookie.path)
    }
}
