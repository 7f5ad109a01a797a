internal import Talyn

extension TransportScenario {
    /// Methods, targets, headers and bodies, which must arrive as they are declared.
    static let requests = bodiless + sentBodies + codedBodies + otherRequests

    private static let bodiless = [HTTPMethod.get, .delete, .options, .patch, .put, .post, "PURGE"].map { method in
        answered("\(method) without a body is sent without one", 200, "ok") { $0.method = method }
    }

    private static let sentBodies = [HTTPMethod.delete, .patch, .put, .post, "PURGE"].flatMap { method in
        let forms: [(String, ScenarioCall.Content)] = [
            ("memory", .data("text")), ("a file", .file("text")), ("a stream", .stream(["te", "xt"])),
        ]
        return forms.map { name, content in sent("\(method) sends its body from \(name)", method, content) }
    }

    private static let codedBodies: [TransportScenario] = {
        let text = String(repeating: "a sentence that gzip makes shorter, ", count: 1_000)
        let forms: [(String, ScenarioCall.Content)] = [
            ("a body in memory", .data(text)), ("a file", .file(text)), ("a stream", .stream([text, text])),
            ("a form", .form("me", [text], hasLength: true)),
        ]
        return forms.map { name, content in
            TransportScenario("\(name) is sent in gzip", .echoOfGzip(content.text), .response(200, content.text)) {
                $0.method = .put
                $0.content = content
                $0.contentCoding = .gzip
            }
        }
    }()

    private static let otherRequests: [TransportScenario] = [
        .answered("headers are sent as they are", 200, "ok") {
            $0.headers = credentials
            $0.headers["X-Kept"] = "a, b;c=\"d\""
        },
        .answered("an escaped path is sent as it is", 200, "ok") { $0.address = "home/a%20b/%C3%A4%2Fc;d=e" },
        sent("a body of a megabyte is sent whole", .put, .data(megabyte)),
        sent("a file of a megabyte is sent whole", .put, .file(megabyte)),
        sent("a form is sent whole", .post, .form("me", ["one", "two"], hasLength: true)),
        sent("a form whose length is not known is sent whole", .put, .form("", ["one", "two"], hasLength: false)),
        sent("a form of a megabyte is sent whole", .post, .form("me", ["\r\n--", megabyte], hasLength: true)),
        .answered("an answer to a body is that body's", 413, "too large") {
            $0.method = .post
            $0.content = .data("much")
        },
    ]

    /// One call with a body, and a short answer.
    private static func sent(
        _ name: String, _ method: HTTPMethod, _ content: ScenarioCall.Content
    ) -> TransportScenario {
        answered(name, 200, "ok") {
            $0.method = method
            $0.content = content
        }
    }

    /// Headers that no other origin may receive.
    static let credentials: HTTPHeaders = [
        "Authorization": "Bearer secret", "Cookie": "session=secret", "X-Api-Key": "secret",
        "Proxy-Authorization": "Basic c2VjcmV0",
    ]
}
