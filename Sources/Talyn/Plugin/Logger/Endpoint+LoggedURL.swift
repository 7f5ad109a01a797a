extension Endpoint {
    /// The URL as a log may show it: the path as its template behind the base URL's, no userinfo, no fragment, and in the
    /// query neither secrets nor people nor what stands alone there, which may be a bare token.
    ///
    /// For an endpoint whose secrets are taken out already. `base` is nil when there is none.
    func loggedURL(behind base: URL?, redacting redaction: Redaction) -> String {
        guard let (scheme, rest) = lazyURL.written.prefix(beforeBytes: "#").cut(atBytes: "://") else {
            return Redaction.placeholder
        }
        let (place, query) = rest.cut(atBytes: "?") ?? (rest, "")
        let authority = place.prefix(beforeBytes: "/")
        var text = URLText("\(scheme)://\(authority.cut(atLast: "@")?.tail ?? authority)")
        text.append(loggedPath(String(place[authority.endIndex...]), behind: base))
        for (index, item) in (query.isEmpty ? [] : query.split(atBytes: "&")).enumerated() {
            text.append(index == 0 ? "?" : "&")
            guard let (name, value) = item.cut(atBytes: "=") else {
                text.append(Redaction.placeholder)
                continue
            }
            // Decoded and escaped again: a name or value may hold a line break.
            let shown = DecodedText(Array(name.utf8)[...], .percent).text
            text.appendPercentEncoded(shown, allowing: .query)
            text.append("=")
            let isHidden = !value.isEmpty && redaction.names.isPersonal(shown)
            let decoded = isHidden ? Redaction.placeholder : DecodedText(Array(value.utf8)[...], .percent).text
            text.appendPercentEncoded(decoded, allowing: .query)
        }
        return text.string
    }

    /// The path of the base URL and the template. Of a path that does not lead there, such as one that a server redirects
    /// to or that was made by hand, nothing is known, and nothing is shown.
    private func loggedPath(_ path: String, behind base: URL?) -> String {
        if path.isEmpty || path == "/" { return path }
        guard let template else { return "/…" }
        let behind =
            base?.absoluteString.prefix(beforeBytes: "#").prefix(beforeBytes: "?").cut(atBytes: "://")?.tail ?? ""
        var prefix = behind.utf8.drop { $0 != 0x2F }
        while prefix.last == 0x2F { prefix.removeLast() }
        let rest = path.utf8.dropFirst(prefix.count)
        if !path.utf8.starts(with: prefix) || rest.first.map({ $0 != 0x2F }) ?? false { prefix = "".utf8[...] }
        let bytes = Array(path.utf8)[prefix.count...]
        if template.isEmpty, bytes.isEmpty || bytes.elementsEqual([0x2F]) { return path }
        let isTemplate = !template.isEmpty && Self.mayBeMade(bytes, of: template)
        return "\(Substring(prefix))/\(isTemplate ? template : "…")"
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
}
