extension CallContext {
    /// The target, also that of an endpoint which was made from one and sent by hand; nil without any.
    var anyTarget: (any TargetType)? { target ?? resolved?.target }

    /// Whether an endpoint has the origin of the target: scheme, host and port (RFC 6454 §4). A plugin adds a credential to
    /// no other.
    ///
    /// ```swift
    /// guard context.isSameOrigin(endpoint) else { return }
    /// ```
    /// The origin is that of the provider's base URL, else of the target's, whatever the route says: a route with an absolute
    /// URL, an endpoint made by hand and a redirect may lead elsewhere. False without either URL, as for an endpoint that is
    /// sent by hand through a provider without a base URL, and false where the URL is no http or https URL with a host.
    public func isSameOrigin(_ endpoint: Endpoint) -> Bool {
        guard let base = record.baseURL ?? anyTarget?.baseURL else { return false }
        // Nearly always it begins with the same letters, and needs no reading.
        if Self.beginsAlike(endpoint.lazyURL.written.utf8, base.absoluteString.utf8) { return true }
        return RedirectPolicy.Origin(base).map { RedirectPolicy.Origin(endpoint.url) == $0 } ?? false
    }

    /// Whether a URL has the scheme and authority of a base URL that is written plainly, letter by letter; else both have
    /// to be read.
    private static func beginsAlike(_ url: String.UTF8View, _ base: String.UTF8View) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: { base.starts(with: $0.utf8) })?.utf8 else {
            return false
        }
        let authority = base.dropFirst(scheme.count).prefix { !isEndOfAuthority($0) }
        if authority.isEmpty || authority.contains(UInt8(ascii: "@")) { return false }
        let origin = base[..<authority.endIndex]
        return url.starts(with: origin) && url.dropFirst(origin.count).first.map(isEndOfAuthority) ?? true
    }

    /// RFC 3986 §3.2.
    private static func isEndOfAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
