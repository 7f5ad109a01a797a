package import Talyn

/// A body as a cassette keeps it: its beginning up to a limit, and the length of the whole.
package struct RecordedBody: Sendable, Equatable {
    /// The value of `Content-Type`; empty if unknown.
    package var mimeType: String
    /// The bytes that are kept; nil if none were, or only ``fields``.
    package private(set) var data: Data?
    /// The length of the whole body, in bytes; -1 if unknown.
    package private(set) var size: Int
    /// Whether the bytes are only the beginning.
    package var isTruncated = false
    /// The fields of a form, decoded, as browsers write them beside or instead of its text; nil for other bodies.
    package private(set) var fields: [HARField]?
    /// The number of bytes that are kept at most.
    private var limit = Int.max

    /// A whole body; nil for one that was not kept.
    package init(mimeType: String, data: Data?, fields: [HARField]? = nil) {
        self.mimeType = mimeType
        self.data = data
        self.fields = fields
        size = data?.count ?? -1
    }

    /// An empty body, to which pieces are appended.
    init(limit: Int) {
        self.init(mimeType: "", data: Data())
        self.limit = limit
    }

    /// Appends a piece, of which only what is within the limit is kept.
    mutating func append(_ piece: Data) {
        let (sum, isTooLarge) = size.addingReportingOverflow(piece.count)
        size = isTooLarge ? .max : sum
        let room = limit - (data?.count ?? 0)
        if room > 0 { data?.append(piece.prefix(room)) }
        if piece.count > room { isTruncated = true }
    }
}

// In HAR a body is text, in the encoding that another member names.
extension RecordedBody {
    package static let requestEncoding = "_encoding"
    package static let responseEncoding = "encoding"

    /// The body of `postData` or `content`.
    init(_ json: JSONValue, _ encoding: String, size: Double, isTruncated: Bool, headers: [HARField] = []) {
        let type = headers.first { HTTPHeaders.isSameName($0.name, "Content-Type") }?.value
        self.init(
            mimeType: type ?? json.text("mimeType"), data: Self.data(in: json, encoding),
            fields: json["params"].flatMap { try? HARField.fields($0) })
        self.size = Int(exactly: size.rounded()) ?? .max
        self.isTruncated = isTruncated
    }

    /// Returns the bytes of `text`; nil without text, and for text that is not in its encoding.
    static func data(in json: JSONValue, _ encoding: String) -> Data? {
        guard let text = json.scalar("text")?.stringValue else { return nil }
        if json.text(encoding).isEmpty { return Data(text.utf8) }
        // Line breaks are allowed in base64 (RFC 2045 §6.8).
        return Data(base64Encoded: Data(text.utf8.filter { !$0.isSpace }))
    }

    /// Returns the members of `postData` or `content`: in base64 unless the bytes are UTF-8.
    package func json(_ encoding: String) -> JSONValue {
        var json: JSONValue = ["mimeType": .string(mimeType)]
        if let data {
            // Decoding repairs bytes that are not UTF-8; the result differs then. Foundation's decoder drops a byte
            // order mark.
            let text = String(decoding: data, as: UTF8.self)
            let isText = Data(text.utf8) == data
            json[at: "text"] = .string(isText ? text : data.base64EncodedString())
            if !isText { json[at: encoding] = "base64" }
        }
        json[at: "params"] = fields.map { JSONValue($0) }
        return json
    }
}
