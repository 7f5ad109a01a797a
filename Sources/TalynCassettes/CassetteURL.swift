internal import Talyn

/// The parts of a URL in a HAR file. Browsers write URLs that Foundation parses on one platform and not on another.
struct CassetteURL: Sendable {
    /// Scheme, host and port in lower case, without user info and without the scheme's own port. An address of IPv6 has
    /// its shortest form.
    var origin = ""
    /// The path's segments, decoded.
    let path: [String]
    /// The query's items, decoded; nil for the value of one without "=".
    var query: [HARField] = []

    init(_ text: String) {
        var rest = text.prefix(beforeBytes: "#")
        if let (head, items) = rest.cut(atBytes: "?") {
            query = HARField.items(of: items)
            rest = head
        }
        if let (scheme, behind) = rest.cut(atBytes: "://") {
            let authority = behind.prefix(beforeBytes: "/")
            rest = behind[authority.endIndex...]
            origin = "\(scheme)://\(authority.cut(atLast: "@")?.tail ?? authority)".asciiLowercased
            if let (head, behind) = origin.cut(atBytes: "["), let (host, tail) = behind.cut(atBytes: "]"),
                let address = String(host).ipv6Address
            {
                origin = "\(head)[\(address)]\(tail)"
            }
            for (scheme, port) in [("https:", ":443"), ("wss:", ":443"), ("http:", ":80"), ("ws:", ":80"), ("", ":")]
            where origin.hasPrefix(bytes: scheme) && origin.hasSuffix(bytes: port) {
                origin = String(Substring(origin.utf8.dropLast(port.utf8.count)))
            }
        }
        path = (rest.isEmpty ? "/" : rest).split(atBytes: "/").map { $0.removingPercentEncoding ?? String($0) }
    }

    /// Names the parts of the origin that differ from a recorded one; nil if none does.
    func originDifference(from recorded: CassetteURL) -> String? {
        if origin == recorded.origin { return nil }
        let (own, other) = (originParts, recorded.originParts)
        return zip(["scheme", "host", "port"], zip(own, other)).compactMap { $1.0 == $1.1 ? nil : $0 }
            .joined(separator: ", ")
    }

    /// Scheme, host and port; the scheme's own port is empty.
    private var originParts: [String] {
        let (scheme, authority) = origin.cut(atBytes: "://") ?? ("", origin[...])
        // Behind the brackets of an IPv6 address.
        let port = (authority.cut(atLast: "]")?.tail ?? authority).cut(atLast: ":").map { ":\($0.tail)" } ?? ""
        return [String(scheme), String(Substring(authority.utf8.dropLast(port.utf8.count))), port]
    }
}
