internal import Talyn

extension Scenario {
    /// Status codes, and bodies where HTTP allows none.
    static let statuses: [Scenario] = [
        Scenario("a 200 brings its body", .response(200, "hello"), .response(200, "hello")),
        Scenario("a 200 may have an empty body", .response(200), .response(200)),
        Scenario("a 201 is an answer", .response(201, headers: ["Location": "/b"], "made"), .response(201, "made")),
        Scenario("a 204 has no body", .response(204), .response(204)),
        Scenario(
            "a 206 is an answer", .response(206, headers: ["Content-Range": "bytes 0-2/9"], "abc"),
            .response(206, "abc")),
        Scenario(
            "a 300 is not followed", .response(300, headers: ["Location": "/b"], "choose"), .refused(300, "choose")),
        Scenario("a 304 is refused and has no body", .response(304, headers: ["ETag": "\"1\""]), .refused(304)),
        Scenario("a 404 keeps its body", .response(404, "{\"code\":7}"), .refused(404, "{\"code\":7}")),
        Scenario("a 500 keeps its body", .response(500, "broken"), .refused(500, "broken")),
        Scenario("a 503 keeps its body", .response(503, headers: ["Retry-After": "1"], "later"), .refused(503, "later"))
        {
            $0.end.headers = ["Retry-After": ["1"]]
        },
        Scenario("a status without a name is an answer", .response(299, "odd"), .response(299, "odd")),
        Scenario("an answer to HEAD has a Content-Length and no body", .response(200, "hello"), .response(200)) {
            $0.method = .head
        },
        Scenario("a 404 to HEAD has no body", .response(404, "hello"), .refused(404)) { $0.method = .head },
        Scenario(
            "bytes behind a 204 are not its body",
            .bytes("HTTP/1.1 204 No Content\r\n\r\njunk", stub: .data(Data("junk".utf8), status: 204)),
            .response(204)),
        Scenario(
            "bytes behind a 304 are not its body",
            .bytes("HTTP/1.1 304 Not Modified\r\n\r\njunk", stub: .data(Data("junk".utf8), status: 304)),
            .refused(304)),
        Scenario(
            "a 304 may tell the length of the body that it does not have",
            .raw(.send("HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\n"), stub: .text("junk", status: 304)),
            .refused(304)),
        Scenario(
            "bytes behind an answer to HEAD are not its body",
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\njunk", stub: .text("junk")), .response(200)
        ) { $0.method = .head },
    ]
}
