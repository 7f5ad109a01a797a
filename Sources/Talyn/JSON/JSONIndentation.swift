/// Indented JSON, two spaces per level. Strings, numbers and the order of members stay byte for byte.
///
/// A single pass that validates the grammar and reads no further than it writes.
struct JSONIndentation {
    /// The indented text.
    private(set) var output: [UInt8] = []
    /// The number of document bytes that the output shows.
    private(set) var shown = 0

    private enum Place { case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd, end }

    private let limit: Int
    private var place = Place.value
    /// The open containers, outermost first; true for an object.
    private var open: [Bool] = []
    /// Whether the output reached the limit.
    private var isFull = false

    /// Indents at most `limit` bytes, cut between characters. Nil if the document is not an object or array, or if the
    /// part that was read is not JSON. `isCut` means that more of the document follows `bytes`.
    init?(_ bytes: [UInt8], limit: Int = .max, isCut: Bool = false) {
        // Keeps sums from overflowing.
        let limit = min(limit, 1 << 30)
        self.limit = limit
        guard let first = bytes.first(where: { !$0.isJSONSpace }), first == 0x7B || first == 0x5B else { return nil }
        output.reserveCapacity(min(bytes.count * 2, limit))
        var index = 0
        while index < bytes.count, !isFull {
            guard let next = token(bytes, at: index, isCut: isCut) else { return nil }
            index = next
        }
        if !isFull {
            guard isCut || place == .end else { return nil }
            shown = bytes.count
        }
        // Trailing white space is omitted without loss.
        if bytes[shown...].allSatisfy(\.isJSONSpace) { shown = bytes.count }
    }

    /// Writes the token at an index and returns the index of the next one; nil if it is not JSON.
    private mutating func token(_ bytes: [UInt8], at start: Int, isCut: Bool) -> Int? {
        let byte = bytes[start]
        switch byte {
        case _ where byte.isJSONSpace: return start + 1
        case 0x7B, 0x5B:
            guard startValue() else { return nil }
            open.append(byte == 0x7B)
            place = byte == 0x7B ? .nameOrEnd : .valueOrEnd
        case 0x7D, 0x5D:
            guard let isObject = open.popLast(), isObject == (byte == 0x7D) else { return nil }
            // An empty object or array stays on its line.
            if place == .commaOrEnd { line() } else if place != (isObject ? .nameOrEnd : .valueOrEnd) { return nil }
            endValue()
        case 0x2C:
            guard place == .commaOrEnd, let isObject = open.last else { return nil }
            place = isObject ? .name : .value
        case 0x3A:
            guard place == .colon else { return nil }
            place = .value
            write(bytes, start..<start + 1)
            if room > 0 { output.append(0x20) }
            return start + 1
        case 0x22: return string(bytes, at: start, isCut: isCut)
        default: return bare(bytes, at: start, isCut: isCut)
        }
        write(bytes, start..<start + 1)
        return start + 1
    }

    private mutating func string(_ bytes: [UInt8], at start: Int, isCut: Bool) -> Int? {
        if place == .name || place == .nameOrEnd {
            line()
            place = .colon
        } else {
            guard startValue() else { return nil }
            endValue()
        }
        var index = start + 1
        // Reads no further than it writes.
        let last = min(bytes.count, index + room)
        let isText = bytes.withUnsafeBufferPointer { bytes in
            while index < last, bytes[index] != 0x22 {
                if bytes[index] < 0x20 { return false }
                index += bytes[index] == 0x5C ? 2 : 1
            }
            return true
        }
        guard isText else { return nil }
        if index >= bytes.count, !isCut, last == bytes.count { return nil }
        index = min(index + 1, bytes.count)
        write(bytes, start..<index)
        return index
    }

    /// Writes a number or literal, checked by its characters only.
    private mutating func bare(_ bytes: [UInt8], at start: Int, isCut: Bool) -> Int? {
        let last = min(bytes.count, start + room + 8)
        let end = bytes[start..<last].firstIndex { !$0.isLetter && !$0.isDigit && ![0x2B, 0x2D, 0x2E].contains($0) }
        let word = bytes[start..<(end ?? last)]
        guard let first = word.first, startValue() else { return nil }
        endValue()
        if first.isLetter {
            let isWhole = end != nil || !isCut
            let fits = Self.literals.contains { isWhole ? word.elementsEqual($0) : $0.starts(with: word) }
            guard fits else { return nil }
        } else {
            guard first.isDigit || first == 0x2D, word.allSatisfy({ !$0.isLetter || $0 | 0x20 == 0x65 }) else {
                return nil
            }
        }
        write(bytes, start..<word.endIndex)
        return word.endIndex
    }

    private mutating func startValue() -> Bool {
        guard place == .value || place == .valueOrEnd else { return false }
        // A value after a name, and the document's first byte, stay on their line.
        if let isObject = open.last, !isObject { line() }
        return true
    }

    private mutating func endValue() { place = open.isEmpty ? .end : .commaOrEnd }

    private var room: Int { max(limit - output.count, 0) }

    private mutating func line() {
        isFull = isFull || room == 0
        if isFull { return }
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: min(open.count * 2, room)))
    }

    /// Writes as much of a range as the limit allows.
    private mutating func write(_ bytes: [UInt8], _ range: Range<Int>) {
        shown = range.upperBound
        if range.count > room {
            isFull = true
            shown = bytes.characterStart(atOrBefore: range.lowerBound + room)
        }
        output += bytes[range.lowerBound..<max(shown, range.lowerBound)]
    }

    private static let literals = ["true", "false", "null"].map { Array($0.utf8) }
}

extension [UInt8] {
    /// Returns the last index, at most `end`, that does not lie within a UTF-8 character.
    func characterStart(atOrBefore end: Int) -> Int {
        var end = end
        while end > 0, end < count, self[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}
