extension Redactor {
    /// Scans the value of a header field.
    package mutating func scanHeader(_ value: ArraySlice<UInt8>, named field: String) {
        let name = Array(field.utf8)[...]
        if let decided = names.decided(name, in: .header) {
            if decided > .none { hideCredentials(value) } else { scanValue(value, level: 0) }
            return
        }
        switch field.asciiLowercased {
        case let name where name.hasSuffix(bytes: "authorization"):
            let scheme = value.prefix(until: .whiteSpace)
            let isScheme = scheme.endIndex < value.endIndex && Self.isScheme(scheme)
            hideCredentials(value, from: isScheme ? scheme.endIndex : value.startIndex)
        case "cookie", "cookie2":
            for cookie in value.split(at: .cookieEnds) { hideCookie(cookie) }
        case "set-cookie", "set-cookie2": scanSetCookie(value)
        case "location", "content-location", "referer", ":path": scanURL(value, level: 1)
        // Browsers cannot set `Authorization` on a WebSocket, so `bearer, <token>` is listed as if it were protocols.
        case "sec-websocket-protocol" where names.areSecretWords(value):
            hide(value)
            for part in value.split(at: .protocolEnds) {
                collect(part, .likely)
            }
        default:
            if hide(value, named: name, in: .header) { hideCredentials(value) } else { scanValue(value, level: 0) }
        }
    }

    /// Returns whether a word may stand before credentials, such as `Bearer`.
    static func isScheme(_ word: ArraySlice<UInt8>) -> Bool { word.isOne(of: schemes) }

    private static let schemes = [
        "apikey", "aws", "aws4-hmac-sha256", "basic", "bearer", "bot", "digest", "dpop", "gnap", "googlelogin", "hawk",
        "hmac", "hmac-sha256", "hoba", "jwt", "key", "mac", "mutual", "negotiate", "ntlm", "oauth", "privatetoken",
        "scram-sha-1", "scram-sha-256", "sharedkey", "sharedkeylite", "signature", "token", "vapid",
    ]

    /// Hides credentials of any scheme, and collects their parts that may be repeated alone: all behind a scheme, and
    /// secret parameters.
    private mutating func hideCredentials(_ value: ArraySlice<UInt8>, from start: Int? = nil) {
        hide(value[(start ?? value.startIndex)...].drop(of: .whiteSpace))
        let behind = value[value.prefix(until: .whiteSpace).endIndex...].trimmed
        collect(behind, .likely)
        collectBasic(behind)
        for (name, parameter) in Self.parameters(in: value)
        where names.secrecy(of: Array(name.utf8)[...], in: .query) > .none {
            collect(parameter, .likely)
        }
    }

    /// Collects user and password of Basic, and the password alone (RFC 7617 §2).
    mutating func collectBasic(_ credentials: ArraySlice<UInt8>) {
        guard let pair = Self.basicPair(credentials) else { return }
        collect(pair)
        if let colon = pair.position(of: 0x3A) { collect(pair[(colon + 1)...]) }
    }

    /// Returns `user:password` of base64; nil if it is none.
    static func basicPair(_ credentials: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        // base64url is accepted as well (RFC 4648 §5).
        var bytes = credentials.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
        bytes += repeatElement(0x3D, count: -bytes.count & 3)
        guard let data = Data(base64Encoded: Data(bytes)), data.contains(0x3A),
            String(data: data, encoding: .utf8) != nil
        else { return nil }
        return [UInt8](data)[...]
    }

    /// Hides the value of a cookie; the whole of one that has no name.
    private mutating func hideCookie(_ cookie: ArraySlice<UInt8>) {
        let start = cookie.position(of: 0x3D).map { $0 + 1 } ?? cookie.startIndex
        hide(cookie[start...].trimmed, .likely, .percent)
    }

    private static let cookieAttributes = [
        "comment", "commenturl", "discard", "domain", "expires", "httponly", "max-age", "partitioned", "path", "port",
        "priority", "samesite", "secure", "version",
    ]

    /// Scans one cookie a line; some write several in one line, separated by commas (RFC 2109 §4.2.2).
    private mutating func scanSetCookie(_ value: ArraySlice<UInt8>) {
        for line in value.split(at: .lineEnds) {
            for (index, part) in line.split(at: 0x3B).enumerated() {
                let name = part[..<(part.position(of: 0x3D) ?? part.endIndex)].trimmed
                guard index > 0, name.isOne(of: Self.cookieAttributes) else {
                    hideCookie(part)
                    continue
                }
                // `Path=/, next=cookie`, and not the comma of a date.
                let items = part[..<part.suffix(behind: .equals).startIndex]
                if let comma = items.position(of: 0x2C) { hideCookie(part[(comma + 1)...]) }
            }
        }
    }
}
