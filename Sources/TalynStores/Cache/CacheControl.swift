internal import Foundation
internal import Talyn

/// The directives of `Cache-Control` in a request or a response (RFC 9111 §5.2), with those of RFC 5861 and RFC 8246.
/// Those of shared caches, such as `s-maxage`, are left out. Servers also write a semicolon for the comma.
struct CacheControl: Sendable, Equatable {
    var isPublic = false
    var isPrivate = false
    var noStore = false
    /// `no-cache` for the whole response.
    var noCache = false
    var mustRevalidate = false
    var mustUnderstand = false
    var isImmutable = false
    var onlyIfCached = false
    /// The seconds of `max-age`. An invalid number counts as 0, so that the response is stale (§4.2.1).
    var maxAge: Double?
    var minFresh: Double?
    /// The seconds of `max-stale`; infinite without a number.
    var maxStale: Double?
    var staleWhileRevalidate: Double?
    var staleIfError: Double?
    /// The fields of `no-cache="…"`, which no stored response may have.
    var uncachedFields: [String] = []

    /// Reads the directives of a request; nil without any.
    init?(ofRequest headers: HTTPHeaders) {
        let isAny = headers.fields.contains { field in
            field.name.utf8.count == 13 && HTTPHeaders.isSameName(field.name, "Cache-Control")
                || field.name.utf8.count == 6 && HTTPHeaders.isSameName(field.name, "Pragma")
        }
        guard isAny else { return nil }
        self.init(headers)
        // The form of HTTP/1.0 (§5.4).
        if !headers.contains("Cache-Control") {
            noCache = headers["Pragma"]?.asciiLowercased.contains(bytes: "no-cache") ?? false
        }
    }

    /// Reads all fields of a head. Directives that are unknown, and those that follow another one of their name, are
    /// ignored.
    init(_ headers: HTTPHeaders) {
        guard let text = headers["Cache-Control"] else { return }
        var reader = ByteReader(text)
        while reader.next != nil {
            reader.skipSpaces()
            if let name = reader.token() {
                let value = reader.skip(UInt8(ascii: "=")) ? reader.quotedString() ?? reader.token() ?? "" : nil
                take(Self.lowercased(name), value)
            }
            while let byte = reader.next, byte != UInt8(ascii: ","), byte != UInt8(ascii: ";") {
                if reader.quotedString() == nil { reader.index += 1 }
            }
            if reader.next != nil { reader.index += 1 }
        }
    }

    private mutating func take(_ name: String, _ value: String?) {
        switch name {
        case "public": isPublic = true
        case "private": isPrivate = true
        case "no-store": noStore = true
        case "no-cache":
            let names = (value ?? "").split(atBytes: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
            uncachedFields += names
            if names.isEmpty { noCache = true }
        case "must-revalidate": mustRevalidate = true
        case "must-understand": mustUnderstand = true
        case "immutable": isImmutable = true
        case "only-if-cached": onlyIfCached = true
        case "max-age": maxAge = maxAge ?? Self.seconds(value) ?? 0
        case "min-fresh": minFresh = minFresh ?? Self.seconds(value)
        case "max-stale": maxStale = maxStale ?? (value == nil ? .infinity : Self.seconds(value) ?? 0)
        case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? Self.seconds(value)
        case "stale-if-error": staleIfError = staleIfError ?? Self.seconds(value)
        default: break
        }
    }

    // Not `asciiLowercased`, which is compiled for any kind of text in another module, and slower.
    private static func lowercased(_ name: String) -> String {
        String(decoding: name.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns a number of digits only, at most 2^31 (§1.2.2); nil for any other text.
    static func seconds(_ text: String?) -> Double? {
        guard let text, !text.isEmpty else { return nil }
        var seconds = 0.0
        for byte in text.utf8 {
            guard byte.isDigit else { return nil }
            seconds = min(seconds * 10 + Double(byte - 0x30), 2_147_483_648)
        }
        return seconds
    }
}
