internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Timeouts, which count from the last byte, and deadlines, which do not. All on the provider's clock.
    static let times: [TransportScenario] = [
        TransportScenario("a head that never comes times out", .raw(.hold, stub: .noResponse), isLate) {
            $0.timeout = .seconds(10)
            $0.cues = [.holding, .advance(10)]
            $0.leaves = true
        },
        TransportScenario("without another timeout it is thirty seconds", .raw(.hold, stub: .noResponse), isLate) {
            $0.cues = [.holding, .advance(30)]
            $0.leaves = true
        },
        TransportScenario(
            "a head that comes late but in time is no failure",
            .raw(.hold, .send(answer("hello")), stub: .text("hello").delayed(by: .seconds(29))),
            .response(200, "hello")
        ) { $0.cues = [.holding, .advance(29), .release] },
        TransportScenario(
            "a head that stops in the middle times out",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, stub: .noResponse), isLate
        ) {
            $0.timeout = .seconds(10)
            $0.cues = [.holding, .advance(10)]
            $0.leaves = true
        },
        TransportScenario("a body that stops in the middle times out", stall(5), isLate) {
            $0.timeout = .seconds(10)
            $0.cues = [.holding, .received(5), .advance(10)]
            $0.leaves = true
        },
        TransportScenario("a head that never comes ends with the deadline", .raw(.hold, stub: .noResponse), isLate) {
            $0.deadline = .seconds(20)
            $0.cues = [.holding, .advance(20)]
            $0.leaves = true
        },
        TransportScenario("a body that stops in the middle ends with the deadline", stall(5), isLate) {
            $0.deadline = .seconds(20)
            $0.cues = [.holding, .received(5), .advance(20)]
            $0.leaves = true
        },
        TransportScenario(
            "a body in slow drips outlives its timeout", drips(15), .response(200, String(body.prefix(15)))
        ) {
            $0.cues = [
                .holding, .received(5), .advance(20), .release, .holding, .received(10), .advance(20), .release,
                .holding, .received(15), .release,
            ]
        },
        TransportScenario("a body in slow drips ends with the deadline", drips(20), isLate) {
            $0.deadline = .seconds(50)
            $0.cues = [
                .holding, .received(5), .advance(20), .release, .holding, .received(10), .advance(20), .release,
                .holding, .received(15), .advance(10),
            ]
            $0.leaves = true
        },
        TransportScenario("a deadline that is over sends nothing", .response(200, "hello"), isLate) {
            $0.deadline = .zero
            $0.exchanges = []
        },
        TransportScenario(
            "the deadline counts through redirects",
            [
                ScenarioRule(
                    .home, "/a",
                    ScenarioAnswer(
                        wire: { request, _ in [.hold, .response(302, headers: ["Location": "/b"], to: request)] },
                        stub: { _ in .redirect(to: "/b").delayed(by: .seconds(15)) })),
                ScenarioRule(.home, "/b", .raw(.hold, stub: .noResponse)),
            ],
            [
                ScenarioCall(end: isLate).with {
                    $0.deadline = .seconds(20)
                    $0.cues = [.holding, .advance(15), .release, .holding, .advance(5)]
                    $0.exchanges = [
                        ScenarioExchange(answer: .status(302)),
                        ScenarioExchange(place: "home/b", answer: .failure(.timeout)),
                    ]
                }
            ]),
    ]

    private static let isLate = ScenarioEnd.failure(.timeout, .timedOut)
    private static let body = "aaaaabbbbbcccccddddd"
    // A type that nobody sniffs, so that the first bytes are reported at once.
    private static let type = "application/octet-stream"

    private static func head(_ length: Int) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n"
    }

    private static func stub(_ length: Int) -> StubAnswer {
        .data(Data(body.utf8.prefix(length)), contentType: type)
    }

    /// A body of 20 bytes that stops in the middle.
    static func stall(_ count: Int) -> ScenarioAnswer {
        .raw(.send("\(head(20))\(body.prefix(count))"), .hold, stub: stub(20).stalling(after: count))
    }

    /// Five bytes at a time, and a hold behind each five.
    private static func drips(_ length: Int) -> ScenarioAnswer {
        var steps: [ServerStep] = [.send(head(length))]
        var rest = body.prefix(length)
        while !rest.isEmpty {
            steps += [.send(String(rest.prefix(5))), .hold]
            rest = rest.dropFirst(5)
        }
        let script = steps
        return ScenarioAnswer(
            wire: { _, _ in script }, stub: { _ in stub(length).dripping(5, every: .seconds(20)) })
    }
}
