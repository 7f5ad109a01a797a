internal import Talyn

extension HARLog {
    /// The text of the file: two spaces for each level, keys in the order of the specification, then others by name, and a
    /// line feed at the end. Equal documents have equal texts.
    package var text: String { Self.text(of: json) }

    static func text(of value: JSONValue) -> String {
        enum Piece { case text(String), value(JSONValue, Int) }
        var output = ""
        // A stack instead of recursion: a document may be nested deeply.
        var pending: [Piece] = [.value(value, 0)]
        while let piece = pending.popLast() {
            switch piece {
            case .text(let text): output += text
            case .value(.array(let items), let depth) where !items.isEmpty:
                var pieces: [Piece] = []
                for (index, item) in items.enumerated() {
                    pieces.append(.text(index == 0 ? "[\n" : ",\n"))
                    pieces.append(.text(indent(depth + 1)))
                    pieces.append(.value(item, depth + 1))
                }
                pieces.append(.text("\n\(indent(depth))]"))
                pending += pieces.reversed()
            case .value(.object(let members), let depth) where !members.isEmpty:
                var pieces: [Piece] = []
                for (index, member) in sorted(members).enumerated() {
                    pieces.append(.text(index == 0 ? "{\n" : ",\n"))
                    pieces.append(.text("\(indent(depth + 1))\(JSONValue.string(member.key).jsonText): "))
                    pieces.append(.value(member.value, depth + 1))
                }
                pieces.append(.text("\n\(indent(depth))}"))
                pending += pieces.reversed()
            case .value(let scalar, _): output += scalar.jsonText
            }
        }
        return output + "\n"
    }

    private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

    private static func sorted(_ members: [String: JSONValue]) -> [(key: String, value: JSONValue)] {
        members.sorted { left, right in
            let (one, other) = (ranks[left.key] ?? .max, ranks[right.key] ?? .max)
            // By bytes: String's `<` finds no order between "e\u{301}" and "\u{E9}]".
            return one != other ? one < other : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
        }
    }

    // One list for all objects: their orders do not conflict.
    private static let order = [
        "log", "name", "value", "fileName", "contentType", "path", "domain", "expires", "httpOnly", "secure", "version",
        "creator", "browser", "pages", "entries", "pageref", "startedDateTime", "id", "title", "pageTimings", "time",
        "method", "url", "status", "statusText", "httpVersion", "cookies", "headers", "queryString", "postData",
        "content", "redirectURL", "headersSize", "bodySize", "request", "response", "cache", "timings",
        "serverIPAddress", "connection", "size", "compression", "mimeType", "params", "text", "encoding", "blocked",
        "dns", "connect", "send", "wait", "receive", "ssl", "comment",
    ]
    private static let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
}
