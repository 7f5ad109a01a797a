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
