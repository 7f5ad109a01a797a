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
