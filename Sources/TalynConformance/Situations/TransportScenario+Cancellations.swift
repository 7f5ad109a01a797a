internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Calls whose task is cancelled: they end at once, as cancelled and as nothing else.
    static let cancellations: [TransportScenario] = [
        TransportScenario(
            "a call that is cancelled before it starts sends nothing", .response(200, "hello"), isCancelled
        ) {
            $0.isCancelledFirst = true
            $0.exchanges = []
        },
        TransportScenario("a call may be cancelled before the head comes", .raw(.hold, stub: .noResponse), isCancelled)
        {
            $0.cues = [.holding, .asleep, .cancel]
            $0.leaves = true
        },
        TransportScenario(
            "a call may be cancelled in the middle of the head",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, stub: .noResponse), isCancelled
        ) {
            $0.cues = [.holding, .asleep, .cancel]
            $0.leaves = true
        },
        TransportScenario("a call may be cancelled in the middle of the body", stall(5), isCancelled) {
            $0.cues = [.holding, .received(5), .asleep, .cancel]
            $0.leaves = true
        },
        TransportScenario(
            "a call may be cancelled behind a redirect",
            [
                ScenarioRule(.home, "/a", .redirect(to: "/b")),
                ScenarioRule(.home, "/b", .raw(.hold, stub: .noResponse)),
            ],
            [
                ScenarioCall(end: isCancelled).with {
                    $0.cues = [.holding, .asleep, .cancel]
                    $0.leaves = true
                    $0.exchanges = [
                        ScenarioExchange(answer: .status(302)),
                        ScenarioExchange(place: "home/b", answer: .failure(.cancelled)),
                    ]
                }
            ]),
        TransportScenario(
            "a cancelled call is not in the way of the next one",
            [ScenarioRule(.home, "/a", .raw(.hold, stub: .noResponse), .response(200, "two"))],
            [
                ScenarioCall(end: isCancelled).with { $0.cues = [.holding, .asleep, .cancel] },
                ScenarioCall(end: .response(200, "two")),
            ]),
    ]

    private static let isCancelled = ScenarioEnd.failure(.cancelled)
}
