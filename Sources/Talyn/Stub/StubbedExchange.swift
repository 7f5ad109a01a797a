/// A request to a ``StubTransport``. It is one exchange: a retried call has several, and each redirect is another.
public struct StubbedExchange: Sendable {
    /// The endpoint as sent, after plugins, with a streamed body replaced by the bytes that were sent.
    public let endpoint: Endpoint

    /// The body as sent, including files and streams: up to 16 MiB. Empty without a body.
    public let body: Data

    /// The number of body bytes that were sent.
    public let bodyLength: Int64

    /// The attempt of its call, from 1.
    public let attempt: Int

    /// The number of redirects followed before it in this attempt.
    public let redirects: Int

    /// The ID of its call, the same in each attempt.
    public let callID: CallID

    /// The source location of the call.
    public let callSite: CallSite

    /// The answer without values: `200, 27 bytes`, `URLError -1009`, `no response`, `no stub`.
    public let answer: String

    /// The target, unwrapped from a ``MultiTarget``; nil for a hand-made endpoint.
    public var target: (any TargetType)? { endpoint.target }

    /// The endpoint's name, such as `GitHub.user`; nil for a hand-made endpoint.
    public var operation: String? { endpoint.operation }

    init(_ exchange: StubExchange, _ stubs: [Stub]) {
        endpoint = exchange.sentEndpoint
        if let read = exchange.read {
            body = read.data
            bodyLength = read.length
        } else {
            var whole = Data()
            if case .data(let data) = exchange.endpoint.body { whole = data }
            body = whole.prefix(SentBody.memoryLimit)
            bodyLength = Int64(whole.count)
        }
        attempt = exchange.attempt
        redirects = exchange.redirects
        callID = exchange.callID
        callSite = exchange.callSite
        answer = exchange.answer(from: stubs)
    }
}

extension StubbedExchange: RedactedStringConvertible {
    /// The operation, endpoint, attempt and answer; never values.
    public var description: String {
        let name = operation.map { "\($0), " } ?? ""
        let place = [attempt > 1 ? "attempt \(attempt)" : nil, redirects > 0 ? "redirect \(redirects)" : nil]
        let note = place.compactMap { $0 }.joined(separator: ", ")
        return "\(name)\(endpoint)\(note.isEmpty ? "" : " (\(note))") → \(answer)"
    }

    /// A mirror that shows ``description`` and the size of the body.
    public var customMirror: Mirror {
        Mirror(self, children: ["call": description, "body": "\(bodyLength) bytes"], displayStyle: .struct)
    }
}

/// A request to a stub transport, and its answer.
struct StubExchange: Sendable {
    enum Outcome: Sendable {
        /// No answer yet.
        case open
        case given(stub: Int, answer: Int)
        case made(String)
        /// No stub answered, with the message that says so.
        case unstubbed(String)
    }

    let endpoint: Endpoint
    /// The bytes read of a file or stream; nil for a body in memory.
    let read: SentBody?
    let callID: CallID
    let callSite: CallSite
    let attempt: Int
    let redirects: Int
    var outcome: Outcome

    init(_ endpoint: Endpoint, _ read: SentBody?, _ context: CallContext, _ outcome: Outcome) {
        self.endpoint = endpoint
        self.read = read
        callID = context.id
        callSite = context.callSite
        attempt = context.attempt
        redirects = context.redirects
        self.outcome = outcome
    }

    /// The endpoint, with a streamed body replaced by the bytes that were sent.
    var sentEndpoint: Endpoint {
        guard case .stream = endpoint.body, let read else { return endpoint }
        var endpoint = endpoint
        endpoint.body = .data(read.data)
        return endpoint
    }

    /// Returns a description of the answer, without values.
    func answer(from stubs: [Stub]) -> String {
        switch outcome {
        case .open: "no answer yet"
        case .given(let stub, let answer): stubs[stub].script.answers[answer].description
        case .made(let text): text
        case .unstubbed: "no stub"
        }
    }
}
