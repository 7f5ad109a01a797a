import Foundation
import Testing

@testable import Talyn

@Suite struct EndpointResolveTests {
    let stubs = StubTransport()
    var provider: Provider<Probe> {
        stubs.on(where: { _, _ in true }, .status(204))
        return Provider(transport: stubs)
    }

    /// Returns the names of the headers that are sent for a route.
    private func sentHeaders(_ route: Route, by provider: Provider<Probe>) async throws -> [String] {
        try await provider.request(Probe(route))
        return stubs.requests.last?.headers.fields.map { "\($0.name)=\($0.value)" } ?? []
    }

    @Test func aTargetsHeadersReplaceTheProvidersAndAPluginsReplaceBoth() async throws {
        let defaults = provider.withDefaults { $0.headers = ["A": "provider", "B": "provider", "C": "provider"] }
        let route = Route.get("x").headers(["b": "target", "c": "target"])
        #expect(try await sentHeaders(route, by: defaults) == ["A=provider", "b=target", "c=target"])
        let plugged = defaults.adding(Changing { $0.headers["C"] = "plugin" }, Changing { $0.headers["D"] = "plugin" })
        #expect(try await sentHeaders(route, by: plugged) == ["A=provider", "b=target", "C=plugin", "D=plugin"])
    }

    @Test func aRouteDoesWithoutAHeaderOfTheProvider() async throws {
        let defaults = provider.withDefaults { $0.headers = ["A": "provider", "a": "again", "B": "provider"] }
        #expect(try await sentHeaders(.get("x").header("a", nil), by: defaults) == ["B=provider"])
        #expect(
            try await sentHeaders(.get("x").header("A", nil).header("A", "1"), by: defaults) == ["B=provider", "A=1"])
    }

    @Test func toAnAbsoluteURLElsewhereOnlySafeDefaultsGoAlong() async throws {
        let defaults = provider.withDefaults { $0.headers = ["Accept": "a", "Authorization": "b", "X-Key": "c"] }
        let away = try #require(URL(string: "https://other.example/x"))
        let home = try #require(URL(string: "https://API.example.com:443/x"))
        let route = Route.get(.absolute(away)).header("X-Key", "own")
        #expect(try await sentHeaders(route, by: defaults) == ["Accept=a", "X-Key=own"])
        #expect(
            try await sentHeaders(.get(.absolute(home)), by: defaults) == ["Accept=a", "Authorization=b", "X-Key=c"])
    }

    @Test(arguments: [HTTPMethod.get, .head])
    func aMethodThatCarriesNoBodyIsNotSentWithOne(method: HTTPMethod) async throws {
        let reason = "\(method) cannot carry a body (RFC 9110 §9.3.1); use query items or another method"
        let refusal = RequestError(.invalidRequest(reason))
        let body = Body.data(Data("x".utf8))
        let url = try #require(URL(string: "https://api.example.com/x"))
        await #expect(throws: refusal) { try await provider.request(Probe(Route(method, "x", task: .text("x")))) }
        await #expect(throws: refusal) { try await provider.send(Endpoint(method, url: url, body: body)) }
        await #expect(throws: refusal) {
            try await provider.adding(Changing { $0.body = body }).request(Probe(Route(method, "x")))
        }
        #expect(stubs.requests.isEmpty)
    }

    @Test func laterPluginsReplaceEarlierOnes() async throws {
        let plugged = provider.adding(Changing { $0.headers["A"] = "first" }, Changing { $0.headers["a"] = "second" })
        #expect(try await sentHeaders(.get("x"), by: plugged) == ["a=second"])
    }

    @Test func repeatedHeadersAreSentEach() async throws {
        let route = Route(.get, "x", headers: ["Accept": "a", "accept": "b"])
        let defaults = provider.withDefaults { $0.headers = ["ACCEPT": "c", "B": "1"] }
        #expect(try await sentHeaders(route, by: defaults) == ["B=1", "Accept=a", "accept=b"])
    }

    @Test func contentTypeComesWithTheBodyAndMayBeOverridden() async throws {
        let json = Route.post("x").json(1)
        #expect(try await sentHeaders(.get("x"), by: provider) == [])
        #expect(try await sentHeaders(json, by: provider) == ["Content-Type=application/json"])
        #expect(
            try await sentHeaders(json.header("content-type", "application/vnd.api+json"), by: provider)
                == ["content-type=application/vnd.api+json"])
        let defaults = provider.withDefaults { $0.headers["Content-Type"] = "text/default" }
        #expect(try await sentHeaders(json, by: defaults) == ["Content-Type=application/json"])
        let plugged = provider.adding(Changing { $0.headers["Content-Type"] = "text/plugin" })
        #expect(try await sentHeaders(json, by: plugged) == ["Content-Type=text/plugin"])
    }

    @Test(
        arguments: [
            ("https://h.example/v1?key=1", ["a": 2, "key": 3], "https://h.example/v1/x?key=1&a=2&key=3"),
            ("https://h.example/v1?", ["a": 2], "https://h.example/v1/x?a=2"),
            ("https://h.example?key=a%26b%3D", ["c": "d&e"], "https://h.example/x?key=a%26b%3D&c=d%26e"),
            ("https://h.example?key=1", ["a": nil], "https://h.example/x?key=1"),
            ("https://h.example?", ["a": nil], "https://h.example/x"),
            ("https://h.example?key=1#top", ["a": 1], "https://h.example/x?key=1&a=1"),
        ] as [(String, QueryItems, String)])
    func theBasesQueryComesFirst(base: String, items: QueryItems, expected: String) throws {
        var target = try Probe("x", behind: base)
        target.route = target.route.query(items)
        #expect(try target.resolved().url.absoluteString == expected)
    }

    @Test(arguments: ["https://h.example/v1?", "https://h.example?", "https://h.example/?x=1&", "https://h.example/v1"])
    func aBaseURLWithoutPathAndQueryOfItsTargetIsSentAsItIs(base: String) throws {
        #expect(try Probe("", behind: base).resolved().url.absoluteString == base)
    }

    @Test(arguments: [
        ("https://u:p@h/v1", "https://u:p@h/v1/x?a=1"), ("HTTPS://h", "HTTPS://h/x?a=1"),
        ("https://h/a@:80/b?c=@d", "https://h/a@:80/b/x?c=@d&a=1"), ("https://h#a/b?c", "https://h/x?a=1"),
        ("https://h?c#d?e", "https://h/x?c&a=1"), ("https://h/?", "https://h/x?a=1"),
    ])
    func aBaseURLIsCutAtItsPathQueryAndFragment(base: String, expected: String) throws {
        var target = try Probe("x", behind: base)
        target.route = target.route.query(["a": 1])
        #expect(try target.resolved().url.absoluteString == expected)
    }

    @Test func aQueryBehindAnEmptyPathStandsBehindTheBase() throws {
        var target = try Probe("", behind: "https://h.example/v1/")
        target.route = target.route.query(["a": 1])
        #expect(try target.resolved().url.absoluteString == "https://h.example/v1/?a=1")
        target.baseURL = try #require(URL(string: "https://h.example"))
        #expect(try target.resolved().url.absoluteString == "https://h.example?a=1")
    }

    @Test func aRelativeBaseURLIsTakenWhole() throws {
        var target = Probe(.get("x"))
        target.baseURL = try #require(URL(string: "v1/", relativeTo: URL(string: "https://h.example/api/")))
        #expect(try target.resolved().url.absoluteString == "https://h.example/api/v1/x")
    }

    @Test func optionsAreTheRoutesThenTheTargetsThenTheProviders() throws {
        let defaults = Provider<Probe>(transport: stubs).withDefaults {
            $0.timeout = .seconds(1)
            $0.deadline = .seconds(2)
            $0.redirects = .refuse
        }
        var target = Probe(.get("x"))
        var options = try defaults.endpoint(target).options
        #expect(options.timeout == .seconds(1))
        #expect(options.deadline == .seconds(2))
        #expect(options.redirects == .refuse)

        target.timeout = .seconds(3)
        #expect(try defaults.endpoint(target).options.timeout == .seconds(3))

        target.route = .get("x").timeout(.seconds(4)).deadline(.seconds(5)).redirects(.follow)
        options = try defaults.endpoint(target).options
        #expect(options.timeout == .seconds(4))
        #expect(options.deadline == .seconds(5))
        #expect(options.redirects == .follow)
    }

    @Test func eachOptionIsTheTargetsOrElseTheProviders() throws {
        let (one, other) = (RedirectPolicy(maximum: 1), RedirectPolicy(maximum: 2))
        var defaults = CallOptions()
        defaults.timeout = .seconds(1)
        defaults.deadline = .seconds(2)
        defaults.redirects = one
        defaults.maxBodySize = 3
        defaults.contentCoding = .gzip
        var none = CallOptions()
        none.inherit(from: defaults)
        #expect(none.timeout == .seconds(1) && none.deadline == .seconds(2) && none.redirects == one)
        #expect(none.maxBodySize == 3 && none.contentCoding == .gzip)
        var own = CallOptions()
        own.timeout = .seconds(5)
        own.deadline = .seconds(6)
        own.redirects = other
        own.maxBodySize = 7
        own.contentCoding = .identity
        own.inherit(from: defaults)
        #expect(own.timeout == .seconds(5) && own.deadline == .seconds(6) && own.redirects == other)
        #expect(own.maxBodySize == 7 && own.contentCoding == .identity)
    }

    @Test func withoutDefaultsThirtySecondsAndTwentyRedirectsApply() throws {
        let options = try Route.get("x").resolved().options
        #expect(options.timeout == .seconds(30))
        #expect(options.deadline == nil)
        #expect(options.redirects == .follow)
    }

    @Test func aContentTypeCanBeDoneWithout() throws {
        struct Bare: RoutedTarget {
            var baseURL: URL { GitHub.host }
            var route: Route { .post("a").json(1).header("Content-Type", nil) }
        }
        #expect(try Provider<Bare>().endpoint(Bare()).headers == [:])
    }

    @Test func anEndpointMadeByHandTakesTheDefaultsAndGoesThroughPlugins() async throws {
        let url = try #require(URL(string: "https://other.example/a?b=%2F"))
        let defaults = provider.withDefaults {
            $0.headers = ["Accept": "provider", "B": "provider", "X-Key": "stays at home"]
            $0.timeout = .seconds(5)
            $0.baseURL = URL(string: "https://staging.example")
        }
        .adding(Changing { $0.headers["C"] = "plugin" })
        try await defaults.send(Endpoint(.put, url: url, headers: ["b": "hand"], body: .data(Data("x".utf8))))
        let sent = try #require(stubs.requests.first)
        #expect(sent.url == url)
        #expect(sent.method == .put)
        #expect(sent.bodyText == "x")
        #expect(sent.headers.fields.map { "\($0.name)=\($0.value)" } == ["Accept=provider", "b=hand", "C=plugin"])
        #expect(sent.options.timeout == .seconds(5))
        #expect(stubs.requests.count == 1)
    }

    @Test(arguments: [
        ("mailto:a@h.example", "the URL has no http or https scheme"),
        ("file:///etc/passwd", "the URL has no http or https scheme"),
        ("/relative", "the URL has no http or https scheme"),
        ("https:///path", "the URL has no host"), ("https://u@/x", "the URL has no host"),
        ("https://u@:80/x", "the URL has no host"), ("https://:80/x", "the URL has no host"),
        ("https:/h", "the URL has no http or https scheme"), ("https", "the URL has no http or https scheme"),
        ("http:", "the URL has no http or https scheme"), ("htt", "the URL has no http or https scheme"),
        ("httpx://h", "the URL has no http or https scheme"),
    ])
    func anURLThatIsNotHTTPIsNeverSent(text: String, reason: String) async throws {
        let url = try #require(URL(string: text))
        let refusal = RequestError(.invalidRequest(reason))
        await #expect(throws: refusal) { try await provider.send(Endpoint(url: url)) }
        await #expect(throws: refusal) {
            try await provider.adding(Changing { $0.url = url }).request(Probe(.get("x")))
        }
        await #expect(throws: refusal) {
            try await provider.withDefaults { $0.baseURL = url }.request(Probe(.get("x")))
        }
        #expect(stubs.requests.isEmpty)
    }
}
