internal import Foundation
internal import Talyn

extension Cookie {
    /// The longest life, in seconds: 400 days (RFC 6265bis §5.5).
    static let longestLife: TimeInterval = 400 * 86_400
    /// The most bytes of name and value together, and of the value of an attribute.
    private static let (maxSize, maxAttribute) = (4_096, 1_024)

    /// Reads a `Set-Cookie` field of the response from an origin (RFC 6265bis §5.6 and §5.7). Nil for one that is not
    /// to be stored. One that is expired deletes the stored one.
    init?(_ field: String, from origin: CookieOrigin, at date: Date, publicSuffixes: PublicSuffixes?) {
        let bytes = Array(field.utf8)
        if bytes.contains(where: Self.isControl) { return nil }
        let parts = bytes.split(separator: 0x3B, omittingEmptySubsequences: false)
        let pair = parts[0]
        let equals = pair.firstIndex(of: 0x3D)
        let name = equals.map { Self.trimmed(pair[..<$0]) } ?? []
        let value = Self.trimmed(equals.map { pair[($0 + 1)...] } ?? pair)
        guard !(name.isEmpty && value.isEmpty), name.count + value.count <= Self.maxSize else { return nil }

        var attributes = Attributes()
        for part in parts.dropFirst() { attributes.take(part, at: date) }

        var isHostOnly = true
        if !attributes.domain.isEmpty {
            // A dot at the end would make another domain of a public suffix.
            guard !attributes.domain.utf8.contains(where: { $0 >= 0x80 }), attributes.domain.utf8.last != 0x2E else {
                return nil
            }
            if origin.isAddress || Self.isPublic(attributes.domain, publicSuffixes) {
                // An address has nothing below it, and a public suffix sets cookies of its own.
                guard attributes.domain.isSame(bytes: origin.host) else { return nil }
            } else {
                guard origin.matches(domain: attributes.domain) else { return nil }
                isHostOnly = false
            }
        }
        if attributes.isSecure, !origin.isSecure { return nil }
        if attributes.sameSite == SameSite.none, !attributes.isSecure { return nil }
        let text = String(decoding: name, as: UTF8.self)
        let path = attributes.path ?? origin.defaultPath
        // Without a name, a server would read the value as the name.
        let prefixed = (name.isEmpty ? String(decoding: value, as: UTF8.self) : text).asciiLowercased
        let isSecurePrefix = prefixed.hasPrefix(bytes: "__secure-")
        let isHostPrefix = prefixed.hasPrefix(bytes: "__host-")
        if isSecurePrefix || isHostPrefix {
            if name.isEmpty || !attributes.isSecure { return nil }
            if isHostPrefix, !isHostOnly || attributes.path != "/" { return nil }
        }
        let latest = date + Self.longestLife
        self.init(
            name: text, value: String(decoding: value, as: UTF8.self),
            domain: isHostOnly ? origin.host : attributes.domain, isHostOnly: isHostOnly, path: path,
            expires: (attributes.maxAge ?? attributes.expires).map { min($0, latest) }, isSecure: attributes.isSecure,
            isHTTPOnly: attributes.isHTTPOnly, sameSite: attributes.sameSite)
    }

    /// Whether a domain is one in which anybody registers names. Without a list: one of a single label.
    private static func isPublic(_ domain: String, _ suffixes: PublicSuffixes?) -> Bool {
        suffixes?.contains(domain) ?? !domain.contains(bytes: ".")
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }

    /// The attributes; of each the last one counts.
    private struct Attributes {
        var domain = ""
        var path: String?
        var expires: Date?
        var maxAge: Date?
        var isSecure = false
        var isHTTPOnly = false
        var sameSite: SameSite?

        mutating func take(_ part: ArraySlice<UInt8>, at date: Date) {
            let equals = part.firstIndex(of: 0x3D)
            let name = String(decoding: trimmed(equals.map { part[..<$0] } ?? part), as: UTF8.self).asciiLowercased
            let value = equals.map { trimmed(part[($0 + 1)...]) } ?? []
            if value.count > maxAttribute { return }
            let text = String(decoding: value, as: UTF8.self)
            switch name {
            case "expires": if let date = CookieDate.date(in: value) { expires = date }
            case "max-age": if let date = Self.end(of: value, from: date) { maxAge = date }
            case "domain": domain = Cookie.domain(text)
            case "path": path = value.first == 0x2F ? text : nil
            case "secure": isSecure = true
            case "httponly": isHTTPOnly = true
            case "samesite": sameSite = SameSite(rawValue: text.asciiLowercased)
            default: break
            }
        }

        /// The end of a life in seconds; nil for what is no number. More than 400 days end there.
        private static func end(of value: ArraySlice<UInt8>, from date: Date) -> Date? {
            let digits = value.first == 0x2D ? value.dropFirst() : value
            guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            if value.first == 0x2D { return .distantPast }
            // So many digits that the number has no end in Int64: more than 400 days.
            let seconds = digits.drop { $0 == 0x30 }
            if seconds.isEmpty { return .distantPast }
            return date + (seconds.count > 8 ? longestLife : TimeInterval(seconds.reduce(0) { $0 * 10 + Int($1 & 15) }))
        }
    }
}
