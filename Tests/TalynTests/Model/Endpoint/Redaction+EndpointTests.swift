import Foundation
import Testing

@testable import Talyn

@Suite struct RedactionEndpointTests {
    private static let url = URL(string: "https://ann:CANARY-1@h.example/p?page=2&token=CANARY-2#CANARY-3")

    private func endpoint() throws -> Endpoint {
        Endpoint(
            .post, url: try #require(Self.url), headers: ["Authorization": "Bearer CANARY-4", "Accept": "*/*"],
            body: .data(Data(#"{"a": 1, "password": "CANARY-5"}"#.utf8)))
    }

    @Test func eachPartIsRedactedAndTheFragmentIsNotThere() throws {
        var found = Set<String>()
        let shown = Redaction.standard.endpoint(try endpoint(), found: &found)
        #expect(shown.url.absoluteString == "https://h.example/p?page=2&token=REDACTED")
        #expect(shown.headers.fields.map(\.value) == ["Bearer REDACTED", "*/*"])
        #expect(shown.bodyText == #"{"a": 1, "password": "REDACTED"}"#)
        #expect(found.isSuperset(of: ["CANARY-1", "CANARY-2", "CANARY-4", "CANARY-5"]))
    }

    @Test func repeatedSecretsAreTakenOutOfEachPart() throws {
        let file = Endpoint(
            .put, url: try #require(URL(string: "https://h.example/CANARY-4?q=CANARY-4")),
            headers: ["X-Debug": "as CANARY-4"], body: .file(URL(fileURLWithPath: "/tmp/CANARY-4.txt")))
        let shown = SecretSearch(for: ["CANARY-4"]).scrubbed(file)
        #expect(shown.url.absoluteString == "https://h.example/REDACTED?q=REDACTED")
        #expect(shown.headers["X-Debug"] == "as REDACTED")
        #expect(shown.body == .file(URL(fileURLWithPath: "/tmp/REDACTED.txt")))
        var data = file
        data.body = .data(Data("CANARY-4".utf8))
        #expect(SecretSearch(for: ["CANARY-4"]).scrubbed(data).bodyText == "REDACTED")
        #expect(SecretSearch(for: []).scrubbed(data) == data)
    }

    @Test(arguments: ["", "no url", "http://[", "é"])
    func aRuleThatLeavesNoURLLeavesNoSecret(_ left: String) throws {
        var found = Set<String>()
        let redaction = Redaction.standard.adding { $0.hasPrefix("http") ? left : $0 }
        let shown = redaction.endpoint(try endpoint(), found: &found)
        #expect(!shown.url.absoluteString.contains("CANARY"))
    }

    @Test func aBodyAboveTheLimitOrOfAnotherFormatIsLeftOut() throws {
        var large = try endpoint()
        large.body = .data(Data(repeating: 0x61, count: Redaction.largestBody + 1))
        var found = Set<String>()
        #expect(Redaction.standard.endpoint(large, found: &found).body == .none)
        var other = try endpoint()
        other.headers["Content-Type"] = "application/xml"
        #expect(Redaction.standard.endpoint(other, found: &found).body == .none)
    }

    @Test(arguments: [
        (AuthorizationType.query("t"), TokenName.query("t")),
        (.header("X-My-Thing"), .header("X-My-Thing")),
    ])
    func aTokenIsNotedWhereItIsPut(_ type: AuthorizationType, _ name: TokenName) throws {
        var endpoint = try endpoint()
        let before = endpoint
        try type.set("token", on: &endpoint)
        #expect(endpoint.options.tokenNames == [name])
        endpoint.url = before.url
        endpoint.headers = before.headers
        #expect(endpoint == before)
    }

    @Test(arguments: [AuthorizationType.bearer, .basic, .custom("Token"), .raw, .header("authorization")])
    func aStandardHeaderNameIsNotNoted(_ type: AuthorizationType) throws {
        var endpoint = try endpoint()
        try type.set("token", on: &endpoint)
        #expect(endpoint.options.tokenNames.isEmpty)
    }

    @Test func aTokensNameIsOneWhereItStandsOnly() throws {
        var endpoint = try endpoint()
        endpoint.options.tokenNames = [.query("T"), .header("x-my-thing")]
        let redaction = Redaction.standard.hidingTokens(of: endpoint)
        #expect(redaction.url("/p?t=abc&u=1") == "/p?t=REDACTED&u=1")
        #expect(redaction.headers(["X-My-Thing": "abc", "t": "abc"]).fields.map(\.value) == ["REDACTED", "abc"])
        #expect(redaction.body(Data(#"{"t": "abc"}"#.utf8), contentType: nil) == Data(#"{"t": "abc"}"#.utf8))
        let excepted = Redaction.standard.excepting(headers: ["X-My-Thing"], names: ["t"]).hidingTokens(of: endpoint)
        #expect(excepted.url("/p?t=abc") == "/p?t=abc")
        #expect(excepted.headers(["X-My-Thing": "abc"])["X-My-Thing"] == "abc")
    }
}
