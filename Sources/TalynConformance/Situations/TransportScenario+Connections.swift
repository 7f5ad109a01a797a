internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Connections that are refused, lost, or used again.
    static let connections: [TransportScenario] = [
        TransportScenario("a connection that is reset before the head is lost", .raw(.reset, stub: lost), isLost),
        TransportScenario("a connection that is closed before the head is lost", .raw(.close, stub: lost), isLost),
        TransportScenario(
            "a connection that is closed within the head is lost",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, .close, stub: lost), isLost
        ) { $0.cues = [.holding, .release] },
        TransportScenario(
            "a connection that is reset within the head is lost",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, .reset, stub: lost), isLost
        ) { $0.cues = [.holding, .release] },
        TransportScenario(
            "a connection that is reset within the body is lost",
            .raw(.send("\(head)hello"), .hold, .reset, stub: .text("hello world").truncated(after: 5)), isLost
        ) { $0.cues = [.holding, .received(5), .release] },
        TransportScenario(
            "a connection that is half-closed within the body is lost",
            .raw(.send("\(head)hello"), .halfClose, stub: .text("hello world").truncated(after: 5)), isLost),
        TransportScenario(
            "a half-closed connection still brings its answer",
            .raw(.send(answer("hello")), .halfClose, stub: .text("hello")), .response(200, "hello")),
        TransportScenario(
            "a refused connection fails the call",
            [ScenarioRule(.nobody, "/a", .raw(stub: .failure(.cannotConnectToHost)))],
            [ScenarioCall(end: .failure(.connect, .cannotConnectToHost)).with { $0.origin = .nobody }]),
        TransportScenario(
            "an unknown host fails the call", [ScenarioRule(.nowhere, "/a", .raw(stub: .failure(.cannotFindHost)))],
            [ScenarioCall(end: .failure(.dns, .cannotFindHost)).with { $0.origin = .nowhere }]),
        TransportScenario(
            "a connection that is kept alive serves the next call",
            [ScenarioRule(.home, "/a", .response(200, "one"), .response(200, "two"))],
            [ScenarioCall(end: .response(200, "one")), ScenarioCall(end: .response(200, "two"))]),
        TransportScenario(
            "a connection that the server closed meanwhile is not in the way of the next call",
            [ScenarioRule(.home, "/a", .response("one", then: .close), .response(200, "two"))],
            [
                ScenarioCall(end: .response(200, "one")).with { $0.isLeft = true },
                ScenarioCall(end: .response(200, "two")),
            ]),
        TransportScenario(
            "a call that is lost is not in the way of the next one",
            [ScenarioRule(.home, "/a", .raw(.reset, stub: lost), .response(200, "two"))],
            [ScenarioCall(end: isLost), ScenarioCall(end: .response(200, "two"))]),
    ]

    private static let lost = StubAnswer.failure(.networkConnectionLost)
    private static let isLost = ScenarioEnd.failure(.connectionLost, .networkConnectionLost)
    /// Of "hello world". Of a type that nobody sniffs, so that the first bytes are reported at once.
    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 11\r\n\r\n"
}
