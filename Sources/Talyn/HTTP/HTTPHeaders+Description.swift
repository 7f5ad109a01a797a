extension HTTPHeaders: RedactedStringConvertible {
    /// The fields whose values describe a message and never identify anyone; every other value is left out of texts.
    static let describedNames = [
        "Accept", "Accept-Encoding", "Accept-Language", "Allow", "Cache-Control", "Connection", "Content-Encoding",
        "Content-Language", "Content-Length", "Content-Type", "Date", "Retry-After", "Transfer-Encoding", "Vary",
    ]

    /// The names, with the values of harmless fields such as `Content-Type`, without parameters; other values show as
    /// `<hidden>`.
    public var description: String {
        let texts = fields.map { field in
            let isShown = Self.describedNames.contains { Self.isSameName($0, field.name) }
            return "\(field.name): \(isShown ? field.value.withoutParameters : "<hidden>")"
        }
        return "[\(texts.joined(separator: ", "))]"
    }
}

extension HTTPHeaders.Field: RedactedStringConvertible {
    /// The name, with the value if it is a harmless field.
    public var description: String { HTTPHeaders([self]).description }
}

extension String {
    /// The value of a field without what stands behind a semicolon, which may be anything.
    var withoutParameters: String { String(prefix(beforeBytes: ";")) }
}
