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
            problem.detail == "Your current balance is 30, but that costs 50."
                && problem.members["balance"] == .integer(30))
        #expect(problem == ProblemDetails(problem.members))
        #expect(!printedText(of: problem).contains("credit") && !printedText(of: problem).contains("balance"))
    }

    @Test func aMemberOfAWrongTypeIsAbsent() throws {
        let body = #"{"type":1,"title":{"a":"b"},"status":"403","detail":null,"instance":[],"x":true}"#
        let problem = try #require(Self.error(body).problem)
        #expect(problem.type == "about:blank" && problem.title == nil && problem.status == nil)
        #expect(problem.detail == nil && problem.instance == nil && problem.members["x"] == .bool(true))
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

    @Test(arguments: [(String.Encoding.utf16LittleEndian, "utf-16le"), (.isoLatin1, "iso-8859-1"), (.utf8, "utf-8")])
    func theCharsetOfTheTypeIsRead(encoding: String.Encoding, name: String) throws {
        let body = try #require(#"{"type":"/t","title":"Ungültig","token":"\#(canary)"}"#.data(using: encoding))
        let headers: HTTPHeaders = ["Content-Type": "application/problem+json; charset=\(name)"]
        let response = Response(
            statusCode: 403, headers: headers, body: .data(body), endpoint: Endpoint(url: GitHub.host))
        let error = RequestError(.status(403), response: response)
        #expect(error.problem?.title == "Ungültig")
        #expect("\(error)" == "status 403: Ungültig" && error.localizedDescription == "Ungültig")
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
            (#"{"title":"Forbidden","detail":"No such plan."}"#, "Forbidden: No such plan.", "No such plan."),
            (#"{"type":"/taken","title":"Name taken"}"#, "Name taken", "Name taken"),
            (#"{"type":"/t","title":"Really?","detail":"Yes"}"#, "Really? Yes", "Really? Yes"),
            (#"{"detail":"a\nb\tc\u2028d"}"#, "a b c d", "a b c d"),
            (#"{"detail":"a\u001b[2J\u0000\u202eb"}"#, "a [2J b", "a [2J  b"),
            (#"{"title":"","detail":""}"#, nil, "You do not have permission to do this."),
            (#"{"type":"/t","title":" \n","detail":"\u202e\t"}"#, nil, "You do not have permission to do this."),
            (#"{"type":"/t","title":"\u200b ","detail":"No."}"#, "No.", "No."),
        ] as [(String, String?, String)])
    func theTitleOfNoTypeIsNoMessageForPeople(body: String, text: String?, message: String) {
        let error = Self.error(body)
        #expect("\(error)" == "status 403" + (text.map { ": \($0)" } ?? ""))
        #expect(error.localizedDescription == message)
    }

    /// A request with secrets in its URL, a header and its body.
    private static func request(_ body: Body, type: String = "application/json") throws -> Endpoint {
        let url = try #require(URL(string: "https://h.example/?api_key=KEYCANARY12345"))
        return Endpoint(
            .post, url: url, headers: ["Authorization": "Bearer TOKENCANARY12345", "Content-Type": type], body: body)
    }

    private static let quoting = """
        {"type": "/weak", "title": "The password 'PASSCANARY12345' is weak", "token": "x",
        "detail": "Bearer TOKENCANARY12345 and KEYCANARY12345 at https://u:pw@h.example/?sig=SIGCANARY12345"}
        """

    @Test func itsTextsHoldNoSecretAndNoneOfTheRequest() throws {
        let endpoint = try Self.request(.data(Data(#"{"password":"PASSCANARY12345"}"#.utf8)))
        let error = Self.error(Self.quoting, status: 422, endpoint: endpoint)
        for text in ["\(error)", error.debugDescription, error.localizedDescription, printedText(of: error)] {
            #expect(!text.contains("CANARY"), "\(text)")
        }
        #expect(error.localizedDescription.hasPrefix("The password '"))
    }

    /// A server may repeat values of such a body, which nobody knows.
    @Test func itsTextsAreNotShownBesideABodyThatIsNotSearched() throws {
        let secret = FormPart(
            name: "password", fileName: nil, contentType: nil, headers: [:],
            source: .data(Data("PASSCANARY12345".utf8)), isText: true)
        let form = MultipartForm([secret], boundary: "b", contentType: "multipart/form-data; boundary=b")
        let bodies: [(Body, String)] = [
            (.stream(BodyStream(form)), "multipart/form-data; boundary=b"),
            (.data(Data("<password>PASSCANARY12345</password>".utf8)), "application/xml"),
            (.file(URL(fileURLWithPath: "/nowhere")), "application/json"),
            (
                .data(Data(#"{"password":"PASSCANARY12345","a":"\#(String(repeating: "x", count: 1 << 16))"}"#.utf8)),
                "application/json"
            ),
        ]
        for (body, type) in bodies {
            let error = Self.error(Self.quoting, status: 422, endpoint: try Self.request(body, type: type))
            #expect("\(error)" == "status 422")
            #expect(error.localizedDescription == "The server did not accept the request.")
            #expect(error.problem?.title == "The password 'PASSCANARY12345' is weak")
        }
    }

    @Test(arguments: [
        "The password 'correct horse' is weak", "jane@x.com is taken", "Code 48213 is wrong",
        "card 4111111111111111 declined", "Invalid token abcdef1234567890abcdef",
    ])
    func aDescriptionHidesWordsThatMayBeAValueAsALogDoes(detail: String) {
        let error = Self.error(#"{"detail":"\#(detail)"}"#)
        #expect("\(error)".contains("REDACTED"))
        for word in ["horse", "jane", "48213", "4111", "abcdef"] { #expect(!"\(error)".contains(word)) }
    }

    /// An app may have added the name of a secret to its logger, which an error does not know.
    @Test(arguments: [
        "tenant_ref=acmeprivate is not known", "tenant_ref: acmeprivate", "tenant_ref : acmeprivate",
        "x tenant_ref=acmeprivate",
        #"{\"tenant_ref\":\"acmeprivate\"}"#, "tenant_ref：acmeprivate", "tenant_ref=acmeprivate; other=acmeprivate",
        "Invalid tenant_ref:acmeprivate", "tenant_ref: \\u2028acmeprivate",
    ])
    func aDescriptionShowsNoValueOfAName(detail: String) {
        for member in ["detail", "title"] {
            let error = Self.error(#"{"type":"/t","\#(member)":"\#(detail)"}"#)
            var printed = "\(error)\n\(String(reflecting: error))\n"
            dump(error, to: &printed)
            #expect(printed.contains("tenant_ref") && !printed.contains("acmeprivate"), "\(printed)")
        }
    }

    @Test func aTitleThatEndsWithAColonIsShown() {
        let error = Self.error(#"{"title":"The request failed:","detail":"No such user"}"#)
        #expect("\(error)" == "status 403: The request failed:: No such user")
    }

    @Test func itsTextsAreShort() {
        let long = String(repeating: "x y ", count: 500)
        let error = Self.error(#"{"type":"/t","title":"\#(long)","detail":"\#(long)"}"#)
        #expect("\(error)".count < 430 && error.localizedDescription.count < 430)
        let large = Self.error(#"{"title":"\#(String(repeating: "x y ", count: 20_000))"}"#)
        #expect(large.problem != nil && "\(large)" == "status 403")
        let huge = Self.error(#"{"title":"\#(String(repeating: "x y ", count: 300_000))"}"#)
        #expect(huge.problem == nil && "\(huge)" == "status 403")
    }

    @Test func anotherFailureKeepsItsSentence() {
        let response = Response.make(401, Self.credit, contentType: "application/problem+json")
        let offline = PluginFailure(plugin: "TokenRefresh", underlying: URLError(.notConnectedToInternet))
        let error = RequestError(.plugin(offline), response: response)
        #expect(error.localizedDescription == "There is no internet connection.")
        #expect(RequestError(.empty, response: response).localizedDescription.hasPrefix("The response of the server"))
        let rejected = RequestError(.rejected(Rejection(code: 3)), response: response)
        #expect(rejected.localizedDescription.hasPrefix("You do not have enough credit."))
    }

    @Test func aCatchChainMapsIt() {
        let chain = CatchChain(cancelled: Refusal.other, otherwise: { _ in .other })
            .catch(problem: "/other", "https://example.com/probs/out-of-credit") { problem, _ in
                .credit(problem.members["balance"])
            }
        #expect(chain(Self.error(Self.credit)) == .credit(.integer(30)))
        #expect(chain(Self.error(#"{"type":"other"}"#)) == .other)
        #expect(chain(Self.error("{}")) == .other)
        #expect(chain(Self.error(Self.credit, type: "application/json")) == .other)
    }
}
