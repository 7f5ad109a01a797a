import Foundation
import Testing

@testable import Talyn

/// The rejections that cause a refresh, and those that do not.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginReachTests {
    let server = TokenServer()

    struct Broken: Error {}

    @Test(
        arguments: [([401], 401, 1), ([401], 403, 0), ([401, 403, 419], 419, 1), ([], 401, 0)] as [(Set<Int>, Int, Int)]
    )
    func statusesAreConfigurable(statuses: Set<Int>, status: Int, refreshes: Int) async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(status))
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            on: statuses, current: { self.server.credential }, refresh: { self.server.replace($0, by: "new") })
        let result = await Provider<GitHub>(transport: stubs, plugins: [plugin]).result(.zen)
        #expect(result.thrown?.statusCode == status)
        #expect(server.refreshed.count == refreshes)
        #expect(stubs.requests.count == 1 + refreshes)
    }

    @Test(arguments: [nil, AccessCredential("")])
    func nobodyLoggedInMeansNoTokenAndNoRefresh(credential: AccessCredential?) async {
        server.credential = credential
        #expect(await server.provider(server.plugin).result(.zen).thrown?.statusCode == 401)
        #expect(server.tokens == ["none"])
        #expect(server.refreshed.isEmpty)
    }

    @Test func aLogoutDuringACallCausesNoRefresh() async {
        let transport = AnswerTransport { [server] endpoint, context in
            server.credential = nil
            return try await server.stubs.send(endpoint, context: context)
        }
        let provider = Provider<GitHub>(transport: transport, plugins: [server.plugin])
        #expect(await provider.result(.zen).thrown?.statusCode == 401)
        #expect(server.refreshed.isEmpty)
    }

    @Test func aCallWithoutATokenCausesNoRefresh() async throws {
        let provider = Provider<Probe>(transport: server.stubs, plugins: [server.plugin])
        let elsewhere = try #require(URL(string: "https://other.example/a"))
        for route in [Route.get("a").bearer("own"), .get("a").authorization(nil), .get(.absolute(elsewhere))] {
            #expect(await provider.result(Probe(route)).thrown?.statusCode == 401)
        }
        var accepting = Probe(.get("a"))
        accepting.validation = .anyStatus
        #expect(try await provider.request(accepting).statusCode == 401)
        #expect(server.refreshed.isEmpty)
        #expect(server.tokens == ["own", "none", "none", "old"])
    }

    @Test(arguments: [("https://evil.example/x", 0), ("https://api.github.com/x", 1)])
    func aRefusalByAnotherOriginBehindARedirectCausesNoRefresh(place: String, refreshes: Int) async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(401))
        stubs.on(where: { endpoint, _ in endpoint.token == "new" }, .text("ok"))
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/zen" }, .redirect(to: place))
        let provider = Provider<GitHub>(transport: stubs, plugins: [server.plugin])
        #expect(await provider.result(.zen).thrown?.statusCode == (refreshes == 0 ? 401 : nil))
        #expect(server.refreshed.count == refreshes)
        #expect(stubs.requests.count == 2 + 2 * refreshes)
    }

    @Test func aBodyThatCanBeSentOnceIsNotSentAgainAndTheTokenIsRefreshedForOthers() async {
        let provider = Provider<Probe>(transport: server.stubs, plugins: [server.plugin])
        let once = BodyStream { { nil } }
        #expect(await provider.result(Probe(.post("a").stream(once))).thrown?.statusCode == 401)
        #expect(server.tokens == ["old"])
        #expect(server.credential?.token == "new")
        let broken: TokenRefreshPlugin = .tokenRefresh(current: { AccessCredential("old") }) { _ in throw Broken() }
        let other = Provider<Probe>(transport: server.stubs, plugins: [broken])
        #expect(await other.result(Probe(.post("a").stream(BodyStream { { nil } }))).thrown?.statusCode == 401)
    }
}
