internal import Talyn
internal import TalynTesting

/// One answer of a scenario in two forms: the steps of a server, and a stub.
struct ScenarioAnswer: Sendable {
    let wire: @Sendable (ReceivedRequest, ScenarioOrigins) -> [ServerStep]
    let stub: @Sendable (ScenarioOrigins) -> StubAnswer

    /// A well-formed response; headers may hold origins, such as `<otherPort>/b`.
    static func response(_ status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), _ body: String = "") -> Self {
        ScenarioAnswer(
            wire: { [.response(status, headers: $1.filled(headers), text: body, to: $0)] },
            stub: { .data(Data(body.utf8), status: status, headers: $0.filled(headers)) })
    }

    /// Returns the body of the request in the coding in which it came; refuses one that is not in gzip.
    static func echoOfGzip(_ text: String) -> Self {
        ScenarioAnswer(
            wire: { request, _ in
                guard let coding = request.headers["Content-Encoding"], coding.isSame(bytes: "gzip") else {
                    return [.response(415, to: request)]
                }
                return [.response(headers: ["Content-Encoding": "gzip"], body: request.body, to: request)]
            },
            stub: { _ in .data(Data(text.utf8)) })
    }

    static func redirect(_ status: Int = 302, to location: String, _ body: String = "") -> Self {
        .response(status, headers: ["Location": location], body)
    }

    /// A response as bytes, then other steps.
    static func raw(_ steps: ServerStep..., stub: StubAnswer) -> Self { .raw(steps, stub: stub) }

    static func raw(_ steps: [ServerStep], stub: StubAnswer) -> Self {
        ScenarioAnswer(wire: { _, _ in steps }, stub: { _ in stub })
    }

    /// A response as bytes, then the end of the connection.
    static func bytes(_ text: String, stub: StubAnswer) -> Self { .raw(.send(text), .close, stub: stub) }
}
