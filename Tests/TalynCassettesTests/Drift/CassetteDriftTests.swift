import Foundation
import Talyn
import TalynStubs
import Testing

@testable import TalynCassettes

/// The requests of a drift, the hosts of its secrets, and the comparison of one answer.
struct CassetteDriftTests {
    private static func entry(
        _ url: String, _ method: String = "GET", headers: [HARField] = [], response: HARResponse = HARResponse()
    ) -> HAREntry {
        HAREntry(
            started: "", time: 0, request: HARRequest(method: method, url: url, headers: headers), response: response)
    }

    private static func drift(_ first: String, baseURL: URL? = nil) -> CassetteDrift {
        CassetteDrift(
            of: [entry(first)], headers: [:], query: [:], baseURL: baseURL,
            over: RespondingTransport { _ in .text("ok") })
    }

    static let places: [(String, String, Bool)] = [
        ("https://a.example/", "https://a.example/x", true),
        ("https://a.example/", "https://A.example:443/x", true),
        ("https://a.example/", "http://a.example/x", false),
        ("https://a.example/", "https://a.example:444/x", false),
        ("https://a.example/", "https://b.example/x", false),
        ("https://a.example/", "ftp://a.example/x", false),
        ("http://a.example/", "http://a.example/x", true),
        ("http://a.example/", "https://a.example/x", false),
    ]

    @Test(arguments: places)
    func secretsGoToTheFirstOrigin(first: String, url: String, goes: Bool) throws {
        let parts = try #require(URLComponents(string: url))
        #expect(Self.drift(first).mayHaveSecrets(parts) == goes)
    }

    @Test func anEntryThatCannotBeReadIsNotTheFirst() throws {
        let broken = HAREntry(1, source: [0x31], lead: nil, file: "f", number: 0)
        let drift = CassetteDrift(
            of: [broken, Self.entry("https://a.example/")], headers: [:], query: [:])
        #expect(drift.mayHaveSecrets(try #require(URLComponents(string: "https://a.example/x"))))
    }

    @Test func aRequestIsSentWithoutWhatTheTransportSets() throws {
        let names = [
            ":authority", "Host", "Content-Length", "Connection", "Accept-Encoding", "If-None-Match", "Sec-Fetch-Mode",
            "Accept", "X-If-Own",
        ]
        let url = "https://a.example/a?b=1#c"
        let entry = Self.entry(url, "OPTIONS", headers: names.map { HARField($0, "1") })
        let endpoint = try Self.drift(url).request(of: entry.request)
        #expect(endpoint.headers.fields.map(\.name) == ["Accept", "X-If-Own"])
        #expect(endpoint.method == .options && endpoint.url.absoluteString == "https://a.example/a?b=1")
        #expect(endpoint.options.timeout == .seconds(30) && endpoint.options.deadline == .seconds(30))
    }

    @Test func theURLOfABrowserIsNotEscapedTwice() throws {
        let url = "https://a.example/a[1]%20?filter[b]=c%20d|%"
        let endpoint = try Self.drift(url).request(of: Self.entry(url).request)
        #expect(
            endpoint.url.absoluteString == "https://a.example/a%5B1%5D%20?filter%5Bb%5D=c%20d%7C%25")
    }

    @Test(arguments: ["v2", "v2/"]) func aRelativeBaseURLIsResolved(path: String) throws {
        let base = try #require(URL(string: path, relativeTo: URL(string: "http://b.example:8080/")))
        let url = "https://a.example/a?b=1"
        let endpoint = try Self.drift(url, baseURL: base).request(of: Self.entry(url).request)
        #expect(endpoint.url.absoluteString == "http://b.example:8080/v2/a?b=1")
    }

    @Test(arguments: [
        ("POST", "https://a.example/", "POST may change something"),
        ("GET", "ftp://a.example/", "it is not an http or https exchange"),
        ("GET", "https://a.example/REDACTED/b", "it needs a secret in its path"),
        ("GET", "https://a.example/?b=1&c=REDACTED", "it needs query item c"),
        ("GET", "https://a.example/?REDACTED=1", "it needs query item without a name"),
        ("GET", "https://b.example/?c=REDACTED", "it needs query item c, which goes to no other host"),
    ])
    func whatIsNotSentHasAReason(method: String, url: String, reason: String) {
        let drift = Self.drift("https://a.example/")
        let error = #expect(throws: CassetteDrift.Skip.self) { try drift.request(of: Self.entry(url, method).request) }
        #expect(error?.reason == reason)
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let recorded: HARResponse
        let live: StubAnswer
        var differences: [String] = []
    }

    private static func recorded(
        _ body: String?, _ status: Int = 200, type: String = "application/json", error: String? = nil,
        isTruncated: Bool = false
    ) -> HARResponse {
        var response = HARResponse(status: status, mimeType: type, body: body.map { Data($0.utf8) })
        response.json[at: "_error"] = error.map(JSONValue.string)
        response.json[at: "_truncated"] = .bool(isTruncated)
        return response
    }

    private static func live(_ body: String, type: String? = "application/json") -> StubAnswer {
        .data(Data(body.utf8), contentType: type)
    }

    static let answers: [Answer] = [
        Answer(
            testDescription: "none was recorded", recorded: HARResponse(), live: live("{}"),
            differences: ["status: no answer → 200"]),
        Answer(
            testDescription: "a type outside of the headers", recorded: recorded("a", type: "Text/Plain; a=b"),
            live: live("b", type: "text/plain")),
        Answer(
            testDescription: "an unknown type", recorded: recorded(nil, type: "x-unknown"), live: live("", type: nil)),
        Answer(
            testDescription: "an error and a success", recorded: recorded(#"{"a":1}"#, 404), live: live(#"{"b":1}"#),
            differences: ["status: 404 → 200"]),
        Answer(
            testDescription: "two successes", recorded: recorded(#"{"a":1}"#, 201), live: live(#"{"b":1}"#),
            differences: ["status: 201 → 200", "a: lost (number)", "b: gained (number)"]),
        Answer(
            testDescription: "no JSON any more", recorded: recorded("{}"), live: live("<"),
            differences: ["the body: JSON → something else"]),
        Answer(
            testDescription: "no body any more", recorded: recorded("{}"), live: live(""),
            differences: ["the body: JSON → empty"]),
        Answer(
            testDescription: "a part of a body", recorded: recorded("{}", isTruncated: true), live: live("[1]")),
        Answer(
            testDescription: "a body that broke", recorded: recorded("{}", error: "networkConnectionLost -1005"),
            live: live("[1]")),
    ]

    @Test(arguments: answers) func anAnswerIsComparedWithTheRecordedOne(_ example: Answer) async {
        let drift = CassetteDrift(
            of: [Self.entry("https://a.example/", response: example.recorded)],
            headers: [:], query: [:],
            over: RespondingTransport { _ in example.live })
        let outcome = await drift.outcome(of: 0)
        #expect(outcome == (example.differences.isEmpty ? .same : .different(example.differences)))
    }
}
