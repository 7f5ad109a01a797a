internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// What is sent: methods, targets, headers and bodies come as they were meant.
    static let requests: [TransportScenario] =
        [HTTPMethod.get, .delete, .options, .patch, .put, .post, "PURGE"].map { method in
            TransportScenario(
                "\(method) without a body is sent without one", .response(200, "ok"), .response(200, "ok")
            ) {
                $0.method = method
            }
        }
        + [HTTPMethod.delete, .patch, .put, .post, "PURGE"].flatMap { method in
            bodies.map { name, content in
                TransportScenario("\(method) sends its body from \(name)", .response(200, "ok"), .response(200, "ok")) {
                    $0.method = method
                    $0.content = content
                }
            }
        } + [
            TransportScenario("headers are sent as they are", .response(200, "ok"), .response(200, "ok")) {
                $0.headers = credentials
                $0.headers["X-Kept"] = "a, b;c=\"d\""
            },
            TransportScenario("an escaped path is sent as it is", .response(200, "ok"), .response(200, "ok")) {
                $0.path = "a%20b/%C3%A4%2Fc;d=e"
            },
            TransportScenario("a body of a megabyte is sent whole", .response(200, "ok"), .response(200, "ok")) {
                $0.method = .put
                $0.content = .data(megabyte)
            },
            TransportScenario("a file of a megabyte is sent whole", .response(200, "ok"), .response(200, "ok")) {
                $0.method = .put
                $0.content = .file(megabyte)
            },
            TransportScenario(
                "an answer to a body is that body's", .response(413, "too large"), .refused(413, "too large")
            ) {
                $0.method = .post
                $0.content = .data("much")
            },
        ]

    private static let bodies: [(String, ScenarioCall.Content)] = [
        ("memory", .data("text")), ("a file", .file("text")), ("a stream", .stream(["te", "xt"])),
    ]

    /// What no other origin may see.
    static let credentials: HTTPHeaders = [
        "Authorization": "Bearer secret", "Cookie": "session=secret", "X-Api-Key": "secret",
        "Proxy-Authorization": "Basic c2VjcmV0",
    ]
}
