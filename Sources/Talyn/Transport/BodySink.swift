/// The destination of a response's body, as the call's delivery wants it.
enum BodySink: Sendable {
    case memory(Data)
    /// A temporary file, and the destination that it is moved to.
    case file(TemporaryFile, URL)
    /// The reader of a stream has the other end of the pipe.
    case stream(BodyPipe)

    /// Makes the sink for a response whose head is complete. The body of a redirect to follow is a stream, of which the
    /// pipeline reads the beginning.
    /// - Parameter length: the length of the body as it is delivered; nil if the head does not declare it.
    /// - Throws: ``RequestError/Kind-swift.enum/tooLarge(limit:)`` for a declared length over the limit;
    ///   `URLError.cannotCreateFile`.
    init(
        _ endpoint: Endpoint, _ delivery: BodyDelivery, status: Int, headers: @autoclosure () -> HTTPHeaders,
        length: Int64?, pipe: () -> BodyPipe
    ) throws {
        switch delivery {
        case .file(let url) where 200...299 ~= status: self = .file(try TemporaryFile(beside: url), url)
        case .data where length != 0 && endpoint.isRedirect(status, headers()): self = .stream(pipe())
        case .data, .file:
            // HEAD and 304 declare the length of a body that they do not have.
            guard let length, endpoint.method != .head, status != 304 else {
                self = .memory(Data())
                return
            }
            if let limit = endpoint.options.maxBodySize, length > limit { throw RequestError(.tooLarge(limit: limit)) }
            // At most 1 MiB on a server's word.
            self = .memory(Data(capacity: Int(clamping: min(length, 1 << 20))))
        case .stream: self = .stream(pipe())
        }
    }

    /// The pipe of a stream; nil for memory and files.
    var pipe: BodyPipe? { if case .stream(let pipe) = self { pipe } else { nil } }

    /// Appends a chunk.
    /// - Throws: ``RequestError/Kind-swift.enum/tooLarge(limit:)`` if a body in memory exceeds the limit;
    ///   `URLError.cannotCreateFile`, `.cannotWriteToFile`.
    mutating func append(_ bytes: UnsafeRawBufferPointer, upTo limit: Int?) throws {
        switch self {
        case .memory(var data):
            if let limit, data.count + bytes.count > limit { throw RequestError(.tooLarge(limit: limit)) }
            // Released first: appending to a second reference would copy the data.
            self = .memory(Data())
            data.append(contentsOf: bytes)
            self = .memory(data)
        case .file(let file, _): try file.write(Data(bytes))
        case .stream(let pipe): try pipe.push(Data(bytes))
        }
    }

    /// Returns the complete body; none for a stream. A file is moved to its destination.
    /// - Throws: `URLError.cannotMoveFile`.
    func body() throws(URLError) -> Body {
        switch self {
        case .memory(let data): return data.isEmpty ? .none : .data(data)
        case .stream: return .none
        case .file(let file, let url):
            try file.move(to: url)
            return .file(url)
        }
    }

    /// Removes a file that was not moved.
    func removeFile() { if case .file(let file, _) = self { file.remove() } }
}

extension Endpoint {
    /// Whether a response to it is a redirect that the pipeline follows, and may have a body.
    package func isRedirect(_ status: Int, _ headers: @autoclosure () -> HTTPHeaders) -> Bool {
        method != .head && options.redirects?.isRedirect(status, headers()) ?? false
    }
}
