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
