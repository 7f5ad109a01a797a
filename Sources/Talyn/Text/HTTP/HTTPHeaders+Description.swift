extension HTTPHeaders: RedactedStringConvertible {
    /// The fields whose values describe a message and never identify a person. Descriptions hide all other values.
    static let describedNames = [
        "Accept", "Accept-Encoding", "Accept-Language", "Allow", "Cache-Control", "Connection", "Content-Encoding",
        "Content-Language", "Content-Length", "Content-Type", "Date", "Retry-After", "Transfer-Encoding", "Vary",
    ]

    /// The names, with the values of harmless fields such as `Content-Type`, without parameters. Other values are shown
    /// as `<hidden>`.
    public var description: String {
        let texts = fields.map { field in
            let isShown = Self.describedNames.contains { Self.isSameName($0, field.name) }
            return "\(field.name): \(isShown ? field.value.withoutParameters : "<hidden>")"
        }
        return "[\(texts.joined(separator: ", "))]"
    }
}

extension HTTPHeaders.Field: RedactedStringConvertible {
    /// The name, with the value of a harmless field.
    public var description: String { HTTPHeaders([self]).description }
}

extension String {
    /// The value of a field up to its first semicolon.
    var withoutParameters: String { String(prefix(beforeBytes: ";")) }
}
