internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Where a message begins and ends (RFC 9112).
    static let framing: [TransportScenario] = [
        TransportScenario(
            "a 100 before the answer is not the answer",
            .raw(.send("HTTP/1.1 100 Continue\r\n\r\n" + answer("hello")), stub: .text("hello")),
            .response(200, "hello")),
        TransportScenario(
            "a 103 before the answer is not the answer",
            .raw(.send("HTTP/1.1 103 Early Hints\r\nLink: </b>\r\n\r\n" + answer("hello")), stub: .text("hello")),
            .response(200, "hello")),
        TransportScenario(
            "a head may come in pieces",
            .raw(.send("HTTP/1.1 200 OK\r\nContent-Le"), .hold, .send("ngth: 5\r\n\r\nhello"), stub: .text("hello")),
            .response(200, "hello")
        ) { $0.cues = [.holding, .release] },
        TransportScenario(
            "fields keep their values whatever the case of their names",
            .raw(
                .send("HTTP/1.1 200 OK\r\nx-oDD:  a b \r\nX-Empty:\r\nContent-Length: 0\r\n\r\n"),
                stub: .status(200, headers: ["X-Odd": "a b", "x-empty": ""])),
            .response(200)
        ) { $0.end.headers = ["X-ODD": ["a b"], "X-Empty": [""]] },
        TransportScenario(
            "a field that stands twice has both values", .response(200, headers: ["X-Twice": "a", "x-twice": "b"]),
            .response(200)
        ) { $0.end.headers = ["X-Twice": ["a, b"]] },
        TransportScenario(
            "each Set-Cookie stands by itself",
            .response(
                200, headers: ["Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "Set-Cookie": "b=2"]),
            .response(200)
        ) { $0.end.headers = ["Set-Cookie": ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]] },
        TransportScenario(
            "two Content-Lengths that agree are one",
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", stub: .text("hello")),
            .response(200, "hello")),
        TransportScenario(
            "two Content-Lengths that disagree fail the call (RFC 9112 §6.3)",
            .bytes(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 3\r\n\r\nhello",
                stub: .failure(.cannotParseResponse)),
            .failure(.badResponse, .cannotParseResponse)),
        TransportScenario(
            "a body may come in chunks", .raw(.send(chunks("5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n")), stub: world),
            .response(200, "hello world")),
        TransportScenario(
            "trailers behind the chunks are no part of the body",
            .raw(.send(chunks("B\r\nhello world\r\n0\r\nX-Sum: 9\r\n\r\n")), stub: world),
            .response(200, "hello world")),
        TransportScenario(
            "a chunk without a size fails the call",
            .bytes(
                chunks("5\r\nhello\r\nnonsense\r\n"),
                stub: .text("hello world").truncated(after: 5, code: .cannotParseResponse)),
            .failure(.badResponse, .cannotParseResponse)),
        TransportScenario(
            "chunks without an end fail the call",
            .bytes(chunks("5\r\nhello\r\n"), stub: .text("hello world").truncated(after: 5)),
            .failure(.connectionLost, .networkConnectionLost)),
        TransportScenario(
            "a chunk that is cut short fails the call",
            .bytes(chunks("B\r\nhello"), stub: .text("hello world").truncated(after: 5)),
            .failure(.connectionLost, .networkConnectionLost)),
        TransportScenario(
            "a body without a length ends with the connection",
            .bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello", stub: .text("hello")),
            .response(200, "hello")),
        TransportScenario(
            "a body that is shorter than its Content-Length fails the call",
            .bytes(
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", stub: .text("hello").announcing(contentLength: 9)),
            .failure(.connectionLost, .networkConnectionLost)),
        TransportScenario(
            "what comes behind the Content-Length is no part of the body",
            .bytes(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello world",
                stub: .text("hello world").announcing(contentLength: 5)),
            .response(200, "hello")),
        TransportScenario(
            "an answer in HTTP/1.0 is an answer",
            .bytes("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nhello", stub: .text("hello")),
            .response(200, "hello")),
        TransportScenario(
            "a status line that is garbage fails the call",
            .bytes("NONSENSE nonsense\r\nX: y\r\n\r\nhello", stub: .failure(.cannotParseResponse)),
            .failure(.badResponse, .cannotParseResponse)),
        TransportScenario(
            "a header of 10 MB fails the call",
            .bytes(
                "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 10_000_000))\r\n\r\n",
                stub: .failure(.dataLengthExceedsMaximum)),
            .failure(.tooLarge, .dataLengthExceedsMaximum)),
        TransportScenario("a body of a megabyte is whole", .response(200, megabyte), .response(200, megabyte)),
    ]

    private static let world = StubAnswer.text("hello world")
    static let megabyte = String(repeating: "0123456789abcde\n", count: 65_536)

    static func answer(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func chunks(_ text: String) -> String {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(text)"
    }
}
