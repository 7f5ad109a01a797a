internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Status codes, and bodies where HTTP allows none.
    static let statuses: [TransportScenario] = [
        .answered("a 200 brings its body", 200, "hello"),
        .answered("a 200 may have an empty body"),
        .answered("a 201 is an answer", 201, headers: ["Location": "/b"], "made"),
        .answered("a 204 has no body", 204),
        .answered("a 206 is an answer", 206, headers: ["Content-Range": "bytes 0-2/9"], "abc"),
        .answered("a 300 is not followed", 300, headers: ["Location": "/b"], "choose"),
        .answered("a 304 is refused and has no body", 304, headers: ["ETag": "\"1\""]),
        .answered("a 404 keeps its body", 404, "{\"code\":7}"),
        .answered("a 500 keeps its body", 500, "broken"),
        .answered("a 503 keeps its body", 503, headers: ["Retry-After": "1"], "later") {
            $0.end.headers = ["Retry-After": ["1"]]
        },
        .answered("a status without a name is an answer", 299, "odd"),
        .init("an answer to HEAD has a Content-Length and no body", .response(200, "hello"), .response(200), head),
        .init("a 404 to HEAD has no body", .response(404, "hello"), .refused(404), head),
        .init(
            "bytes behind a 204 are not its body",
            .bytes("HTTP/1.1 204 No Content\r\n\r\njunk", stub: .data(Data("junk".utf8), status: 204)),
            .response(204)),
        .init(
            "bytes behind a 304 are not its body",
            .bytes("HTTP/1.1 304 Not Modified\r\n\r\njunk", stub: .data(Data("junk".utf8), status: 304)),
            .refused(304)),
        .init(
            "a 304 may tell the length of the body that it does not have",
            .raw(.send("HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\n"), stub: .text("junk", status: 304)),
            .refused(304)),
        .init(
            "bytes behind an answer to HEAD are not its body",
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\njunk", stub: .text("junk")), .response(200), head),
    ]

    private static func head(_ call: inout ScenarioCall) { call.method = .head }
}
