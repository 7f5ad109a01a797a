// Nodes with their anchors and tags, and the limits.
extension DocumentReader {
    /// A node that an alias may repeat.
    enum Anchor {
        /// The node is not read yet, so an alias would contain itself.
        case open
        /// A node, the number of its nodes, and how deep its collections are nested.
        case closed(Node, count: Int, height: Int)
    }

    /// The beginning of a node: its properties, and what is needed for its anchor.
    struct Opening {
        var line: Int
        var tag: String?
        var anchor: String?
        fileprivate var nodesBefore = 0
        fileprivate var outerPeak = 0

        init(line: Int) { self.line = line }
    }

    /// Checks a number of collections within each other.
    mutating func checkDepth(_ depth: Int, at place: Position) throws(ReadingFault) {
        peak = max(peak, depth)
        if depth > Self.maxDepth { throw fault("collections are nested more than \(Self.maxDepth) deep", at: place) }
    }

    private mutating func count(_ more: Int, at place: Position) throws(ReadingFault) {
        nodes += more
        if nodes > Self.maxNodes {
            throw fault("the document has over \(Self.maxNodes) values, with those of aliases", at: place)
        }
    }

    /// Whether an anchor or a tag begins here.
    var isProperty: Bool { byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") }

    /// Reads an anchor or a tag.
    mutating func property(of opening: inout Opening) throws(ReadingFault) {
        let place = position
        if byte == UInt8(ascii: "!") {
            if opening.tag != nil { throw fault("a value has two tags") }
            let tag = word()
            if tag.utf8.contains(UInt8(ascii: "\"")) { throw fault("a blank is missing behind the tag", at: place) }
            opening.tag = tag
        } else {
            if opening.anchor != nil { throw fault("a value has two anchors") }
            let anchor = word()
            if anchor.isEmpty { throw fault("an anchor has no name", at: place) }
            opening.anchor = anchor
            (opening.nodesBefore, opening.outerPeak) = (nodes, peak)
            peak = stack.count
            anchors[anchor] = .open
        }
    }

    /// Reads the word behind the mark of a property or of an alias.
    private mutating func word() -> String {
        index += 1
        let first = index
        // A tag in angle brackets may have commas and brackets (§6.8.1).
        let isVerbatim = byte == UInt8(ascii: "<") && bytes[index - 1] == UInt8(ascii: "!")
        while !Self.isBlank(byte), isVerbatim || !Self.isFlowMark(byte) { index += 1 }
        return String(decoding: bytes[first..<index], as: UTF8.self)
    }

    /// Makes the node of an opening from what was read for it.
    mutating func node(_ content: Node.Content, _ opening: Opening) throws(ReadingFault) -> Node {
        try count(1, at: position)
        var content = content
        if let tag = opening.tag, case .scalar(let text, let isPlain) = content {
            content = .scalar(text, isPlain: Self.isPlain(tag) ?? isPlain)
        }
        let node = Node(content, line: opening.line)
        if let anchor = opening.anchor {
            anchors[anchor] = .closed(node, count: nodes - opening.nodesBefore, height: peak - stack.count)
            peak = max(peak, opening.outerPeak)
        }
        return node
    }

    /// Whether a tag makes a scalar plain; nil if the tag says nothing.
    private static func isPlain(_ tag: String) -> Bool? {
        switch tag {
        case "", "!str", "<tag:yaml.org,2002:str>": false
        case "!int", "!float", "!bool", "!null": true
        default: nil
        }
    }

    /// Reads an alias, and returns the node of its anchor.
    mutating func alias(_ opening: Opening) throws(ReadingFault) -> Node {
        let place = position
        if opening.anchor != nil || opening.tag != nil { throw fault("an alias has an anchor or a tag") }
        let name = word()
        switch anchors[name] {
        case nil: throw fault("the alias *\(name) has no anchor before it", at: place)
        case .open: throw fault("the alias *\(name) stands within its own anchor", at: place)
        case .closed(let node, let number, let height):
            try count(number, at: place)
            try checkDepth(stack.count + height, at: place)
            return node
        }
    }
}
