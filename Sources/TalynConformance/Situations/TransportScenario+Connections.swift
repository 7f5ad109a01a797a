internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Connections that are refused, lost, or used again.
    static let connections: [TransportScenario] = [
        .init("a connection that is reset before the head is lost", .raw(.reset, stub: lost), isLost),
        .init("a connection that is closed before the head is lost", .raw(.close, stub: lost), isLost),
        .init(
            "a connection that is closed within the head is lost",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, .close, stub: lost), isLost
        ) { $0.cues = [.holding, .release] },
        .init(
            "a connection that is reset within the head is lost",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, .reset, stub: lost), isLost
        ) { $0.cues = [.holding, .release] },
        .init(
            "a connection that is reset within the body is lost",
            .raw(.send("\(head)hello"), .hold, .reset, stub: .text("hello world").truncated(after: 5)), isLost
        ) { $0.cues = [.holding, .received(5), .release] },
        .init(
            "a connection that is half-closed within the body is lost",
            .raw(.send("\(head)hello"), .halfClose, stub: .text("hello world").truncated(after: 5)), isLost),
        .init(
            "a half-closed connection still brings its answer",
            .raw(.send(answer("hello")), .halfClose, stub: .text("hello")), .response(200, "hello")),
        .init(
            "a refused connection fails the call", .raw(stub: .failure(.cannotConnectToHost)),
            .failure(.connect, .cannotConnectToHost)
        ) { $0.address = "nobody/a" },
        .init(
            "an unknown host fails the call", .raw(stub: .failure(.cannotFindHost)), .failure(.dns, .cannotFindHost)
        ) { $0.address = "nowhere/a" },
        .init(
            "a call is answered while another waits for its head",
            ["home/a": [.response(200, "hello")], heldAddress: [.raw(.hold, stub: .noResponse)]],
            [ScenarioCall(.response(200, "hello"))]),
        .init(
            "a call is answered while another waits for its body",
            [
                "home/a": [.response(200, "hello")],
                heldAddress: [.raw(.send("\(head)hello"), .hold, stub: .noResponse)],
            ],
            [ScenarioCall(.response(200, "hello"))]),
        .init(
            "a connection that is kept alive serves the next call",
            ["home/a": [.response(200, "one"), .response(200, "two")]],
            [ScenarioCall(.response(200, "one")), ScenarioCall(.response(200, "two"))]),
        .init(
            "a connection that the server closed meanwhile is not in the way of the next call",
            ["home/a": [.raw(.response(text: "one"), .close, stub: one), .response(200, "two")]],
            [ScenarioCall(.response(200, "one")) { $0.isLeft = true }, ScenarioCall(.response(200, "two"))]),
        .init(
            "bytes behind a response are not the answer of the next call",
            [
                "home/a": [
                    .raw(.response(text: "one"), .send(answer("stray")), .close, stub: one), .response(200, "two"),
                ]
            ],
            [ScenarioCall(.response(200, "one")) { $0.isLeft = true }, ScenarioCall(.response(200, "two"))]),
        .init(
            "a call that is lost is not in the way of the next one",
            ["home/a": [.raw(.reset, stub: lost), .response(200, "two")]],
            [ScenarioCall(isLost), ScenarioCall(.response(200, "two"))]),
    ]

    private static let one = StubAnswer.data(Data("one".utf8))
    private static let lost = StubAnswer.failure(.networkConnectionLost)
    /// The head of "hello world", of a type that no client sniffs, so that the first bytes are reported at once.
    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 11\r\n\r\n"
}
