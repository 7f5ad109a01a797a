// Keys of mappings.
extension DocumentReader {
    /// A key, and its place.
    struct Key {
        let text: String
        let isPlain: Bool
        let position: Position

        /// Whether the members of the value become members of the mapping (https://yaml.org/type/merge.html).
        var isMerge: Bool { isPlain && text.utf8.elementsEqual("<<".utf8) }
    }

    /// Returns a scalar as a key.
    func key(_ node: Node, at position: Position) throws(ReadingFault) -> Key {
        guard case .scalar(let text, let isPlain) = node.content else {
            throw fault("a key is a list or an object; keys are scalars", at: position)
        }
        return Key(text: text, isPlain: isPlain, position: position)
    }

    /// Returns whether the line goes on with a key: a scalar in one line, and a colon with a blank behind it.
    func isImplicitKey() -> Bool {
        var place = index
        func skipBlanks() { while bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 } }
        func skipWord() { while !Self.isBlank(bytes[place]) { place += 1 } }
        // The last byte is a line break, which ends each loop.
        while bytes[place] == UInt8(ascii: "&") || bytes[place] == UInt8(ascii: "!") {
            skipWord()
            skipBlanks()
        }
        switch bytes[place] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard let end = endOfQuotes(place) else { return false }
            place = end
        case UInt8(ascii: "*"): skipWord()
        case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "#"): return false
        case UInt8(ascii: "-") where Self.isBlank(bytes[place + 1]): return false
        default:
            while bytes[place] != 0x0A {
                if bytes[place] == UInt8(ascii: ":"), Self.isBlank(bytes[place + 1]) { return true }
                if bytes[place] == UInt8(ascii: "#"), place > 0, Self.isBlank(bytes[place - 1]) { return false }
                place += 1
            }
            return false
        }
        skipBlanks()
        return bytes[place] == UInt8(ascii: ":") && Self.isBlank(bytes[place + 1])
    }

    /// Returns the index behind a scalar in quotes that ends on its line; nil for another one.
    private func endOfQuotes(_ start: Int) -> Int? {
        var place = start + 1
        while bytes[place] != 0x0A {
            if bytes[place] == bytes[start] {
                // Two single quotes are an escape.
                guard bytes[start] == UInt8(ascii: "'"), bytes[place + 1] == UInt8(ascii: "'") else { return place + 1 }
                place += 1
            } else if bytes[place] == 0x5C, bytes[start] == UInt8(ascii: "\"") {
                place += 1
                if bytes[place] == 0x0A { return nil }
            }
            place += 1
        }
        return nil
    }

    /// Reads a key and its colon, which `isImplicitKey` has found.
    mutating func implicitKey() throws(ReadingFault) -> Key {
        guard isImplicitKey() else { throw fault("a key with a colon and a blank behind it is expected") }
        let position = position
        var opening = Opening(line: line)
        while isProperty {
            try property(of: &opening)
            skipBlanks()
        }
        let node: Node
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            node = try self.node(.scalar(try quoted(), isPlain: false), opening)
        case UInt8(ascii: "*"): node = try alias(opening)
        default: node = try self.node(.scalar(try plainKey(), isPlain: true), opening)
        }
        skipBlanks()
        index += 1
        return try key(node, at: position)
    }

    private mutating func plainKey() throws(ReadingFault) -> String {
        if !isMark(UInt8(ascii: ":")) { try checkPlainStart(inFlow: false) }
        let first = index
        while !isMark(UInt8(ascii: ":")) { index += 1 }
        return text(first, index)
    }
}
