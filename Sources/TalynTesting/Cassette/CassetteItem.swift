internal import Talyn

/// A name and a value of a query or a form.
struct CassetteItem: Sendable, Equatable {
    let name: String
    let value: String?

    /// Describes the first name whose values differ from the recorded ones; nil when none do.
    static func difference(_ items: [CassetteItem], _ recorded: [CassetteItem], _ kind: String) -> String? {
        let (values, others) = (grouped(items), grouped(recorded))
        for name in Set(values.keys).union(others.keys).sorted() {
            let shown = name.cut(to: 40)
            guard let values = values[name] else { return "\(kind) \"\(shown)\", which is missing" }
            guard let others = others[name] else { return "\(kind) \"\(shown)\", which the recording has not" }
            guard values.count == others.count, zip(values, others).allSatisfy({ CassetteText.matches($0, $1) })
            else { return "\(kind) \"\(shown)\"" }
        }
        return nil
    }

    private static func grouped(_ items: [CassetteItem]) -> [String: [String?]] {
        Dictionary(grouping: items, by: \.name).mapValues { $0.map(\.value) }
    }
}

/// A part of a multipart body.
struct CassettePart: Sendable {
    let headers: String
    let body: CassetteBody

    /// Describes the first difference from recorded parts; nil when there is none.
    static func difference(_ parts: [CassettePart], _ recorded: [CassettePart]) -> String? {
        guard parts.count == recorded.count else { return "number of parts" }
        for (index, (part, other)) in zip(parts, recorded).enumerated() {
            guard CassetteText.matches(part.headers, other.headers) else { return "headers of part \(index)" }
            if let difference = part.body.difference(from: other.body) { return "\(difference) of part \(index)" }
        }
        return nil
    }

    /// The parts (RFC 2046 §5.1); nil when the type names no boundary, or the body has none.
    static func parts(of data: Data, contentType: String) -> [CassettePart]? {
        guard let boundary = boundary(in: contentType), !boundary.isEmpty else { return nil }
        let mark = Data("--\(boundary)".utf8)
        guard var place = data.range(of: mark)?.upperBound else { return nil }
        var parts: [CassettePart] = []
        while let end = data.range(of: mark, in: place..<data.endIndex) {
            parts.append(CassettePart(data[place..<end.lowerBound]))
            place = end.upperBound
        }
        return parts
    }

    private init(_ part: Data) {
        // The line breaks around the part belong to the boundaries.
        let whole = part.starts(with: [0x0D, 0x0A]) ? part.dropFirst(2) : part
        let inner = whole.suffix(2) == Data([0x0D, 0x0A]) ? whole.dropLast(2) : whole
        let split = inner.range(of: Data("\r\n\r\n".utf8))
        headers = String(decoding: inner[..<(split?.lowerBound ?? inner.endIndex)], as: UTF8.self)
        let type = headers.split(atBytes: "\r\n").first { $0.hasPrefix(bytes: "content-type:", ignoringCase: true) }
        let value = type?.cut(atBytes: ":").map { String($0.tail.trimmed) }
        // A multipart within a multipart is compared as text.
        let isMultipart = value?.hasPrefix(bytes: "multipart/", ignoringCase: true) ?? false
        let body = split.map { Data(inner[$0.upperBound...]) }
        self.body = CassetteBody(body, contentType: isMultipart ? nil : value)
    }

    private static func boundary(in contentType: String) -> String? {
        // ASCII letters of either case have the same length.
        guard let name = contentType.asciiLowercased.cut(atBytes: "boundary=")?.tail else { return nil }
        let rest = Substring(contentType.utf8.suffix(name.utf8.count))
        return String(rest.hasPrefix(bytes: "\"") ? rest.split(atBytes: "\"")[1] : rest.prefix(beforeBytes: ";"))
    }
}
