extension Redactor {
    /// Scans a URL, absolute or relative, or what is meant to be one.
    mutating func scanURL(_ bytes: ArraySlice<UInt8>, level: Int) {
        let authority = scanAuthority(bytes)
        let query = bytes[authority...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
        scanPath(bytes[authority..<query])
        // Where a fragment begins makes no difference: it has items as well (RFC 6749 §4.2.2).
        scanItems(bytes[query...].dropFirst(), .query, level: level)
    }

    /// Removes userinfo; returns the start of the path.
    private mutating func scanAuthority(_ bytes: ArraySlice<UInt8>) -> Int {
        // Behind `scheme://` or a leading `//`.
        let scheme = bytes.prefix { $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
        let rest = bytes[scheme.endIndex...]
        guard rest.starts(with: scheme.isEmpty ? [0x2F, 0x2F] : [0x3A, 0x2F, 0x2F]) else { return bytes.startIndex }
        let authority = rest.dropFirst(scheme.isEmpty ? 2 : 3).prefix { ![0x2F, 0x3F, 0x23, 0x5C].contains($0) }
        guard let at = authority.lastIndex(of: 0x40) else { return authority.endIndex }
        let userinfo = authority[..<at]
        collect(DecodedText(userinfo, .percent).text)
        if let colon = userinfo.firstIndex(of: 0x3A) {
            collect(DecodedText(userinfo[(colon + 1)...], .percent).text)
        }
        edit(authority[...at], to: [])
        return authority.endIndex
    }

    /// Scans for `;jsessionid=…`, for the secrets of well-known paths and for what is a secret by its looks.
    private mutating func scanPath(_ path: ArraySlice<UInt8>) {
        let segments = path.split(separator: 0x2F)
        for (index, segment) in segments.enumerated() {
            let name = segment.prefix { $0 != 0x3B }
            let isSecret = Self.isWebhookSecret(name, after: segments[..<index])
            // Within the leaf, so that the user's rules see what is left.
            scanLeaf(name, .percent) { redactor, bytes in
                if isSecret { return redactor.hide(bytes) }
                redactor.hideBotToken(bytes)
                redactor.scanPatterns(bytes)
            }
            for parameter in segment[name.endIndex...].split(separator: 0x3B) {
                scanItem(parameter, .query, .percent, level: Self.deepest)
            }
        }
    }

    /// Whether a segment is the last of Slack's `/services/T…/B…/…` or of Discord's `/webhooks/<id>/…`.
    private static func isWebhookSecret(
        _ segment: ArraySlice<UInt8>, after path: ArraySlice<ArraySlice<UInt8>>
    ) -> Bool {
        let before = Array(path.suffix(3).reversed())
        guard before.count > 1 else { return false }
        if before[1].elementsEqual("webhooks".utf8) {
            // Others have webhooks with an identifier too, and what follows is the name of something.
            let looksRandom = segment.count >= 32 || segment.count >= 8 && segment.contains(where: \.isDigit)
            return looksRandom && before[0].allSatisfy(\.isDigit)
        }
        return before.last?.elementsEqual("services".utf8) == true && before.count == 3
            && zip(before, "BT".utf8).allSatisfy { segment, letter in
                segment.count > 1 && segment.first == letter && segment.allSatisfy { $0.isUpper || $0.isDigit }
            }
    }

    /// Hides the secret of a segment like Telegram's `bot<digits>:<secret>`.
    private mutating func hideBotToken(_ segment: ArraySlice<UInt8>) {
        guard segment.hasPrefix(bytes: "bot", ignoringCase: true) else { return }
        let digits = segment.dropFirst(3).prefix(while: \.isDigit)
        if !digits.isEmpty, segment[digits.endIndex...].first == 0x3A { hide(segment[(digits.endIndex + 1)...]) }
    }

    /// Scans `name=value` items, separated by `&`, and by `;`, `?` and `#` where another item follows.
    mutating func scanItems(_ bytes: ArraySlice<UInt8>, _ kind: SecretNames.Kind, level: Int) {
        var start = bytes.startIndex
        for index in bytes.indices where Self.endsItem(bytes, at: index) {
            scanItem(bytes[start..<index], kind, .form, level: level)
            start = index + 1
        }
        scanItem(bytes[start...], kind, .form, level: level)
    }

    private static func endsItem(_ bytes: ArraySlice<UInt8>, at index: Int) -> Bool {
        switch bytes[index] {
        case 0x26: return true
        case 0x3B, 0x3F, 0x23:
            // `a=x;y` may be one value, and `token=x;y` must not leave `y`: only `;name=` begins another. Names are
            // short, and padding of base64 has nothing behind it.
            let rest = bytes[(index + 1)...].prefix(64)
            let behind = rest.drop { $0.isNameCharacter || $0 == 0x25 }
            let value = behind.startIndex + 1
            guard behind.first == 0x3D, value > index + 2, value < bytes.endIndex else { return false }
            return ![0x3D, 0x26, 0x3B].contains(bytes[value])
        default: return false
        }
    }

    private mutating func scanItem(
        _ item: ArraySlice<UInt8>, _ kind: SecretNames.Kind, _ encoding: TextEncoding, level: Int
    ) {
        guard let equals = item.position(of: 0x3D) else { return scanLeaf(item, encoding) { $0.scanPatterns($1) } }
        let value = item[(equals + 1)...]
        let secrecy = secrecy(of: DecodedText(item[..<equals], .form).bytes, in: kind)
        if secrecy > .none { return hide(value, secrecy, encoding) }
        scanLeaf(value, encoding) { $0.scanValue($1, level: level + 1) }
    }
}
