import Foundation
import Testing

@testable import Talyn

@Suite struct EndpointTests {
    private enum Tag: CallTagKey { static let defaultValue = 0 }

    private static let url = URL(string: "https://h.example/a?b=1")!
    private static let base = Endpoint(.post, url: url, headers: ["A": "1"], body: .data(Data("x".utf8)))

    /// Returns the base endpoint with a change.
    private static func changed(_ change: (inout Endpoint) -> Void) -> Endpoint {
        var endpoint = base
        change(&endpoint)
        return endpoint
    }

    @Test func theDescriptionNamesNoItemThatMayBeAToken() throws {
        let url = try #require(URL(string: "https://h.example/?a=1&dGhpc2lzYXNlY3JldA==&c0ffee12345678=&empty=&x"))
        #expect("\(Endpoint(url: url))".hasSuffix("?a&…&…&empty&…"))
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

    @Test(arguments: [
        ("https://h%0d%0aFORGED/a?b%0d%0ac=1", "https://h%0d%0aFORGED"), ("http://[::1]:80/", "http://[::1]:80"),
        ("https://H.example", "https://H.example"),
    ])
    func theHostIsShownAsItIsWritten(text: String, origin: String) throws {
        let endpoint = Endpoint(url: try #require(URL(string: text)))
        #expect(endpoint.description.hasPrefix("GET \(origin)/"))
        #expect(!endpoint.description.utf8.contains(0x0A))
    }

    @Test func aChangedCopyLeavesTheOriginalAlone() {
        let original = Self.base
        var copy = original
        copy.method = .put
        copy.url = URL(string: "https://h.example/other")!
        copy.headers["A"] = "2"
        copy.body = .none
        copy.options.timeout = .seconds(1)
        let last = copy
        copy.headers["A"] = "3"
        #expect(original == Endpoint(.post, url: Self.url, headers: ["A": "1"], body: .data(Data("x".utf8))))
        #expect(original.options.timeout == nil)
        #expect(last.headers["A"] == "2")
        #expect(copy.headers["A"] == "3")
        #expect(copy.method == .put)
        #expect(copy.url.path == "/other")
        #expect(copy.body == .none)
        #expect(copy.options.timeout == .seconds(1))
    }

    @Test func anEndpointOfATargetEqualsTheSameOneMadeByHand() throws {
        let made = try Provider<Sprout>(transport: StubTransport()).endpoint(.leaf("a b"))
        let text = "https://sprout.example/leaves/a%20b?page=-7&limit=18446744073709551615"
        let byHand = Endpoint(url: try #require(URL(string: text)))
        #expect(made == byHand)
        #expect(Set([made, byHand]).count == 1)
        #expect(made.url == byHand.url)
    }

    @Test func aResponseComesFromItsEndpointUnlessItSaysOtherwise() throws {
        let other = try #require(URL(string: "https://h.example/moved"))
        let response = Response(statusCode: 200, endpoint: Self.base)
        #expect(response.url == Self.url)
        #expect(response == Response(statusCode: 200, url: Self.url, endpoint: Self.base))
        #expect(response != Response(statusCode: 200, url: other, endpoint: Self.base))
        #expect(Response(statusCode: 200, url: other, endpoint: Self.base).replacing(statusCode: 201).url == other)
    }

    private enum Sprout: RoutedTarget {
        case leaf(String)

        var baseURL: URL { URL(string: "https://sprout.example")! }
        var route: Route {
            switch self {
            case .leaf(let name): .get("leaves/\(name)").query(["page": -7, "limit": UInt64.max])
            }
        }
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

    @Test(arguments: [
        ("https://h.example/api/v2", "https://h.example/api/v2/users/{}"),
        ("https://h.example/", "https://h.example/users/{}"),
        ("https://h.example/api/v2/?k=1", "https://h.example/api/v2/users/{}?k"),
        ("https://h.example/bot12:CANARY", "https://h.example/bot12:REDACTED/users/{}"),
        ("https://ann:CANARY@h.example/a%20b", "https://h.example/a%20b/users/{}"),
    ])
    func descriptionsShowThePathOfTheBaseURL(_ base: String, _ shown: String) throws {
        var target = Probe(.get("users/\("octocat")"))
        target.baseURL = try #require(URL(string: base))
        #expect("\(try target.resolved())" == "GET \(shown)")
        let other = Provider<Probe>(baseURL: URL(string: "https://o.example/v3"), transport: StubTransport())
        var moved = try other.endpoint(target)
        #expect("\(moved)" == "GET https://o.example/v3/users/{}")
        moved.url = try #require(URL(string: "https://o.example/CANARY/b"))
        #expect("\(moved)" == "GET https://o.example/users/{}")
    }

    @Test(arguments: ["https://h.example/api/v2", "https://h.example/api/", "https://h.example/"])
    func descriptionsOfAnEmptyPathAreTheBaseURL(_ base: String) throws {
        var target = Probe(.get(""))
        target.baseURL = try #require(URL(string: base))
        #expect("\(try target.resolved())" == "GET \(base)")
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
                "headers=[Content-Type: text/plain, Authorization: <hidden>]", "body=3 bytes",
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

    @Test func aRelativeURLIsShownWithItsOrigin() throws {
        let base = try #require(URL(string: "https://h.example/a/"))
        let endpoint = Endpoint(url: try #require(URL(string: "b?c=1", relativeTo: base)))
        #expect("\(endpoint)" == "GET https://h.example/…?c")
    }

    @Test func anEndpointThatAPluginMadeBelongsToTheTargetOfTheGivenOne() throws {
        let provider = Provider<GitHub>(transport: StubTransport())
        var given = try provider.endpoint(.user("octocat"))
        given.options.timeout = .seconds(7)
        given.options.tokenNames = [.header("X-Key")]
        given.options.awaitsSignature = true
        var made = Endpoint(.put, url: Self.url, headers: ["A": "1"])
        made.options.deadline = .seconds(8)
        for other in [made, try provider.endpoint(.zen)] {
            let continued = other.inheritingSource(of: given)
            #expect(continued == other && continued.operation == "GitHub.user" && continued.template == "users/{}")
            #expect(continued.options.tokenNames == [.header("X-Key")] && continued.options.awaitsSignature)
            let again = Endpoint(
                method: other.method, url: other.lazyURL, headers: other.headers, body: other.body,
                options: continued.options, source: nil)
            #expect(again.inheritingSource(of: given).options.tokenNames == [.header("X-Key")])
        }
        #expect(made.inheritingSource(of: given).options.timeout == .seconds(7))
        #expect(made.inheritingSource(of: given).options.deadline == .seconds(8))
        // A copy has what the plugin left of it.
        var copy = given
        copy.options = CallOptions()
        let copied = copy.inheritingSource(of: given).options
        #expect(copied.timeout == nil && copied.tokenNames.isEmpty)
        #expect(made.inheritingSource(of: Endpoint(url: Self.url)).target == nil)
    }

    // MARK: By hand, from a task

    @Test(arguments: [
        (HTTPTask.json(["text": "a", "n": 1]), #"{"n":1,"text":"a"}"#, "application/json"),
        (.form(["a": 1]), "a=1", "application/x-www-form-urlencoded"),
        (.text("a"), "a", "text/plain; charset=utf-8"),
        (.data(Data("b".utf8), contentType: "image/png"), "b", "image/png"),
    ])
    func anEndpointByHandTakesBodyAndContentTypeOfATask(task: HTTPTask, body: String, type: String) throws {
        let url = try #require(URL(string: "https://hooks.example/x?a=1#end"))
        let endpoint = try Endpoint(.post, url: url, headers: ["X-A": "1"], task: task.query(["b": "2 3"]))
        #expect(endpoint.url.absoluteString == "https://hooks.example/x?a=1&b=2%203")
        #expect(endpoint.bodyText == body)
        #expect(endpoint.headers == ["Content-Type": type, "X-A": "1"])
        let own = try Endpoint(.put, url: url, headers: ["content-type": "a/b"], task: task)
        #expect(own.headers == ["Content-Type": "a/b"])
        #expect(own.url.absoluteString == "https://hooks.example/x?a=1")
    }

    @Test func anEndpointByHandFromATaskIsSent() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        let url = try #require(URL(string: "https://hooks.example/x"))
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        struct Hook: Encodable { var firstName = "a" }
        let hook = try Endpoint(.post, url: url, task: .json(Hook()), encoder: encoder)
        try await Provider<GitHub>(transport: stubs).send(hook)
        #expect(stubs.requests.first?.bodyText == #"{"first_name":"a"}"#)
        #expect(stubs.requests.first?.headers["Content-Type"] == "application/json")
        #expect(try Endpoint(.get, url: url, task: .plain) == Endpoint(url: url))
    }

    @Test func aTaskThatCannotBeEncodedIsAnInvalidRequest() throws {
        let url = try #require(URL(string: "https://hooks.example/x"))
        #expect(throws: RequestError(.invalidRequest("a value cannot be encoded at n"))) {
            try Endpoint(.post, url: url, task: .json(["n": Double.nan]))
        }
        let file = try #require(URL(string: "file:///x"))
        #expect(throws: RequestError(.invalidRequest("the URL has no http or https scheme"))) {
            try Endpoint(.post, url: file, task: .json(["n": 1]))
        }
    }
}
