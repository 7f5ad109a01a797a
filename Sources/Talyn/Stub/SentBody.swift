/// What a stub reads of a request's body, as a server does: a stream is spent, and what it throws fails the exchange.
package struct SentBody: Sendable {
    /// How much of a body is kept: 16 MiB.
    static let memoryLimit = 16 << 20

    /// The bytes, up to the limit.
    private(set) var data = Data()
    /// How many there were.
    private(set) var length: Int64 = 0

    /// Whether there is anything to read or to tell of before an answer.
    static func isNeeded(for endpoint: Endpoint, _ context: CallContext) -> Bool {
        switch endpoint.body {
        case .none: false
        case .data: context.progress != nil
        case .file, .stream: true
        }
    }

    /// Reads the body of an endpoint and tells of the progress.
    /// - Throws: what the live transport throws: for a file that cannot be read, for a stream what it throws itself, and
    ///   `URLError.timedOut` when a piece took longer than the endpoint allows.
    package static func read(from endpoint: Endpoint, _ context: CallContext) async throws -> SentBody {
        var body = SentBody()
        var steps: [Int64] = []
        switch endpoint.body {
        case .none: break
        case .data(let data):
            body.data = data.prefix(memoryLimit)
            body.length = Int64(data.count)
        case .file(let file):
            let file = try RegularFile(file)
            body.length = file.length
            body.data = try file.prefix(memoryLimit)
        case .stream(let stream): steps = try await body.read(stream, of: endpoint, context)
        }
        if let progress = context.progress, body.length > 0 {
            for sent in steps.isEmpty ? [body.length] : steps {
                progress(TransferProgress(sent: sent, totalToSend: body.length))
            }
        }
        return body
    }

    /// The progress that goes on while the response comes.
    package var progress: TransferProgress {
        length > 0 ? TransferProgress(sent: length, totalToSend: length) : TransferProgress()
    }

    private mutating func append(_ piece: Data) {
        length += Int64(piece.count)
        data.append(piece.prefix(Self.memoryLimit - data.count))
    }

    /// Reads to the end; how much there was after each piece. The live transport sends a stream when it has all of it.
    private mutating func read(
        _ stream: BodyStream, of endpoint: Endpoint, _ context: CallContext
    ) async throws -> [Int64] {
        var steps: [Int64] = []
        var last = context.elapsed
        for try await piece in stream {
            try Task.checkCancellation()
            let now = context.elapsed
            // Looked at behind each piece and not raced: a clock that moves by sleeping would be at its end at once.
            if let timeout = endpoint.options.timeout, now - last > timeout.bounded {
                throw URLError(.timedOut, text: "a piece of the body did not come in time")
            }
            if let left = context.timeLeft(for: endpoint), left <= .zero {
                throw URLError(.timedOut, text: "the deadline is over")
            }
            last = now
            append(piece)
            if context.progress != nil, !piece.isEmpty { steps.append(length) }
        }
        return steps
    }
}
