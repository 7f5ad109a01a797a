public import Foundation
public import Talyn

/// A cookie (RFC 6265bis §5.7).
///
/// Its description, debug output and mirror show no value and no path.
public struct Cookie: Sendable {
    /// The value of `SameSite`.
    ///
    /// A client without pages has no site from which a request could come: each request counts as one of the same site,
    /// so that the value never keeps a cookie from being sent. Of a server, `None` without `Secure` is not stored.
    public enum SameSite: String, Sendable { case strict, lax, none }

    /// The name; empty for a cookie that was set without one.
    public let name: String
    /// The value, without the spaces around it; a quoted one with its quotes.
    public let value: String
    /// The domain in lower case, without a leading dot. An address of IPv6 has brackets, and its shortest form.
    public let domain: String
    /// Whether it is sent to the host ``domain`` alone; otherwise to the hosts below it, too.
    public let isHostOnly: Bool
    /// The path under which it is sent, such as `/`.
    public let path: String
    /// The date from which it is not sent any more; one of a server is 400 days after it was set at most. Nil: it lives
    /// as long as the session.
    public let expires: Date?
    /// Whether it is sent over `https` only, and over `http` to the own machine.
    public let isSecure: Bool
    /// Whether a browser would hide it from scripts. For a client without scripts this changes nothing.
    public let isHTTPOnly: Bool
    /// The value of `SameSite`; nil if the server has set none, or an unknown one.
    public let sameSite: SameSite?

    /// Makes a cookie, for a jar that an app fills itself.
    ///
    /// The domain is a host, with or without a leading dot. A path that does not begin with `/` counts as `/`, and an
    /// end that is no number as none.
    public init(
        name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/", expires: Date? = nil,
        isSecure: Bool = true, isHTTPOnly: Bool = true, sameSite: SameSite? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = Self.domain(domain)
        self.isHostOnly = isHostOnly
        self.path = path.hasPrefix(bytes: "/") ? path : "/"
        self.expires = expires.flatMap { $0.timeIntervalSince1970.isFinite ? $0 : nil }
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// Whether it is over at a date.
    public func isExpired(at date: Date) -> Bool { expires.map { $0 <= date } ?? false }

    /// Whether both have the same name, domain and path, so that one replaces the other.
    func replaces(_ other: Cookie) -> Bool {
        name.isSame(bytes: other.name) && domain.isSame(bytes: other.domain) && isHostOnly == other.isHostOnly
            && path.isSame(bytes: other.path)
    }

    /// Whether a request can carry it and a file can hold it, with a domain that a server could have sent.
    var isSendable: Bool {
        let parts = [name, value, domain, path]
        if parts.contains(where: { $0.utf8.contains(where: Self.isControl) }) { return false }
        return CookieOrigin.isHost(domain) && (isHostOnly || mayHaveHostsBelow) && !(name.isEmpty && value.isEmpty)
            && !name.contains(bytes: "=")
            && !parts.contains { $0.contains(bytes: ";") }
    }

    /// Whether the domain can be a `Domain` attribute: a top-level domain has no cookies for all of its names, and a
    /// dot at the end would make another domain of one. "localhost" is allowed, as in curl.
    private var mayHaveHostsBelow: Bool {
        domain.utf8.last != 0x2E
            && (domain.contains(bytes: ".") || domain.hasPrefix(bytes: "[") || domain.isSame(bytes: "localhost"))
    }

    /// Returns a domain in lower case, without one leading dot. An address of IPv6 has many spellings; this has one
    /// (RFC 5952).
    static func domain(_ text: String) -> String {
        let bytes = text.utf8.first == 0x2E ? text.utf8.dropFirst() : text.utf8[...]
        let domain = String(decoding: bytes, as: UTF8.self).asciiLowercased
        return domain.contains(bytes: ":") ? domain.ipv6Address.map { "[\($0)]" } ?? domain : domain
    }

    /// Whether a byte is a control character other than a tab.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }
}

extension Cookie: Hashable {
    /// Compares bytes: two spellings of a letter in Unicode are two names.
    public static func == (left: Cookie, right: Cookie) -> Bool {
        // Not by `isSame`: in another module that is unspecialized, and a file of long values takes six times as long.
        left.replaces(right) && left.value.utf8.elementsEqual(right.value.utf8) && left.expires == right.expires
            && left.isSecure == right.isSecure && left.isHTTPOnly == right.isHTTPOnly && left.sameSite == right.sameSite
    }

    /// Hashes what one cookie replaces another by.
    public func hash(into hasher: inout Hasher) {
        for part in [name, domain, path] { hasher.combine(Array(part.utf8)) }
    }
}

/// A cookie as a key: equal to those that it replaces.
struct CookieKey: Hashable {
    let cookie: Cookie

    static func == (left: Self, right: Self) -> Bool { left.cookie.replaces(right.cookie) }

    func hash(into hasher: inout Hasher) { cookie.hash(into: &hasher) }
}

extension Cookie: RedactedStringConvertible {
    /// The name and where it is sent; never the value or the path.
    public var description: String { "\(name) of \(isHostOnly ? "" : ".")\(domain)" }
}
