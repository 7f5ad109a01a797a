/// A streamed request body, gathered before it is sent: URLSession reads a stream on the queue that serves every
/// transfer (a slow stream would stop them all), and on Linux sends it without its length.
enum SpooledBody: Sendable {
    /// As much as is kept in memory: 1 MiB. More goes into a temporary file.
    static let memoryLimit = 1 << 20

    /// A short body.
    case data(Data)
    /// A temporary file, to be removed after the exchange.
    case file(URL)

    /// Reads a stream to its end; `onPiece` hears of each piece.
    /// - Throws: what the stream throws; `URLError.cannotCreateFile` or `.cannotWriteToFile` when there is no room for it.
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
