// Plain scalars, which have no quotes (§7.3.3).
extension DocumentReader {
    /// Reads a plain scalar of one or more lines, up to a line that is not indented more than its parent.
    mutating func plain(behind parent: Int, inFlow: Bool) throws(ReadingFault) -> String {
        try checkPlainStart(inFlow: inFlow)
        var text = ""
        while true {
            let first = index
            skipPlain(inFlow: inFlow)
            text += self.text(first, index)
            if byte == UInt8(ascii: ":"), !inFlow {
                throw fault("a colon with a blank behind it stands within a text; write the text in quotes")
            }
            let (place, line, lineStart) = (index, line, lineStart)
            let breaks = skipBlankLines()
            let isEnd =
                breaks == 0 || isAtEnd || isAtMarker || column <= parent || byte == UInt8(ascii: "#")
                || inFlow && (Self.isFlowMark(byte) || isMark(UInt8(ascii: ":")))
            if isEnd {
                (index, self.line, self.lineStart) = (place, line, lineStart)
                return text
            }
            if !inFlow, isImplicitKey() {
                throw fault("a key stands within the text of line \(line); check the indentation")
            }
            text += breaks == 1 ? " " : String(repeating: "\n", count: breaks - 1)
        }
    }

    /// Checks that a plain scalar may begin here.
    func checkPlainStart(inFlow: Bool) throws(ReadingFault) {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
            let next = byte(after: 1)
            if Self.isBlank(next) || inFlow && Self.isFlowMark(next) { throw fault("a value is expected") }
        case UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "|"),
            UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            throw fault("a text cannot begin with '\(Self.name(of: byte))'; write it in quotes")
        default: break
        }
    }

    /// Skips what belongs to a plain scalar on this line.
    private mutating func skipPlain(inFlow: Bool) {
        let first = index
        while byte != 0x0A, !isAtEnd {
            switch byte {
            case UInt8(ascii: ":"):
                let next = byte(after: 1)
                if Self.isBlank(next) || inFlow && Self.isFlowMark(next) { return }
            case UInt8(ascii: "#"):
                if index > first, Self.isBlank(bytes[index - 1]) { return }
            default:
                if inFlow, Self.isFlowMark(byte) { return }
            }
            index += 1
        }
    }

    /// Returns the text from an index up to another one, without blanks at its end.
    func text(_ first: Int, _ end: Int) -> String {
        var end = end
        while end > first, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return String(decoding: bytes[first..<end], as: UTF8.self)
    }
}
