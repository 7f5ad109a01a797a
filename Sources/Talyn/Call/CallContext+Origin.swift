extension CallContext {
    /// The target, including that of an endpoint made from a target and sent by hand; nil without one.
    var anyTarget: (any TargetType)? { target ?? resolved?.target }

    /// Returns whether an endpoint has the origin of the target: scheme, host and port (RFC 6454 §4). Plugins add
    /// credentials to same-origin requests only.
    ///
    /// ```swift
    /// guard context.isSameOrigin(endpoint) else { return }
    /// ```
    /// The target's origin is that of the provider's base URL, or else of the target's base URL. A route with an
    /// absolute URL, a hand-made endpoint and a redirect can be cross-origin. False without either base URL, such as
    /// for a hand-made endpoint sent through a provider without one, and for a URL that is not http or https or has no
    /// host.
    public func isSameOrigin(_ endpoint: Endpoint) -> Bool {
        guard let base = record.baseURL ?? anyTarget?.baseURL else { return false }
        // Most URLs share the base URL's first bytes, so neither is parsed.
        if Self.beginsAlike(endpoint.lazyURL.written.utf8, base.absoluteString.utf8) { return true }
        return RedirectPolicy.Origin(base).map { RedirectPolicy.Origin(endpoint.url) == $0 } ?? false
    }

    /// Returns whether a URL starts with the scheme and authority of a base URL byte for byte. If not, both have to be
    /// parsed.
    private static func beginsAlike(_ url: String.UTF8View, _ base: String.UTF8View) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: { base.starts(with: $0.utf8) })?.utf8 else {
            return false
        }
        let authority = base.dropFirst(scheme.count).prefix { !isEndOfAuthority($0) }
        if authority.isEmpty || authority.contains(UInt8(ascii: "@")) { return false }
        let origin = base[..<authority.endIndex]
        return url.starts(with: origin) && url.dropFirst(origin.count).first.map(isEndOfAuthority) ?? true
    }

    /// The end of an authority (RFC 3986 §3.2).
    private static func isEndOfAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
