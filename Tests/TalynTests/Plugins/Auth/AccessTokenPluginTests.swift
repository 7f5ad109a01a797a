import Foundation
import Testing

@testable import Talyn

@Suite struct AccessTokenPluginTests {
    let stubs = StubTransport()

    /// A target whose cases choose their tokens.
    enum Shop: RoutedTarget, AccessTokenAuthorizable, Equatable {
        case products, orders, basket, key, tagged, untagged

        var baseURL: URL { URL(string: "https://shop.example")! }
        var route: Route {
            switch self {
            case .tagged: .get("tagged").authorization(.query("t"))
            case .untagged: .get("untagged").authorization(nil)
            default: .get("rest")
            }
        }
        var authorizationType: AuthorizationType? {
            switch self {
            case .products: nil
            case .orders, .tagged, .untagged: .bearer
            case .basket: .custom("Token")
            case .key: .header("X-Key")
            }
        }
    }

    private func sent<Target: TargetType>(
        _ target: Target, _ plugins: any Plugin..., baseURL: URL? = nil, headers: HTTPHeaders = HTTPHeaders()
    ) async throws -> Endpoint {
        let provider = Provider<Target>(baseURL: baseURL, transport: stubs, plugins: plugins)
            .withDefaults { $0.headers = headers }
        return try await provider.preparedEndpoint(target)
    }

    @Test(
        arguments: [
            (Shop.products, [:] as HTTPHeaders, nil), (.orders, ["Authorization": "Bearer t"], nil),
            (.basket, ["Authorization": "Token t"], nil), (.key, ["X-Key": "t"], nil), (.tagged, [:], "t=t"),
            (.untagged, [:], nil),
        ] as [(Shop, HTTPHeaders, String?)])
    func routeThenTargetThenPluginSayWhereTheTokenStands(
        shop: Shop, headers: HTTPHeaders, query: String?
    ) async throws {
        for endpoint in [
            try await sent(shop, .accessToken(.header("X-Plugin")) { "t" }),
            try await sent(MultiTarget(shop), .accessToken(.header("X-Plugin")) { "t" }),
        ] {
            #expect(endpoint.headers == headers)
            #expect(endpoint.url.query == query)
        }
    }

    @Test func aTargetThatSaysNothingGetsTheTokenOfThePlugin() async throws {
        #expect(try await sent(GitHub.zen, .accessToken { "t" }).headers["Authorization"] == "Bearer t")
        #expect(try await sent(GitHub.zen, .accessToken(.basic) { "t" }).headers["Authorization"] == "Basic t")
    }

    @Test(arguments: [nil, ""])
    func aMissingTokenIsSkippedOrFailsTheCall(token: String?) async throws {
        #expect(try await sent(Probe(.get("a")), .accessToken { token }).headers.isEmpty)
        let strict = Provider<Probe>(transport: stubs, plugins: [.accessToken(whenMissing: .fail) { token }])
        let error = await strict.result(Probe(.get("a"))).thrown
        #expect(error?.category == .invalidRequest)
        #expect(error?.reason.contains("no access token") == true)
        #expect(stubs.requests.isEmpty)
    }

    @Test func aDeclaredHeaderStaysAndADefaultOneIsReplaced() async throws {
        let asked = Locked(0)
        let plugin = AccessTokenPlugin { _ in
            asked.withLock { $0 += 1 }
            return "t"
        }
        let declared = try await sent(Probe(.get("a").bearer("own")), plugin, headers: ["Authorization": "default"])
        #expect(declared.headers.values(for: "Authorization") == ["Bearer own"])
        #expect(asked.withLock { $0 } == 0)
        let plain = try await sent(Probe(.get("a")), plugin, headers: ["authorization": "default"])
        #expect(plain.headers.values(for: "Authorization") == ["Bearer t"])
    }

