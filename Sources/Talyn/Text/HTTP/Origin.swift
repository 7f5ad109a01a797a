/// The origin of an http or https URL: scheme, host and port (RFC 6454 §4). Credentials go to one origin only.
package struct Origin: Sendable, Hashable {
    /// `http` or `https`, in lower case.
    package let scheme: String
    /// The host in lower case, percent-encoded; an address of IPv6 in brackets, in its shortest form.
    package let host: String
    /// The port; that of the scheme if the URL has none.
    let port: Int

    /// Makes the origin of a URL; nil without a host and for other schemes.
    @inline(never)
    package init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        self.init(parts)
    }

    /// Makes the origin of the parts of a URL; nil without a host, for other schemes, and for a port above 65535.
    @inline(never)
    init?(_ parts: URLComponents) {
        guard let scheme = parts.scheme?.asciiLowercased, scheme == "http" || scheme == "https",
            let host = parts.encodedHost?.asciiLowercased, !host.isEmpty
        else { return nil }
        let port = parts.port ?? (scheme == "https" ? 443 : 80)
        // Foundation has no port for a number that does not fit an Int.
        if port > 65_535 || parts.port == nil && parts.rangeOfPort?.isEmpty == false { return nil }
        self.scheme = scheme
        self.host = host.contains(bytes: ":") ? host.ipv6Address.map { "[\($0)]" } ?? host : host
        self.port = port
    }

    /// The port if it is not that of the scheme; nil otherwise.
    package var ownPort: Int? { port == (scheme == "https" ? 443 : 80) ? nil : port }

    /// Returns whether a URL has the origin of a base URL; false if either has none.
    static func isSame(_ url: LazyURL, as base: URL) -> Bool {
        // Nearly always the URL was made from the base URL, and neither has to be parsed.
        if url.string.utf8.hasAuthority(of: base.absoluteString.utf8) { return true }
        return Origin(base).map { Origin(url.url) == $0 } ?? false
    }
}

extension String.UTF8View {
    /// Returns whether a URL has the scheme and the authority of a base URL, byte for byte. False if one of them is
    /// written in another way, or if the base URL has user info.
    fileprivate func hasAuthority(of base: String.UTF8View) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: { base.starts(with: $0.utf8) })?.utf8 else {
            return false
        }
        let authority = base.dropFirst(scheme.count).prefix { !$0.endsAuthority }
        if authority.isEmpty || authority.contains(UInt8(ascii: "@")) { return false }
        let origin = base[..<authority.endIndex]
        return starts(with: origin) && dropFirst(origin.count).first.map(\.endsAuthority) ?? true
    }
}

extension String {
    /// The user info of a URL with its `@`; nil without one. By bytes: `URLComponents` hides one that is not UTF-8.
    var userinfo: Range<Index>? {
        // Most have none: many times faster.
        if utf8.withContiguousStorageIfAvailable({ $0.contains(UInt8(ascii: "@")) }) == false { return nil }
        guard let authority = utf8.authority else { return nil }
        return authority.lastIndex(of: UInt8(ascii: "@")).map { authority.startIndex..<utf8.index(after: $0) }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The IPv6 address in its shortest form (RFC 5952), as a URL's host is compared, without brackets; nil for another
    /// text.
    package var ipv6Address: String? {
        let isInBrackets = hasPrefix(bytes: "[") && hasSuffix(bytes: "]")
        var address = in6_addr()
        guard inet_pton(AF_INET6, isInBrackets ? String(self[...].dropFirst().dropLast()) : String(self), &address) == 1
        else { return nil }
        // INET6_ADDRSTRLEN.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 46) { text in
            inet_ntop(AF_INET6, &address, text.baseAddress, 46).map { String(cString: $0) }
        }
    }
}

extension Collection<UInt8> {
    /// The authority of an absolute URL: user info, host and port (RFC 3986 §3.2); nil for another text.
    package var authority: SubSequence? {
        guard let colon = firstIndex(of: UInt8(ascii: ":")), self[colon...].starts(with: "://".utf8) else { return nil }
        return self[index(colon, offsetBy: 3)...].prefix { !$0.endsAuthority }
    }
}

extension UInt8 {
    /// Whether it ends the authority of a URL (RFC 3986 §3.2).
    var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }
}

extension URLComponents {
    /// The scheme, host and port as written: the part of a URL that every text may show. The host stays
    /// percent-encoded, because a decoded one may have several lines.
    package var shownOrigin: String { "\(scheme ?? "")://\(encodedHost ?? "")\(port.map { ":\($0)" } ?? "")" }
}
