/// A request that came to a ``StubTransport``: one exchange, so a retried call has several, and a redirect another.
public struct StubbedExchange: Sendable {
    /// The endpoint as it was sent, after plugins; a streamed body as the bytes that were sent.
    public let endpoint: Endpoint

    /// What was sent, of files and streams too: up to 16 MiB of it. Empty without a body.
    public let body: Data

    /// How many bytes were sent.
    public let bodyLength: Int64

    /// Which attempt of its call it is, from 1.
    public let attempt: Int

    /// How many redirects were followed in this attempt before it.
    public let redirects: Int

    /// The number of its call, the same in each of its attempts.
    public let callID: CallID

    /// Where the call was written.
    public let callSite: CallSite

    /// What was answered, without values: `200, 27 bytes`, `URLError -1009`, `no response`, `no stub`.
    public let answer: String

    /// The target, out of a ``MultiTarget`` too; nil for an endpoint made by hand.
    public var target: (any TargetType)? { endpoint.target }

    /// The endpoint's name, such as `GitHub.user`; nil for one made by hand.
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
    /// Operation, endpoint, attempt and answer; values are never shown.
    public var description: String {
        let name = operation.map { "\($0), " } ?? ""
        let place = [attempt > 1 ? "attempt \(attempt)" : nil, redirects > 0 ? "redirect \(redirects)" : nil]
        let note = place.compactMap { $0 }.joined(separator: ", ")
        return "\(name)\(endpoint)\(note.isEmpty ? "" : " (\(note))") → \(answer)"
    }

    /// Shows what ``description`` shows, and the size of the body.
    public var customMirror: Mirror {
        Mirror(self, children: ["call": description, "body": "\(bodyLength) bytes"], displayStyle: .struct)
    }
}
