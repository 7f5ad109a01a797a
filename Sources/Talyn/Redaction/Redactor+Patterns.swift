/// Secrets by their looks, wherever they stand.
extension Redactor {
    /// Scans for credentials with their scheme, JSON web tokens, private keys and keys with a well-known prefix.
    mutating func scanPatterns(_ bytes: ArraySlice<UInt8>) {
        // Here a secret may begin whatever stands before: at the start of the text, and behind a secret.
        var start = bytes.startIndex
        var index = start
        while let candidate = Self.beginning(in: bytes, from: index, start) {
            index = candidate + 1
            guard let secret = match(bytes[candidate...], isFirst: candidate == bytes.startIndex) else { continue }
            hide(secret)
            start = secret.endIndex
            index = start
        }
    }

    /// Returns the next index at which a match may begin, by its first two bytes and those before. The dashes of a
    /// private key need no boundary: before them stand the rest of an escape (`\n`) or more dashes.
    private static func beginning(in bytes: ArraySlice<UInt8>, from index: Int, _ start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { all in
            let (seconds, offset) = (seconds, bytes.startIndex)
            for index in index - offset..<max(index - offset, all.count - 1)
            where all[index] < 0x80 && seconds[Int(all[index])].contains(all[index + 1]) {
                let isStart = index == start - offset || isBoundary(all, before: index)
                if isStart || all[index] == 0x2D { return offset + index }
            }
            return nil
        }
    }

    /// Returns whether a word may begin behind the byte before an index.
    private static func isBoundary(_ bytes: UnsafeBufferPointer<UInt8>, before index: Int) -> Bool {
        let byte = bytes[index - 1]
        // `%20ghp_…`: the escape is no part of the word. Bytes of other scripts are no letters of a key.
        return !byte.isBase64URL || byte.isHexDigit && index >= 3 && bytes[index - 3] == 0x25
    }

    /// Returns the secret that begins here.
    private mutating func match(_ rest: ArraySlice<UInt8>, isFirst: Bool) -> ArraySlice<UInt8>? {
        switch (rest.first ?? 0) | 0x20 {
        case UInt8(ascii: "b"): return credentials(rest, isFirst: isFirst)
        case UInt8(ascii: "e"): return webToken(rest)
        case UInt8(ascii: "-"): return privateKey(rest)
        default: return prefixed(rest)
        }
    }

    /// `Bearer x`, `Basic x`. Prose has those words as well: in the middle of a text the credentials must look like
    /// some.
    private mutating func credentials(_ rest: ArraySlice<UInt8>, isFirst: Bool) -> ArraySlice<UInt8>? {
        let isBasic = rest.hasPrefix(bytes: "basic", ignoringCase: true)
        guard isBasic || rest.hasPrefix(bytes: "bearer", ignoringCase: true) else { return nil }
        let spaces = rest.dropFirst(isBasic ? 5 : 6)
        let token = spaces.drop { $0 == 0x20 || $0 == 0x09 }.prefix(while: \.isTokenCharacter)
        guard spaces.startIndex < token.startIndex, !token.isEmpty else { return nil }
        // `Bearer realm="…"` is a challenge.
        if token.last == 0x3D, rest[token.endIndex...].first == 0x22 { return nil }
        if isBasic {
            collectBasic(token)
            return Self.basicPair(token) == nil ? nil : token
        }
        let looksRandom = token.contains(where: \.isDigit) || token.count >= 20
        // Alone in the text it is a header, or a field that holds one.
        return looksRandom || isFirst && token.endIndex == rest.endIndex ? token : nil
    }

    /// `eyJ….….…`: three parts, five when encrypted (RFC 7519 §3.1).
    private func webToken(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.hasPrefix(bytes: "eyJ") else { return nil }
        var end = rest.startIndex
        var parts = 0
        while parts < 5 {
            let part = rest[end...].prefix(while: \.isBase64URL)
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
        func label(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            rest.prefix(48).prefix { $0.isUpper || $0 == 0x20 }
        }
        guard rest.hasPrefix(bytes: "-----BEGIN ") else { return nil }
        let kind = String(decoding: label(rest.dropFirst(11)), as: UTF8.self)
        guard kind.hasSuffix(bytes: "PRIVATE KEY") || kind.hasSuffix(bytes: "PRIVATE KEY BLOCK") else { return nil }
        var index = rest.startIndex + 11
        while let dash = rest[index...].position(of: 0x2D) {
            index = dash + 1
            guard rest[dash...].hasPrefix(bytes: "-----END ") else { continue }
            let end = label(rest[(dash + 9)...]).endIndex
            return rest[..<rest[end...].prefix(5).prefix { $0 == 0x2D }.endIndex]
        }
        return rest
    }

    private func prefixed(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for (prefix, least) in Self.prefixes where rest.starts(with: prefix) {
            let key = rest[..<rest.dropFirst(prefix.count).prefix { $0.isBase64URL || $0 == 0x2E }.endIndex]
            // A full stop may end the sentence.
            let whole = key.dropLast(key.reversed().prefix { $0 == 0x2E }.count)
            if whole.count - prefix.count >= least { return whole }
        }
        return nil
    }

    private static let issued = """
        AKIA ASIA ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xoxa- xoxb- xoxp- xoxs- xoxe- xoxr- xapp- sk_live_ sk_test_ \
        rk_live_ rk_test_ sk-ant- sk-proj- whsec_ ya29. dop_v1_ shpat_
        """
    private static let issuedLong = "AIza npm_ SG. hf_"

    /// The prefixes by which issuers mark their keys, and the least number of characters behind each.
    private static let prefixes: [(prefix: ArraySlice<UInt8>, least: Int)] =
        Array(issued.utf8).split(separator: 0x20).map { ($0, 10) }
        + Array(issuedLong.utf8).split(separator: 0x20).map { ($0, 24) }

    /// By the first byte of a match, its second one.
    private static let seconds: [PercentEncoding.AllowedBytes] = {
        var seconds = [String](repeating: "", count: 128)
        for start in "Be Ba BE BA be ba bE bA ey -- \(issued) \(issuedLong)".split(atBytes: " ") {
            let bytes = Array(start.utf8)
            seconds[Int(bytes[0])].unicodeScalars.append(Unicode.Scalar(bytes[1]))
        }
        return seconds.map { PercentEncoding.AllowedBytes($0) }
    }()
}
