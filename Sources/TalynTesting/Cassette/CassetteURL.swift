internal import Talyn

/// The parts of a URL in a HAR file. By hand: browsers write some that Foundation takes on one platform and not on another.
struct CassetteURL: Sendable {
    var scheme = ""
    var host = ""
    /// The port; that of the scheme when none is written.
    var port = ""
    /// The path's segments, decoded.
    var path: [String] = []
    /// The query's items, decoded; nil for the value of one without "=".
    var query: [(name: String, value: String?)] = []

    init(_ text: String) {
        var rest = Substring(text.prefix { $0 != "#" })
        if let mark = rest.firstIndex(of: "?") {
            query = Self.items(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.range(of: "://") {
            scheme = rest[..<colon.lowerBound].lowercased()
            rest = rest[colon.upperBound...]
            let authority = rest.prefix { $0 != "/" }
            rest = rest[authority.endIndex...]
            let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            let isNumber = { (text: Substring) in text.allSatisfy { $0.isASCII && $0.isNumber } }
            let mark = place.lastIndex(of: ":").flatMap { isNumber(place[$0...].dropFirst()) ? $0 : nil }
            host = place[..<(mark ?? place.endIndex)].lowercased()
            port = mark.map { String(place[$0...].dropFirst()) } ?? ""
        }
        if port.isEmpty { port = ["https": "443", "wss": "443", "http": "80", "ws": "80"][scheme] ?? "" }
        if rest.isEmpty { rest = "/" }
        path = rest.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.removingPercentEncoding ?? String($0) }
    }

    /// Scheme, host and port, which every text may show.
    var origin: String {
        let isUsual = [("https", "443"), ("http", "80"), ("", "")].contains { $0 == (scheme, port) }
        return "\(scheme)://\(host)\(isUsual ? "" : ":\(port)")"
    }

    /// The items of a query or a form.
    static func items(_ text: Substring) -> [(name: String, value: String?)] {
        text.split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            let value = name.endIndex == item.endIndex ? nil : decoded(item[name.endIndex...].dropFirst())
            return (decoded(name), value)
        }
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacingOccurrences(of: "+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}
