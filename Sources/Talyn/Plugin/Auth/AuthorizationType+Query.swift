// The query is edited as text: existing items stay byte for byte, which `URLQueryItem` does not guarantee.

extension URL {
    /// Returns the URL with one percent-encoded query item of a name at the end, replacing others of that name.
    func replacingQueryItem(_ name: String, with value: String) -> URL? {
        let text = absoluteString
        let whole = text.prefix(beforeBytes: "#")
        var result = URLText(String(whole.prefix(beforeBytes: "?")))
        result.append("?")
        for item in queryItemTexts where !Self.isNamed(item, name) {
            result.append("\(item)&")
        }
        result.appendPercentEncoded(name, allowing: .query)
        result.append("=")
        result.appendPercentEncoded(value, allowing: .query)
        result.append(String(text[whole.endIndex...]))
        return URL(string: result.string)
    }

    /// Returns the decoded value of the last query item of a name; nil if there is none.
    func valueOfQueryItem(_ name: String) -> String? {
        guard let item = queryItemTexts.last(where: { Self.isNamed($0, name) }) else { return nil }
        return item.cut(atBytes: "=").flatMap { Self.unescaped($0.tail) } ?? ""
    }

    /// The items as written; empty without a query.
    private var queryItemTexts: [Substring] {
        let query = absoluteString.prefix(beforeBytes: "#").cut(atBytes: "?")?.tail
        return query?.split(atBytes: "&").filter { !$0.isEmpty } ?? []
    }

    private static func isNamed(_ item: Substring, _ name: String) -> Bool {
        unescaped(item.prefix(beforeBytes: "="))?.isSame(bytes: name) ?? false
    }

    private static func unescaped(_ text: Substring) -> String? {
        text.replacing(bytes: "+", with: " ").removingPercentEncoding
    }
}
