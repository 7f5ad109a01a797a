internal import Talyn

/// One exchange while it is recorded.
final class CassetteRecording: Sendable {
    /// The exchange so far.
    struct Seen: Sendable {
        var sent: RecordedBody
        /// Whether all of the request's body is known.
        var isSentWhole = false
        var status = 0
        var headers = HTTPHeaders()
        var received: RecordedBody
        /// The chunks of a body that is read as a stream, or downloaded.
        var pace = HARPace()
        var headAfter: Duration?
        var endAfter: Duration?
        var error: String?

        /// Whether no connection was made, so that the exchange tells nothing about the API.
        var isUnreached: Bool {
            guard status == 0, let code = error.flatMap(URLErrorName.code(in:)) else { return false }
            return [
                .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .dataNotAllowed,
                .internationalRoamingOff,
            ].contains(code)
        }
    }

    /// The request as it was given.
    let endpoint: Endpoint
    let context: CallContext
    let started: Date
    let startedAfter: Duration
    private let limit: Int
    private let state: Locked<Seen>

    init(_ endpoint: Endpoint, _ context: CallContext, limit: Int) {
        self.endpoint = endpoint
        self.context = context
        started = context.date
        startedAfter = context.elapsed
        var seen = Seen(sent: RecordedBody(limit: limit), received: RecordedBody(limit: limit))
        if let body = endpoint.body.recordable(upTo: limit) {
            seen.sent.append(body)
            seen.isSentWhole = true
        }
        self.limit = limit
        state = Locked(seen)
    }

    var seen: Seen { state.withLock { $0 } }

    /// The endpoint to send: a streamed body is recorded while it is read.
    var outgoing: Endpoint {
        guard case .stream(let stream) = endpoint.body else { return endpoint }
        var outgoing = endpoint
        outgoing.body = .stream(
            BodyStream(length: stream.length, isRepeatable: stream.isRepeatable) { [self] in
                var pieces = stream.makeAsyncIterator()
                state.withLock { seen in
                    seen.sent = RecordedBody(limit: limit)
                    seen.isSentWhole = false
                }
                return { [self] in
                    let piece = try await pieces.next()
                    state.withLock { seen in
                        if let piece { seen.sent.append(piece) }
                        // A transport may read no further than the length.
                        if piece == nil || stream.length == Int64(seen.sent.size) { seen.isSentWhole = true }
                    }
                    return piece
                }
            })
        return outgoing
    }

    /// Records the head.
    func receive(_ response: Response) {
        let elapsed = context.elapsed
        state.withLock { ($0.status, $0.headers, $0.headAfter) = (response.statusCode, response.headers, elapsed) }
    }

    /// Records a piece of the body.
    func receive(_ piece: Data) {
        let elapsed = context.elapsed
        state.withLock { seen in
            seen.received.append(piece)
            if context.delivery == .stream { seen.pace.add(piece.count, after: elapsed - (seen.headAfter ?? elapsed)) }
        }
    }

    /// Records the end, a success without an error. Only the first end counts.
    ///
    /// Must run in the task of the call, whose cancellation it checks.
    func end(_ error: (any Error)? = nil) {
        let (text, elapsed) = (error.map(URLErrorName.text), context.elapsed)
        state.withLock { seen in
            guard seen.endAfter == nil else { return }
            seen.endAfter = elapsed
            seen.error = text
        }
    }
}

extension Body {
    /// The bytes to record, one more than `limit` if the body is longer; nil for a stream.
    func recordable(upTo limit: Int) -> Data? {
        switch self {
        case .none: return Data()
        case .data(let data): return data
        case .file(let file): return (try? file.contents(upTo: limit)) ?? Data()
        case .stream: return nil
        }
    }
}
