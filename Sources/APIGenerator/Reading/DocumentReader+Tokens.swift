// The position in the text.
extension DocumentReader {
    /// A place for a fault.
    struct Position {
        /// The line, from 1.
        let line: Int
        /// The column in bytes, from 0.
        let column: Int
    }

    var position: Position { Position(line: line, column: column) }

    func fault(_ reason: String) -> ReadingFault { fault(reason, at: position) }

    func fault(_ reason: String, at place: Position) -> ReadingFault {
        ReadingFault(reason: reason, line: place.line, column: place.column + 1)
    }

    var tabFault: ReadingFault { fault("a tab indents the line; YAML indents by spaces") }

    /// The byte at the position; 0 at the end, which no text has.
    var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }
    /// The column in bytes, from 0.
    var column: Int { index - lineStart }
    var isAtEnd: Bool { index >= bytes.count }

    func byte(after offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

    /// Whether a byte is a blank, a line break or the end.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0 }

    static func isFlowMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
        default: false
        }
    }

    /// Whether a byte stands here with a blank behind it.
    func isMark(_ mark: UInt8) -> Bool { byte == mark && Self.isBlank(byte(after: 1)) }
    /// Whether an item of a block sequence begins here.
    var isDash: Bool { isMark(UInt8(ascii: "-")) }
    /// Whether an explicit key begins here.
    var isQuestion: Bool { isMark(UInt8(ascii: "?")) }

    /// Whether a line of `---` or `...` is here.
    var isAtMarker: Bool {
        guard column == 0, byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { return false }
        return byte(after: 1) == byte && byte(after: 2) == byte && Self.isBlank(byte(after: 3))
    }

    /// Moves behind the line break that is here.
    mutating func endLine() {
        index += 1
        line += 1
        lineStart = index
    }

    mutating func skipBlanks() { while byte == 0x20 || byte == 0x09 { index += 1 } }

    /// Skips up to the line break.
    mutating func skipLine() { while byte != 0x0A, !isAtEnd { index += 1 } }

    /// Skips blank rest of lines, and returns how many line breaks it skipped.
    mutating func skipBlankLines() -> Int {
        let first = line
        while true {
            skipBlanks()
            guard byte == 0x0A else { return line - first }
            endLine()
        }
    }

    /// Skips blanks, comments and line breaks. Returns whether a line ended.
    @discardableResult
    mutating func skipToToken(allowsTabs: Bool = false) throws(ReadingFault) -> Bool {
        let start = line
        var (isIndentation, hasTab) = (column == 0, false)
        while true {
            switch byte {
            case 0x20: index += 1
            case 0x09:
                hasTab = hasTab || isIndentation
                index += 1
            case 0x0A:
                endLine()
                (isIndentation, hasTab) = (true, false)
            case UInt8(ascii: "#") where index == 0 || Self.isBlank(bytes[index - 1]): skipLine()
            default:
                if hasTab, !allowsTabs, !isAtEnd { throw tabFault }
                return line > start
            }
        }
    }

    /// Checks that nothing but a comment follows on the line.
    mutating func endOfValue() throws(ReadingFault) {
        let place = index
        skipBlanks()
        if byte == 0x0A || isAtEnd || byte == UInt8(ascii: "#") && index > place { return }
        let isKey = isMark(UInt8(ascii: ":"))
        throw fault(isKey ? "a key must be a scalar in one line" : "something stands behind the end of a value")
    }
}
