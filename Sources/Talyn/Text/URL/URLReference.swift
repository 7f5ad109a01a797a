/// A URL as a server sent it, absolute or relative (RFC 3986 §4.1), split by bytes.
///
/// Foundation escapes a whole component again if one byte of it is invalid: beside a bracket, `a%20b` becomes
/// `a%2520b`, and older systems refuse the text. Here valid escapes stay, and each invalid byte is escaped once.
struct URLReference {
    private typealias Bytes = ArraySlice<UInt8>

    private var scheme: Bytes?
    private var authority: Bytes?
    private var path: Bytes
    private var query: Bytes?
    private var fragment: Bytes?

    /// Splits a text (RFC 3986 appendix B). Spaces and control characters at both ends are not part of it.
    init(_ text: String) {
        var rest = Array(text.utf8)[...].trimming { $0 <= 0x20 }
        fragment = rest.removeTail(from: UInt8(ascii: "#"))
        query = rest.removeTail(from: UInt8(ascii: "?"))
        if let colon = rest.position(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon]
            rest = rest[(colon + 1)...]
        }
        if rest.hasPrefix(bytes: "//") {
            let start = rest.startIndex + 2
            let end = rest[start...].position(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[start..<end]
            rest = rest[end...]
        }
        path = rest
    }

    private static func isScheme(_ text: Bytes) -> Bool {
        text.first?.isLetter == true
            && text.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    /// Removes user info, which is not to be used if it comes from a server (RFC 9110 §4.2.4).
    mutating func removeUserinfo() {
        if let host = authority?.lastIndex(of: UInt8(ascii: "@")) { authority = authority?[(host + 1)...] }
    }

    /// Returns the reference resolved against a base URL (RFC 3986 §5.2.2).
    func resolved(against base: URLReference) -> URLReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                if path.isEmpty {
                    target.path = base.path
                    target.query = query ?? base.query
                    return target
                }
                if path.first != UInt8(ascii: "/") {
                    let folder = base.path.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] }
                    target.path = (folder ?? [UInt8(ascii: "/")]) + path
                }
            }
        }
        target.removeDotSegments()
        return target
    }

    /// Removes the segments `.` and `..` (RFC 3986 §5.2.4). Escaped dots stay as the server sent them.
    private mutating func removeDotSegments() {
        guard path.first == UInt8(ascii: "/") else { return }
        var kept: [Bytes] = []
        var isFolder = false
        for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let isParent = segment.elementsEqual("..".utf8)
            isFolder = isParent || segment.elementsEqual(".".utf8)
            if isParent { _ = kept.popLast() } else if !isFolder { kept.append(segment) }
        }
        if isFolder { kept.append([]) }
        path = Bytes(kept.flatMap { [UInt8(ascii: "/")] + $0 })
    }

    /// The text with each invalid byte of path, query and fragment escaped once.
    var text: URLText {
        var text = URLText(capacity: path.count + 64)
        if let scheme {
            text.append(scheme)
            text.append(":")
        }
        if let authority {
            text.append("//")
            text.append(authority)
        }
        text.appendEscapedOnce(path, allowing: .path)
        if let query {
            text.append("?")
            text.appendEscapedOnce(query, allowing: .pathAndQuery)
        }
        if let fragment {
            text.append("#")
            text.appendEscapedOnce(fragment, allowing: .pathAndQuery)
        }
        return text
    }
}

extension ArraySlice<UInt8> {
    /// Removes a delimiter and the bytes after it, and returns those; nil without the delimiter.
    fileprivate mutating func removeTail(from delimiter: UInt8) -> ArraySlice<UInt8>? {
        guard let position = position(of: delimiter) else { return nil }
        defer { self = self[..<position] }
        return self[(position + 1)...]
    }
}

extension URL {
    /// Makes the http or https URL of a text that a server sent, such as a `Location` or a link in JSON, without user
    /// info but that of the base URL. Nil for other schemes and without a host.
    package init?(received text: String, relativeTo base: URL? = nil) {
        var reference = URLReference(text)
        reference.removeUserinfo()
        if let base { reference = reference.resolved(against: URLReference(base.absoluteString)) }
        guard let url = URL(string: reference.text.string), Origin(url) != nil else { return nil }
        self = url
    }
}
