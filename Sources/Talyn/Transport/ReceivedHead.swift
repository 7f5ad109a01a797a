/// The head of a response, taken out of URLSession's once: reading a field there costs a microsecond.
struct ReceivedHead: Sendable {
    let statusCode: Int
    let url: URL?
    let headers: HTTPHeaders

    /// The head that URLSession has.
    init(_ head: HTTPURLResponse) {
        statusCode = head.statusCode
        url = head.url
        headers = HTTPHeaders(head)
    }

    /// How long the body will be as it is delivered, in bytes; nil when that is not known: a compressed one tells its
    /// compressed length only.
    var bodyLength: Int64? {
        guard !headers.contains("Content-Encoding") else { return nil }
        return headers["Content-Length"].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether it has Content-Lengths that differ, so that nobody can tell where it ends (RFC 9112 §6.3).
    var hasConflictingLengths: Bool {
        guard let lengths = headers["Content-Length"], lengths.contains(bytes: ",") else { return false }
        return Set(lengths.split(atBytes: ",").filter { !$0.isEmpty }.map(\.trimmed)).count > 1
    }

    /// The same head, if one can tell where the response ends.
    /// - Throws: `URLError.cannotParseResponse`.
    func checked() throws -> ReceivedHead {
        if hasConflictingLengths { throw URLError(.cannotParseResponse, text: "the answer has two lengths") }
        return self
    }

    /// The response that it is the head of.
    func response(with body: Body, to endpoint: Endpoint) -> Response {
        Response(statusCode: statusCode, headers: headers, body: body, url: url, endpoint: endpoint)
    }
}

extension HTTPHeaders {
    /// The fields of a head, sorted by name, since URLSession keeps them in a dictionary.
    fileprivate init(_ head: HTTPURLResponse) {
        var fields: [Field] = []
        for (name, value) in head.allHeaderFields {
            guard let name = name as? String, let text = value as? String else { continue }
            // White space behind a value is no part of it (RFC 9110 §5.5), and is left there on Linux.
            let isBlank = text.utf8.last == UInt8(ascii: " ") || text.utf8.last == UInt8(ascii: "\t")
            let value = isBlank ? String(text.trimmed) : text
            if Self.isSameName(name, "Set-Cookie") {
                fields += Self.cookies(in: value).map { Field(name, $0) }
            } else {
                fields.append(Field(name, value))
            }
        }
        // By their places too: nobody promises that sorting keeps the order of cookies.
        self.init(
            fields.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element))
    }

    /// The cookies of one `Set-Cookie` text. URLSession joins repeated fields by a comma, which RFC 9110 §5.3 forbids for
    /// this one, since a date has a comma too: a comma parts two cookies only where a name and "=" follow it.
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
