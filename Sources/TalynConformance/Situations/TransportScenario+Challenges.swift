internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Challenges (RFC 9110 §11): a transport answers none, and hands each on with its body.
    static let challenges: [TransportScenario] =
        [
            ("Basic", "Basic realm=\"x\""), ("Bearer", "Bearer realm=\"x\", error=\"invalid_token\""),
            ("Digest", "Digest realm=\"x\", qop=\"auth\", nonce=\"abc\", opaque=\"def\""),
            ("Negotiate", "Negotiate"), ("an unknown", "Unheard-Of a=b"),
        ].flatMap { name, challenge in
            [
                TransportScenario(
                    "a 401 with \(name) challenge is an answer",
                    .response(401, headers: ["WWW-Authenticate": challenge], "who are you"),
                    .refused(401, "who are you")
                ) { $0.end.headers = ["WWW-Authenticate": [challenge]] },
                TransportScenario(
                    "a 401 with \(name) challenge is an answer to credentials",
                    .response(401, headers: ["WWW-Authenticate": challenge], "not you"), .refused(401, "not you")
                ) { $0.headers = credentials },
            ]
        } + [
            TransportScenario(
                "a 401 without a challenge is an answer", .response(401, "who are you"), .refused(401, "who are you")),
            TransportScenario(
                "a 401 with a Basic challenge is an answer to a body",
                .response(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], "no"), .refused(401, "no")
            ) {
                $0.method = .post
                $0.content = .data("text")
            },
            TransportScenario(
                "a 407 is an answer", .response(407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""], "proxy"),
                .refused(407, "proxy")),
            TransportScenario(
                "a 401 to HEAD has no body",
                .response(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], "no"), .refused(401)
            ) { $0.method = .head },
        ]
}
