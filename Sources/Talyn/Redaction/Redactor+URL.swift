extension Redactor {
    /// Scans a URL, absolute or relative, or what is meant to be one.
    mutating func scanURL(_ bytes: ArraySlice<UInt8>, level: Int) {
        let path = bytes[scanAuthority(bytes)...].prefix { $0 != 0x3F && $0 != 0x23 }
        scanPath(path)
        let query = bytes[path.endIndex...].prefix { $0 != 0x23 }
        // A fragment has items as well (RFC 6749 §4.2.2).
        for items in [query, bytes[query.endIndex...]] { scanItems(items.dropFirst(), .query, level: level) }
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
        collect(TextEncoding.percent.decoded(userinfo))
        collect(TextEncoding.percent.decoded(userinfo.drop { $0 != 0x3A }.dropFirst()))
        edit(authority[...at], to: [])
        return authority.endIndex
    }

    /// Scans for `;jsessionid=…`, for the secrets of webhooks and for what is a secret by its form.
    private mutating func scanPath(_ path: ArraySlice<UInt8>) {
        let segments = path.split(separator: 0x2F)
        for (index, segment) in segments.enumerated() {
            let name = segment.prefix { $0 != 0x3B }
            let isSecret = Self.isWebhookSecret(name, behind: segments[..<index])
            // Within the leaf, so that the user's rules see what is left.
            scanLeaf(name, .percent) { redactor, bytes in
                if isSecret { redactor.hide(bytes) } else { redactor.scanPatterns(bytes) }
            }
            for parameter in segment[name.endIndex...].split(separator: 0x3B) {
                scanItem(parameter, .query, .percent, level: Self.deepest)
            }
        }
    }

    /// Returns whether a segment is the last of Slack's `/services/T…/B…/…` or of Discord's `/webhooks/<id>/…`.
    private static func isWebhookSecret(
        _ segment: ArraySlice<UInt8>, behind path: ArraySlice<ArraySlice<UInt8>>
    ) -> Bool {
        func isID(_ segment: ArraySlice<UInt8>, _ letter: Unicode.Scalar) -> Bool {
            segment.count > 1 && segment.first == UInt8(ascii: letter)
                && segment.allSatisfy { $0.isUpper || $0.isDigit }
        }
        let before = Array(path.suffix(3))
        guard let last = before.last, before.count > 1 else { return false }
        if before[before.count - 2].elementsEqual("webhooks".utf8), last.allSatisfy(\.isDigit) {
            // Others have webhooks with an identifier too, and what follows is the name of something.
            return segment.count >= 32 || segment.count >= 8 && segment.contains(where: \.isDigit)
        }
        return before[0].elementsEqual("services".utf8) && isID(before[1], "T") && isID(last, "B")
    }

    /// Scans `name=value` items, separated by `&`.
    mutating func scanItems(_ bytes: ArraySlice<UInt8>, _ kind: SecretNames.Kind, level: Int) {
        for item in bytes.split(separator: 0x26) { scanItem(item, kind, .form, level: level) }
    }

    private mutating func scanItem(
        _ item: ArraySlice<UInt8>, _ kind: SecretNames.Kind, _ encoding: TextEncoding, level: Int
    ) {
        var value = item
        if let equals = item.position(of: 0x3D) {
            value = item[(equals + 1)...]
            if hide(value, named: TextEncoding.form.decoded(item[..<equals]), in: kind, encoding) { return }
        }
        scanLeaf(value, encoding) { $0.scanValue($1, level: level + 1) }
    }
}
