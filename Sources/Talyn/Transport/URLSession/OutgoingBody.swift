/// A request's body that can be sent from its beginning repeatedly.
enum OutgoingBody: Sendable {
    /// The number of bytes of a stream kept in memory: 1 MiB. A longer stream goes to a temporary file.
    static let memoryLimit = 1 << 20

    /// Bytes in memory.
    case data(Data)
    /// A file, which is removed after the exchange if it is a temporary one.
    case file(RegularFile, isTemporary: Bool = false)

    /// Gathers a stream before it is sent, and calls `onPiece` after each chunk. URLSession reads streams on the queue
    /// that serves all transfers, so a slow one would block them, and on Linux it sends a stream without its length.
    /// - Throws: errors of the stream; `URLError.cannotCreateFile` or `.cannotWriteToFile` if the temporary file cannot
    ///   be written.
    static func gather(_ stream: BodyStream, onPiece: () -> Void) async throws -> OutgoingBody {
        var head = Data()
        var file: TemporaryFile?
        do {
            for try await piece in stream {
                try Task.checkCancellation()
                onPiece()
                head.append(piece)
                guard head.count > memoryLimit else { continue }
                let open = try file ?? TemporaryFile()
                file = open
                try open.write(head)
                head = Data()
            }
            guard let file else { return .data(head) }
            try file.write(head)
            return .file(try RegularFile(file.url), isTemporary: true)
        } catch {
            file?.remove()
            throw error
        }
    }

    /// The length in bytes.
    var length: Int64 {
        switch self {
        case .data(let data): Int64(data.count)
        case .file(let file, _): file.length
        }
    }

    /// Removes the temporary file, if any.
    func remove() { if case .file(let file, isTemporary: true) = self { unlink(file.url.path) } }
}

extension URLSession {
    /// Returns a task that sends a body with its length. `onFailure` is called if the body cannot be read to its end.
    func task(
        with request: URLRequest, sending body: OutgoingBody, onFailure: @escaping @Sendable (URLError) -> Void
    ) -> URLSessionTask {
        if body.length == 0 { return dataTask(with: request) }
        #if canImport(FoundationNetworking)
        // libcurl sends a request again if a server retires a connection (RFC 9113 §6.8) or a kept connection turns out
        // to be closed. On Linux, only a stream can be sent again; an upload task traps on cancellation. A stream is
        // sent chunked unless Content-Length is set with a blank Transfer-Encoding, which libcurl treats as none.
        var request = request
        request.httpBodyStream = OutgoingStream(body, onFailure: onFailure)
        request.setValue("\(body.length)", forHTTPHeaderField: "Content-Length")
        request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        return dataTask(with: request)
        #else
        // On Apple platforms the session sends these again itself. Streams are avoided: Content-Length is reserved for
        // the session, which may then send a stream chunked.
        switch body {
        case .data(let data):
            var request = request
            request.httpBody = data
            return dataTask(with: request)
        case .file(let file, _): return uploadTask(with: request, fromFile: file.url)
        }
        #endif
    }
}

#if canImport(FoundationNetworking)
/// An outgoing body as a stream for libcurl. It never yields more bytes than its length, and fewer only with an error.
final class OutgoingStream: InputStream {
    private let body: OutgoingBody
    private let onFailure: @Sendable (URLError) -> Void
    private var offset: Int64 = 0
    private var status = Stream.Status.notOpen

    /// Makes a stream from the body's beginning. `onFailure` is called on the session's queue if it cannot be read to
    /// its end.
    init(_ body: OutgoingBody, onFailure: @escaping @Sendable (URLError) -> Void) {
        self.body = body
        self.onFailure = onFailure
        super.init(data: Data())
    }

    override func open() { status = .open }
    override func close() { status = .closed }
    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { offset < body.length }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard hasBytesAvailable, maxLength > 0 else { return 0 }
        let space = UnsafeMutableBufferPointer(start: buffer, count: maxLength)
        do throws(URLError) {
            let count: Int
            switch body {
            case .data(let data): count = data.dropFirst(Int(clamping: offset)).copyBytes(to: space)
            case .file(let file, _): count = try file.read(into: space, at: offset)
            }
            offset += Int64(count)
            return count
        } catch {
            onFailure(error)
            return -1
        }
    }
}
#endif
