/// A value of a YAML or JSON document, with the line where it begins.
package struct Node: Sendable, Equatable {
    /// The content of a node.
    package indirect enum Content: Sendable {
        /// A scalar. One that is plain, so written without quotes, may be a number, a Boolean or null.
        case scalar(String, isPlain: Bool)
        case sequence([Node])
        /// The members in the order of the document, each key once.
        case mapping([Member])
    }

    /// A key of a mapping with its value.
    package struct Member: Sendable {
        package let key: String
        /// The line of the key, from 1.
        package let line: Int
        package let value: Node

        package init(key: String, line: Int, value: Node) { (self.key, self.line, self.value) = (key, line, value) }
    }

    package let content: Content
    /// The line, from 1. An alias has the line of its anchor.
    package let line: Int

    package init(_ content: Content, line: Int) { (self.content, self.line) = (content, line) }

    /// The members of a mapping; nil for another node.
    package var members: [Member]? { if case .mapping(let members) = content { members } else { nil } }
    /// The items of a sequence; nil for another node.
    package var items: [Node]? { if case .sequence(let items) = content { items } else { nil } }

    /// The value of a key; nil if there is none. It compares the key with each member's.
    package subscript(key: String) -> Node? { members?.first { $0.key.utf8.elementsEqual(key.utf8) }?.value }

    /// Whether both have the same content in the same order. Lines are ignored, and texts are compared by bytes.
    package static func == (left: Node, right: Node) -> Bool {
        switch (left.content, right.content) {
        case (.scalar(let left, let isLeftPlain), .scalar(let right, let isRightPlain)):
            isLeftPlain == isRightPlain && left.utf8.elementsEqual(right.utf8)
        case (.sequence(let left), .sequence(let right)): left == right
        case (.mapping(let left), .mapping(let right)):
            left.elementsEqual(right) { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
        default: false
        }
    }
}