    @Test func eachAttemptHasTheTokenOfItsTime() async throws {
        stubs.on(GitHub.zen, .sequence([.status(503), .text("ok")]))
        let tokens = Locked(["second", "first"])
        let token: AccessTokenPlugin = .accessToken { tokens.withLock { $0.popLast() } }
        let provider = Provider<GitHub>(transport: stubs, plugins: [OnceMore(), token], clock: TestClock())
        try await provider.request(.zen)
        #expect(
            stubs.requests.map { $0.headers.values(for: "Authorization") } == [["Bearer first"], ["Bearer second"]])
    }

    @Test func aTokenMayDependOnTheCall() async throws {
        let plugin: AccessTokenPlugin = .accessToken { context in
            context.target(as: GitHub.self) == .zen ? "zen" : context.target(as: Shop.self).map { "\($0)" }
        }
        #expect(try await sent(GitHub.zen, plugin).token == "zen")
        #expect(try await sent(MultiTarget(GitHub.zen), plugin).token == "zen")
        #expect(try await sent(MultiTarget(GitHub.zen), .accessToken { "a" }).token == "none")
        #expect(try await sent(Shop.orders, plugin).token == "orders")
        #expect(try await sent(GitHub.user("a"), plugin).token == "none")
    }

    @Test(
        arguments: [
            ("https://api.example.com/next?page=2", true), ("https://API.example.com:443/next", true),
            ("http://api.example.com/next", false), ("https://api.example.com:8443/next", false),
            ("https://evil.example/next", false), ("https://api.example.com.evil.example/next", false),
            ("https://api.example.com@evil.example/next", false), ("https://cdn.example.com/next", true),
        ] as [(String, Bool)])
    func theTokenGoesHomeAndToTrustedOriginsOnly(url: String, isSent: Bool) async throws {
        let place = try #require(URL(string: url))
        let cdn = try #require(URL(string: "https://cdn.example.com/files"))
        for type in [AuthorizationType.bearer, .query("key"), .header("X-Key")] {
            let plugin: AccessTokenPlugin = .accessToken(type, alsoTo: [cdn, URL(fileURLWithPath: "/")]) { "t" }
            let endpoint = try await sent(Probe(.get(.absolute(place))), plugin)
            #expect(type.isSet(on: endpoint) == isSent)
        }
    }

    @Test func anEndpointByHandIsAtHomeOnlyWhereTheProviderHasABaseURL() async throws {
        stubs.on(where: { _, _ in true }, .text("ok"))
        let home = GitHub.host.appendingPathComponent("next")
        let elsewhere = try #require(URL(string: "https://evil.example/next"))
        let plugin: AccessTokenPlugin = .accessToken { "t" }
        let loose = Provider<GitHub>(transport: stubs, plugins: [plugin])
        let bound = Provider<GitHub>(baseURL: GitHub.host, transport: stubs, plugins: [plugin])
        for provider in [loose, bound] {
            for url in [home, elsewhere] { try await provider.send(Endpoint(url: url)) }
        }
        try await loose.send(try loose.endpoint(.zen))
        #expect(stubs.requests.map(\.token) == ["none", "none", "t", "none", "t"])
    }

    @Test func aProvidersBaseURLIsTheHome() async throws {
        let staging = try #require(URL(string: "https://staging.example"))
        let plugin: AccessTokenPlugin = .accessToken { "t" }
        #expect(try await sent(Probe(.get("a")), plugin, baseURL: staging).token == "t")
        let link = Probe(.get(.absolute(Probe.host)))
        #expect(try await sent(link, plugin, baseURL: staging).token == "none")
    }

    @Test func aRedirectToAnotherOriginHasNoToken() async throws {
        let elsewhere = try #require(URL(string: "https://evil.example/x"))
        stubs.on(GitHub.zen, .redirect(to: elsewhere.absoluteString))
        stubs.on(Endpoint(url: elsewhere), .text("ok"))
        for type in [AuthorizationType.bearer, .header("X-Key"), .query("key")] {
            let provider = Provider<GitHub>(transport: stubs, plugins: [.accessToken(type) { "t" }])
            try await provider.request(.zen)
            #expect(stubs.requests.suffix(2).map { type.isSet(on: $0) } == [true, false])
        }
    }

    @Test func anIllegalTokenFailsTheCallAndIsNotShown() async {
        let plugin: AccessTokenPlugin = .accessToken { "\(canary)\r\nX: y" }
        let provider = Provider<Probe>(transport: stubs, plugins: [plugin])
        let error = await provider.result(Probe(.get("a"))).thrown
        #expect(error?.category == .invalidRequest)
        #expect(!texts(of: error as Any).contains(canary))
        #expect(stubs.requests.isEmpty)
    }

    @Test func anErrorOfTheClosureIsThePluginsAndTheSecretStaysInIt() async {
        let provider = Provider<Probe>(transport: stubs, plugins: [.accessToken { throw Leak() }])
        let error = await provider.result(Probe(.get("a"))).thrown
        #expect(error == RequestError(.plugin(PluginFailure(plugin: "AccessTokenPlugin", underlying: Leak()))))
        #expect(!texts(of: error as Any).contains(canary))
    }

    @Test func noTextShowsAToken() async {
        let secret = canary
        let plugin: AccessTokenPlugin = .accessToken(.query("key")) { secret }
        #expect("\(plugin)" == "AccessTokenPlugin(?key=…)")
        #expect(!texts(of: plugin).contains(canary))
    }

    @Test func theHeaderOfAnEndpointByHandStays() async throws {
        stubs.on(where: { _, _ in true }, .text("ok"))
        let bound = Provider<GitHub>(baseURL: GitHub.host, transport: stubs, plugins: [.accessToken { "t" }])
        try await bound.send(Endpoint(url: GitHub.host, headers: ["Authorization": "Bearer own"]))
        #expect(stubs.requests.map { $0.headers.values(for: "Authorization") } == [["Bearer own"]])
    }
}
