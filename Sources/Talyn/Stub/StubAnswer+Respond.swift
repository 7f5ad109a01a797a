extension StubAnswer {
    /// The answer to one endpoint, in its time; the same for every stub.
    package func respond(to endpoint: Endpoint, context: CallContext) async throws -> Response {
        if delay > .zero { try await endpoint.wait(delay, context) }
        switch content {
        case .failure(let error): throw error
        case .silence: return try await endpoint.waitInVain(context)
        case .unusable(let reason):
            throw RequestError(.unstubbed("the stub for \(context.operation ?? "the endpoint") is unusable: \(reason)"))
        case .sequence(let answers, _):
            guard let first = answers.first else { throw RequestError(.unstubbed("the stub's sequence is empty")) }
            // The sequence's own delay was waited for already.
            return try await first.within(self).delayed(by: first.delay).respond(to: endpoint, context: context)
        case .response(let status, let headers, let body):
            let bare = Response(statusCode: status, headers: headers, endpoint: endpoint)
            if bare.isBodiless { return bare }
            if pace.isPlain {
                context.progress?(TransferProgress(received: Int64(body.count), totalToReceive: Int64(body.count)))
                return try bare.delivering(body, as: context.delivery)
            }
            var pieces = StubPieces(body: body, pace: pace, endpoint: endpoint, context: context)
            if case .stream = context.delivery {
                return bare.replacing(stream: BodyStream(length: Int64(body.count)) { [pieces] in pieces.reading() })
            }
            var whole = Data()
            while let piece = try await pieces.next() { whole += piece }
            return try bare.delivering(whole, as: context.delivery)
        }
    }
}

/// The body of a stub's answer, piece by piece, in its times.
private struct StubPieces: Sendable {
    let body: Data
    let pace: StubPace
    let endpoint: Endpoint
    let context: CallContext
    private var given = 0
    private var hasBegun = false

    init(body: Data, pace: StubPace, endpoint: Endpoint, context: CallContext) {
        self.body = body
        self.pace = pace
        self.endpoint = endpoint
        self.context = context
    }

    /// The next piece, when its time has come; nil at the end.
    mutating func next() async throws -> Data? {
        if hasBegun, given == body.count { return nil }
        if given == pace.length, given < body.count { return try await stop() }
        if hasBegun, pace.pause > .zero { try await endpoint.wait(pace.pause, context) }
        hasBegun = true
        let end = min(body.count, pace.length ?? .max, pace.piece.map { given + $0 } ?? .max)
        let piece = body.dropFirst(given).prefix(end - given)
        given = end
        context.progress?(TransferProgress(received: Int64(given), totalToReceive: Int64(body.count)))
        return Data(piece)
    }

    /// One reading of it, for a stream.
    func reading() -> () async throws -> Data? {
        var pieces = self
        return { try await pieces.next() }
    }

    private func stop() async throws -> Data? {
        switch pace.end {
        case .stall: return try await endpoint.waitInVain(context)
        case .failure(let code): throw URLError(code, text: "the stub's body ends after \(given) bytes")
        }
    }
}

extension Endpoint {
    /// What ends an exchange in which nothing moves; nil when nothing does.
    private func limit(_ context: CallContext) -> Duration? {
        [options.timeout, context.timeLeft(for: self)].compactMap { $0 }.min()
    }

    /// Waits by arithmetic: what ends first, the wait or a timeout, is known beforehand, so nothing races.
    fileprivate func wait(_ duration: Duration, _ context: CallContext) async throws {
        if let limit = limit(context), limit < duration { return try await waitInVain(context) }
        try await context.sleep(for: duration)
    }

    /// Waits for what never comes. Without any limit it is the longest sleep there is: ten years.
    fileprivate func waitInVain<Output>(_ context: CallContext) async throws -> Output {
        let limit = limit(context)
        try await context.sleep(for: limit ?? .seconds(Int64.max))
        throw URLError(.timedOut, text: limit.map { "no answer in \(CallTimeline.text($0))" } ?? "no answer")
    }
}

extension Response {
    /// The same head with a stream for a body.
    fileprivate func replacing(stream: BodyStream) -> Response {
        Response(statusCode: statusCode, headers: headers, body: .stream(stream), url: url, endpoint: endpoint)
    }
}
