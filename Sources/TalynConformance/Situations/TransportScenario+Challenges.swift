internal import Talyn

extension TransportScenario {
    /// Challenges (RFC 9110 §11): a transport answers none, and delivers each with its body.
    static let challenges = schemes + otherChallenges

    private static let schemes: [TransportScenario] = [
        ("Basic", "Basic realm=\"x\""), ("Bearer", "Bearer realm=\"x\", error=\"invalid_token\""),
        ("Digest", "Digest realm=\"x\", qop=\"auth\", nonce=\"abc\", opaque=\"def\""),
        ("Negotiate", "Negotiate"), ("an unknown", "Unheard-Of a=b"),
    ].flatMap { name, challenge -> [TransportScenario] in
        let title = "a 401 with \(name) challenge is an answer"
        let headers: HTTPHeaders = ["WWW-Authenticate": challenge]
        return [
            .answered(title, 401, headers: headers, "who are you") {
                $0.end.headers = ["WWW-Authenticate": [challenge]]
            },
            .answered("\(title) to credentials", 401, headers: headers, "not you") { $0.headers = credentials },
        ]
    }

    private static let otherChallenges: [TransportScenario] = [
        .answered("a 401 without a challenge is an answer", 401, "who are you"),
        .answered("a 401 with a Basic challenge is an answer to a body", 401, headers: basic, "no") {
            $0.method = .post
            $0.content = .data("text")
        },
        .answered("a 407 is an answer", 407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""], "proxy"),
        .init("a 401 to HEAD has no body", .response(401, headers: basic, "no"), .refused(401)) { $0.method = .head },
    ]

    private static let basic: HTTPHeaders = ["WWW-Authenticate": "Basic realm=\"x\""]
}
