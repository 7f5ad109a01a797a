internal import Talyn

// A body is text where it can be, so that people can read it, and base64 where it cannot.
extension HARFields {
    /// The bytes of `text`, out of the encoding that the other field names; nil when there is no text.
    mutating func bytes(encoding key: String) throws(CassetteError) -> Data? {
        let encoding = try text(key)?.lowercased() ?? ""
        guard let text = try text("text") else { return nil }
        switch encoding {
        case "": return Data(text.utf8)
        case "base64":
            // Line breaks are all that may stand between (RFC 2045 §6.8).
            let joined = text.utf8.contains { $0 <= 0x20 } ? text.filter { !$0.isWhitespace } : text
            guard let data = Data(base64Encoded: joined) else { throw place.fault("text", "is not base64") }
            return data
        default: throw place.fault(key, "is not an encoding that is known; base64 is")
        }
    }
}

extension [String: JSONValue] {
    /// Puts bytes in as `text`, in base64 when they are no UTF-8.
    mutating func set(_ body: Data?, encoding key: String) {
        guard let body else { return }
        // Repairs what is not UTF-8, and so differs then. Foundation's way takes a byte order mark away.
        let text = String(decoding: body, as: UTF8.self)
        if Data(text.utf8) == body {
            self["text"] = .string(text)
        } else {
            self["text"] = .string(body.base64EncodedString())
            self[key] = "base64"
        }
    }
}
