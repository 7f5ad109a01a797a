extension CallContext {
    /// The target, also that of an endpoint which was made from one and sent by hand; nil without any.
    var anyTarget: (any TargetType)? { target ?? resolved?.target }

    /// Whether an endpoint leads to the origin that the provider's base URL names, or else the target's: what a plugin adds to
    /// tell who somebody is goes nowhere else.
    func isAtHome(_ endpoint: Endpoint) -> Bool {
        guard let home = record.baseURL ?? anyTarget?.baseURL else { return false }
        // Nearly always it begins with the same letters, and needs no reading.
        if Self.beginsAlike(endpoint.lazyURL.written.utf8, home.absoluteString.utf8) { return true }
        return RedirectPolicy.Origin(home).map { RedirectPolicy.Origin(endpoint.url) == $0 } ?? false
    }

    /// Whether a URL has the scheme and authority of a home that is written plainly, letter by letter; else both have to
    /// be read.
    private static func beginsAlike(_ url: String.UTF8View, _ home: String.UTF8View) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: { home.starts(with: $0.utf8) })?.utf8 else {
            return false
        }
        let authority = home.dropFirst(scheme.count).prefix { !isEndOfAuthority($0) }
        if authority.isEmpty || authority.contains(UInt8(ascii: "@")) { return false }
        let origin = home[..<authority.endIndex]
        return url.starts(with: origin) && url.dropFirst(origin.count).first.map(isEndOfAuthority) ?? true
    }

    /// RFC 3986 §3.2.
    private static func isEndOfAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
