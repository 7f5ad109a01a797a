/// A streamed request body, gathered before it is sent. URLSession reads streams on the queue that serves all
/// transfers, so a slow stream would block them, and on Linux it sends a stream without its length.
enum SpooledBody: Sendable {
    /// The number of bytes kept in memory: 1 MiB. A longer body goes to a temporary file.
    static let memoryLimit = 1 << 20

    /// A short body.
    case data(Data)
    /// A temporary file, removed after the exchange.
    case file(URL)

    /// Reads a stream to its end and calls `onPiece` after each chunk.
    /// - Throws: errors of the stream; `URLError.cannotCreateFile` or `.cannotWriteToFile` if the temporary file cannot
    ///   be written.
    static func gather(_ stream: BodyStream, onPiece: () -> Void) async throws -> SpooledBody {
        var head = Data()
        var file: (place: URL, handle: FileHandle)?
        do {
            for try await piece in stream {
                try Task.checkCancellation()
                onPiece()
                head.append(piece)
                guard head.count > memoryLimit else { continue }
                let open = try file ?? TemporaryFile.make()
                file = open
                try TemporaryFile.write(head, to: open.handle)
                head = Data()
            }
            guard let file else { return .data(head) }
            try TemporaryFile.write(head, to: file.handle)
            try? file.handle.close()
            return .file(file.place)
        } catch {
            if let file {
                try? file.handle.close()
                try? FileManager.default.removeItem(at: file.place)
            }
            throw error
        }
    }

    /// Removes the temporary file.
    func remove() {
        if case .file(let place) = self { try? FileManager.default.removeItem(at: place) }
    }
}
