extension Response {
    /// A link of a `Link` field (RFC 8288).
    public struct Link: Sendable, Hashable {
        /// The URL as the server sent it, absolute or relative.
        public let reference: String
        /// The relation types in lower case, such as `next`; at least one.
        public let relations: [String]
        /// The parameters by their names in lower case, without quotes. Of repeated ones it is the first.
        public let parameters: [String: String]
        /// The URL of the response.
        fileprivate let base: URL

        /// The URL, resolved against that of the response, with its escapes as the server sent them and without user
        /// info; nil if it is not an http or https URL.
        public var url: URL? { resolved(reference) }

        /// Whether it links from the response itself rather than from another `anchor` (RFC 8288 §3.2).
        fileprivate var isFromResponse: Bool {
            parameters["anchor"].map { resolved($0)?.absoluteString == base.absoluteString } ?? true
        }

        private func resolved(_ reference: String) -> URL? { URL(received: reference, relativeTo: base) }
    }

    /// The links of the `Link` fields (RFC 8288 §3), in order; malformed ones and those without a relation are omitted.
    ///
    /// ```swift
    /// let last = response.links["last"]?.url
    /// ```
    public var links: [Link] {
        var links: [Link] = []
        for value in headers.values(for: "Link") {
            var reader = ByteReader(value)
            while reader.next != nil {
                if let link = Link(&reader, base: url) { links.append(link) }
                reader.skip(to: .comma, outsideQuotes: true)
                _ = reader.skip(UInt8(ascii: ","))
            }
        }
        return links
    }
}

extension Response.Link {
    /// Parses an element of a `Link` field (RFC 8288 appendix B.2); nil if there is none.
    fileprivate init?(_ reader: inout ByteReader, base: URL) {
        reader.skipSpaces()
        guard reader.skip(UInt8(ascii: "<")) else { return nil }
        reference = reader.text(before: .linkEnd)
        guard reader.skip(UInt8(ascii: ">")) else { return nil }
        reader.skipSpaces()
        guard reader.next == UInt8(ascii: ";") else { return nil }
        var parameters: [String: String] = [:]
        for parameter in reader.parameters(inList: true) {
            let name = parameter.name.asciiLowercased
            if parameters[name] == nil { parameters[name] = parameter.value }
        }
        var words = ByteReader(parameters["rel"]?.asciiLowercased ?? "")
        var relations: [String] = []
        while words.next != nil {
            let relation = words.text(before: .space)
            if !relation.isEmpty { relations.append(relation) }
        }
        if relations.isEmpty { return nil }
        (self.relations, self.parameters, self.base) = (relations, parameters, base)
    }
}

extension PercentEncoding.AllowedBytes {
    fileprivate static let linkEnd = Self(">")
    fileprivate static let space = Self(" \t\n\u{B}\u{C}\r")
}

extension [Response.Link] {
    /// The first link from the response with a relation type, such as `next`, compared without case; nil if there is
    /// none.
    public subscript(relation: String) -> Response.Link? {
        first { $0.relations.contains(relation.asciiLowercased) && $0.isFromResponse }
    }
}

extension Response.Link: RedactedStringConvertible {
    /// The relation types; never the URL.
    public var description: String { "Link(\(relations.joined(separator: " ")))" }
}
