/// Secrets by their form, wherever they stand.
extension Redactor {
    /// Scans for credentials with their scheme, JSON web tokens, private keys, tokens of Telegram's bots, and keys with
    /// a well-known prefix.
    mutating func scanPatterns(_ bytes: ArraySlice<UInt8>) {
        // Here a secret may begin whatever stands before: at the start of the text, and behind a secret.
        var start = bytes.startIndex
        var index = start
        while let candidate = Self.beginning(in: bytes, from: index, start) {
            index = candidate + 1
            guard let secret = match(bytes[candidate...], isFirst: candidate == bytes.startIndex) else { continue }
            hide(secret)
            mayFindMore = true
            start = secret.endIndex
            index = start
        }
    }

    /// Scans a name, unless it is prose, such as that of a security scheme: `Bearer Auth`.
    @inline(never)
    mutating func scanName(_ raw: ArraySlice<UInt8>, _ encoding: TextEncoding) {
        scanLeaf(raw, encoding) { if $1.position(of: 0x20) == nil { $0.scanPatterns($1) } }
    }

    /// Returns the next index at which a match may begin, by its first two bytes and those before. The dashes of a
    /// private key need no boundary: before them stand the rest of an escape (`\n`) or more dashes.
    private static func beginning(in bytes: ArraySlice<UInt8>, from index: Int, _ start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { all in
            let (firsts, seconds, offset) = (firsts, seconds, bytes.startIndex)
            for index in index - offset..<max(index - offset, all.count - 1)
            where firsts.contains(all[index]) && seconds.contains(all[index + 1]) {
                if index == start - offset || all[index] == 0x2D { return offset + index }
                // `%20ghp_…`: the escape is no part of the word. Bytes of other scripts are no letters of a key.
                let before = all[index - 1]
                let isBehindEscape = before.isHexDigit && index >= 3 && all[index - 3] == 0x25
                if isBehindEscape || !before.isBase64URL { return offset + index }
            }
            return nil
        }
    }

    /// Returns the secret that begins here.
    private mutating func match(_ rest: ArraySlice<UInt8>, isFirst: Bool) -> ArraySlice<UInt8>? {
        switch rest.first {
        case UInt8(ascii: "B"), UInt8(ascii: "b"): credentials(rest, isFirst: isFirst) ?? botToken(rest)
        case UInt8(ascii: "e"): webToken(rest)
        case UInt8(ascii: "-"): privateKey(rest)
        default: prefixed(rest)
        }
    }

    /// `Bearer x`, `Basic x`. Prose has those words as well: in the middle of a text the credentials must look like
    /// some.
    private mutating func credentials(_ rest: ArraySlice<UInt8>, isFirst: Bool) -> ArraySlice<UInt8>? {
        let isBasic = rest.hasPrefix(bytes: "basic", ignoringCase: true)
        guard isBasic || rest.hasPrefix(bytes: "bearer", ignoringCase: true) else { return nil }
        let spaces = rest.dropFirst(isBasic ? 5 : 6)
        let token = spaces.drop(of: .blank).prefix(of: .bearer)
        guard spaces.startIndex < token.startIndex, !token.isEmpty else { return nil }
        // `Bearer realm="…"` is a challenge.
        if token.last == 0x3D, rest[token.endIndex...].first == 0x22 { return nil }
        if isBasic {
            collectBasic(token)
            return Self.basicPair(token) == nil ? nil : token
        }
        let looksRandom = token.hasAny(of: .digits) || token.count >= 20
        // Alone in the text it is a header, or a field that holds one.
        return looksRandom || isFirst && token.endIndex == rest.endIndex ? token : nil
    }

    /// The secret of `bot<digits>:<secret>`.
    private func botToken(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.hasPrefix(bytes: "bot", ignoringCase: true) else { return nil }
        let digits = rest.dropFirst(3).prefix(of: .digits)
        guard !digits.isEmpty, rest[digits.endIndex...].first == 0x3A else { return nil }
        let secret = rest[(digits.endIndex + 1)...].prefix(of: .base64URL)
        return secret.isEmpty ? nil : secret
    }

    /// `eyJ….….…`: three parts, five when encrypted (RFC 7519 §3.1).
    private func webToken(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.hasPrefix(bytes: "eyJ") else { return nil }
        var (end, parts) = (rest.startIndex, 0)
        while parts < 5 {
            let part = rest[end...].prefix(of: .base64URL)
            if part.isEmpty, parts < 2 { return nil }
            parts += 1
            end = part.endIndex
            guard end < rest.endIndex, rest[end] == 0x2E else { break }
            end += 1
        }
        return parts >= 3 ? rest[..<end] : nil
    }

    /// From `-----BEGIN … PRIVATE KEY-----` to its end, or to the end of a text that is cut.
    private func privateKey(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.hasPrefix(bytes: "-----BEGIN ") else { return nil }
        let kind = String(decoding: rest.dropFirst(11).prefix(48).prefix(of: .label), as: UTF8.self)
        guard kind.hasSuffix(bytes: "PRIVATE KEY") || kind.hasSuffix(bytes: "PRIVATE KEY BLOCK") else { return nil }
        var index = rest.startIndex + 11
        while let dash = rest[index...].position(of: 0x2D) {
            index = dash + 1
            guard rest[dash...].hasPrefix(bytes: "-----END ") else { continue }
            let end = rest[(dash + 9)...].prefix(48).prefix(of: .label).endIndex
            return rest[..<rest[end...].prefix(5).prefix(of: .hyphen).endIndex]
        }
        return rest
    }

    private func prefixed(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for (prefix, least) in Self.prefixes where prefix.first == rest.first && rest.starts(with: prefix) {
            // A full stop may end the sentence.
            let whole = rest[..<rest.dropFirst(prefix.count).prefix(of: .issued).endIndex].dropLast(of: .dot)
            if whole.count - prefix.count >= least { return whole }
        }
        return nil
    }

    /// The prefixes by which issuers mark their keys. The article *Secrets* shows the same lists.
    static let issued = """
        AKIA ASIA ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xoxa- xoxb- xoxp- xoxs- xoxe- xoxr- xapp- sk_live_ sk_test_ \
        rk_live_ rk_test_ sk-ant- sk-proj- whsec_ ya29. dop_v1_ shpat_
        """

    static let issuedLong = "AIza npm_ SG. hf_"

    /// The prefixes, and the least number of characters behind each.
    private static let prefixes: [(prefix: ArraySlice<UInt8>, least: Int)] =
        Array(issued.utf8)[...].split(at: .whiteSpace).map { ($0, 10) }
        + Array(issuedLong.utf8)[...].split(at: .whiteSpace).map { ($0, 24) }

    /// The first and the second bytes of all matches.
    private static let firsts = PercentEncoding.AllowedBytes("ABSbdeghnrswxy-")
    private static let seconds = PercentEncoding.AllowedBytes("AEGIKOSYaefhiklopy-")
}
