internal import Talyn
internal import TalynTesting

/// One answer of a scenario in two forms: the steps of a server, and a stub.
struct ScenarioAnswer: Sendable {
    let wire: @Sendable (ReceivedRequest, ScenarioPlaces) -> [ServerStep]
    let stub: @Sendable (ScenarioPlaces) -> StubAnswer

    /// A well-formed response; headers may hold places, such as `<otherPort>/b`.
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
    static func raw(_ steps: ServerStep..., stub: StubAnswer) -> Self {
        ScenarioAnswer(wire: { _, _ in steps }, stub: { _ in stub })
    }

    /// A response as bytes, then the end of the connection.
    static func bytes(_ text: String, stub: StubAnswer) -> Self { .raw(.send(text), .close, stub: stub) }
}

/// The answers to the requests of one path: the first request gets the first one, and so on; the last one repeats.
struct ScenarioRule: Sendable {
    /// Place and path, such as `home/a`.
    let place: String
    let answers: [ScenarioAnswer]

    init(_ place: String, _ answers: ScenarioAnswer...) { (self.place, self.answers) = (place, answers) }

    /// The path of a call that is in flight during the others.
    static let heldPath = "held"

    /// The answer to the call that is in flight during the others. It has to hold.
    static func held(_ answer: ScenarioAnswer) -> ScenarioRule { ScenarioRule("home/\(heldPath)", answer) }
}

/// The rules in one run, with the number of requests of each.
final class ScenarioScript: Sendable {
    private let rules: [ScenarioRule]
    private let counts: Locked<[Int]>

    init(_ rules: [ScenarioRule]) {
        self.rules = rules
        counts = Locked(rules.map { _ in 0 })
    }

    /// Returns the answer to the next request of a place; nil when there is no rule for it.
    func next(at place: String) -> ScenarioAnswer? {
        guard let index = rules.firstIndex(where: { $0.place == place }) else { return nil }
        let count = counts.withLock { counts in
            counts[index] += 1
            return counts[index]
        }
        return rules[index].answers.prefix(count).last
    }
}
