import Foundation
import Testing

@testable import Talyn

@Suite struct ProblemDetailsTests {
    /// The example of RFC 9457 §3.
    static let credit = """
        {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.", "status": 403,
        "detail": "Your current balance is 30, but that costs 50.", "instance": "/account/12345/msgs/abc", "balance": 30}
        """

    private enum Refusal: Error, Equatable { case credit(JSONValue?), other }

    private static func error(
        _ body: String, type: String? = "application/problem+json", status: Int = 403,
        endpoint: Endpoint = Endpoint(url: GitHub.host)
    ) -> RequestError {
        RequestError(.status(status), response: .make(status, body, contentType: type, endpoint: endpoint))
    }

    @Test func itHasTheMembersOfTheBody() throws {
        let problem = try #require(Self.error(Self.credit).problem)
        #expect(problem.type == "https://example.com/probs/out-of-credit" && problem.status == 403)
        #expect(problem.title == "You do not have enough credit." && problem.instance == "/account/12345/msgs/abc")
        #expect(
            problem.detail == "Your current balance is 30, but that costs 50." && problem["balance"] == .integer(30))
        let decoded = try JSONDecoder().decode(ProblemDetails.self, from: Data(Self.credit.utf8))
        #expect(decoded == problem)
        #expect(!printedText(of: problem).contains("credit") && !printedText(of: problem).contains("balance"))
    }

    @Test func aMemberOfAWrongTypeIsAbsent() throws {
        let body = #"{"type":1,"title":{"a":"b"},"status":"403","detail":null,"instance":[],"x":true}"#
        let problem = try #require(Self.error(body).problem)
        #expect(problem.type == "about:blank" && problem.title == nil && problem.status == nil)
        #expect(problem.detail == nil && problem.instance == nil && problem["x"] == .bool(true))
        let huge = try #require(Self.error(#"{"status":9223372036854775807}"#).problem)
        #expect(huge.status == Int(exactly: Int64.max))
    }

    @Test(arguments: [
        ("application/problem+json; charset=utf-8", true), ("APPLICATION/Problem+JSON", true),
        ("application/json", false), ("application/problem+xml", false), ("application/problem+jsonp", false),
        ("", false),
    ])
    func onlyABodyOfItsTypeIsOne(type: String, isOne: Bool) {
        #expect((Self.error(Self.credit, type: type).problem != nil) == isOne)
    }

    @Test(arguments: ["", "[]", "null", "{", "\"a\"", "<html>"])
    func aBodyThatIsNoObjectIsNone(body: String) {
        let error = Self.error(body)
        #expect(error.problem == nil)
        #expect("\(error)" == "status 403")
        #expect(error.localizedDescription == "You do not have permission to do this.")
    }

    @Test func titleAndDetailStandInTheDefaultErrorsTexts() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .json(Self.credit, status: 403, headers: ["Content-Type": "application/problem+json"]))
        let github = Provider<GitHub>(transport: stubs, clock: TestClock())
        let error = try #require(await github.result(.zen).thrown)
        let text = "You do not have enough credit. Your current balance is 30, but that costs 50."
        #expect("\(error)".hasPrefix("restError: GitHub.zen: status 403: \(text) (stub · attempt 1: 403"))
        #expect(error.localizedDescription == text)
    }

    @Test(
        arguments: [
            (#"{"title":"Forbidden"}"#, "Forbidden", "You do not have permission to do this."),
            (#"{"title":"forbidden","detail":"No such plan."}"#, "forbidden: No such plan.", "No such plan."),
            (#"{"title":"Name taken"}"#, "Name taken", "Name taken"),
            (#"{"detail":"a\nb\tc\u2028d"}"#, "a b c d", "a b c d"),
            (#"{"title":"","detail":""}"#, nil, "You do not have permission to do this."),
        ] as [(String, String?, String)])
    func theNameOfAStatusIsNoMessageForPeople(body: String, text: String?, message: String) {
        let error = Self.error(body)
        #expect("\(error)" == "status 403" + (text.map { ": \($0)" } ?? ""))
        #expect(error.localizedDescription == message)
    }

    @Test func itsTextsHoldNoSecretAndNoneOfTheRequest() throws {
        let url = try #require(URL(string: "https://h.example/?api_key=KEYCANARY12345"))
        let endpoint = Endpoint(
            .post, url: url,
            headers: ["Authorization": "Bearer TOKENCANARY12345", "Content-Type": "application/json"],
            body: .data(Data(#"{"password":"PASSCANARY12345"}"#.utf8)))
        let body = """
            {"title": "The password 'PASSCANARY12345' is weak", "token": "x",
            "detail": "Bearer TOKENCANARY12345 and KEYCANARY12345 at https://u:pw@h.example/?sig=SIGCANARY12345"}
            """
        let error = Self.error(body, status: 422, endpoint: endpoint)
        for text in ["\(error)", error.debugDescription, error.localizedDescription, printedText(of: error)] {
            #expect(!text.contains("CANARY"), "\(text)")
        }
        #expect(error.localizedDescription.hasPrefix("The password '"))
    }

    @Test func itsTextsAreShort() {
        let long = String(repeating: "x y ", count: 500)
        #expect("\(Self.error(#"{"title":"\#(long)","detail":"\#(long)"}"#))".count < 430)
        let huge = Self.error(#"{"title":"\#(String(repeating: "x y ", count: 300_000))"}"#)
        #expect(huge.problem == nil && "\(huge)" == "status 403")
    }

    @Test func aCatchChainMapsIt() {
        let chain = CatchChain(cancelled: Refusal.other, otherwise: { _ in .other })
            .catch(problem: { problem, _ in
                problem.type == "https://example.com/probs/out-of-credit" ? .credit(problem["balance"]) : nil
            })
        #expect(chain(Self.error(Self.credit)) == .credit(.integer(30)))
        #expect(chain(Self.error(#"{"type":"other"}"#)) == .other)
        #expect(chain(Self.error(Self.credit, type: "application/json")) == .other)
        let typed = CatchChain(cancelled: Refusal.other, otherwise: { _ in .other })
            .catch(status: 400...499, as: ProblemDetails.self) { problem, _ in .credit(problem["balance"]) }
        #expect(typed(Self.error(Self.credit)) == .credit(.integer(30)))
    }
}
