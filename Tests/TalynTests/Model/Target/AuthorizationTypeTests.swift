import Foundation
import Testing

@testable import Talyn

@Suite struct AuthorizationTypeTests {
    static let all: [AuthorizationType] = [
        .bearer, .basic, .custom("Token"), .raw, .header("X-Api-Key"), .query("access_token"),
    ]

    private func endpoint(_ url: String = "https://api.example.com/a") throws -> Endpoint {
        Endpoint(url: try #require(URL(string: url)))
    }

    @Test(
        arguments: [
            (AuthorizationType.bearer, "Authorization", "Bearer a.b-c"),
            (.basic, "Authorization", "Basic a.b-c"),
            (.custom("Token"), "Authorization", "Token a.b-c"),
            (.raw, "Authorization", "a.b-c"),
            (.header("X-Api-Key"), "X-Api-Key", "a.b-c"),
        ] as [(AuthorizationType, String, String)])
    func aTokenStandsInItsHeaderOnce(type: AuthorizationType, name: String, expected: String) throws {
        var endpoint = try endpoint()
        endpoint.headers.add(name, "earlier")
        endpoint.headers.add(name.lowercased(), "another")
        #expect(!type.isSet("a.b-c", on: endpoint))
        try type.set("a.b-c", on: &endpoint)
        #expect(endpoint.headers.fields == [HTTPHeaders.Field(name, expected)])
        #expect(type.isSet(on: endpoint) && type.isSet("a.b-c", on: endpoint) && !type.isSet("a.b", on: endpoint))
    }

    @Test(arguments: [
        ("https://a.example", "https://a.example?key=t"),
        ("https://a.example/", "https://a.example/?key=t"),
        ("https://a.example/p?", "https://a.example/p?key=t"),
        ("https://a.example/p?a=1", "https://a.example/p?a=1&key=t"),
        ("https://a.example/p?key=old", "https://a.example/p?key=t"),
        ("https://a.example/p?key", "https://a.example/p?key=t"),
        ("https://a.example/p?key=1&a=%20+%2B&key=2&KEY=3&keys=4", "https://a.example/p?a=%20+%2B&KEY=3&keys=4&key=t"),
        ("https://a.example/p?%6Bey=old&b", "https://a.example/p?b&key=t"),
        ("https://a.example/p?a=1#f?key=2", "https://a.example/p?a=1&key=t#f?key=2"),
        ("https://a.example/key=1?a=1&&b=2", "https://a.example/key=1?a=1&b=2&key=t"),
        // Escapes that are not UTF-8 are a name that nothing else has.
        ("https://a.example/p?%FF=1&b=%FF", "https://a.example/p?%FF=1&b=%FF&key=t"),
    ])
    func aQueryItemTakesThePlaceOfThoseOfItsName(url: String, expected: String) throws {
        var endpoint = try endpoint(url)
        try AuthorizationType.query("key").set("t", on: &endpoint)
        #expect(endpoint.url.absoluteString == expected)
    }

    @Test(arguments: [
        ("a+b/c==", "a%2Bb/c%3D%3D"), ("ü&x=1#y", "%C3%BC%26x%3D1%23y"), ("100% sure", "100%25%20sure"),
    ])
    func aTokenInTheQueryIsEscapedAndReadBack(token: String, expected: String) throws {
        var endpoint = try endpoint()
        let type = AuthorizationType.query("my key")
        #expect(!type.isSet(on: endpoint))
        try type.set(token, on: &endpoint)
        #expect(endpoint.url.absoluteString == "https://api.example.com/a?my%20key=\(expected)")
        #expect(type.isSet(token, on: endpoint) && !type.isSet("other", on: endpoint))
    }

    @Test(arguments: all, ["a\nb", "a\r\nX-Evil: 1", "a\u{0}b", "a\u{7F}", "a\tb"])
    func aTokenThatCannotBeSentIsRefusedAndNotShown(type: AuthorizationType, token: String) throws {
        var endpoint = try endpoint()
        let before = endpoint
        let error = #expect(throws: RequestError.self) { try type.set(canary + token, on: &endpoint) }
        #expect(endpoint == before)
        #expect(error?.category == .invalidRequest)
        #expect(!texts(of: error as Any).contains(canary))
    }

    @Test(
        arguments: [
            (AuthorizationType.bearer, "a b", false), (.basic, "a b", false), (.custom("Digest"), "a=\"b\", c=d", true),
            (.raw, "Token a", true), (.raw, " a", false), (.raw, "a ", false), (.bearer, "a\u{FC}", false),
            (.header("X"), "\u{FC}", false), (.query("q"), "a b", true), (.custom("To ken"), "a", false),
            (.custom(""), "a", false), (.query(""), "a", false), (.bearer, "1|a~b+c/d==", true),
            (.basic, "user:password", false), (.custom("Token"), "a:b", true),
        ] as [(AuthorizationType, String, Bool)])
    func aTokenIsSentIfAHeaderCanCarryIt(type: AuthorizationType, token: String, isSent: Bool) throws {
        var endpoint = try endpoint()
        do {
            try type.set(token, on: &endpoint)
            #expect(isSent)
        } catch { #expect(!isSent) }
    }
}
