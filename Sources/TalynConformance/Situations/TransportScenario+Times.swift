internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Timeouts, which count from the last byte, and deadlines, which do not. All are on the provider's clock.
    static let times: [TransportScenario] = [
        late("a head that never comes times out", silence, timeout: 10, [.holding, .advance(10)]),
        late("without another timeout it is thirty seconds", silence, [.holding, .advance(30)]),
        .init(
            "a head that comes late but in time is no failure",
            .raw(.hold, .send(answer("hello")), stub: .text("hello").delayed(by: .seconds(29))),
            .response(200, "hello")
        ) { $0.cues = [.holding, .advance(29), .release] },
        // Nothing tells when the client has read a part of a head. If only after the first advance, its time begins
        // anew.
        late(
            "a head that stops in the middle times out",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, stub: .noResponse), timeout: 10,
            [.holding, .advance(10), .advance(10)]),
        late(
            "a body that stops in the middle times out", stall(5), timeout: 10, [.holding, .received(5), .advance(10)]),
        late("a head that never comes ends with the deadline", silence, deadline: 20, [.holding, .advance(20)]),
        late(
            "a body that stops in the middle ends with the deadline", stall(5), deadline: 20,
            [.holding, .received(5), .advance(20)]),
        .init(
            "a body in slow drips outlives its timeout", drips(15), .response(200, String(body.prefix(15)))
        ) { $0.cues = twoDrips + [.holding, .received(15), .release] },
        late(
            "a body in slow drips ends with the deadline", drips(20), deadline: 50,
            twoDrips + [.holding, .received(15), .advance(10)]),
        .init("a deadline that is over sends nothing", .response(200, "hello"), isLate) {
            $0.deadline = .zero
            $0.exchanges = []
        },
        .init(
            "the deadline counts through redirects",
            [
                "home/a": [
                    .raw(
                        .hold, .response(302, headers: ["Location": "/b"]),
                        stub: .redirect(to: "/b").delayed(by: .seconds(15)))
                ],
                "home/b": [silence],
            ],
            [
                ScenarioCall(isLate, [.status(302), .failure(.timeout, at: "home/b")]) {
                    $0.deadline = .seconds(20)
                    $0.cues = [.holding, .advance(15), .release, .holding, .advance(5)]
                }
            ]),
    ]

    /// One call that ends by its timeout or deadline, in seconds, and closes its connection.
    private static func late(
        _ name: String, _ answer: ScenarioAnswer, timeout: Int? = nil, deadline: Int? = nil, _ cues: [ScenarioCall.Cue]
    ) -> TransportScenario {
        TransportScenario(name, answer, isLate) {
            $0.timeout = timeout.map { .seconds($0) }
            $0.deadline = deadline.map { .seconds($0) }
            $0.cues = cues
            $0.leaves = true
        }
    }

    private static let isLate = ScenarioEnd.failure(.timeout, .timedOut)
    static let silence = ScenarioAnswer.raw(.hold, stub: .noResponse)
    private static let twoDrips: [ScenarioCall.Cue] = [
        .holding, .received(5), .advance(20), .release, .holding, .received(10), .advance(20), .release,
    ]
    private static let body = "aaaaabbbbbcccccddddd"
    // A type that no client sniffs, so that the first bytes are reported at once.
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

    /// Five bytes at a time, with a hold after each five.
    private static func drips(_ length: Int) -> ScenarioAnswer {
        let pieces = stride(from: 0, to: length, by: 5).flatMap { start in
            [ServerStep.send(String(body.dropFirst(start).prefix(5))), .hold]
        }
        return .raw([.send(head(length))] + pieces, stub: stub(length).dripping(5, every: .seconds(20)))
    }
}
