internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// The framing of messages (RFC 9112).
    static let framing: [TransportScenario] = heads + bodies

    private static let heads: [TransportScenario] = [
        read("a 100 before the answer is not the answer", "HTTP/1.1 100 Continue\r\n\r\n" + answer("hello")),
        read(
            "a 103 before the answer is not the answer",
            "HTTP/1.1 103 Early Hints\r\nLink: </b>\r\n\r\n" + answer("hello")),
        .init(
            "a head may come in pieces",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, .send("ngth: 5\r\n\r\nhello"), stub: .text("hello")),
            .response(200, "hello")
        ) { $0.cues = [.holding, .release] },
        .init(
            "fields keep their values whatever the case of their names",
            .raw(
                .send("HTTP/1.1 200 OK\r\nx-oDD:  a b \r\nX-Empty:\r\nContent-Length: 0\r\n\r\n"),
                stub: .status(200, headers: ["X-Odd": "a b", "x-empty": ""])),
            .response(200)
        ) { $0.end.headers = ["X-ODD": ["a b"], "X-Empty": [""]] },
        .answered("a field that stands twice has both values", headers: ["X-Twice": "a", "x-twice": "b"]) {
            $0.end.headers = ["X-Twice": ["a, b"]]
        },
        .answered(
            "each Set-Cookie stands by itself",
            headers: ["Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "Set-Cookie": "b=2"]
        ) { $0.end.headers = ["Set-Cookie": ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]] },
        failed(
            "a status line that is garbage fails the call", "NONSENSE nonsense\r\nX: y\r\n\r\nhello",
            .failure(.cannotParseResponse), unparsable),
        failed(
            "a header of 10 MB fails the call", ok("X: \(String(repeating: "x", count: 10_000_000))"),
            .failure(.dataLengthExceedsMaximum), .failure(.tooLarge, .dataLengthExceedsMaximum)),
    ]

    private static let bodies: [TransportScenario] = [
        read(
            "two Content-Lengths that agree are one", ok("Content-Length: 5\r\nContent-Length: 5", "hello"),
            closing: true),
        failed(
            "two Content-Lengths that disagree fail the call (RFC 9112 §6.3)",
            ok("Content-Length: 5\r\nContent-Length: 3", "hello"), .failure(.cannotParseResponse), unparsable),
        read("a body may come in chunks", chunks("5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n"), as: "hello world"),
        read(
            "trailers behind the chunks are no part of the body",
            chunks("B\r\nhello world\r\n0\r\nX-Sum: 9\r\n\r\n"), as: "hello world"),
        failed(
            "a chunk without a size fails the call", chunks("5\r\nhello\r\nnonsense\r\n"),
            .text("hello world").truncated(after: 5, code: .cannotParseResponse), unparsable),
        failed("chunks without an end fail the call", chunks("5\r\nhello\r\n"), truncated, isLost),
        failed("a chunk that is cut short fails the call", chunks("B\r\nhello"), truncated, isLost),
        read("a body without a length ends with the connection", ok("Connection: close", "hello"), closing: true),
        failed(
            "a body that is shorter than its Content-Length fails the call", ok("Content-Length: 9", "hello"),
            .text("hello").announcing(contentLength: 9), isLost),
        .init(
            "what comes behind the Content-Length is no part of the body",
            .bytes(ok("Content-Length: 5", "hello world"), stub: .text("hello world").announcing(contentLength: 5)),
            .response(200, "hello")),
        read(
            "an answer in HTTP/1.0 is an answer", "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nhello",
            closing: true),
        .answered("a body of a megabyte is whole", 200, megabyte),
    ]

    static let isLost = ScenarioEnd.failure(.connectionLost, .networkConnectionLost)
    private static let unparsable = ScenarioEnd.failure(.badResponse, .cannotParseResponse)
    private static let truncated = StubAnswer.text("hello world").truncated(after: 5)
    static let megabyte = String(repeating: "0123456789abcde\n", count: 65_536)

    private static func read(
        _ name: String, _ text: String, closing: Bool = false, as body: String = "hello"
    ) -> TransportScenario {
        TransportScenario(
            name, .raw(closing ? [.send(text), .close] : [.send(text)], stub: .text(body)), .response(200, body))
    }

    private static func failed(
        _ name: String, _ text: String, _ stub: StubAnswer, _ end: ScenarioEnd
    ) -> TransportScenario {
        TransportScenario(name, .bytes(text, stub: stub), end)
    }

    private static func ok(_ headers: String, _ body: String = "") -> String {
        "HTTP/1.1 200 OK\r\n\(headers)\r\n\r\n\(body)"
    }

    static func answer(_ body: String) -> String { ok("Content-Length: \(body.utf8.count)", body) }

    private static func chunks(_ text: String) -> String { ok("Transfer-Encoding: chunked", text) }
}
