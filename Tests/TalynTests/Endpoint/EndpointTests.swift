import Foundation
import Testing

@testable import Talyn

@Suite struct EndpointTests {
    private enum Tag: CallTagKey { static let defaultValue = 0 }

    private static let url = URL(string: "https://h.example/a?b=1")!
    private static let base = Endpoint(.post, url: url, headers: ["A": "1"], body: .data(Data("x".utf8)))

    /// The base with something changed.
    private static func changed(_ change: (inout Endpoint) -> Void) -> Endpoint {
        var endpoint = base
        change(&endpoint)
        return endpoint
    }

    @Test(arguments: [
        changed { $0.method = .put },
        changed { $0.method = "post" },
        changed { $0.url = URL(string: "https://h.example/a?b=2")! },
        changed { $0.url = URL(string: "https://h.example/A?b=1")! },
        changed { $0.headers["A"] = "2" },
        changed { $0.headers["B"] = "1" },
        changed { $0.headers = [:] },
        changed { $0.body = .data(Data("y".utf8)) },
        changed { $0.body = .none },
    ])
    func anotherMethodURLHeaderOrBodyMakesAnotherEndpoint(other: Endpoint) {
        #expect(other != Self.base)
        #expect(Set([other, Self.base]).count == 2)
    }

    @Test func optionsTagsOriginAndTheCaseOfHeaderNamesDoNotCount() throws {
        let same = [
            Self.changed { $0.options.timeout = .seconds(1) },
            Self.changed { $0.options.deadline = .seconds(1) },
            Self.changed { $0.options.redirects = .refuse },
            Self.changed { $0.options.tags[Tag.self] = 7 },
            Self.changed { $0.headers = ["a": "1"] },
        ]
        for other in same {
            #expect(other == Self.base)
            #expect(other.hashValue == Self.base.hashValue)
        }
        let resolved = try Route.get("a").resolved()
        let byHand = Endpoint(url: try #require(URL(string: "https://api.example.com/a")))
        #expect(resolved == byHand)
        #expect(Set([resolved, byHand]).count == 1)
    }

    @Test func anEndpointMadeByHandIsAGETWithoutAnything() {
        let endpoint = Endpoint(url: Self.url)
        #expect(endpoint.method == .get)
        #expect(endpoint.url == Self.url)
        #expect(endpoint.headers.isEmpty)
        #expect(endpoint.body == .none)
        #expect(endpoint.options.timeout == nil)
        #expect(endpoint.target == nil)
        #expect(endpoint.operation == nil)
        #expect(endpoint.template == nil)
    }

    @Test func anEndpointOfATargetKnowsWhereItCameFrom() throws {
        let endpoint = try Provider<GitHub>(transport: StubTransport()).endpoint(.user("octocat"))
        #expect(endpoint.target as? GitHub == .user("octocat"))
        #expect(endpoint.operation == "GitHub.user")
        #expect(endpoint.template == "users/{}")
    }

    @Test func descriptionsShowHostTemplateAndQueryNames() throws {
        let resolved = try Probe(.put("users/\("octocat")").query(["page": 1, "q": "x"]).bearer("abc").text("né"))
            .resolved()
        #expect("\(resolved)" == "PUT https://api.example.com/users/{}?page&q")
        #expect(String(reflecting: resolved) == "PUT https://api.example.com/users/{}?page&q")
        let children = Mirror(reflecting: resolved).children.map { "\($0.label ?? "")=\($0.value)" }
        #expect(
            children == [
                "endpoint=PUT https://api.example.com/users/{}?page&q", "operation=Probe.call",
                "headers=[Content-Type: text/plain; charset=utf-8, Authorization: <hidden>]", "body=3 bytes",
            ])
    }

    @Test(arguments: [
        ("https://h.example/path/to?a=1&b", "GET https://h.example/…?a&…"),
        ("https://user:pass@h.example:8443/path", "GET https://h.example:8443/…"),
        ("http://[::1]:80/", "GET http://[::1]:80/…"),
        ("https://h.example#top", "GET https://h.example/…"),
    ])
    func descriptionsOfEndpointsMadeByHandHidePathAndUserinfo(url: String, expected: String) throws {
        #expect("\(Endpoint(url: try #require(URL(string: url))))" == expected)
    }
}
