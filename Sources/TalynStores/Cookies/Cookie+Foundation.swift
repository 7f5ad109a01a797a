public import Talyn

extension Cookie {
    /// Makes a cookie of one of Foundation's, such as those of `WKHTTPCookieStore`.
    ///
    /// Foundation tells a host-only cookie apart by the missing dot in front of its domain. `SameSite` is left out: on
    /// Linux Foundation does not know it, and on Apple platforms it has no `None`.
    public init(_ cookie: HTTPCookie) {
        let isIPv6 = cookie.domain.utf8.contains(UInt8(ascii: ":")) && !cookie.domain.hasPrefix(bytes: "[")
        self.init(
            name: cookie.name, value: cookie.value, domain: isIPv6 ? "[\(cookie.domain)]" : cookie.domain,
            isHostOnly: !cookie.domain.hasPrefix(bytes: "."), path: cookie.path, expires: cookie.expiresDate,
            isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly)
    }
}

extension HTTPCookie {
    /// Makes Foundation's cookie, without `SameSite`. Nil for one that Foundation cannot hold.
    public convenience init?(_ cookie: Cookie) {
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: cookie.name, .value: cookie.value,
            // Without brackets, as the host of a URL.
            .domain: (cookie.isHostOnly ? "" : ".") + cookie.domain.trimming(bytes: "[]"),
            .path: cookie.path,
        ]
        if cookie.isSecure { properties[.secure] = "TRUE" }
        if let expires = cookie.expires { properties[.expires] = expires } else { properties[.discard] = "TRUE" }
        // A key that Foundation reads, but does not name.
        if cookie.isHTTPOnly { properties[HTTPCookiePropertyKey(rawValue: "HttpOnly")] = "TRUE" }
        self.init(properties: properties)
    }
}
