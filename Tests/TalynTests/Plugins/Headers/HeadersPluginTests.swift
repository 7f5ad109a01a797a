import Foundation
import Testing

@testable import Talyn

@Suite struct HeadersPluginTests {
    let stubs = StubTransport()

    func sent(_ plugins: [any Plugin], _ route: Route = .get("a")) async throws -> HTTPHeaders {
        stubs.on(where: { _, _ in true }, .status(204))
        try await Provider<Probe>(transport: stubs, plugins: plugins).request(Probe(route))
        return try #require(stubs.requests.last?.headers)
    }

    @Test func aHeaderIsSetWhereNoneOfItsNameIs() async throws {
        let plugin = HeadersPlugin.headers(["X-Client": "ios", "Accept": "text/plain"])
        #expect(try await sent([plugin]) == ["X-Client": "ios", "Accept": "text/plain"])
        #expect(
            try await sent([plugin], .get("a").header("x-client", "own")) == [
                "x-client": "own", "Accept": "text/plain",
            ])
    }

    @Test func repeatedNamesAreAllSet() async throws {
        #expect(try await sent([.headers(["Via": "a", "Via": "b"])]).values(for: "Via") == ["a", "b"])
    }

    @Test func aClosureKnowsTheCallAndMayThrow() async throws {
        let named = HeadersPlugin.headers { context in ["X-Template": context.template ?? ""] }
        #expect(try await sent([named])["X-Template"] == "a")
        let failing = HeadersPlugin.headers { _ in throw URLError(.badURL) }
        await #expect(
            throws: RequestError(.plugin(PluginFailure(plugin: "HeadersPlugin", underlying: URLError(.badURL))))
        ) {
            try await sent([failing])
        }
    }

    @Test func elsewhereOnlySafeHeadersGoAlong() async throws {
        let elsewhere = try #require(URL(string: "https://elsewhere.example/a"))
        let plugin = HeadersPlugin.headers(["X-Api-Key": "k", "User-Agent": "app"])
        #expect(try await sent([plugin], .get(.absolute(elsewhere))) == ["User-Agent": "app"])
        let staging = Provider<Probe>(baseURL: elsewhere, transport: stubs, plugins: [plugin])
        try await staging.request(Probe(.get("a")))
        #expect(stubs.requests.last?.headers["X-Api-Key"] == "k")
    }

    @Test func headersForTheTargetsOriginOnlyGoNowhereElse() async throws {
        let elsewhere = try #require(URL(string: "https://elsewhere.example/a"))
        let asked = Locked(0)
        let plugin = HeadersPlugin.headers(sameOriginOnly: true) { _ in
            asked.withLock { $0 += 1 }
            return ["X-Api-Key": "k", "User-Agent": "app"]
        }
        #expect(try await sent([plugin]) == ["X-Api-Key": "k", "User-Agent": "app"])
        #expect(try await sent([plugin], .get(.absolute(elsewhere))) == [:])
        let provider = Provider<Probe>(transport: stubs, plugins: [plugin])
        _ = try await provider.send(Endpoint(url: elsewhere))
        #expect(stubs.requests.last?.headers == [:])
        #expect(asked.withLock { $0 } == 1)
        let fixed = HeadersPlugin.headers(["User-Agent": "app"], sameOriginOnly: true)
        #expect(try await sent([fixed], .get(.absolute(elsewhere))) == [:])
    }

    @Test func aRedirectElsewhereTakesSafeHeadersOnly() async throws {
        stubs.on(where: { _, _ in true }, .redirect(to: "https://elsewhere.example/b"))
        stubs.on(where: { endpoint, _ in endpoint.url.host == "elsewhere.example" }, .status(204))
        for sameOriginOnly in [true, false] {
            let plugin = HeadersPlugin.headers(["X-Api-Key": "k", "Accept": "a/b"], sameOriginOnly: sameOriginOnly)
            try await Provider<Probe>(transport: stubs, plugins: [plugin]).request(Probe(.get("a")))
            #expect(stubs.requests.suffix(2).map { $0.headers["X-Api-Key"] } == ["k", nil])
            #expect(stubs.requests.last?.headers == ["Accept": "a/b"])
        }
    }

    @Test func aValueThatCannotBeSentIsRefused() async {
        await #expect(throws: RequestError.self) { try await sent([.headers(["X-A": "a\r\nX-B: b"])]) }
        #expect(stubs.requests.isEmpty)
    }

    @Test func theUserAgentIsAProductInASCII() async throws {
        let standard = try #require(try await sent([.userAgent()])["User-Agent"])
        #expect(standard.utf8.allSatisfy { 0x20...0x7E ~= $0 })
        #expect(standard.contains(/Talyn \([A-Za-z]+ \d+\.\d+\.\d+\)$/))
        #if os(Linux)
        #expect(standard.contains("Talyn (Linux "))
        #endif
        #expect(try await sent([.userAgent("Photos/2.1")])["User-Agent"] == "Photos/2.1")
        #expect(try await sent([.userAgent()], .get("a").header("User-Agent", "own"))["User-Agent"] == "own")
    }

    @Test(arguments: [
        ("Photos", "2.1", "Photos/2.1 Talyn (iOS 17.2.0)"), ("My Photos", nil, "My-Photos Talyn (iOS 17.2.0)"),
        ("Fotos für Zoë", "1 (β)", "Fotos-fur-Zoe/1 Talyn (iOS 17.2.0)"), ("写真", "1", "Talyn (iOS 17.2.0)"),
        ("a/b\r\nX: y", "1", "a-b-X-y/1 Talyn (iOS 17.2.0)"),
    ])
    func namesOfAppsBecomeTokens(_ app: String, _ version: String?, _ expected: String) {
        #expect(UserAgent.text(app: app, version: version, system: "iOS", systemVersion: "17.2.0") == expected)
    }

    @Test(arguments: [
        (["de-CH"], "de-CH"), (["de-CH", "de", "en"], "de-CH, de;q=0.9, en;q=0.8"),
        (["de_CH.UTF-8", "en@calendar=buddhist", "C", "POSIX ", "", "de-CH"], "de-CH, en;q=0.9"),
        (["zh-Hans-CN", "a\r\nX: y", "é"], "zh-Hans-CN"), (["*"], "*"), (["C"], nil), ([], nil),
        (["abcdefgh-12345678", "abcdefghi", "de-123456789", "de-"], "abcdefgh-12345678"),
        (
            ["a1", "aa", "bb", "cc", "dd", "ee", "ff", "gg"],
            "aa, bb;q=0.9, cc;q=0.8, dd;q=0.7, ee;q=0.6, ff;q=0.5"
        ),
    ])
    func languagesFallInWeight(_ languages: [String], _ expected: String?) async throws {
        #expect(try await sent([.acceptLanguage(languages)])["Accept-Language"] == expected)
    }

    @Test func nothingOfAHeaderIsShown() {
        #expect(!texts(of: HeadersPlugin.headers(["X-Key": canary])).contains(canary))
    }

    @Test func headersGoEverywhereUnlessTheyAreForTheTargetsOrigin() async throws {
        let elsewhere = try #require(URL(string: "https://elsewhere.example/a"))
        let values: HTTPHeaders = ["User-Agent": "app"]
        let plugins: [HeadersPlugin] = [
            HeadersPlugin { _ in values }, .headers { _ in values }, .headers(values), .userAgent("app"),
        ]
        for plugin in plugins { #expect(try await sent([plugin], .get(.absolute(elsewhere))) == values) }
    }
}
