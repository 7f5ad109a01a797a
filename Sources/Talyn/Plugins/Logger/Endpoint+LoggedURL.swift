extension Endpoint {
    /// The URL as a log may show it: the path as its template behind the base URL's, no userinfo, no fragment, and in
    /// the query neither secrets nor people nor an item without a name, which may be a bare token.
    ///
    /// For an endpoint whose secrets are taken out already. `base` is nil when there is none.
    func loggedURL(behind base: URL?, redacting redaction: Redaction) -> String {
        let written = Array(lazyURL.string.utf8)[...]
        guard let start = Self.authorityStart(of: written) else { return Redaction.placeholder }
        let rest = written[start...].prefix { $0 != 0x23 }
        let beforeQuery = rest.prefix { $0 != 0x3F }
        let authority = beforeQuery.prefix { $0 != 0x2F }
        var text = Array(written[..<start])
        text += authority.lastIndex(of: 0x40).map { authority[($0 + 1)...] } ?? authority
        text += loggedPath(beforeQuery[authority.endIndex...], behind: base)
        let query = rest[beforeQuery.endIndex...].dropFirst()
        if query.isEmpty { return String(decoding: text, as: UTF8.self) }
        for (index, item) in query.split(separator: 0x26, omittingEmptySubsequences: false).enumerated() {
            text.append(index == 0 ? 0x3F : 0x26)
            guard let equals = item.position(of: 0x3D) else {
                text += Redactor.placeholder
                continue
            }
            let (name, value) = (item[..<equals], item[(equals + 1)...])
            text += Self.escaped(name) + [0x3D]
            let isHidden = !value.isEmpty && redaction.names.isPersonal(TextEncoding.percent.decoded(name))
            text += isHidden ? Redactor.placeholder : Self.escaped(value)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The index behind the first `://`; nil without one.
    private static func authorityStart(of url: ArraySlice<UInt8>) -> Int? {
        var rest = url
        while let colon = rest.position(of: 0x3A) {
            rest = rest[(colon + 1)...]
            if rest.starts(with: [0x2F, 0x2F]) { return colon + 3 }
        }
        return nil
    }

    /// Decoded and escaped again: a name or value may hold a line break.
    private static func escaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        TextEncoding.percentEncoded(Array(TextEncoding.percent.decoded(text)), .query)
    }

    /// The path of the base URL and the template. Other paths, such as the target of a redirect or one made by hand,
    /// have no template and are logged as `/…`.
    private func loggedPath(_ path: ArraySlice<UInt8>, behind base: URL?) -> [UInt8] {
        if path.isEmpty || path.elementsEqual([0x2F]) { return Array(path) }
        guard let template else { return Array("/…".utf8) }
        let url = Array((base?.absoluteString ?? "").utf8)[...]
        let behind = Self.authorityStart(of: url).map { url[$0...].prefix { $0 != 0x23 && $0 != 0x3F } } ?? []
        var prefix = behind.drop { $0 != 0x2F }
        while prefix.last == 0x2F { prefix.removeLast() }
        var rest = path
        if path.starts(with: prefix), [0x2F, nil].contains(path.dropFirst(prefix.count).first) {
            rest = path.dropFirst(prefix.count)
        } else {
            prefix = []
        }
        if template.isEmpty, rest.isEmpty || rest.elementsEqual([0x2F]) { return Array(path) }
        let literals = Array(template.utf8)[...]
        let isTemplate = !template.isEmpty && Self.mayBeMade(rest, of: literals)
        return prefix + [0x2F] + (isTemplate ? literals : Array("…".utf8)[...])
    }

    /// Whether the literal segments of a template stand in a path, in their order. A raw value may be of many segments.
    private static func mayBeMade(_ path: ArraySlice<UInt8>, of template: ArraySlice<UInt8>) -> Bool {
        var segments = path.split(separator: 0x2F)[...]
        for literal in template.split(separator: 0x2F) where literal.position(of: 0x7B) == nil {
            let match = segments.firstIndex {
                $0.elementsEqual(literal) || TextEncoding.percent.decoded($0).elementsEqual(literal)
            }
            guard let match else { return false }
            segments = segments[(match + 1)...]
        }
        return true
    }
}
