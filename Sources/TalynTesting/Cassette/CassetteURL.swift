internal import Talyn

/// The parts of a URL in a HAR file. Browsers write URLs that Foundation parses on one platform and not on another.
struct CassetteURL: Sendable {
    var scheme = ""
    var host = ""
    /// The port; the default of the scheme if there is none.
    var port = ""
    /// The path's segments, decoded.
    var path: [String] = []
    /// The query's items, decoded; nil for the value of one without "=".
    var query: [(name: String, value: String?)] = []

    init(_ text: String) {
        var rest = text.prefix(beforeBytes: "#")
        if let (place, items) = rest.cut(atBytes: "?") {
            query = Self.items(items)
            rest = place
        }
        if let (scheme, behind) = rest.cut(atBytes: "://") {
            self.scheme = scheme.asciiLowercased
            let authority = behind.prefix(beforeBytes: "/")
            rest = behind[authority.endIndex...]
            let place = authority.cut(atLast: "@")?.tail ?? authority
            let parts = place.cut(atLast: ":").flatMap { $0.tail.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? $0 : nil }
            host = (parts?.head ?? place).asciiLowercased
            port = String(parts?.tail ?? "")
        }
        if port.isEmpty { port = ["https": "443", "wss": "443", "http": "80", "ws": "80"][scheme] ?? "" }
        if rest.isEmpty { rest = "/" }
        path = rest.split(atBytes: "/").map { $0.removingPercentEncoding ?? String($0) }
    }

    /// Scheme, host and port, without secrets.
    var origin: String {
        let isUsual = [("https", "443"), ("http", "80"), ("", "")].contains { $0 == (scheme, port) }
        return "\(scheme)://\(host)\(isUsual ? "" : ":\(port)")"
    }

    /// The items of a query or a form.
    static func items(_ text: Substring) -> [(name: String, value: String?)] {
        text.split(atBytes: "&").filter { !$0.isEmpty }.map { item in
            let parts = item.cut(atBytes: "=")
            return (decoded(parts?.head ?? item), parts.map { decoded($0.tail) })
        }
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacing(bytes: "+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}
