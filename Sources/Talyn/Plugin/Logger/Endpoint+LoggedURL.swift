extension Endpoint {
    /// The URL as a log may show it: the path as its template behind the base URL's, no userinfo, no fragment, and in the
    /// query neither secrets nor people nor what stands alone there, which may be a bare token.
    ///
    /// For an endpoint whose secrets are taken out already. `base` is nil when there is none.
    func loggedURL(behind base: URL?, redacting redaction: Redaction) -> String {
        guard let parts = URLParts(lazyURL) else { return Redaction.placeholder }
        let items = parts.items.map { item in
            guard let value = item.value else { return Redaction.placeholder }
            let isHidden = !value.isEmpty && redaction.names.isPersonal(item.name)
            // Escaped again: a name or value may hold a line break.
            return "\(Self.escaped(item.name))=\(isHidden ? Redaction.placeholder : Self.escaped(value))"
        }
        return parts.origin + loggedPath(parts.path, behind: base)
            + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
    }

    /// The path of the base URL and the template. Of a path that does not lead there, such as one that a server redirects
    /// to or that was made by hand, nothing is known, and nothing is shown.
    private func loggedPath(_ path: String, behind base: URL?) -> String {
        if path.isEmpty || path == "/" { return path }
        guard let template else { return "/…" }
        let bytes = Array(path.utf8)
        var prefix = base.map(Self.path) ?? []
        while prefix.last == 0x2F { prefix.removeLast() }
        if !bytes.starts(with: prefix) || bytes.count > prefix.count && bytes[prefix.count] != 0x2F { prefix = [] }
        let rest = bytes[prefix.count...]
        let shownPrefix = String(decoding: prefix, as: UTF8.self)
        if template.isEmpty { return rest.isEmpty || rest.elementsEqual([0x2F]) ? path : "\(shownPrefix)/…" }
        return "\(shownPrefix)/\(Self.mayBeMade(rest, of: template) ? template : "…")"
    }

    /// The path of an absolute URL, escaped.
    private static func path(of base: URL) -> [UInt8] {
        let text = base.absoluteString
        guard let authority = text.range(ofBytes: "://") else { return [] }
        let path = text.utf8[authority.upperBound...].drop { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        return Array(path.prefix { $0 != 0x3F && $0 != 0x23 })
    }

    /// Whether the literal segments of a template stand in a path, in their order. A raw value may be of many segments.
    private static func mayBeMade(_ path: ArraySlice<UInt8>, of template: String) -> Bool {
        var segments = path.split(separator: 0x2F)[...]
        for literal in Array(template.utf8).split(separator: 0x2F) where !literal.contains(0x7B) {
            let place = segments.firstIndex {
                $0.elementsEqual(literal) || DecodedText($0, .percent).bytes.elementsEqual(literal)
            }
            guard let place else { return false }
            segments = segments[(place + 1)...]
        }
        return true
    }

    private static func escaped(_ value: String) -> String {
        var text = URLText()
        text.appendPercentEncoded(value, allowing: .query)
        return text.string
    }
}

/// What a log shows of a URL.
private struct URLParts {
    /// Scheme, host and port.
    let origin: String
    /// Escaped.
    let path: String
    /// Decoded.
    let items: [(name: String, value: String?)]

    /// Nil when it cannot be taken apart.
    init?(_ url: LazyURL) {
        // A plain one without escapes needs no parser, which would take as long as all else that is logged of it.
        if case .text(let text) = url, case let text = text.string, !text.contains(bytes: "%"),
            let authority = text.range(ofBytes: "://")
        {
            let pathStart = text.utf8[authority.upperBound...].firstIndex { $0 == 0x2F || $0 == 0x3F } ?? text.endIndex
            let (path, query) = text[pathStart...].cut(atBytes: "?") ?? (text[pathStart...], "")
            origin = String(text[..<pathStart])
            self.path = String(path)
            items =
                query.isEmpty
                ? []
                : query.split(atBytes: "&").map { item in
                    item.cut(atBytes: "=").map { (String($0.head), String($0.tail)) } ?? (String(item), nil)
                }
            return
        }
        guard let parts = URLComponents(url: url.url, resolvingAgainstBaseURL: true) else { return nil }
        origin = parts.shownOrigin
        path = parts.percentEncodedPath
        items = (parts.queryItems ?? []).map { ($0.name, $0.value) }
    }
}
