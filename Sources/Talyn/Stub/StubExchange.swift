/// A request that came to a stub transport, and what was answered.
struct StubExchange: Sendable {
    enum Outcome: Sendable {
        /// Nobody has answered yet.
        case open
        case given(stub: Int, answer: Int)
        case made(String)
        /// Nobody answers; the sentence that says so.
        case unstubbed(String)
    }

    let endpoint: Endpoint
    /// What was read of a file or stream; nil for the bytes of the endpoint itself.
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

    /// The endpoint, a streamed body as the bytes that were sent.
    var sentEndpoint: Endpoint {
        guard case .stream = endpoint.body, let read else { return endpoint }
        var endpoint = endpoint
        endpoint.body = .data(read.data)
        return endpoint
    }

    /// What was answered, without values.
    func answer(from stubs: [Stub]) -> String {
        switch outcome {
        case .open: "nothing yet"
        case .given(let stub, let answer): stubs[stub].script.answers[answer].description
        case .made(let text): text
        case .unstubbed: "no stub"
        }
    }
}
