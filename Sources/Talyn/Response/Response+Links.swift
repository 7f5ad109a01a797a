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
        headers.values(for: "Link").flatMap { value in
            var reader = LinkReader(value)
            return reader.links(from: url)
        }
    }
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

/// Parses a `Link` field line byte by byte (RFC 8288 appendix B.2), in linear time.
private struct LinkReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func links(from base: URL) -> [Response.Link] {
        var links: [Response.Link] = []
        while index < bytes.count {
            if let link = link(from: base) { links.append(link) }
            skipElement()
        }
        return links
    }

    /// Parses the link of a list element; nil if there is none.
    private mutating func link(from base: URL) -> Response.Link? {
        skipSpaces()
        guard next == UInt8(ascii: "<") else { return nil }
        guard let end = bytes[index...].place(of: UInt8(ascii: ">")) else {
            index = bytes.count
            return nil
        }
        let reference = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        index = end + 1
        let parameters = parameters()
        let relations = parameters["rel"]?.utf8.split(whereSeparator: \.isSpace).map {
            String($0)?.asciiLowercased ?? ""
        }
        guard let relations, !relations.isEmpty else { return nil }
        return Response.Link(
            reference: String(reference.trimmed), relations: relations, parameters: parameters, base: base)
    }

    private mutating func parameters() -> [String: String] {
        var parameters: [String: String] = [:]
        while skipSpaces(), next == UInt8(ascii: ";") {
            index += 1
            let name = part(endingBefore: "=;,").asciiLowercased
            var value = ""
            if next == UInt8(ascii: "=") {
                index += 1
                skipSpaces()
                value = next == UInt8(ascii: "\"") ? quoted() : part(endingBefore: ";,")
            }
            if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
        }
        return parameters
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Skips white space; always true.
    @discardableResult
    private mutating func skipSpaces() -> Bool {
        while next?.isSpace == true { index += 1 }
        return true
    }

    private mutating func part(endingBefore end: String) -> String {
        let start = index
        while let byte = next, !end.utf8.contains(byte) { index += 1 }
        return String(String(decoding: bytes[start..<index], as: UTF8.self).trimmed)
    }

    private mutating func quoted() -> String {
        index += 1
        let text = ContentDisposition.quoted(bytes, &index)
        index += 1
        return text
    }

    /// Moves behind the next comma that is not quoted.
    private mutating func skipElement() {
        while let byte = next, byte != UInt8(ascii: ",") {
            if byte == UInt8(ascii: "\"") { _ = quoted() } else { index += 1 }
        }
        index += 1
    }
}
