package import Talyn

extension StubAnswer {
    /// Responds to one endpoint at the answer's pace. `sent` is the progress reported for the request body.
    package func respond(
        to endpoint: Endpoint, context: CallContext, sent: TransferProgress = TransferProgress()
    ) async throws -> Response {
        let (delay, jitter, pace) = (parts.delay, parts.jitter, parts.pace)
        if let file = parts.file { context.note("answered by the file \(file)") }
        if delay > .zero || jitter != .zero { try await endpoint.wait(drawnDelay(context.randomness), context) }
        switch parts.servesRanges ? ranged(for: endpoint).content : content {
        case .failure(let error): throw error
        case .noResponse: try await endpoint.waitForTimeout(context)
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
            let bare = Response(virtual: status, headers: headers, endpoint: endpoint)
            if bare.isBodiless { return bare }
            if pace.isPlain {
                context.progress?(sent.receiving(body.count, of: bare.hasKnownLength ? body.count : nil))
                return try bare.delivering(body, as: context.delivery)
            }
            let total = bare.hasKnownLength ? pace.announced ?? body.count : nil
            var chunks = StubChunks(
                body: body, pace: pace, endpoint: endpoint, context: context, sent: sent, total: total)
            if case .stream = context.delivery {
                let stream = BodyStream(length: total.map(Int64.init)) { [chunks] in
                    var chunks = chunks
                    return { try await chunks.next() }
                }
                return Response(virtual: status, headers: headers, body: .stream(stream), endpoint: endpoint)
            }
            var whole = Data()
            let limit = context.delivery == .data ? endpoint.options.maxBodySize : nil
            while let chunk = try await chunks.next() {
                if let limit, whole.count + chunk.count > limit { throw bare.tooLarge(limit) }
                whole += chunk
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
private struct StubChunks: Sendable {
    let body: Data
    let pace: StubPace
    let endpoint: Endpoint
    let context: CallContext
    let sent: TransferProgress
    /// The length that is known in advance; nil if none is.
    let total: Int?
    /// The number of bytes given.
    var given = 0
    /// The number of chunks given.
    var number = 0

    /// Returns the next chunk when it is due; nil at the end.
    mutating func next() async throws -> Data? {
        // The number of bytes that arrive without an interruption.
        let count = min(body.count, pace.announced ?? .max)
        if given == pace.length, given < count {
            guard let code = pace.failure else { try await endpoint.waitForTimeout(context) }
            throw URLError(code, text: "the stub's body ends after \(given) bytes")
        }
        if given == count, number > 0 || count == 0 { return try end() }
        let size = min(count - given, (pace.length ?? .max) - given, pace.size(of: number))
        let pause = pace.pause(before: number, of: given..<given + size)
        if pause > .zero { try await endpoint.wait(pause, context) }
        let chunk = body.dropFirst(given).prefix(size)
        number += 1
        given += size
        context.progress?(sent.receiving(given, of: total))
        return Data(chunk)
    }

    private mutating func end() throws -> Data? {
        if let length = pace.announced, length > body.count {
            throw URLError(.networkConnectionLost, text: "the stub's body ends before its announced length")
        }
        if number == 0 { context.progress?(sent.receiving(0, of: total)) }
        number += 1
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
        if let limit = limit(context), limit < duration { try await waitForTimeout(context) }
        try await context.sleep(for: duration)
    }

    /// Waits until the timeout or deadline; without either, for ten years, the longest sleep.
    fileprivate func waitForTimeout(_ context: CallContext) async throws -> Never {
        // Read once: the clock goes on.
        let left = context.timeLeft(for: self)
        let limit = [options.timeout, left].compactMap { $0 }.min()
        let isDeadline = limit != nil && limit == left
        try await context.sleep(for: limit ?? .seconds(Int64.max))
        if isDeadline { throw URLError.deadlineIsOver }
        throw URLError(.timedOut, text: limit.map { "no response within \(CallTimeline.text($0))" } ?? "no response")
    }
}
