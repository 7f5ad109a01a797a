extension Redactor {
    /// Scans a URL, absolute or relative, or what is meant to be one.
    mutating func scanURL(_ bytes: ArraySlice<UInt8>, level: Int) {
        let whole = bytes.prefix(before: 0x23)
        let path = whole[scanAuthority(whole)...].prefix(before: 0x3F)
        scanPath(path)
        scanItems(whole[path.endIndex...].dropFirst(), .query, level: level)
        // A fragment has items as well (RFC 6749 §4.2.2), and without a name it is the place in a page.
        for item in bytes[whole.endIndex...].dropFirst().split(at: 0x26) { scanItem(item, .query, .form, level: level) }
    }

    /// Removes userinfo; returns the start of the path.
    private mutating func scanAuthority(_ bytes: ArraySlice<UInt8>) -> Int {
        // Behind `scheme://` or a leading `//`.
        let scheme = bytes.prefix(of: .urlScheme)
        let rest = bytes[scheme.endIndex...]
        guard rest.hasPrefix(bytes: scheme.isEmpty ? "//" : "://") else { return bytes.startIndex }
        let authority = rest.dropFirst(scheme.isEmpty ? 2 : 3).prefix(until: .authorityEnds)
        let host = authority.suffix(behind: .at).startIndex
        guard host > authority.startIndex else { return authority.endIndex }
        let userinfo = authority[..<(host - 1)]
        collect(TextEncoding.percent.decoded(userinfo))
        if let colon = userinfo.position(of: 0x3A) { collect(TextEncoding.percent.decoded(userinfo[(colon + 1)...])) }
        edit(authority[..<host], to: [])
        return authority.endIndex
    }

    /// Scans for `;jsessionid=…`, for the secrets of webhooks and for what is a secret by its form.
    private mutating func scanPath(_ path: ArraySlice<UInt8>) {
        let segments = path.split(at: 0x2F)
        for (index, segment) in segments.enumerated() {
            let name = segment.prefix(before: 0x3B)
            let isSecret = Self.isWebhookSecret(name, behind: segments[..<index])
            // Within the leaf, so that the user's rules see what is left.
            scanLeaf(name, .percent) { redactor, bytes in
                if isSecret { redactor.hide(bytes) } else { redactor.scanPatterns(bytes) }
            }
            for parameter in segment[name.endIndex...].split(at: 0x3B) {
                scanItem(parameter, .query, .percent, level: Self.deepest)
            }
        }
    }

    /// Returns whether a segment is the last of Slack's `/services/T…/B…/…` or of Discord's `/webhooks/<id>/…`.
    private static func isWebhookSecret(
        _ segment: ArraySlice<UInt8>, behind path: ArraySlice<ArraySlice<UInt8>>
    ) -> Bool {
        func isID(_ segment: ArraySlice<UInt8>, _ letter: Unicode.Scalar) -> Bool {
            segment.count > 1 && segment.first == UInt8(ascii: letter) && segment.isAll(of: .identifier)
        }
        let before = Array(path.suffix(3))
        guard let last = before.last, before.count > 1 else { return false }
        if before[before.count - 2].isWord("webhooks"), last.isAll(of: .digits) {
            // Others have webhooks with an identifier too, and what follows is the name of something.
            return segment.count >= 32 || segment.count >= 8 && segment.hasAny(of: .digits)
        }
        return before[0].isWord("services") && isID(before[1], "T") && isID(last, "B")
    }

    /// Scans `name=value` items, separated by `&`.
    @inline(never)
    mutating func scanItems(_ bytes: ArraySlice<UInt8>, _ kind: SecretNames.Kind, level: Int) {
        for item in bytes.split(at: 0x26) {
            // Base64 has a length that is a multiple of four; other items that end with `=` have an empty value.
            let isToken = Self.isBareToken(item) && (item.last != 0x3D || item.count.isMultiple(of: 4))
            if isToken, hide(item.drop(of: .equals), .ambiguous, .form) { continue }
            scanItem(item, kind, .form, level: level)
        }
    }

    /// Returns whether an item has no name and may be a token: it has no `=`, or only at its start or as the padding of
    /// Base64.
    static func isBareToken(_ item: ArraySlice<UInt8>) -> Bool {
        guard let equals = item.position(of: 0x3D) else { return !item.isEmpty }
        let value = item[(equals + 1)...]
        if equals == item.startIndex { return !value.isEmpty }
        return value.isEmpty ? item[..<equals].looksLikeKey : value.isAll(of: .equals)
    }

    @inline(never)
    private mutating func scanItem(
        _ item: ArraySlice<UInt8>, _ kind: SecretNames.Kind, _ encoding: TextEncoding, level: Int
    ) {
        var value = item
        if let equals = item.position(of: 0x3D) {
            value = item[(equals + 1)...]
            scanName(item[..<equals], encoding)
            if hide(value, named: TextEncoding.form.decoded(item[..<equals]), in: kind, encoding) { return }
        }
        scanLeaf(value, encoding) { $0.scanValue($1, level: level + 1) }
    }
}
