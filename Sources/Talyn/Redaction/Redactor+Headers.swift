extension Redactor {
    /// Scans the value of a header field.
    package mutating func scanHeader(_ value: ArraySlice<UInt8>, named name: String) {
        let bytes = Array(name.utf8)[...]
        if let decided = names.decided(bytes, in: .header) {
            if decided > .none { hideCredentials(value) }
            return
        }
        switch name.asciiLowercased {
        case "authorization", "proxy-authorization", "x-forwarded-authorization", "x-original-authorization":
            scanAuthorization(value)
        case "authentication-info", "proxy-authentication-info": hide(value)
        case "cookie", "cookie2":
            for cookie in value.split(whereSeparator: { $0 == 0x3B || $0.isLineEnd }) { hideCookie(cookie) }
        case "set-cookie", "set-cookie2": scanSetCookie(value)
        case "location", "content-location", "referer", ":path": scanURL(value, level: 1)
        case "link": scanLinks(value)
        case "refresh":
            let url = value.position(of: 0x3D).map { value[($0 + 1)...] } ?? value
            scanURL(url.trimming { $0 == 0x22 || $0 == 0x27 || $0.isSpace }, level: 1)
        // Browsers cannot set `Authorization` on a WebSocket, so `bearer, <token>` is listed as if it were protocols.
        case "sec-websocket-protocol" where value.split(separator: 0x2C).contains(where: speaksOfSecret):
            hide(value)
            for part in value.split(whereSeparator: { $0 == 0x2C || $0 == 0x2E || $0.isSpace }) {
                collect(String(decoding: part, as: UTF8.self), .likely)
            }
        case _ where names.secrecy(of: bytes, in: .header) > .none: hideCredentials(value)
        default: scanValue(value, level: 0)
        }
    }

    /// Returns whether a word may stand before credentials, such as `Bearer`.
    static func isScheme(_ word: ArraySlice<UInt8>) -> Bool { word.isOne(of: schemes) }

    private static let schemes = [
        "apikey", "aws", "aws4-hmac-sha256", "basic", "bearer", "bot", "digest", "dpop", "gnap", "googlelogin", "hawk",
        "hmac", "hmac-sha256", "hoba", "jwt", "key", "mac", "mutual", "negotiate", "ntlm", "oauth", "privatetoken",
        "scram-sha-1", "scram-sha-256", "sharedkey", "sharedkeylite", "signature", "token", "vapid",
    ]

    private func speaksOfSecret(_ protocolName: ArraySlice<UInt8>) -> Bool {
        let name = protocolName.trimming(while: \.isSpace)
        return Self.isScheme(name) || names.areSecretWords(name)
    }

    /// Keeps the scheme, if it is one: a bare token may hold a space as well.
    private mutating func scanAuthorization(_ value: ArraySlice<UInt8>) {
        let scheme = value.prefix { !$0.isSpace }
        guard scheme.endIndex < value.endIndex, Self.isScheme(scheme) else { return hideCredentials(value) }
        let credentials = value[scheme.endIndex...].drop(while: \.isSpace)
        hide(credentials)
        collectBasic(credentials)
        collectParts(of: value)
    }

    /// Hides a whole value, which may be credentials of any scheme.
    private mutating func hideCredentials(_ value: ArraySlice<UInt8>) {
        hide(value)
        collectParts(of: value)
    }

    /// Collects the parts of credentials that may be repeated alone: all behind a scheme, and quoted parameters that
    /// are no mere words.
    private mutating func collectParts(of credentials: ArraySlice<UInt8>) {
        let pieces = credentials.split(separator: 0x22, omittingEmptySubsequences: false)
        let quoted = pieces.indices.filter { !$0.isMultiple(of: 2) }.map { pieces[$0] }
        let behind = credentials.drop { !$0.isSpace }.trimming(while: \.isSpace)
        for part in quoted.filter({ !Wording.isPlain($0) }) + [behind] {
            collect(String(decoding: part, as: UTF8.self), .likely)
        }
    }

    /// Collects user and password of Basic, and the password alone (RFC 7617 §2).
    mutating func collectBasic(_ credentials: ArraySlice<UInt8>) {
        guard let pair = Self.basicPair(credentials) else { return }
        collect(pair)
        collect(String(decoding: pair.utf8.drop { $0 != 0x3A }.dropFirst(), as: UTF8.self))
    }

    /// Returns `user:password` of base64; nil if it is none.
    static func basicPair(_ credentials: ArraySlice<UInt8>) -> String? {
        // base64url is accepted as well (RFC 4648 §5).
        var bytes = credentials.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
        bytes += repeatElement(0x3D, count: -bytes.count & 3)
        guard let data = Data(base64Encoded: Data(bytes)), let pair = String(data: data, encoding: .utf8),
            pair.utf8.contains(0x3A)
        else { return nil }
        return pair
    }

    /// Hides the value of a cookie; the whole of one that has no name.
    private mutating func hideCookie(_ cookie: ArraySlice<UInt8>) {
        let start = cookie.position(of: 0x3D).map { $0 + 1 } ?? cookie.startIndex
        hide(cookie[start...].trimming(while: \.isSpace), .likely, .percent)
    }

    private static let cookieAttributes = [
        "comment", "commenturl", "discard", "domain", "expires", "httponly", "max-age", "partitioned", "path", "port",
        "priority", "samesite", "secure", "version",
    ]

    /// Scans one cookie a line; some write several in one line, separated by commas (RFC 2109 §4.2.2).
    private mutating func scanSetCookie(_ value: ArraySlice<UInt8>) {
        for line in value.split(whereSeparator: \.isLineEnd) {
            for (index, part) in line.split(separator: 0x3B).enumerated() {
                let name = part.prefix { $0 != 0x3D }.trimming(while: \.isSpace)
                guard index > 0, name.isOne(of: Self.cookieAttributes) else {
                    hideCookie(part)
                    continue
                }
                // `Path=/, next=cookie`, and not the comma of a date.
                let next = part.indices.first { part[$0] == 0x2C && part[$0...].contains(0x3D) }
                if let next { hideCookie(part[(next + 1)...]) }
            }
        }
    }

    /// Scans each target of a Link field (RFC 8288 §3).
    private mutating func scanLinks(_ value: ArraySlice<UInt8>) {
        var rest = value
        while let open = rest.position(of: 0x3C), let close = rest[open...].position(of: 0x3E) {
            scanURL(value[(open + 1)..<close], level: 1)
            rest = value[(close + 1)...]
        }
        scanPatterns(value)
    }
}
