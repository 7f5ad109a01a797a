/// A base URL split by hand into the part before the query and the query. A fragment is never sent.
struct BaseURL {
    private var text: String
    /// The number of bytes before the query.
    private let mark: Int
    /// The number of bytes before the fragment.
    let end: Int

    /// Whether there is a query, including an empty one.
    var hasQuery: Bool { mark < end }

    init(_ url: URL) throws {
        var text = url.absoluteString
        let found = text.withUTF8 { bytes -> (host: Bool, mark: Int, end: Int)? in
            guard let authority = Self.authorityStart(bytes) else { return nil }
            let hostEnd = bytes[authority...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.count
            // The host follows the user info, if any, and precedes the port.
            let host = bytes[authority..<hostEnd].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority
            let end = bytes[hostEnd...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
            let mark = bytes[hostEnd..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
            return (host < hostEnd && bytes[host] != UInt8(ascii: ":"), mark, end)
        }
        guard let found else { throw UnresolvableTarget(reason: "the URL has no http or https scheme") }
        guard found.host else { throw UnresolvableTarget(reason: "the URL has no host") }
        self.text = text
        mark = found.mark
        end = found.end
    }

    /// Appends the part before the query.
    mutating func appendPrefix(to url: inout URLText) { url.append(&text, in: 0..<mark) }

    /// Appends the query without its question mark.
    mutating func appendQuery(to url: inout URLText) { if hasQuery { url.append(&text, in: mark + 1..<end) } }

    /// Returns the offset of the authority after `http://` or `https://`; nil if the URL does not begin with either.
    static func authorityStart(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
        for byte in "http".utf8 {
            guard index < bytes.count, bytes[index] | 0x20 == byte else { return nil }
            index += 1
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "s") { index += 1 }
        for byte in "://".utf8 {
            guard index < bytes.count, bytes[index] == byte else { return nil }
            index += 1
        }
        return index
    }
}
