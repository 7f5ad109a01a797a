// Room: Situations. The scenarios themselves, by subject.
// Knows: the vocabulary of TransportScenario; nothing of how a scenario runs.

internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Status codes, and bodies where HTTP allows none.
    static let statuses: [TransportScenario] = [
        TransportScenario("a 200 brings its body", .response(200, "hello"), .response(200, "hello")),
        TransportScenario("a 200 may have an empty body", .response(200), .response(200)),
        TransportScenario(
            "a 201 is an answer", .response(201, headers: ["Location": "/b"], "made"), .response(201, "made")),
        TransportScenario("a 204 has no body", .response(204), .response(204)),
        TransportScenario(
            "a 206 is an answer", .response(206, headers: ["Content-Range": "bytes 0-2/9"], "abc"),
            .response(206, "abc")),
        TransportScenario(
            "a 300 is not followed", .response(300, headers: ["Location": "/b"], "choose"), .refused(300, "choose")),
        TransportScenario(
            "a 304 is refused and has no body", .response(304, headers: ["ETag": "\"1\""]), .refused(304)),
        TransportScenario("a 404 keeps its body", .response(404, "{\"code\":7}"), .refused(404, "{\"code\":7}")),
        TransportScenario("a 500 keeps its body", .response(500, "broken"), .refused(500, "broken")),
        TransportScenario(
            "a 503 keeps its body", .response(503, headers: ["Retry-After": "1"], "later"), .refused(503, "later")
        ) {
            $0.end.headers = ["Retry-After": ["1"]]
        },
        TransportScenario("a status without a name is an answer", .response(299, "odd"), .response(299, "odd")),
        TransportScenario("an answer to HEAD has a Content-Length and no body", .response(200, "hello"), .response(200))
        {
            $0.method = .head
        },
        TransportScenario("a 404 to HEAD has no body", .response(404, "hello"), .refused(404)) { $0.method = .head },
        TransportScenario(
            "bytes behind a 204 are not its body",
            .bytes("HTTP/1.1 204 No Content\r\n\r\njunk", stub: .data(Data("junk".utf8), status: 204)),
            .response(204)),
        TransportScenario(
            "bytes behind a 304 are not its body",
            .bytes("HTTP/1.1 304 Not Modified\r\n\r\njunk", stub: .data(Data("junk".utf8), status: 304)),
            .refused(304)),
        TransportScenario(
            "a 304 may tell the length of the body that it does not have",
            .raw(.send("HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\n"), stub: .text("junk", status: 304)),
            .refused(304)),
        TransportScenario(
            "bytes behind an answer to HEAD are not its body",
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\njunk", stub: .text("junk")), .response(200)
        ) { $0.method = .head },
    ]
}
