extension Redactor {
    /// Looks through a URL, absolute or relative, or what is meant to be one.
    mutating func scanURL(_ bytes: ArraySlice<UInt8>, level: Int) {
        let authority = scanAuthority(bytes)
        let query = bytes[authority...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
        scanPath(bytes[authority..<query])
        // Where a fragment begins makes no difference: in one are items as well (RFC 6749 §4.2.2).
        scanItems(bytes[query...].dropFirst(), .query, level: level)
    }

    /// Removes userinfo; returns where the path begins.
    private mutating func scanAuthority(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let start = Self.authorityStart(bytes) else { return bytes.startIndex }
        let end = bytes[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 || $0 == 0x5C } ?? bytes.endIndex
        guard let at = bytes[start..<end].lastIndex(of: 0x40) else { return end }
        let userinfo = bytes[start..<at]
        collect(DecodedText(userinfo, .percent).text)
        if let colon = userinfo.firstIndex(of: 0x3A) {
            collect(DecodedText(userinfo[(colon + 1)...], .percent).text)
        }
        edit(start..<at + 1, to: [])
        return end
    }

    /// Behind `scheme://` or a leading `//`.
    private static func authorityStart(_ bytes: ArraySlice<UInt8>) -> Int? {
        let start = bytes.startIndex
        let scheme = bytes.firstIndex { !($0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E) }
        guard var index = scheme else { return nil }
        if index > start {
            guard bytes[index] == 0x3A else { return nil }
            index += 1
        }
        guard index + 1 < bytes.endIndex, bytes[index] == 0x2F, bytes[index + 1] == 0x2F else { return nil }
        return index + 2
    }

    /// Looks for `;jsessionid=…`, for the secrets of well-known paths and for what is a secret by its looks.
    private mutating func scanPath(_ path: ArraySlice<UInt8>) {
        let segments = path.split(separator: 0x2F)
        for (index, segment) in segments.enumerated() {
            let name = segment.prefix { $0 != 0x3B }
            let isSecret = Self.isWebhookSecret(name, after: segments[..<index])
            // Within the leaf, so that the user's rules see what is left.
            scanLeaf(name, .percent) { redactor, bytes in
                if isSecret { return redactor.hide(bytes.startIndex..<bytes.endIndex, in: bytes) }
                redactor.hideBotToken(bytes)
                redactor.scanPatterns(bytes)
            }
            for parameter in segment[name.endIndex...].split(separator: 0x3B) {
                scanItem(parameter, .query, .percent, level: Self.deepest)
            }
        }
    }

    /// Looks through `name=value` items, separated by `&`, and by `;`, `?` and `#` where another item follows.
    mutating func scanItems(_ bytes: ArraySlice<UInt8>, _ place: SecretNames.Place, level: Int) {
        var start = bytes.startIndex
        var index = start
        while index <= bytes.endIndex {
            if index == bytes.endIndex || Self.endsItem(bytes, at: index) {
                scanItem(bytes[start..<index], place, .form, level: level)
                start = index + 1
            }
            index += 1
        }
    }

    private static func endsItem(_ bytes: ArraySlice<UInt8>, at index: Int) -> Bool {
        switch bytes[index] {
        case 0x26: return true
        case 0x3B, 0x3F, 0x23:
            // `a=x;y` may be one value, and `token=x;y` must not leave `y`: only `;name=` begins another. Names are short,
            // and padding of base64 has nothing behind it.
            let rest = bytes[(index + 1)...].prefix(64)
            guard let stop = rest.firstIndex(where: { !$0.isNameCharacter && $0 != 0x25 }), stop > index + 1 else {
                return false
            }
            guard rest[stop] == 0x3D else { return false }
            return stop + 1 < bytes.endIndex && ![0x3D, 0x26, 0x3B].contains(bytes[stop + 1])
        default: return false
        }
    }

    private mutating func scanItem(
        _ item: ArraySlice<UInt8>, _ place: SecretNames.Place, _ encoding: TextEncoding, level: Int
    ) {
        guard let equals = item.firstIndex(of: 0x3D) else {
            scanLeaf(item, encoding) { $0.scanPatterns($1) }
            return
        }
        let value = item[(equals + 1)...]
        let secrecy = secrecy(of: DecodedText(item[..<equals], .form), in: place)
        if secrecy > .none {
            hide(value.startIndex..<value.endIndex, in: value, secrecy: secrecy, encoding)
        } else {
            scanLeaf(value, encoding) { $0.scanValue($1, level: level + 1) }
        }
    }
}

extension UInt8 {
    /// What names of fields are made of, in any format.
    var isNameCharacter: Bool {
        isBase64URL || self == 0x2E || self == 0x5B || self == 0x5D || self == 0x24 || self >= 0x80
    }
}
