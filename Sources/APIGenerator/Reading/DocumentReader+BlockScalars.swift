// Literal (`|`) and folded (`>`) block scalars (§8.1).
extension DocumentReader {
    private struct Header {
        /// The indentation, relative to the parent; nil if the first line decides.
        var indentation: Int?
        /// `+` keeps line breaks at the end, `-` removes them all; nil keeps one.
        var chomping: UInt8?
    }

    /// Reads a block scalar whose parent begins at a column.
    mutating func blockScalar(behind parent: Int) throws(ReadingFault) -> String {
        let isFolded = byte == UInt8(ascii: ">")
        index += 1
        let header = try blockHeader()
        var indentation = 0
        if let given = header.indentation {
            indentation = max(parent, 0) + given
        } else {
            indentation = try firstIndentation(behind: parent)
        }
        var lines = blockLines(indentation)
        // The line breaks behind the last line of text. The document may end without one.
        var breaks = isAtEnd && !endsInLineBreak && !lines.isEmpty ? -1 : 0
        while lines.last?.isEmpty == true {
            lines.removeLast()
            breaks += 1
        }
        if !lines.isEmpty { breaks += 1 }
        var text = isFolded ? folded(lines) : [UInt8](lines.map { bytes[$0] }.joined(separator: [0x0A]))
        switch header.chomping {
        case UInt8(ascii: "+"): text += [UInt8](repeating: 0x0A, count: max(breaks, 0))
        case nil where !lines.isEmpty && breaks > 0: text.append(0x0A)
        default: break
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the rest of the line behind `|` or `>`.
    private mutating func blockHeader() throws(ReadingFault) -> Header {
        var header = Header()
        while true {
            switch byte {
            case UInt8(ascii: "+") where header.chomping == nil, UInt8(ascii: "-") where header.chomping == nil:
                header.chomping = byte
            case 0x31...0x39 where header.indentation == nil: header.indentation = Int(byte) - 0x30
            default:
                try endOfValue()
                skipLine()
                endLine()
                return header
            }
            index += 1
        }
    }

    /// Returns the indentation of the first line that is not blank.
    private func firstIndentation(behind parent: Int) throws(ReadingFault) -> Int {
        var (place, number, longest) = (index, line, (indentation: 0, line: 0))
        while place < bytes.count {
            let start = place
            while bytes[place] == 0x20 { place += 1 }
            let indentation = place - start
            if bytes[place] != 0x0A {
                guard indentation > parent else { break }
                guard indentation >= longest.indentation else {
                    throw fault(
                        "a blank line is indented more than the text behind it",
                        at: Position(line: longest.line, column: longest.indentation))
                }
                return indentation
            }
            if indentation > longest.indentation { longest = (indentation, number) }
            place += 1
            number += 1
        }
        // Only blank lines, which have no text.
        return max(longest.indentation, parent + 1)
    }

    /// Reads the lines of a block scalar without their indentation.
    private mutating func blockLines(_ indentation: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        while !isAtEnd {
            var first = index
            while bytes[first] == 0x20, first - index < indentation { first += 1 }
            if bytes[first] != 0x0A, first - index < indentation || isAtMarker { break }
            let start = first
            while bytes[first] != 0x0A { first += 1 }
            lines.append(start..<first)
            index = first
            endLine()
        }
        return lines
    }

    /// Joins lines. One line break is a blank, each further one a line break; those beside indented lines are kept.
    private func folded(_ lines: [Range<Int>]) -> [UInt8] {
        var text: [UInt8] = []
        // The first line has no line break before it.
        var (breaks, wasIndented, isFirst) = (-1, false, true)
        for line in lines {
            breaks += 1
            guard let first = line.first else { continue }
            let isIndented = bytes[first] == 0x20 || bytes[first] == 0x09
            if isFirst || isIndented || wasIndented {
                text += [UInt8](repeating: 0x0A, count: breaks)
            } else {
                text += breaks == 1 ? [0x20] : [UInt8](repeating: 0x0A, count: breaks - 1)
            }
            text += bytes[line]
            (breaks, wasIndented, isFirst) = (0, isIndented, false)
        }
        return text
    }
}
