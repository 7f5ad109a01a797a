/// Indented JSON, two spaces per level. Strings, numbers and the order of members stay byte for byte, but for long
/// strings of a document that does not fit: they are cut, so that the members behind them are shown.
///
/// A single pass that validates the grammar and stops when the output is full.
package struct JSONIndentation {
    /// The indented text.
    package private(set) var output: [UInt8] = []
    /// The number of document bytes that the output shows.
    private(set) var shown = 0

    private let bytes: [UInt8]
    private let limit: Int
    /// The bytes of a string that are shown.
    private let stringLimit: Int
    private var grammar = JSONGrammar()
    /// Whether the output reached the limit.
    private var isFull = false

    /// Indents at most `limit` bytes, cut between characters. Nil if the document is not an object or array, or if the
    /// part that was read is not JSON. `isCut` means that more of the document follows `bytes`.
    package init?(_ bytes: [UInt8], limit: Int = .max, isCut: Bool = false) {
        self.bytes = bytes
        // Keeps sums from overflowing.
        self.limit = min(limit, .max / 4)
        stringLimit = isCut || bytes.count > limit ? max(self.limit / 4, 64) : .max
        guard let first = bytes.first(where: { !$0.isJSONSpace }), first == 0x7B || first == 0x5B else { return nil }
        output.reserveCapacity(min(bytes.count * 2, self.limit))
        var tokens = JSONTokens(bytes[...])
        while !isFull, let token = tokens.next() {
            guard add(token, isCut: isCut && token.upperBound == bytes.count) else { return nil }
        }
        if !isFull {
            guard isCut || grammar.isEnd && !tokens.isUnclosed else { return nil }
            shown = bytes.count
        }
        // Trailing white space is omitted without loss.
        if bytes[shown...].allSatisfy(\.isJSONSpace) { shown = bytes.count }
    }

    /// Writes a token, and returns whether it is JSON.
    private mutating func add(_ token: Range<Int>, isCut: Bool) -> Bool {
        let (wasEmpty, depth, isItem) = (grammar.isEmpty, grammar.open.count, grammar.open.last == false)
        guard let part = grammar.take(bytes[token.lowerBound]) else { return false }
        switch part {
        case .name: line(depth)
        // A value after a name, and the document's first byte, stay on their line.
        case .open, .scalar: if isItem { line(depth) }
        // An empty object or array stays on its line.
        case .close: if !wasEmpty { line(depth - 1) }
        case .comma, .colon: break
        }
        guard part != .name && part != .scalar || isScalar(token, isCut: isCut) else { return false }
        let isLong = part == .scalar && token.count > stringLimit && bytes[token.lowerBound] == .quote
        if isLong { writeBeginning(token) } else { write(token) }
        if part == .colon, room > 0 { output.append(0x20) }
        return true
    }

    /// Returns whether a string has no control character in what is written of it, or a word is a number or literal.
    private func isScalar(_ token: Range<Int>, isCut: Bool) -> Bool {
        let text = bytes[token]
        if text.first != .quote { return JSONTokens.isNumber(text) || JSONTokens.isLiteral(text, isCut: isCut) }
        // Without leaving early, so that many bytes are looked at in one step.
        return text.prefix(room).withUnsafeBufferPointer { bytes in
            var controls: UInt8 = 0
            for byte in bytes { controls |= byte < 0x20 ? 1 : 0 }
            return controls == 0
        }
    }

    private var room: Int { max(limit - output.count, 0) }

    private mutating func line(_ depth: Int) {
        isFull = isFull || room == 0
        if isFull { return }
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: min(depth * 2, room)))
    }

    /// Writes the beginning of a string, and how many bytes follow it.
    private mutating func writeBeginning(_ string: Range<Int>) {
        var end = max(bytes.characterStart(atOrBefore: string.lowerBound + stringLimit), string.lowerBound + 1)
        // An escape is whole, or left out.
        let text = bytes[string.lowerBound + 1..<end]
        if let last = text.suffix(5).lastIndex(of: 0x5C) {
            let isEscape = !text[...last].reversed().prefix { $0 == 0x5C }.count.isMultiple(of: 2)
            if isEscape, last + (bytes[last + 1] == UInt8(ascii: "u") ? 6 : 2) > end { end = last }
        }
        write(string.lowerBound..<end)
        if isFull { return }
        let rest = string.upperBound - end - (bytes[string.upperBound - 1] == .quote ? 1 : 0)
        output += Array("… (\(rest) bytes more)\"".utf8).prefix(room)
        shown = string.upperBound
    }

    /// Writes as much of a range as the limit allows.
    private mutating func write(_ range: Range<Int>) {
        shown = range.upperBound
        if range.count > room {
            isFull = true
            shown = bytes.characterStart(atOrBefore: range.lowerBound + room)
        }
        output += bytes[range.lowerBound..<max(shown, range.lowerBound)]
    }
}

extension [UInt8] {
    /// Returns the last index, at most `end`, that does not lie within a UTF-8 character.
    func characterStart(atOrBefore end: Int) -> Int {
        var end = end
        while end > 0, end < count, self[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}
