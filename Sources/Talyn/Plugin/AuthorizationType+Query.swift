// The query of a URL as text: what stands there already stays byte for byte, which `URLQueryItem`s do not promise.

extension URL {
    /// The URL with one query item of a name, escaped, at the end; others of that name are taken away.
    func replacingQueryItem(_ name: String, with value: String) -> URL? {
        let text = absoluteString
        let fragment = text.firstIndex(of: "#") ?? text.endIndex
        let mark = text[..<fragment].firstIndex(of: "?") ?? fragment
        var result = URLText(String(text[..<mark]))
        result.append("?")
        for item in queryItemTexts where Self.name(of: item) != name {
            result.append("\(item)&")
        }
        result.appendPercentEncoded(name, allowing: .query)
        result.append("=")
        result.appendPercentEncoded(value, allowing: .query)
        result.append(String(text[fragment...]))
        return URL(string: result.string)
    }

    /// The value of the last query item of a name, unescaped; nil when there is none.
    func valueOfQueryItem(_ name: String) -> String? {
        guard let item = queryItemTexts.last(where: { Self.name(of: $0) == name }) else { return nil }
        return item.firstIndex(of: "=").flatMap { Self.unescaped(item[$0...].dropFirst()) } ?? ""
    }

    /// The items as they are written; empty when there is no query.
    private var queryItemTexts: [Substring] {
        let text = absoluteString.prefix { $0 != "#" }
        guard let mark = text.firstIndex(of: "?") else { return [] }
        return text[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: true)
    }

    private static func name(of item: Substring) -> String? { unescaped(item.prefix { $0 != "=" }) }

    private static func unescaped(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
