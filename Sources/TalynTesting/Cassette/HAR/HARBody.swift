internal import Talyn

// A body is text if it is UTF-8, so that it is readable, and base64 otherwise.
extension HARFields {
    /// The bytes of `text` in the encoding that the other field names; nil when there is no text.
    mutating func bytes(encoding key: String) throws(CassetteError) -> Data? {
        let encoding = try text(key)?.lowercased() ?? ""
        guard let text = try text("text") else { return nil }
        switch encoding {
        case "": return Data(text.utf8)
        case "base64":
            // Line breaks are allowed in base64 (RFC 2045 §6.8).
            let joined = text.utf8.contains { $0 <= 0x20 } ? text.filter { !$0.isWhitespace } : text
            guard let data = Data(base64Encoded: joined) else { throw place.fault("text", "is not base64") }
            return data
        default: throw place.fault(key, "is an unknown encoding; only base64 is supported")
        }
    }
}

extension [String: JSONValue] {
    /// Sets `text` to the bytes, in base64 unless they are UTF-8.
    mutating func set(_ body: Data?, encoding key: String) {
        guard let body else { return }
        // Decoding repairs bytes that are not UTF-8; the result differs then. Foundation's decoder drops a byte order mark.
        let text = String(decoding: body, as: UTF8.self)
        if Data(text.utf8) == body {
            self["text"] = .string(text)
        } else {
            self["text"] = .string(body.base64EncodedString())
            self[key] = "base64"
        }
    }
}
