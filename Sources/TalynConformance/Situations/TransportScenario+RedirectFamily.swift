internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Each status that redirects, each method, each kind of place, with credentials: which method and body arrive, and
    /// that no credentials do at another origin.
    static let redirectFamily: [TransportScenario] = [301, 302, 303, 307, 308].flatMap { status in
        [HTTPMethod.get, .head, .post, .put, .delete].flatMap { method in
            [ScenarioOrigin.home, .otherPort, .otherHost].map { origin in redirect(status, method, to: origin) }
        }
    }

    private static func redirect(_ status: Int, _ method: HTTPMethod, to origin: ScenarioOrigin) -> TransportScenario {
        let becomesGet = status == 303 ? method != .head : status < 303 && method == .post
        let next = becomesGet ? HTTPMethod.get : method
        let place = "\(origin)/b"
        let end = ScenarioEnd.response(200, next == .head ? "" : "here", from: place)
        let call = ScenarioCall(method, end: end).with { call in
            call.headers = credentials
            call.headers["X-Kept"] = "kept"
            call.headers["Cache-Control"] = "no-store"
            if method == .post || method == .put { call.content = .data("text") }
            var carried = call.sentHeaders
            if origin != .home { carried = ["Cache-Control": "no-store"] }
            carried["Content-Type"] = becomesGet ? nil : call.sentHeaders["Content-Type"]
            call.exchanges = [
                ScenarioExchange(
                    method: method, body: call.content.text, headers: call.sentHeaders, answer: .status(status)),
                ScenarioExchange(
                    method: next, place: place, body: becomesGet ? "" : call.content.text, headers: carried,
                    answer: .status(200)),
            ]
        }
        let rules = [
            ScenarioRule(.home, "/a", .redirect(status, to: "<\(origin)>/b", "away")),
            ScenarioRule(origin, "/b", .response(200, "here")),
        ]
        return TransportScenario("a \(status) of \(method) leads to \(origin)", rules, [call])
    }
}
