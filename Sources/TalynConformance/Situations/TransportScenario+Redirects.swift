internal import Talyn
internal import TalynStubs

extension TransportScenario {
    /// Redirects that lead nowhere, in circles, or somewhere by a roundabout way.
    static let redirects: [TransportScenario] = locations + chains + faultyLocations

    private static let locations: [TransportScenario] = [
        ("an absolute path", "/b", "home/b"), ("a relative path", "b", "home/b"),
        ("a path through its parent", "c/../b", "home/b"), ("a query", "?b=1", "home/a?b=1"),
        ("a place without a scheme", "<//otherPort>/b", "otherPort/b"),
        ("an absolute URL", "<home>/b", "home/b"), ("spaces and umlauts", "/b ä", "home/b%20%C3%A4"),
        ("escapes beside brackets", "/b[1]%2F%?c[d]=e%20f%", "home/b%5B1%5D%2F%25?c%5Bd%5D=e%20f%25"),
        ("nothing", "", "home/a"),
    ].map { name, location, address in
        // Answers are for a path without its query.
        var answers = [String(address.prefix(beforeBytes: "?")): [ScenarioAnswer.response(200, "here")]]
        answers["home/a", default: []].insert(.redirect(to: location), at: 0)
        let call = ScenarioCall(.response(200, "here", from: address), [.status(302), .status(200, at: address)])
        return TransportScenario("a Location may be \(name)", answers, [call])
    }

    private static let chains: [TransportScenario] = [
        .init(
            "the fragment of a Location is not sent",
            ["home/a": [.redirect(to: "/b#part")], "home/b": [.response(200, "here")]],
            [ScenarioCall(.response(200, "here", from: "home/b#part"), [.status(302), .status(200, at: "home/b")])]),
        .answered("a redirect without a Location is an answer", 302, "lost"),
        .answered("a redirect that is not to be followed is an answer", 302, headers: ["Location": "/b"], "away") {
            $0.redirects = .refuse
        },
        .init(
            "a redirect to nobody fails as the connection does",
            [
                "home/a": [.redirect(to: "<nobody>/b")], "nobody/b": [.raw(stub: .failure(.cannotConnectToHost))],
            ],
            [
                ScenarioCall(
                    .failure(.connect, .cannotConnectToHost), [.status(302), .failure(.connect, at: "nobody/b")])
            ]),
        .init(
            "as many redirects as allowed are followed",
            [
                "home/a": [.redirect(to: "/b")], "home/b": [.redirect(to: "/c")], "home/c": [.response(200, "here")],
            ],
            [
                ScenarioCall(
                    .response(200, "here", from: "home/c"),
                    [.status(302), .status(302, at: "home/b"), .status(200, at: "home/c")]
                ) { $0.redirects = RedirectPolicy(maximum: 2) }
            ]),
        loop("one redirect more than allowed fails the call", maximum: 2),
        loop("a redirect to itself ends after twenty", maximum: nil),
        .init(
            "no credentials come back from another origin",
            [
                "home/a": [.redirect(307, to: "<otherPort>/b")], "otherPort/b": [.redirect(307, to: "<home>/c")],
                "home/c": [.response(200, "here")],
            ],
            [
                ScenarioCall(.response(200, "here", from: "home/c")) { call in
                    (call.method, call.headers, call.content) = (.put, credentials, .data("text"))
                    let safe: HTTPHeaders = ["Content-Type": ScenarioCall.contentType]
                    call.exchanges = [
                        ("home/a", call.sentHeaders, "307"), ("otherPort/b", safe, "307"), ("home/c", safe, "200"),
                    ].map { ScenarioExchange(method: .put, address: $0, body: "text", headers: $1, answer: $2) }
                }
            ]),
    ]

    private static let faultyLocations: [TransportScenario] = [
        ("a malformed", "http://[::1/b"), ("a hostless", "http:///b"),
        ("a file", "file:///etc/passwd"),
        ("an FTP", "ftp://127.0.0.1/b"), ("a data", "data:,b"), ("a script", "javascript:alert(1)"),
    ].map { name, location in
        TransportScenario(
            "\(name) Location fails the call", .redirect(to: location, "away"),
            ScenarioEnd(category: .redirect, code: .redirectToNonExistentLocation, status: 302, body: "away"))
    }

    private static func loop(_ name: String, maximum: Int?) -> TransportScenario {
        let end = ScenarioEnd(category: .redirect, code: .httpTooManyRedirects, status: 302)
        return TransportScenario(name, .redirect(to: "/a"), end) {
            $0.redirects = maximum.map { RedirectPolicy(maximum: $0) }
            $0.exchanges = Array(repeating: .status(302), count: (maximum ?? 20) + 1)
        }
    }
}

// MARK: - Status, method and origin

extension TransportScenario {
    /// Each redirecting status, each method and each kind of origin, with credentials: the method and the body that
    /// arrive, and that no credentials reach another origin.
    static let redirectFamily: [TransportScenario] = [301, 302, 303, 307, 308].flatMap { status in
        [HTTPMethod.get, .head, .post, .put, .delete].flatMap { method in
            ["home", "otherPort", "otherHost"].map { redirect(status, method, to: $0) }
        }
    }

    private static func redirect(_ status: Int, _ method: HTTPMethod, to origin: String) -> TransportScenario {
        let becomesGet = status == 303 ? method != .head : status < 303 && method == .post
        let next = becomesGet ? HTTPMethod.get : method
        let address = "\(origin)/b"
        let call = ScenarioCall(.response(200, next == .head ? "" : "here", from: address)) { call in
            call.method = method
            call.headers = credentials
            call.headers["X-Kept"] = "kept"
            call.headers["Cache-Control"] = "no-store"
            if method == .post || method == .put { call.content = .data("text") }
            var carried = origin == "home" ? call.sentHeaders : ["Cache-Control": "no-store"]
            carried["Content-Type"] = becomesGet ? nil : call.sentHeaders["Content-Type"]
            call.exchanges = [
                ScenarioExchange(
                    method: method, body: call.content.text, headers: call.sentHeaders, answer: "\(status)"),
                ScenarioExchange(
                    method: next, address: address, body: becomesGet ? "" : call.content.text, headers: carried,
                    answer: "200"),
            ]
        }
        return TransportScenario(
            "a \(status) of \(method) leads to \(origin)",
            ["home/a": [.redirect(status, to: "<\(origin)>/b", "away")], address: [.response(200, "here")]], [call])
    }
}
