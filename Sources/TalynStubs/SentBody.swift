package import Talyn

/// A request body as a stub reads it. A stream is consumed, and an error it throws fails the exchange.
package struct SentBody: Sendable {
    /// The number of bytes that are kept: 16 MiB.
    static let memoryLimit = 16 << 20

    /// The bytes, up to the limit.
    private(set) var data = Data()
    /// The number of bytes that were read.
    private(set) var length: Int64 = 0

    /// Whether the body has to be read, or its progress reported, before an answer.
    static func isNeeded(for endpoint: Endpoint, _ context: CallContext) -> Bool {
        switch endpoint.body {
        case .none: false
        case .data: context.progress != nil
        case .file, .stream: true
        }
    }

    /// Reads the body of an endpoint and reports progress.
    /// - Throws: the errors of the live transport: for a file that cannot be read, for a stream that throws, and
    ///   `URLError.timedOut` if a chunk took longer than the endpoint's timeout.
    package static func read(from endpoint: Endpoint, _ context: CallContext) async throws -> SentBody {
        var body = SentBody()
        // The length after each chunk: a stream's is known at its end.
        var steps: [Int64] = []
        switch endpoint.body {
        case .none: break
        case .data(let data): (body.data, body.length) = (data.prefix(memoryLimit), Int64(data.count))
        case .file(let file):
            let file = try RegularFile(file)
            (body.data, body.length) = (try file.prefix(memoryLimit), file.length)
        case .stream(let stream):
            // The live transport gathers a stream before it sends it.
            var last = context.elapsed
            for try await piece in stream {
                try Task.checkCancellation()
                // Checked after each chunk instead of racing: a clock that advances by sleeping would reach the timeout
                // at once.
                let pause = context.elapsed - last
                last += pause
                if let timeout = endpoint.options.timeout, pause > timeout.bounded {
                    throw URLError(.timedOut, text: "no chunk of the request body within the timeout")
                }
                if context.isOverdue(for: endpoint) { throw URLError.deadlineIsOver }
                body.length += Int64(piece.count)
                body.data.append(piece.prefix(memoryLimit - body.data.count))
                if context.progress != nil, !piece.isEmpty { steps.append(body.length) }
            }
        }
        if let progress = context.progress, body.length > 0 {
            for sent in steps.isEmpty ? [body.length] : steps {
                progress(TransferProgress(sent: sent, totalToSend: body.length))
            }
        }
        return body
    }

    /// The progress of the request, to be continued while the response arrives.
    package var progress: TransferProgress {
        length > 0 ? TransferProgress(sent: length, totalToSend: length) : TransferProgress()
    }
}

extension Endpoint {
    /// Returns the endpoint with the bytes of a stream that was read, unless it is a multipart form.
    func sending(_ read: SentBody?) -> Endpoint {
        guard case .stream(let stream) = body, stream.form == nil, let read else { return self }
        var endpoint = self
        endpoint.body = .data(read.data)
        return endpoint
    }
}
