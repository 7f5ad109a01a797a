extension Endpoint {
    /// Returns the URL as a log shows it: the path as its template behind the base URL's, and in the query neither
    /// people nor an item without a name, which may be a bare token.
    ///
    /// A path that is not the declared one, such as the target of a redirect, has no template and is logged as `/…`.
    /// `redacted` is the URL without its secrets, `declared` the endpoint before plugins, `redaction` one that hides
    /// people.
    func loggedURL(_ redacted: String, declared: Endpoint?, redacting redaction: Redaction) -> String {
        let shown = URLParts(redacted)
        var url = Array(shown.origin) + path(shown.path, declared: declared, redacting: redaction)
        if shown.query.isEmpty { return String(decoding: url, as: UTF8.self) }
        let query = Array(redaction.url("?\(String(decoding: shown.query, as: UTF8.self))").utf8)
        for (index, item) in query.dropFirst().split(separator: 0x26, omittingEmptySubsequences: false).enumerated() {
            url.append(index == 0 ? 0x3F : 0x26)
            url += Redactor.isBareToken(item) ? Redactor.placeholder[...] : item
        }
        return String(decoding: url, as: UTF8.self)
    }

    private func path(
        _ path: ArraySlice<UInt8>, declared: Endpoint?, redacting redaction: Redaction
    ) -> ArraySlice<UInt8> {
        if path.isEmpty || path.elementsEqual([0x2F]) { return path }
        guard let source, let declared,
            hasEqualURL(as: declared) || URLParts(lazyURL.string).path == URLParts(declared.lazyURL.string).path
        else { return Array("/…".utf8)[...] }
        var base = URLParts(source.base?.absoluteString ?? "").path
        if base.count > 1 { base = URLParts(redaction.url(String(decoding: base, as: UTF8.self))).path }
        if source.template.isEmpty { return base }
        while base.last == 0x2F { base.removeLast() }
        return base + [0x2F] + Array(source.template.utf8)
    }
}

/// The parts of a URL, or of one that begins with its path.
private struct URLParts {
    let origin: ArraySlice<UInt8>
    let path: ArraySlice<UInt8>
    let query: ArraySlice<UInt8>

    init(_ text: String) {
        let bytes = Array(text.utf8)[...]
        let whole = bytes[..<(bytes.position(of: 0x23) ?? bytes.endIndex)]
        let head = whole[..<(whole.position(of: 0x3F) ?? whole.endIndex)]
        query = whole[head.endIndex...].dropFirst()
        // Behind `scheme://`.
        let start = head.first == 0x2F ? head.startIndex : head.position(of: 0x3A).map { $0 + 3 } ?? head.endIndex
        let slash = head.dropFirst(start).position(of: 0x2F) ?? head.endIndex
        (origin, path) = (head[..<slash], head[slash...])
    }
}
