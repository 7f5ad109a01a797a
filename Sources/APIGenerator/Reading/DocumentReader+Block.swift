// Block collections, whose structure is their indentation (§8.2).
extension DocumentReader {
    private enum Kind {
        case empty, sequence, mapping, scalar
    }

    /// Begins a node in a block.
    mutating func beginInBlock(behind parent: Int, isValue: Bool, isOnLine: Bool) throws(ReadingFault) -> Step {
        var opening = Opening(line: line)
        switch try kind(&opening, behind: parent, isValue: isValue, isOnLine: isOnLine) {
        case .empty: return .node(try node(.scalar("", isPlain: true), opening))
        case .scalar: return try beginValue(behind: parent, opening)
        case .sequence:
            try open(.blockSequence, opening)
            return nextInBlockSequence(at: column)
        case .mapping:
            try open(.blockMapping, opening)
            return try nextInBlockMapping(at: column)
        }
    }

    /// Reads the properties of a node, and looks at what begins behind them.
    private mutating func kind(
        _ opening: inout Opening, behind parent: Int, isValue: Bool, isOnLine: Bool
    ) throws(ReadingFault) -> Kind {
        var isOnLine = isOnLine
        if try skipToToken() { isOnLine = false }
        while belongs(behind: parent, isValue) {
            // Properties on the line of a mapping's first key are the key's.
            let isMapping = !isOnLine && (isQuestion || isImplicitKey())
            if isMapping || !isProperty {
                opening.line = line
                if isMapping { return .mapping }
                if !isDash { return .scalar }
                if isOnLine { throw fault("a sequence begins behind a key or a property; begin it on the next line") }
                return .sequence
            }
            try property(of: &opening)
            isOnLine = !(try skipToToken())
        }
        return .empty
    }

    private func belongs(behind parent: Int, _ isValue: Bool) -> Bool {
        if isAtEnd || isAtMarker { return false }
        return column > parent || isValue && column == parent && isDash
    }

    /// Reads a scalar or an alias, or begins a flow collection.
    private mutating func beginValue(behind parent: Int, _ opening: Opening) throws(ReadingFault) -> Step {
        let content: Node.Content
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"): return try beginInFlow(opening)
        case UInt8(ascii: "*"):
            let node = try alias(opening)
            try endOfValue()
            return .node(node)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            content = .scalar(try blockScalar(behind: parent), isPlain: false)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            content = .scalar(try quoted(), isPlain: false)
            try endOfValue()
        default: content = .scalar(try plain(behind: parent, inFlow: false), isPlain: true)
        }
        return .node(try node(content, opening))
    }

    private mutating func nextInBlockSequence(at first: Int) -> Step {
        index += 1
        return .block(behind: first, isValue: false, isOnLine: false)
    }

    mutating func addToBlockSequence(_ item: Node) throws(ReadingFault) -> Step {
        let last = stack.count - 1
        stack[last].items.append(item)
        let first = stack[last].start.column
        return try goesOn(at: first) && isDash ? nextInBlockSequence(at: first) : try close()
    }

    /// Reads a key up to its value, or begins a key behind `? `.
    private mutating func nextInBlockMapping(at first: Int) throws(ReadingFault) -> Step {
        let last = stack.count - 1
        stack[last].place = position
        let isExplicit = isQuestion
        if isExplicit { index += 1 } else { stack[last].key = try implicitKey() }
        return .block(behind: first, isValue: true, isOnLine: !isExplicit)
    }

    /// Adds a value, or takes a key that was behind `? `.
    mutating func addToBlockMapping(_ node: Node) throws(ReadingFault) -> Step {
        let last = stack.count - 1
        let first = stack[last].start.column
        if stack[last].key != nil {
            try addMember(node)
        } else {
            stack[last].key = try key(node, at: stack[last].place)
            try skipToToken()
            if column == first, isMark(UInt8(ascii: ":")) {
                index += 1
                return .block(behind: first, isValue: true, isOnLine: false)
            }
            try addMember(try absentValue())
        }
        return try goesOn(at: first) ? try nextInBlockMapping(at: first) : try close()
    }

    /// Skips to the next token, and returns whether it belongs to the collection that begins at a column.
    private mutating func goesOn(at first: Int) throws(ReadingFault) -> Bool {
        try skipToToken()
        if isAtEnd || isAtMarker { return false }
        if column > first { throw fault("the indentation is that of no key and no item before it") }
        return column == first
    }
}
