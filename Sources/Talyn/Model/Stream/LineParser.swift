/// Splits chunks of bytes into lines, which end with LF, CR LF or CR. A line is complete as soon as its end begins.
struct LineParser {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var chunk = Data()
    /// The index of the first byte of the chunk that no line has.
    private var index = 0
    /// The beginning of a line, from earlier chunks.
    private var openLine = Data()
    /// Whether the last line ended with CR, so that an LF belongs to it.
    private var skipsLineFeed = false
    private var isFirstLine = true

    /// The size of a line whose end has not arrived, in bytes.
    var openLineSize: Int { openLine.count }

    /// Adds a chunk, after ``next()`` has returned nil.
    mutating func append(_ chunk: Data) {
        self.chunk = chunk
        index = chunk.startIndex
    }

    /// Returns the next line without its end; nil if it has not arrived.
    mutating func next() -> Data? {
        if skipsLineFeed, index < chunk.endIndex {
            if chunk[index] == UInt8(ascii: "\n") { index += 1 }
            skipsLineFeed = false
        }
        let end = chunk.withUnsafeBytes { bytes in
            bytes[(index - chunk.startIndex)...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        }
        guard let end else {
            if index < chunk.endIndex { openLine.append(chunk[index...]) }
            (chunk, index) = (Data(), 0)
            return nil
        }
        let place = chunk.startIndex + end
        skipsLineFeed = chunk[place] == UInt8(ascii: "\r")
        defer { index = place + 1 }
        return complete(chunk[index..<place])
    }

    /// Returns the last line if the bytes end without a line end; nil if there is none.
    mutating func takeOpenLine() -> Data? { openLine.isEmpty ? nil : complete(Data()) }

    private mutating func complete(_ rest: Data) -> Data {
        var line = rest
        if !openLine.isEmpty {
            line = openLine + rest
            openLine = Data()
        }
        defer { isFirstLine = false }
        return isFirstLine && line.starts(with: Self.byteOrderMark) ? line.dropFirst(3) : line
    }
}
