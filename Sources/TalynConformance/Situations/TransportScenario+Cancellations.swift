internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Calls whose task is cancelled: they end at once, as cancelled and as nothing else.
    static let cancellations: [TransportScenario] = [
        .init("a call that is cancelled before it starts sends nothing", .response(200, "hello"), isCancelled) {
            $0.isCancelledFirst = true
            $0.exchanges = []
        },
        cancelled("a call may be cancelled before the head comes", silence),
        cancelled(
            "a call may be cancelled in the middle of the head",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, stub: .noResponse)),
        cancelled(
            "a call may be cancelled in the middle of the body", stall(5), [.holding, .received(5), .asleep, .cancel]),
        .init(
            "a call may be cancelled behind a redirect",
            ["home/a": [.redirect(to: "/b")], "home/b": [silence]],
            [
                ScenarioCall(isCancelled, [.status(302), .failure(.cancelled, at: "home/b")]) {
                    $0.cues = [.holding, .asleep, .cancel]
                    $0.leaves = true
                }
            ]),
        .init(
            "a cancelled call is not in the way of the next one",
            ["home/a": [silence, .response(200, "two")]],
            [
                ScenarioCall(isCancelled) { $0.cues = [.holding, .asleep, .cancel] },
                ScenarioCall(.response(200, "two")),
            ]),
    ]

    /// One call that is cancelled while it waits, and closes its connection.
    private static func cancelled(
        _ name: String, _ answer: ScenarioAnswer, _ cues: [ScenarioCall.Cue] = [.holding, .asleep, .cancel]
    ) -> TransportScenario {
        TransportScenario(name, answer, isCancelled) {
            $0.cues = cues
            $0.leaves = true
        }
    }

    private static let isCancelled = ScenarioEnd.failure(.cancelled)
}
