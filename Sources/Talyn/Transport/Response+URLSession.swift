extension Response {
    /// A response from the head that URLSession has.
    init(_ head: HTTPURLResponse, body: Body, endpoint: Endpoint) {
        self.init(
            statusCode: head.statusCode, headers: HTTPHeaders(head), body: body, url: head.url, endpoint: endpoint)
    }
}

extension HTTPURLResponse {
    /// How long the body will be as it is delivered, in bytes; nil when that is not known: a compressed one tells its
    /// compressed length only.
    var bodyLength: Int64? {
        guard expectedContentLength >= 0, value(forHTTPHeaderField: "Content-Encoding") == nil else { return nil }
        return expectedContentLength
    }

    /// Whether it has Content-Lengths that differ, so that nobody can tell where it ends (RFC 9112 §6.3).
    var hasConflictingLengths: Bool {
        guard let lengths = value(forHTTPHeaderField: "Content-Length"), lengths.contains(",") else { return false }
        return Set(lengths.split(separator: ",").map { $0.filter { $0 != " " } }).count > 1
    }
}

extension HTTPHeaders {
    /// The fields of a head, sorted by name, since URLSession keeps them in a dictionary.
    fileprivate init(_ head: HTTPURLResponse) {
        var fields: [Field] = []
        for (name, value) in head.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            if Self.isSameName(name, "Set-Cookie") {
                fields += Self.cookies(in: value).map { Field(name, $0) }
            } else {
                fields.append(Field(name, value))
            }
        }
        fields.sort { $0.name < $1.name }
        self.init(fields)
    }

    /// The cookies of one `Set-Cookie` text. URLSession joins repeated fields by a comma, which RFC 9110 §5.3 forbids for
    /// this one, since a date has a comma too: a comma parts two cookies only where a name and "=" follow it.
    static func cookies(in text: String) -> [String] {
        var cookies: [String] = []
        var rest = text[...]
        var searched = rest.startIndex
        while let comma = rest[searched...].firstIndex(of: ",") {
            let after = rest[rest.index(after: comma)...].drop { $0 == " " }
            let name = after.prefix { $0 != "=" && $0 != ";" && $0 != "," && $0 != " " }
            if !name.isEmpty, after[name.endIndex...].first == "=" {
                cookies.append(String(rest[..<comma]))
                rest = after
                searched = after.startIndex
            } else {
                searched = rest.index(after: comma)
            }
        }
        return cookies + [String(rest)]
    }
}
