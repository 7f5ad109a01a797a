/// The head of a response, copied from URLSession's once, where each access to a field costs a microsecond.
struct ReceivedHead: Sendable {
    let statusCode: Int
    let url: URL?
    let headers: HTTPHeaders

    /// Copies URLSession's head.
    init(_ head: HTTPURLResponse) {
        statusCode = head.statusCode
        url = head.url
        headers = HTTPHeaders(head)
    }

    /// The length of the body as delivered, in bytes; nil if it is unknown. For a compressed body only the compressed
    /// length is known.
    var bodyLength: Int64? {
        guard !headers.contains("Content-Encoding") else { return nil }
        return headers["Content-Length"].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether there are different Content-Length values, so that the end of the body is unknown (RFC 9112 §6.3).
    var hasConflictingLengths: Bool {
        guard let lengths = headers["Content-Length"], lengths.contains(bytes: ",") else { return false }
        return Set(lengths.split(atBytes: ",").filter { !$0.isEmpty }.map(\.trimmed)).count > 1
    }

    /// Returns the same head if the end of the response can be determined.
    /// - Throws: `URLError.cannotParseResponse`.
    func checked() throws -> ReceivedHead {
        if hasConflictingLengths {
            throw URLError(
                .cannotParseResponse, text: "the response has conflicting Content-Length values (RFC 9112 §6.3)")
        }
        return self
    }

    /// Returns the response with this head.
    func response(with body: Body, to endpoint: Endpoint) -> Response {
        Response(statusCode: statusCode, headers: headers, body: body, url: url, endpoint: endpoint)
    }
}

extension HTTPHeaders {
    /// Copies the fields of a head, sorted by name, because URLSession keeps them in a dictionary.
    fileprivate init(_ head: HTTPURLResponse) {
        var fields: [Field] = []
        for (name, value) in head.allHeaderFields {
            guard let name = name as? String, let text = value as? String else { continue }
            // White space after a value is not part of it (RFC 9110 §5.5), but Linux keeps it.
            let isBlank = text.utf8.last == UInt8(ascii: " ") || text.utf8.last == UInt8(ascii: "\t")
            let value = isBlank ? String(text.trimmed) : text
            if Self.isSameName(name, "Set-Cookie") {
                fields += Self.cookies(in: value).map { Field(name, $0) }
            } else {
                fields.append(Field(name, value))
            }
        }
        // Sorted by offset as well, because sorting is not guaranteed to be stable and cookies have an order.
        self.init(
            fields.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element))
    }

    /// Returns the cookies of one `Set-Cookie` text. URLSession joins repeated fields with commas although RFC 9110
    /// §5.3 forbids it for this field, whose dates contain commas. A comma separates cookies only if a name and "="
    /// follow it.
    static func cookies(in text: String) -> [String] {
        var cookies: [String] = []
        var rest = text.utf8[...]
        var searched = rest.startIndex
        while let comma = rest[searched...].firstIndex(of: UInt8(ascii: ",")) {
            let after = rest[comma...].dropFirst().drop { $0 == UInt8(ascii: " ") }
            let name = after.prefix { !"=;, ".utf8.contains($0) }
            if !name.isEmpty, after[name.endIndex...].first == UInt8(ascii: "=") {
                cookies.append(String(Substring(rest[..<comma])))
                rest = after
                searched = after.startIndex
            } else {
                searched = rest.index(after: comma)
            }
        }
        return cookies + [String(Substring(rest))]
    }
}
