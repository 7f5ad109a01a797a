/// What is a secret by its looks, wherever it stands.
extension Redactor {
    /// Looks for credentials with their scheme, JSON web tokens, private keys and keys with a well-known prefix.
    mutating func scanPatterns(_ bytes: ArraySlice<UInt8>) {
        // Where a secret may begin whatever stands before: the text, and what is behind a secret.
        var start = bytes.startIndex
        var index = start
        while let place = Self.beginning(in: bytes, from: index) {
            index = place + 1
            guard place == start || Self.isBoundary(bytes, before: place), let range = match(bytes, at: place) else {
                continue
            }
            hide(range, in: bytes)
            start = range.upperBound
            index = start
        }
    }

    /// The next byte that a match may begin with.
    private static func beginning(in bytes: ArraySlice<UInt8>, from index: Int) -> Int? {
        bytes[index...].withUnsafeBufferPointer { rest in
            beginnings.withUnsafeBufferPointer { beginnings in
                var offset = 0
                while offset < rest.count {
                    if beginnings[Int(rest[offset])] { return index + offset }
                    offset += 1
                }
                return nil
            }
        }
    }

    /// Whether a word may begin behind the byte before an index.
    private static func isBoundary(_ bytes: ArraySlice<UInt8>, before index: Int) -> Bool {
        let byte = bytes[index - 1]
        // `%20ghp_…`: the escape is no part of the word. Bytes of other scripts are no letters of a key.
        let endsEscape = byte.isHexDigit && index - 3 >= bytes.startIndex && bytes[index - 3] == 0x25
        return endsEscape || !byte.isBase64URL
    }

    /// The range of the secret itself, when one begins here.
    private mutating func match(_ bytes: ArraySlice<UInt8>, at index: Int) -> Range<Int>? {
        let rest = bytes[index...]
        switch rest[index] | 0x20 {
        case UInt8(ascii: "b"): return credentials(rest, isFirst: index == bytes.startIndex)
        case UInt8(ascii: "e"): return webToken(rest) ?? prefixed(rest)
        case UInt8(ascii: "-"): return privateKey(rest)
        default: return prefixed(rest)
        }
    }

    /// `Bearer x`, `Basic x`. Prose has those words as well: in the middle of a text the credentials must look like some.
    private mutating func credentials(_ rest: ArraySlice<UInt8>, isFirst: Bool) -> Range<Int>? {
        for (scheme, isBasic) in [("bearer", false), ("basic", true)] {
            guard rest.hasPrefix(bytes: scheme, ignoringCase: true) else { continue }
            let spaces = rest.dropFirst(scheme.utf8.count)
            let token = spaces.drop { $0 == 0x20 || $0 == 0x09 }.prefix(while: \.isTokenCharacter)
            guard spaces.startIndex < token.startIndex, !token.isEmpty else { return nil }
            let next = token.endIndex < rest.endIndex ? rest[token.endIndex] : 0x20
            // `Bearer realm="…"` is a challenge.
            if token.last == 0x3D, next == 0x22 { return nil }
            if isBasic {
                guard Self.basicPair(token) != nil else { return nil }
                collectBasic(token)
                return token.startIndex..<token.endIndex
            }
            let looksRandom = token.contains(where: \.isDigit) || token.count >= 20
            // Nothing else stands in the text: a header, or a field that holds one.
            let isAlone = isFirst && token.endIndex == rest.endIndex
            return looksRandom || isAlone ? token.startIndex..<token.endIndex : nil
        }
        return nil
    }

    /// `eyJ….….…`: three parts, five when encrypted (RFC 7519 §3.1).
    private func webToken(_ rest: ArraySlice<UInt8>) -> Range<Int>? {
        guard rest.starts(with: Array("eyJ".utf8)) else { return nil }
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
        return parts >= 3 ? rest.startIndex..<end : nil
    }

    /// From `-----BEGIN … PRIVATE KEY-----` to its end, or to the end of a text that is cut.
    private func privateKey(_ rest: ArraySlice<UInt8>) -> Range<Int>? {
        guard rest.starts(with: Self.pemBegin) else { return nil }
        let label = rest.dropFirst(Self.pemBegin.count).prefix(48).prefix { $0.isUpper || $0 == 0x20 }
        guard label.elements(endWith: "PRIVATE KEY") || label.elements(endWith: "PRIVATE KEY BLOCK") else { return nil }
        var index = label.endIndex
        while let dash = rest[index...].firstIndex(of: 0x2D) {
            if rest[dash...].starts(with: Self.pemEnd) {
                let line = rest[(dash + Self.pemEnd.count)...].prefix(48).prefix { $0.isUpper || $0 == 0x20 }
                return rest.startIndex..<line.endIndex + rest[line.endIndex...].prefix(5).prefix { $0 == 0x2D }.count
            }
            index = dash + 1
        }
        return rest.startIndex..<rest.endIndex
    }

    private func prefixed(_ rest: ArraySlice<UInt8>) -> Range<Int>? {
        for (prefix, least) in Self.prefixes[Int(rest.first ?? 0)] where rest.starts(with: prefix) {
            let body = rest.dropFirst(prefix.count).prefix { $0.isBase64URL || $0 == 0x2E }
            // A full stop may end the sentence.
            let length = body.count - body.reversed().prefix { $0 == 0x2E }.count
            if length >= least { return rest.startIndex..<body.startIndex + length }
        }
        return nil
    }

    private static let pemBegin = Array("-----BEGIN ".utf8)
    private static let pemEnd = Array("-----END ".utf8)

    /// Prefixes that their issuers gave keys to be recognized by, and how much must follow; by their first byte.
    private static let prefixes: [[([UInt8], Int)]] = [
        ("AKIA", 12), ("ASIA", 12), ("AIza", 24), ("ghp_", 16), ("gho_", 16), ("ghu_", 16), ("ghs_", 16), ("ghr_", 16),
        ("github_pat_", 16), ("glpat-", 16), ("xoxa-", 10), ("xoxb-", 10), ("xoxp-", 10), ("xoxs-", 10), ("xoxe-", 10),
        ("xoxr-", 10), ("xapp-", 10), ("sk_live_", 10), ("sk_test_", 10), ("rk_live_", 10), ("rk_test_", 10),
        ("sk-ant-", 16), ("sk-proj-", 16), ("whsec_", 16), ("npm_", 24), ("ya29.", 16), ("dop_v1_", 16), ("shpat_", 16),
        ("SG.", 24), ("hf_", 24),
    ].reduce(into: [[([UInt8], Int)]](repeating: [], count: 256)) { prefixes, prefix in
        let bytes = Array(prefix.0.utf8)
        prefixes[Int(bytes[0])].append((bytes, prefix.1))
    }

    /// The bytes that a match may begin with, since most begin none.
    private static let beginnings: [Bool] = {
        var beginnings = prefixes.map { !$0.isEmpty }
        for byte in "Bbe-".utf8 { beginnings[Int(byte)] = true }
        return beginnings
    }()
}

extension ArraySlice<UInt8> {
    /// What is between the bytes at both ends for which something holds.
    func trimming(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let rest = drop(while: holds)
        guard let last = rest.lastIndex(where: { !holds($0) }) else { return rest.prefix(0) }
        return rest[...last]
    }

    fileprivate func elements(endWith suffix: String) -> Bool {
        self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
