/// A value of a document together with its place: the file, and the JSON pointer in it (RFC 6901).
struct Located: Sendable {
    let node: Node
    /// The file, by its path below the document's folder.
    let file: String
    /// The JSON pointer as a fragment: `#/paths/~1pets/get`.
    let pointer: String
    /// Whether it stands in no file, but is made of others that do.
    var isMade = false

    /// The value of a key; nil without one.
    subscript(key: String) -> Located? { node[key].map { child($0, key) } }

    /// The members of a mapping in their order; none of another node.
    var members: [(key: String, value: Located)] {
        (node.members ?? []).map { (key: $0.key, value: child($0.value, $0.key)) }
    }

    /// The items of a list; none of another node.
    var items: [Located] { (node.items ?? []).enumerated().map { child($1, String($0)) } }

    var isMapping: Bool { node.members != nil }
    /// The text of a scalar: also a number's or a Boolean's; nil for another node and for null.
    var text: String? { node.text }

    private func child(_ node: Node, _ key: String) -> Located {
        Located(node: node, file: file, pointer: pointer + "/" + Self.escaped(key), isMade: isMade)
    }

    /// Returns the value with another content at the same place.
    func with(_ content: Node.Content) -> Located {
        Located(node: Node(content, line: node.line), file: file, pointer: pointer, isMade: true)
    }

    /// Returns a key as a step of a JSON pointer (RFC 6901 §3).
    static func escaped(_ key: String) -> String {
        let isPlain = !key.utf8.contains(UInt8(ascii: "~")) && !key.utf8.contains(UInt8(ascii: "/"))
        return isPlain ? key : key.replacingBytes("~", "~0").replacingBytes("/", "~1")
    }
}
