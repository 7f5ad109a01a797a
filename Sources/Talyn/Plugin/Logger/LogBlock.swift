/// The text of an event: a line, and lines below it, in which no character moves a terminal's cursor or begins a line.
struct LogBlock {
    private var bytes: [UInt8] = []

    init(_ line: String) { append(Array(line.utf8)[...]) }

    /// The text, without a line break at its end.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds a line.
    mutating func add(_ line: String) {
        bytes += Self.lineStart
        append(Array(line.utf8)[...])
    }

    /// Adds lines of UTF-8, which end with LF, CR or both.
    mutating func add(lines: [UInt8]) {
        bytes.reserveCapacity(bytes.count + lines.count * 3 / 2)
        var start = 0
        while true {
            let (end, isPrintable) = Self.line(lines, from: start)
            bytes += Self.lineStart
            if isPrintable { bytes += lines[start..<end] } else { append(lines[start..<end]) }
            if end == lines.count { return }
            start = end + 1
            if lines[end] == 0x0D, start < lines.count, lines[start] == 0x0A { start += 1 }
        }
    }

    /// Where a line ends, and whether it is all of printable ASCII.
    private static func line(_ lines: [UInt8], from start: Int) -> (end: Int, isPrintable: Bool) {
        lines.withUnsafeBufferPointer { lines in
            var isPrintable = true
            for index in start..<lines.count where !(0x20..<0x7F ~= lines[index]) {
                if lines[index].isLineEnd { return (index, isPrintable) }
                isPrintable = false
            }
            return (lines.count, isPrintable)
        }
    }

    private mutating func append(_ line: ArraySlice<UInt8>) {
        if line.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return bytes += line }
        let text = String(decoding: line, as: UTF8.self)
        guard text.unicodeScalars.contains(where: \.isInvisible) else { return bytes += line }
        for scalar in text.unicodeScalars {
            bytes += (scalar.isInvisible ? scalar.escaped(asASCII: true) : String(scalar)).utf8
        }
    }

    private static let lineStart = Array("\n    ".utf8)
}
