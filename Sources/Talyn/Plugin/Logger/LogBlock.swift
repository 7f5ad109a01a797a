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
        var rest = lines[...]
        while let end = rest.firstIndex(where: \.isLineEnd) {
            bytes += Self.lineStart
            append(rest[..<end])
            rest = rest[(end + 1)...]
            if lines[end] == 0x0D, rest.first == 0x0A { rest = rest.dropFirst() }
        }
        bytes += Self.lineStart
        append(rest)
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
