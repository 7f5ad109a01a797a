extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
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

    /// As ``description``.
    public var debugDescription: String { description }

    /// Shows what ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["fields": description], displayStyle: .struct) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, with the value if it is a harmless field.
    public var description: String { HTTPHeaders([self]).description }

    /// As ``description``.
    public var debugDescription: String { description }

    /// Shows what ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["field": description], displayStyle: .struct) }
}

extension String {
    /// The value of a field without what stands behind a semicolon, which may be anything.
    var withoutParameters: String { String(prefix(beforeBytes: ";")) }
}
