// The reader keeps a list of open collections instead of calling itself, so that deep documents need no deep stack.
extension DocumentReader {
    /// A collection that is open.
    struct Collection {
        enum Kind {
            case blockSequence, blockMapping, flowSequence, flowMapping
            /// `a: b` in a flow sequence, a mapping of one member.
            case pair
        }

        let kind: Kind
        let opening: Opening
        /// The beginning. The items and keys of a block stand in its column.
        let start: Position
        var items: [Node] = []
        var members = Members()
        /// The beginning of the item or key that is being read.
        var place: Position
        /// Whether the item or key that is being read has a question mark before it.
        var isExplicit = false
        /// The key whose value is being read.
        var key: Key?

        var isFlow: Bool { kind != .blockSequence && kind != .blockMapping }

        fileprivate var content: Node.Content {
            kind == .blockSequence || kind == .flowSequence ? .sequence(items) : .mapping(members.all)
        }
    }

    /// The next step of reading.
    enum Step {
        /// A node of a block begins behind the column of its parent. If it is a value, a sequence may begin in the
        /// column itself. If it is on the line of a key or a property, no collection of a block may begin there.
        case block(behind: Int, isValue: Bool, isOnLine: Bool)
        /// A node of a flow collection begins.
        case flow
        /// A node was read.
        case node(Node)
    }

    /// Reads the node of the document.
    mutating func root(isOnLine: Bool) throws(ReadingFault) -> Node {
        var step = Step.block(behind: -1, isValue: false, isOnLine: isOnLine)
        while true {
            switch step {
            case .block(let parent, let isValue, let isOnLine):
                step = try beginInBlock(behind: parent, isValue: isValue, isOnLine: isOnLine)
            case .flow: step = try beginInFlow()
            case .node(let node):
                guard let kind = stack.last?.kind else { return node }
                switch kind {
                case .blockSequence: step = try addToBlockSequence(node)
                case .blockMapping: step = try addToBlockMapping(node)
                case .flowSequence: step = try addToFlowSequence(node)
                case .flowMapping: step = try addToFlowMapping(node)
                case .pair: step = try addToPair(node)
                }
            }
        }
    }

    mutating func open(_ kind: Collection.Kind, _ opening: Opening) throws(ReadingFault) {
        stack.append(Collection(kind: kind, opening: opening, start: position, place: position))
        try checkDepth(stack.count, at: position)
    }

    /// Ends the innermost collection.
    mutating func close() throws(ReadingFault) -> Step {
        let collection = stack.removeLast()
        if collection.isFlow, stack.last?.isFlow != true { try endOfValue() }
        return .node(try node(collection.content, collection.opening))
    }

    /// Adds a member with a key of its own to the innermost collection.
    mutating func addMember(_ value: Node) throws(ReadingFault) {
        let last = stack.count - 1
        guard let key = stack[last].key else { return }
        stack[last].key = nil
        try stack[last].members.add(key, value)
    }

    /// Makes the node of a value that is absent.
    mutating func absentValue() throws(ReadingFault) -> Node {
        try node(.scalar("", isPlain: true), Opening(line: line))
    }
}
