public import Talyn

/// A request to a ``StubTransport``. It is one exchange: a retried call has several, and each redirect is another.
public struct StubbedExchange: Sendable {
    enum Outcome: Sendable {
        /// The answer of a stub, which shares its storage.
        case given(StubAnswer)
        /// The description of an answer that a closure made, which itself would live as long as the transport, or of
        /// none.
        case text(String)
        /// No stub answered, with the message that says so.
        case unstubbed(String)
        /// Left to the transport behind a scope of stubs.
        case passed
    }

    private let sent: Endpoint
    /// The bytes read of a file or stream; nil for a body in memory.
    private let read: SentBody?
    var outcome = Outcome.text("no answer yet")

    /// The attempt of its call, from 1.
    public let attempt: Int

    /// The number of redirects followed before it in this attempt.
    public let redirects: Int

    /// The ID of its call, the same in each attempt.
    public let callID: CallID

    /// The source location of the call.
    public let callSite: CallSite

    init(_ request: StubRequest) {
        let context = request.context
        sent = request.endpoint
        read = request.read
        attempt = context.attempt
        redirects = context.redirects
        callID = context.id
        callSite = context.callSite
    }

    /// The endpoint as sent, after plugins, with a streamed body replaced by the bytes that were sent, unless it is a
    /// multipart form.
    public var endpoint: Endpoint { sent.sending(read) }

    /// The body as sent, including files and streams: up to 16 MiB. Empty without a body.
    public var body: Data {
        if case .data(let data) = sent.body { data.prefix(SentBody.memoryLimit) } else { read?.data ?? Data() }
    }

    /// The multipart form that was sent, with its parts; nil for another body. ``body`` has its bytes.
    public var form: MultipartForm? { sent.body.form }

    /// The number of body bytes that were sent.
    public var bodyLength: Int64 { read?.length ?? sent.body.knownSize }

    /// The answer without values: `200, 27 bytes`, `URLError -1009`, `no response`, `no stub`;
    /// `cancelled` if the task was cancelled before the answer was given.
    public var answer: String {
        switch outcome {
        case .given(let answer): answer.description
        case .text(let text): text
        case .unstubbed: "no stub"
        case .passed: "left to the next transport"
        }
    }

    /// Whether it was left to the scope around, or to the provider's own transport.
    var isPassed: Bool { if case .passed = outcome { true } else { false } }

    /// The target, unwrapped from a `MultiTarget`; nil for a hand-made endpoint.
    public var target: (any TargetType)? { sent.target }

    /// The endpoint's name, such as `GitHub.user`; nil for a hand-made endpoint.
    public var operation: String? { sent.operation }

    /// Returns the target, unwrapped from a `MultiTarget`; nil if it has another type or the request is a redirect or
    /// a further page.
    func target<Target: TargetType>(as type: Target.Type) -> Target? {
        !sent.options.isLinked ? sent.target(as: type) : nil
    }
}

extension StubbedExchange: RedactedStringConvertible {
    /// The operation, endpoint, attempt and answer; never values.
    public var description: String {
        let name = operation.map { "\($0), " } ?? ""
        let notes = [attempt > 1 ? "attempt \(attempt)" : nil, redirects > 0 ? "redirect \(redirects)" : nil]
        let note = notes.compactMap { $0 }.joined(separator: ", ")
        return
            "\(name)\(endpoint)\(note.isEmpty ? "" : " (\(note))") → \(answer)"
    }

    /// A mirror that shows ``description`` and the size of the body.
    public var customMirror: Mirror {
        Mirror(self, children: ["call": description, "body": "\(bodyLength) bytes"], displayStyle: .struct)
    }
}
