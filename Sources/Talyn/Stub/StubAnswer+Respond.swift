extension StubAnswer {
    /// Responds to one endpoint at the answer's pace. `sent` is the progress reported for the request body.
    package func respond(
        to endpoint: Endpoint, context: CallContext, sent: TransferProgress = TransferProgress()
    ) async throws -> Response {
        let (delay, jitter, pace) = (parts.delay, parts.jitter, parts.pace)
        if delay > .zero || jitter != .zero { try await endpoint.wait(drawnDelay(context.randomness), context) }
        switch parts.servesRanges ? ranged(for: endpoint).content : content {
        case .failure(let error): throw error
        case .noResponse: try await endpoint.waitInVain(context)
        case .unusable: throw RequestError(.unstubbed(complaint(context.operation) ?? "the stub is unusable"))
        case .fixture, .sequence:
            guard let first = found(for: context.operation).flattened.first else {
                throw RequestError(.unstubbed("the stub's sequence is empty"))
            }
            return try await first.delayed(by: .zero).respond(to: endpoint, context: context, sent: sent)
        case .response(let status, var headers, let body):
            if let length = pace.announced {
                guard length >= 0 else { throw URLError(.cannotParseResponse, text: "the stub's length is negative") }
                headers["Content-Length"] = String(length)
            }
            let bare = Response(statusCode: status, headers: headers, endpoint: endpoint, tail: ResponseTail.virtual)
            if bare.isBodiless { return bare }
            if pace.isPlain {
                context.progress?(sent.receiving(body.count, of: bare.tellsLength ? body.count : nil))
                return try bare.delivering(body, as: context.delivery)
            }
            let total = bare.tellsLength ? pace.announced ?? body.count : nil
            var pieces = StubPieces(
                body: body, pace: pace, endpoint: endpoint, context: context, sent: sent, total: total)
            if case .stream = context.delivery {
                let stream = BodyStream(length: total.map(Int64.init)) { [pieces] in
                    var pieces = pieces
                    return { try await pieces.next() }
                }
                return Response(
                    statusCode: status, headers: headers, body: .stream(stream), endpoint: endpoint, tail: bare.tail)
            }
            var whole = Data()
            let limit = context.delivery == .data ? endpoint.options.maxBodySize : nil
            while let piece = try await pieces.next() {
                if let limit, whole.count + piece.count > limit { throw bare.tooLarge(limit) }
                whole += piece
            }
            return try bare.delivering(whole, as: context.delivery)
        }
    }

    /// Returns the delay with jitter.
    private func drawnDelay(_ randomness: Randomness) -> Duration {
        let (delay, jitter) = (parts.delay, parts.jitter)
        if jitter == .zero { return delay }
        return max(delay.bounded + jitter.bounded * (2 * randomness.fraction() - 1), .zero)
    }
}

/// The body of an answer, chunk by chunk, at its pace.
private struct StubPieces: Sendable {
    let body: Data
    let pace: StubPace
    let endpoint: Endpoint
    let context: CallContext
    let sent: TransferProgress
    /// The length that is known in advance; nil if none is.
    let total: Int?
    var given = 0
    var hasBegun = false
    private var pieceNumber = 0

    init(
        body: Data, pace: StubPace, endpoint: Endpoint, context: CallContext, sent: TransferProgress, total: Int?
    ) {
        (self.body, self.pace, self.endpoint, self.context) = (body, pace, endpoint, context)
        (self.sent, self.total) = (sent, total)
    }

    /// The number of bytes that arrive without an interruption.
    private var count: Int { min(body.count, pace.announced ?? .max) }

    /// Returns the next chunk when it is due; nil at the end.
    mutating func next() async throws -> Data? {
        if given == pace.length, given < count {
            guard let code = pace.failure else { try await endpoint.waitInVain(context) }
            throw URLError(code, text: "the stub's body ends after \(given) bytes")
        }
        if given == count, hasBegun || count == 0 { return try end() }
        // Not a sum, which could overflow.
        let paced = pieceNumber < pace.chunks.count ? pace.chunks[pieceNumber] : nil
        let size = min(count - given, (pace.length ?? .max) - given, paced?.count ?? pace.piece ?? .max)
        pieceNumber += 1
        let pause = paced?.pause ?? pause(before: size)
        if pause > .zero { try await endpoint.wait(pause, context) }
        hasBegun = true
        let chunk = body.dropFirst(given).prefix(size)
        given += size
        context.progress?(sent.receiving(given, of: total))
        return Data(chunk)
    }

    private func pause(before size: Int) -> Duration {
        guard let rate = pace.rate else { return hasBegun ? pace.pause : .zero }
        return StubPace.time(of: given + size, rate: rate) - StubPace.time(of: given, rate: rate)
    }

    private mutating func end() throws -> Data? {
        if let length = pace.announced, length > body.count {
            throw URLError(.networkConnectionLost, text: "the stub's body ends before its announced length")
        }
        if !hasBegun { context.progress?(sent.receiving(0, of: total)) }
        hasBegun = true
        return nil
    }
}

extension TransferProgress {
    /// Returns the same progress with the received bytes.
    fileprivate func receiving(_ bytes: Int, of total: Int?) -> TransferProgress {
        TransferProgress(
            sent: sent, totalToSend: totalToSend, received: Int64(bytes), totalToReceive: total.map(Int64.init))
    }
}

extension Endpoint {
    /// Returns the time after which an idle exchange ends; nil without a timeout and deadline.
    private func limit(_ context: CallContext) -> Duration? {
        [options.timeout, context.timeLeft(for: self)].compactMap { $0 }.min()
    }

    /// Waits for a duration or fails by timeout. Which comes first is computed in advance, so nothing races.
    package func wait(_ duration: Duration, _ context: CallContext) async throws {
        if let limit = limit(context), limit < duration { try await waitInVain(context) }
        try await context.sleep(for: duration)
    }

    /// Waits until the timeout or deadline; without either, for ten years, the longest sleep.
    fileprivate func waitInVain(_ context: CallContext) async throws -> Never {
        let limit = limit(context)
        try await context.sleep(for: limit ?? .seconds(Int64.max))
        throw URLError(.timedOut, text: limit.map { "no response within \(CallTimeline.text($0))" } ?? "no response")
    }
}
