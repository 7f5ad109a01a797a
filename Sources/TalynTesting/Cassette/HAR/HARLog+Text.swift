internal import Talyn

extension HARLog {
    /// The text of the file: two spaces for each level, keys in the order of the specification, then others by name, and a
    /// line feed at the end. Equal documents have equal texts.
    package var text: String {
        enum Piece { case text(String), value(JSONValue, Int) }
        var output = ""
        // A stack instead of recursion: a document may be nested deeply.
        var pending: [Piece] = [.value(json, 0)]
        while let piece = pending.popLast() {
            switch piece {
            case .text(let text): output += text
            case .value(let value, let depth):
                let (brackets, members) = Self.members(of: value)
                guard !members.isEmpty else {
                    output += value.jsonText
                    continue
                }
                let indent = String(repeating: "  ", count: depth)
                var pieces: [Piece] = []
                for (index, member) in members.enumerated() {
                    pieces.append(.text("\(index == 0 ? brackets.0 : ",")\n  \(indent)\(member.name)"))
                    pieces.append(.value(member.value, depth + 1))
                }
                pending += (pieces + [.text("\n\(indent)\(brackets.1)")]).reversed()
            }
        }
        return output + "\n"
    }

    /// The elements of an array or an object, each with the text before it; none of other values.
    private static func members(
        of value: JSONValue
    ) -> (brackets: (String, String), members: [(name: String, value: JSONValue)]) {
        switch value {
        case .array(let items): return (("[", "]"), items.map { ("", $0) })
        case .object(let members):
            let known = order.filter { members[$0] != nil }
            let keys = known + Array(Set(members.keys).subtracting(known)).sortedByBytes()
            return (
                ("{", "}"),
                keys.compactMap { key in members[key].map { ("\(JSONValue.string(key).jsonText): ", $0) } }
            )
        default: return (("", ""), [])
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
}
