extension Endpoint {
    /// The URL as a log may show it: the path as its template behind the base URL's, no userinfo, no fragment, and in the
    /// query neither secrets nor people nor what stands alone there, which may be a bare token.
    ///
    /// For an endpoint whose secrets are taken out already. `base` is nil when there is none.
    func loggedURL(behind base: URL?, redacting redaction: Redaction) -> String {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return Redaction.placeholder }
        let items = (parts.queryItems ?? []).map { item in
            guard let value = item.value else { return Redaction.placeholder }
            let isHidden = !value.isEmpty && redaction.names.isPersonal(item.name)
            // Escaped again: a name or value may hold a line break.
            return "\(Self.escaped(item.name))=\(isHidden ? Redaction.placeholder : Self.escaped(value))"
        }
        return parts.shownOrigin + loggedPath(parts.percentEncodedPath, behind: base)
            + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
    }

    /// The path of the base URL and the template. Of a path that does not lead there, such as one that a server redirects
    /// to or that was made by hand, nothing is known, and nothing is shown.
    private func loggedPath(_ path: String, behind base: URL?) -> String {
        if path.isEmpty || path == "/" { return path }
        guard let template else { return "/…" }
        var prefix = base.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true)?.percentEncodedPath } ?? ""
        while prefix.hasSuffix(bytes: "/") { prefix.removeLast() }
        if path != prefix, !path.hasPrefix(bytes: "\(prefix)/") { prefix = "" }
        let rest = path.dropFirst(prefix.count)
        if template.isEmpty { return rest.isEmpty || rest == "/" ? path : "\(prefix)/…" }
        return "\(prefix)/\(Self.mayBeMade(rest, of: template) ? template : "…")"
    }

    /// Whether the literal segments of a template stand in a path, in their order. A raw value may be of many segments.
    private static func mayBeMade(_ path: Substring, of template: String) -> Bool {
        var segments = path.split(atBytes: "/")[...]
        for literal in template.split(atBytes: "/") where !literal.isEmpty && !literal.contains(bytes: "{") {
            guard
                let place = segments.firstIndex(where: {
                    $0.isSame(bytes: literal)
                        || $0.contains(bytes: "%") && $0.removingPercentEncoding?.isSame(bytes: literal) == true
                })
            else { return false }
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
