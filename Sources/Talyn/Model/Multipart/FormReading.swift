/// One reading of a form, in chunks of at most 256 KiB and those of its streams. Files are opened one at a time.
struct FormReading {
    /// The length of a chunk in bytes, except those of a stream.
    static let chunkLength = 1 << 18

    /// The content of the part that is being read.
    private enum Open {
        case data(Data)
        case file(RegularFile, offset: Int64)
        case stream(BodyStream.AsyncIterator, sent: Int64)
    }

    private let form: MultipartForm
    /// The index of the part that is being read, or comes next.
    private var index = 0
    private var open: Open?
    private var isOver = false

    init(_ form: MultipartForm) { self.form = form }

    /// Returns the next chunk; nil at the end.
    /// - Throws: errors of streams and files; `URLError.requestBodyStreamExhausted` for a stream with another length
    ///   than it declares.
    mutating func next() async throws -> Data? {
        var chunk = Data()
        while true {
            try fill(&chunk)
            // Sent before the stream is waited for.
            guard chunk.isEmpty, case .stream(let pieces, let sent) = open else { return chunk.isEmpty ? nil : chunk }
            if let piece = try await take(pieces, after: sent, &chunk) { return piece }
        }
    }

    /// Adds what comes before the next stream, up to the length of a chunk.
    // Inlined, it would be on both sides of the `await`; so would the others that say the same.
    @inline(never)
    private mutating func fill(_ chunk: inout Data) throws {
        while chunk.count < Self.chunkLength, !isOver {
            switch open {
            case nil: begin(&chunk)
            case .data(let rest): take(rest, &chunk)
            case .file(let file, let offset): try take(file, at: offset, &chunk)
            case .stream: return
            }
        }
    }

    /// Writes the head of the next part, or the last delimiter.
    private mutating func begin(_ chunk: inout Data) {
        guard index < form.parts.count else {
            chunk.append(contentsOf: "--\(form.boundary)--\r\n".utf8)
            isOver = true
            return
        }
        chunk.append(form.parts[index].head(form.boundary))
        switch form.parts[index].source {
        case .data(let data): open = .data(data)
        case .file(let file): open = .file(file.reopened(), offset: 0)
        case .stream(let stream): open = .stream(stream.makeAsyncIterator(), sent: 0)
        }
    }

    private mutating func end(_ chunk: inout Data) {
        chunk.append(contentsOf: "\r\n".utf8)
        open = nil
        index += 1
    }

    private mutating func take(_ rest: Data, _ chunk: inout Data) {
        let piece = rest.prefix(Self.chunkLength - chunk.count)
        chunk.append(piece)
        open = .data(rest.dropFirst(piece.count))
        if piece.count == rest.count { end(&chunk) }
    }

    private mutating func take(_ file: RegularFile, at offset: Int64, _ chunk: inout Data) throws {
        if offset == file.length { return end(&chunk) }
        let bytes = try [UInt8](unsafeUninitializedCapacity: Self.chunkLength - chunk.count) { buffer, count in
            count = try file.read(into: buffer, at: offset)
        }
        chunk.append(contentsOf: bytes)
        open = .file(file, offset: offset + Int64(bytes.count))
    }

    /// Returns the next chunk of a stream; nil at its end.
    private mutating func take(
        _ pieces: BodyStream.AsyncIterator, after sent: Int64, _ chunk: inout Data
    ) async throws -> Data? {
        var pieces = pieces
        let length = form.parts[index].length
        while let piece = try await pieces.next() {
            if piece.isEmpty { continue }
            let sum = sent + Int64(piece.count)
            if let length, sum > length { throw wrongLength }
            open = .stream(pieces, sent: sum)
            return piece
        }
        if let length, sent < length { throw wrongLength }
        end(&chunk)
        return nil
    }

    private var wrongLength: URLError {
        URLError(
            .requestBodyStreamExhausted,
            text: "\(form.label(of: index)) is a stream that does not have the length that it declares")
    }
}
