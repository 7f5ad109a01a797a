// Flow collections, which are JSON's arrays and objects (§7.4).
extension DocumentReader {
    /// Begins a node in a flow collection.
    mutating func beginInFlow() throws(ReadingFault) -> Step {
        var opening = Opening(line: line)
        while isProperty {
            try property(of: &opening)
            try skipToToken(allowsTabs: true)
        }
        return try beginInFlow(opening)
    }

    /// Reads a scalar or an alias, or begins a collection.
    mutating func beginInFlow(_ opening: Opening) throws(ReadingFault) -> Step {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            try open(byte == UInt8(ascii: "[") ? .flowSequence : .flowMapping, opening)
            index += 1
            return try nextInFlow()
        case UInt8(ascii: "*"): return .node(try alias(opening))
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return .node(try node(.scalar(try quoted(), isPlain: false), opening))
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"),
            UInt8(ascii: ":") where isColon:
            return .node(try node(.scalar("", isPlain: true), opening))
        default: return .node(try node(.scalar(try plain(behind: -1, inFlow: true), isPlain: true), opening))
        }
    }

    /// Whether a colon is here that ends a plain key.
    private var isColon: Bool {
        byte == UInt8(ascii: ":") && (Self.isBlank(byte(after: 1)) || Self.isFlowMark(byte(after: 1)))
    }

    /// Begins an item or a key, or ends the collection.
    private mutating func nextInFlow() throws(ReadingFault) -> Step {
        let last = stack.count - 1
        try skipToToken(allowsTabs: true)
        try checkEnd()
        if byte == UInt8(ascii: ",") { throw fault("nothing stands before the comma") }
        if byte == end {
            index += 1
            return try close()
        }
        (stack[last].place, stack[last].isExplicit) = (position, isQuestion)
        if isQuestion {
            index += 1
            try skipToToken(allowsTabs: true)
        }
        return .flow
    }

    mutating func addToFlowSequence(_ item: Node) throws(ReadingFault) -> Step {
        let last = stack.count - 1
        try skipToToken(allowsTabs: true)
        if byte == UInt8(ascii: ":") || stack[last].isExplicit {
            let place = stack[last].place
            if !stack[last].isExplicit, place.line != line {
                throw fault("a key in a list must stand in one line, with its colon; a comma may be missing")
            }
            stack[last].isExplicit = false
            try open(.pair, Opening(line: place.line))
            return try beginValue(of: try key(item, at: place))
        }
        stack[last].items.append(item)
        try endOfItem()
        return try nextInFlow()
    }

    mutating func addToPair(_ value: Node) throws(ReadingFault) -> Step {
        try addMember(value)
        return try close()
    }

    /// Adds a value, or takes a key.
    mutating func addToFlowMapping(_ node: Node) throws(ReadingFault) -> Step {
        let last = stack.count - 1
        if stack[last].key == nil { return try beginValue(of: try key(node, at: stack[last].place)) }
        try addMember(node)
        try endOfItem()
        return try nextInFlow()
    }

    /// Begins the value of a key, which may be absent.
    private mutating func beginValue(of key: Key) throws(ReadingFault) -> Step {
        stack[stack.count - 1].key = key
        try skipToToken(allowsTabs: true)
        if byte != UInt8(ascii: ":") { return .node(try absentValue()) }
        index += 1
        try skipToToken(allowsTabs: true)
        return .flow
    }

    /// Skips the comma behind an item, unless the collection ends.
    private mutating func endOfItem() throws(ReadingFault) {
        try skipToToken(allowsTabs: true)
        try checkEnd()
        if byte == UInt8(ascii: ",") {
            index += 1
        } else if byte != end {
            let start = start
            throw fault(
                "a comma or '\(Self.name(of: end))' is expected for what begins in line \(start.line), "
                    + "column \(start.column + 1)")
        }
    }

    /// Checks that the document does not end within the innermost collection.
    private func checkEnd() throws(ReadingFault) {
        guard isAtEnd || isAtMarker else { return }
        throw fault("'\(Self.name(of: end))' is missing for what begins here", at: start)
    }

    /// The bracket that ends the innermost collection.
    private var end: UInt8 { stack.last?.kind == .flowMapping ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    /// The place where the innermost collection begins.
    private var start: Position { stack.last?.start ?? position }

    static func name(of byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }
}
