internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Redirects that lead nowhere, in circles, or somewhere by a roundabout way.
    static let redirects: [TransportScenario] =
        [
            ("an absolute path", "/b", "home/b"), ("a relative path", "b", "home/b"),
            ("a path through its parent", "c/../b", "home/b"), ("a query", "?b=1", "home/a?b=1"),
            ("a place without a scheme", "<//otherPort>/b", "otherPort/b"),
            ("an absolute URL", "<home>/b", "home/b"), ("spaces and umlauts", "/b ä", "home/b%20%C3%A4"),
        ].map { name, location, place in
            // The rules know paths; a query is none.
            let path = "/\(place.cut(atBytes: "/")?.tail.prefix(beforeBytes: "?") ?? "")"
            let origin: ScenarioOrigin = place.hasPrefix(bytes: "home") ? .home : .otherPort
            let here = ScenarioAnswer.response(200, "here")
            let isSelf = path == "/a"
            return TransportScenario(
                "a Location may be \(name)",
                isSelf
                    ? [ScenarioRule(.home, "/a", .redirect(to: location), here)]
                    : [ScenarioRule(.home, "/a", .redirect(to: location)), ScenarioRule(origin, path, here)],
                [followed(to: place)])
        }
        + [
            TransportScenario(
                "the fragment of a Location is not sent",
                [
                    ScenarioRule(.home, "/a", .redirect(to: "/b#part")),
                    ScenarioRule(.home, "/b", .response(200, "here")),
                ],
                [
                    ScenarioCall(end: .response(200, "here", from: "home/b#part")).with {
                        $0.exchanges = [
                            ScenarioExchange(answer: .status(302)),
                            ScenarioExchange(place: "home/b", answer: .status(200)),
                        ]
                    }
                ]),
            TransportScenario(
                "a redirect without a Location is an answer", .response(302, "lost"), .refused(302, "lost")),
            TransportScenario(
                "a redirect that is not to be followed is an answer", .redirect(to: "/b", "away"),
                .refused(302, "away")
            ) { $0.redirects = .refuse },
            TransportScenario(
                "a redirect to nobody fails as the connection does",
                [
                    ScenarioRule(.home, "/a", .redirect(to: "<nobody>/b")),
                    ScenarioRule(.nobody, "/b", .raw(stub: .failure(.cannotConnectToHost))),
                ],
                [
                    ScenarioCall(end: .failure(.connect, .cannotConnectToHost)).with {
                        $0.exchanges = [
                            ScenarioExchange(answer: .status(302)),
                            ScenarioExchange(place: "nobody/b", answer: .failure(.connect)),
                        ]
                    }
                ]),
            TransportScenario(
                "as many redirects as allowed are followed",
                [
                    ScenarioRule(.home, "/a", .redirect(to: "/b")), ScenarioRule(.home, "/b", .redirect(to: "/c")),
                    ScenarioRule(.home, "/c", .response(200, "here")),
                ],
                [
                    ScenarioCall(end: .response(200, "here", from: "home/c")).with {
                        $0.redirects = RedirectPolicy(maximum: 2)
                        $0.exchanges = [
                            ScenarioExchange(answer: .status(302)),
                            ScenarioExchange(place: "home/b", answer: .status(302)),
                            ScenarioExchange(place: "home/c", answer: .status(200)),
                        ]
                    }
                ]),
            loop("one redirect more than allowed fails the call", maximum: 2),
            loop("a redirect to itself ends after twenty", maximum: nil),
            TransportScenario(
                "no credentials come back from another origin",
                [
                    ScenarioRule(.home, "/a", .redirect(307, to: "<otherPort>/b")),
                    ScenarioRule(.otherPort, "/b", .redirect(307, to: "<home>/c")),
                    ScenarioRule(.home, "/c", .response(200, "here")),
                ],
                [
                    ScenarioCall(.put, end: .response(200, "here", from: "home/c")).with { call in
                        call.headers = credentials
                        call.content = .data("text")
                        let safe: HTTPHeaders = ["Content-Type": ScenarioCall.contentType]
                        call.exchanges = [
                            ScenarioExchange(
                                method: .put, body: "text", headers: call.sentHeaders, answer: .status(307)),
                            ScenarioExchange(
                                method: .put, place: "otherPort/b", body: "text", headers: safe, answer: .status(307)),
                            ScenarioExchange(
                                method: .put, place: "home/c", body: "text", headers: safe, answer: .status(200)),
                        ]
                    }
                ]),
        ]
        + [
            ("an empty", ""), ("a malformed", "http://[::1/b"), ("a hostless", "http:///b"),
            ("a file", "file:///etc/passwd"),
            ("an FTP", "ftp://127.0.0.1/b"), ("a data", "data:,b"), ("a script", "javascript:alert(1)"),
        ].map { name, location in
            TransportScenario(
                "\(name) Location fails the call", .redirect(to: location, "away"),
                ScenarioEnd(
                    category: .redirect, code: .redirectToNonExistentLocation, status: 302, body: "away"))
        }

    private static func followed(to place: String) -> ScenarioCall {
        ScenarioCall(end: .response(200, "here", from: place)).with {
            $0.exchanges = [
                ScenarioExchange(answer: .status(302)), ScenarioExchange(place: place, answer: .status(200)),
            ]
        }
    }

    private static func loop(_ name: String, maximum: Int?) -> TransportScenario {
        let end = ScenarioEnd(category: .redirect, code: .httpTooManyRedirects, status: 302)
        return TransportScenario(name, .redirect(to: "/a"), end) {
            $0.redirects = maximum.map { RedirectPolicy(maximum: $0) }
            $0.exchanges = Array(repeating: ScenarioExchange(answer: .status(302)), count: (maximum ?? 20) + 1)
        }
    }
}
