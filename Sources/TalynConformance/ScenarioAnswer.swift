internal import Talyn
internal import TalynTesting

/// One answer of a scenario, in both forms: what a server sends, and the stub that stands for it.
struct ScenarioAnswer: Sendable {
    let wire: @Sendable (ReceivedRequest, ScenarioPlaces) -> [ServerStep]
    let stub: @Sendable (ScenarioPlaces) -> StubAnswer

    /// A well-formed response; headers may hold places, such as `<otherPort>/b`.
    static func response(_ status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), _ body: String = "") -> Self {
        ScenarioAnswer(
            wire: { [.response(status, headers: $1.filled(headers), text: body, to: $0)] },
            stub: { .data(Data(body.utf8), status: status, headers: $0.filled(headers)) })
    }

    /// A redirect.
    static func redirect(_ status: Int = 302, to location: String, _ body: String = "") -> Self {
        .response(status, headers: ["Location": location], body)
    }

    /// A well-formed response, then the end of the connection.
    static func response(_ body: String, then step: ServerStep) -> Self {
        ScenarioAnswer(
            wire: { request, _ in [.response(text: body, to: request), step] },
            stub: { _ in .data(Data(body.utf8)) })
    }

    /// What a server does by hand, and the stub that stands for it.
    static func raw(_ steps: ServerStep..., stub: StubAnswer) -> Self {
        ScenarioAnswer(wire: { _, _ in steps }, stub: { _ in stub })
    }

    /// A response that is sent as it is written, and the end of the connection.
    static func bytes(_ text: String, stub: StubAnswer) -> Self { .raw(.send(text), .close, stub: stub) }
}

/// Which requests are answered how: each with the next answer, and from then on with the last.
struct ScenarioRule: Sendable {
    var origin = ScenarioOrigin.home
    var path = "/a"
    let answers: [ScenarioAnswer]

    init(_ origin: ScenarioOrigin = .home, _ path: String = "/a", _ answers: ScenarioAnswer...) {
        self.origin = origin
        self.path = path
        self.answers = answers
    }
}

/// The rules in one run, and how often each was asked.
final class ScenarioScript: Sendable {
    private let rules: [ScenarioRule]
    private let asked: Locked<[Int]>

    init(_ rules: [ScenarioRule]) {
        self.rules = rules
        asked = Locked(rules.map { _ in 0 })
    }

    /// The answer to the next request of a path; nil when no rule is for it.
    func next(_ origin: ScenarioOrigin?, _ path: String) -> ScenarioAnswer? {
        guard let index = rules.firstIndex(where: { $0.origin == origin && $0.path == path }) else { return nil }
        let count = asked.withLock { asked in
            asked[index] += 1
            return asked[index]
        }
        return rules[index].answers.prefix(count).last
    }
}
