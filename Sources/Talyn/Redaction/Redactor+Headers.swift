extension Redactor {
    /// Looks through the value of a header field.
    mutating func scanHeader(_ value: ArraySlice<UInt8>, named name: String) {
        let whole = value.startIndex..<value.endIndex
        switch names.decided(name, in: .header) {
        case nil: break
        case SecretNames.Secrecy.none?: return
        default: return hideCredentials(value)
        }
        let bytes = DecodedText(Array(name.utf8)[...], .plain)
        switch name.lowercased() {
        case "authorization", "proxy-authorization", "x-forwarded-authorization", "x-original-authorization":
            scanAuthorization(value)
        case "authentication-info", "proxy-authentication-info": hide(whole, in: value)
        case "cookie", "cookie2": scanCookies(value)
        case "set-cookie", "set-cookie2": scanSetCookie(value)
        case "location", "content-location", "referer", ":path": scanURL(value, level: 1)
        case "link": scanLinks(value)
        case "refresh": scanRefresh(value)
        case "sec-websocket-protocol": scanProtocols(value)
        case _ where secrecy(of: bytes, in: .header) > .none: hideCredentials(value)
        default: scanValue(value, level: 0)
        }
    }

    /// Keeps the scheme, if it is one: a bare token may hold a space as well.
    private mutating func scanAuthorization(_ value: ArraySlice<UInt8>) {
        guard let space = value.firstIndex(where: \.isSpace),
            Self.schemes.contains(String(decoding: value[..<space], as: UTF8.self).lowercased())
        else { return hideCredentials(value) }
        guard let start = value[space...].firstIndex(where: { !$0.isSpace }) else { return }
        hide(start..<value.endIndex, in: value)
        collectBasic(value[start...])
        collectParts(of: value)
    }

    /// Hides a whole value, which may be credentials of any scheme.
    private mutating func hideCredentials(_ value: ArraySlice<UInt8>) {
        hide(value.startIndex..<value.endIndex, in: value)
        collectParts(of: value)
    }

    /// What may come back of credentials alone: what stands behind a scheme, and quoted parameters that are no mere words.
    private mutating func collectParts(of credentials: ArraySlice<UInt8>) {
        let pieces = credentials.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        let quoted = pieces.indices.filter { !$0.isMultiple(of: 2) }.map { pieces[$0] }
        for part in quoted.filter({ !Wording.isPlain($0) }) + [Self.trimmed(credentials.drop { !$0.isSpace })] {
            collect(String(decoding: part, as: UTF8.self), .likely)
        }
    }

    /// User and password of Basic, and the password alone (RFC 7617 §2).
    mutating func collectBasic(_ credentials: ArraySlice<UInt8>) {
        guard let pair = Self.basicPair(credentials) else { return }
        collect(pair)
        collect(String(decoding: pair.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self))
    }

    /// `user:password` in base64; nil when it is none.
    static func basicPair(_ credentials: ArraySlice<UInt8>) -> String? {
        // base64url is accepted as well (RFC 4648 §5).
        var text = String(
            decoding: credentials.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }, as: UTF8.self)
        while !text.utf8.count.isMultiple(of: 4) { text += "=" }
        guard let data = Data(base64Encoded: text), let pair = String(data: data, encoding: .utf8),
            pair.utf8.contains(UInt8(ascii: ":"))
        else { return nil }
        return pair
    }

    private mutating func scanCookies(_ value: ArraySlice<UInt8>) {
        for cookie in value.split(whereSeparator: { $0 == 0x3B || $0.isLineEnd }) { hideCookie(cookie) }
    }

    /// The value of a cookie; the whole of one that has no name.
    private mutating func hideCookie(_ cookie: ArraySlice<UInt8>) {
        let start = cookie.firstIndex(of: 0x3D).map { $0 + 1 } ?? cookie.startIndex
        let value = Self.trimmed(cookie[start...])
        hide(value.startIndex..<value.endIndex, in: value, secrecy: .likely, .percent)
    }

    /// One cookie a line; some write several in one line, separated by commas (RFC 2109 §4.2.2).
    private mutating func scanSetCookie(_ value: ArraySlice<UInt8>) {
        for line in value.split(whereSeparator: \.isLineEnd) {
            for (index, part) in line.split(separator: 0x3B).enumerated() {
                let name = Self.trimmed(part.prefix { $0 != 0x3D })
                let isAttribute = Self.attributes.contains(String(decoding: name, as: UTF8.self).lowercased())
                guard index > 0, isAttribute else {
                    hideCookie(part)
                    continue
                }
                // `Path=/, next=cookie`, and not the comma of a date.
                let starts = part.indices.filter { part[$0] == 0x2C }
                guard let comma = starts.first(where: { part[$0...].contains(0x3D) }) else { continue }
                hideCookie(part[(comma + 1)...])
            }
        }
    }

    /// Each target of a Link field (RFC 8288 §3).
    private mutating func scanLinks(_ value: ArraySlice<UInt8>) {
        var rest = value
        while let open = rest.firstIndex(of: 0x3C), let close = rest[open...].firstIndex(of: 0x3E) {
            scanURL(value[(open + 1)..<close], level: 1)
            rest = value[(close + 1)...]
        }
        scanPatterns(value)
    }

    /// `5; url=…`
    private mutating func scanRefresh(_ value: ArraySlice<UInt8>) {
        guard let equals = value.firstIndex(of: 0x3D) else { return scanURL(value, level: 1) }
        scanURL(Self.trimmed(value[(equals + 1)...].drop { $0 == 0x22 || $0 == 0x27 || $0.isSpace }), level: 1)
    }

    /// Browsers cannot set `Authorization` on a WebSocket, so `bearer, <token>` is listed as if it were protocols, or
    /// `base64url.bearer.authorization.k8s.io.<token>`.
    private mutating func scanProtocols(_ value: ArraySlice<UInt8>) {
        var isNamed = false
        for part in value.split(separator: 0x2C) {
            let item = Self.trimmed(part)
            let text = String(decoding: item, as: UTF8.self).lowercased()
            if isNamed {
                hide(item.startIndex..<item.endIndex, in: item)
                isNamed = false
                continue
            }
            isNamed = Self.schemes.contains(text) || names.secrecy(of: text, in: .field) == .certain
            scanPatterns(item)
            guard let dot = item.lastIndex(of: 0x2E), item.endIndex - dot > 8,
                names.secrecy(of: String(decoding: item[..<dot], as: UTF8.self), in: .field) == .certain
            else { continue }
            isNamed = false
            hide(dot + 1..<item.endIndex, in: item)
        }
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.trimming(while: \.isSpace) }

    /// The words that may stand before credentials.
    static let schemes: Set<String> = [
        "apikey", "aws", "aws4-hmac-sha256", "basic", "bearer", "bot", "digest", "dpop", "gnap", "googlelogin", "hawk",
        "hmac", "hmac-sha256", "hoba", "jwt", "key", "mac", "mutual", "negotiate", "ntlm", "oauth", "privatetoken",
        "scram-sha-1", "scram-sha-256", "sharedkey", "sharedkeylite", "signature", "token", "vapid",
    ]

    private static let attributes: Set<String> = [
        "comment", "commenturl", "discard", "domain", "expires", "httponly", "max-age", "partitioned", "path", "port",
        "priority", "samesite", "secure", "version",
    ]
}
