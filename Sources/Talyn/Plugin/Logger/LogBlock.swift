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
            let end = lines.withUnsafeBufferPointer { $0[start...].firstIndex(where: \.isLineEnd) } ?? lines.count
            bytes += Self.lineStart
            append(lines[start..<end])
            if end == lines.count { return }
            start = end + 1
            if lines[end] == 0x0D, start < lines.count, lines[start] == 0x0A { start += 1 }
        }
    }

    private mutating func append(_ line: ArraySlice<UInt8>) {
        let isPrintable = line.withUnsafeBufferPointer { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
        if isPrintable { return bytes += line }
        let text = String(decoding: line, as: UTF8.self)
        guard text.unicodeScalars.contains(where: \.isInvisible) else { return bytes += line }
        for scalar in text.unicodeScalars {
            bytes += (scalar.isInvisible ? scalar.escaped(asASCII: true) : String(scalar)).utf8
        }
    }

    private static let lineStart = Array("\n    ".utf8)
}

extension Unicode.Scalar {
    /// Whether it is no mark on paper: it moves a terminal's cursor, begins a line, or turns what stands beside it round.
    var isInvisible: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
