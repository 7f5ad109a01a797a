import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginTests {
    let server = TokenServer()
    let timelines = TimelineRecorder()

    struct Broken: Error {}

    /// Returns the error of a call whose refresh threw an error.
    private func failure(_ error: any Error) -> MyAPIError {
        .restError(
            RequestError(
                .plugin(PluginFailure(plugin: "TokenRefreshPlugin", underlying: error)),
                response: Response(statusCode: 401, endpoint: Endpoint(url: GitHub.host))),
            statusCode: 401, errorCode: nil)
    }

    @Test func aRefusedCallIsSentOnceMoreWithANewToken() async throws {
        let provider = server.provider(server.plugin, timelines)
        #expect(try await provider.request(.zen, as: String.self) == "ok")
        #expect(server.tokens == ["old", "new"])
        #expect(server.refreshed == ["old"])
        #expect(timelines.notes == ["token refreshed"])
        try await provider.request(.zen)
        #expect(server.tokens == ["old", "new", "new"])
    }

    @Test(arguments: AuthorizationTypeTests.all)
    func everyPlaceOfATokenWorks(type: AuthorizationType) async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(401))
        stubs.on(where: { endpoint, _ in type.isSet("new", on: endpoint) }, .text("ok"))
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            type, current: { self.server.credential }, refresh: { self.server.replace($0, by: "new") })
        try await Provider<GitHub>(transport: stubs, plugins: [plugin]).request(.zen)
        #expect(stubs.requests.count == 2)
        #expect(server.refreshed == ["old"])
    }

    @Test func aHundredCallsThatAreRefusedTogetherCauseOneRefresh() async {
        let held = Gate(opensAt: 100)
        let transport = AnswerTransport { [server] endpoint, context in
            if endpoint.token == "old" { await held.pass() }
            return try await server.stubs.send(endpoint, context: context)
        }
        let provider = Provider<GitHub>(transport: transport, plugins: [server.plugin], clock: TestClock())
        let results = await withTaskGroup(of: Result<Response, MyAPIError>.self) { group in
            for _ in 0..<100 { group.addTask { await provider.result(.zen) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.filter { $0.thrown == nil }.count == 100)
        #expect(server.refreshed == ["old"])
        #expect(server.tokens.filter { $0 == "old" }.count == 100)
        #expect(server.tokens.filter { $0 == "new" }.count == 100)
    }

    @Test func whenTheRefreshFailsAllFailWithItsErrorAndTheNextCallMayTryAgain() async throws {
        let held = Gate(opensAt: 100)
        let isBroken = Locked(true)
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { old in
            if isBroken.withLock({ $0 }) {
                self.server.noteRefresh(of: old)
                throw Broken()
            }
            return self.server.replace(old, by: "new")
        }
        let transport = AnswerTransport { [server] endpoint, context in
            if endpoint.token == "old" { await held.pass() }
            return try await server.stubs.send(endpoint, context: context)
        }
        let provider = Provider<GitHub>(transport: transport, plugins: [plugin], clock: TestClock())
        let results = await withTaskGroup(of: Result<Response, MyAPIError>.self) { group in
            for _ in 0..<100 { group.addTask { await provider.result(.zen) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0 == .failure(failure(Broken())) })
        #expect(server.refreshed == ["old"])
        #expect(server.stubs.requests.count == 100)
        isBroken.withLock { $0 = false }
        #expect(try await provider.request(.zen, as: String.self) == "ok")
        #expect(server.refreshed == ["old", "old"])
    }

    @Test func aCallThatWasOnItsWayWhenARefreshFailedFailsWithItAndBeginsNone() async {
        let held = Gate()
        let transport = AnswerTransport { [server] endpoint, context in
            if endpoint.url.path == "/users/slow" { await held.pass() }
            return try await server.stubs.send(endpoint, context: context)
        }
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { old in
            self.server.noteRefresh(of: old)
            throw Broken()
        }
        let provider = Provider<GitHub>(transport: transport, plugins: [plugin], clock: TestClock())
        async let slow = provider.result(.user("slow"))
        await held.arrivals()
        #expect(await provider.result(.zen) == .failure(failure(Broken())))
        await held.open()
        #expect(await slow == .failure(failure(Broken())))
        #expect(server.refreshed == ["old"])
    }

    @Test(arguments: [true, false])
    func aCallThatWasSentWithAnOlderTokenIsSentAgainWithoutARefresh(storeKeepsIt: Bool) async throws {
        let held = Gate()
        let transport = AnswerTransport { [server] endpoint, context in
            if endpoint.url.path == "/users/slow", endpoint.token == "old" { await held.pass() }
            return try await server.stubs.send(endpoint, context: context)
        }
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            current: { storeKeepsIt ? self.server.credential : AccessCredential("old") },
            refresh: { self.server.replace($0, by: "new") })
        let provider = Provider<GitHub>(transport: transport, plugins: [plugin, timelines], clock: TestClock())
        async let slow = provider.result(.user("slow"))
        await held.arrivals()
        try await provider.request(.zen)
        await held.open()
        #expect(await slow.thrown == nil)
        #expect(server.refreshed == ["old"])
        #expect(server.tokens == ["old", "new", "old", "new"])
        #expect(timelines.notes == ["token refreshed", "token refreshed meanwhile"])
        try await provider.request(.zen)
        #expect(server.refreshed == ["old"])
    }

    @Test func aCallThatBeginsWhileATokenIsReplacedWaitsForTheNewOne() async throws {
        let held = Gate()
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { old in
            await held.pass()
            return self.server.replace(old, by: "new")
        }
        let provider = server.provider(plugin)
        async let first = provider.result(.zen)
        await held.arrivals()
        async let second = provider.result(.user("a"))
        await until { plugin.refreshes.waiting >= 2 }
        await held.open()
        #expect(await first.thrown == nil)
        #expect(await second.thrown == nil)
        #expect(server.tokens.sorted() == ["new", "new", "old"])
    }

    @Test func aCallThatIsRefusedAgainFailsWithThat() async {
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            current: { self.server.credential }, refresh: { self.server.replace($0, by: "bad") })
        let error = await server.provider(plugin).result(.zen).thrown
        #expect(error?.statusCode == 401)
        #expect(error?.requestError.attempt == 2)
        #expect(server.tokens == ["old", "bad"])
        #expect(server.refreshed == ["old"])
    }

    @Test func aRefreshThatBringsNoTokenFails() async {
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            current: { self.server.credential }, refresh: { _ in AccessCredential("") })
        let error = await server.provider(plugin).result(.zen).thrown?.requestError
        guard case .invalidRequest("the refresh returned an empty token") = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func noTextShowsAToken() async throws {
        server.credential = AccessCredential(canary, expirationDate: Date(timeIntervalSince1970: 0))
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) {
            self.server.replace($0, by: "\(canary)2")
        }
        _ = await server.provider(plugin, timelines).result(.zen)
        #expect("\(plugin)" == "TokenRefreshPlugin(Authorization: Bearer …)")
        #expect(!texts(of: plugin).contains(canary))
        #expect(!texts(of: plugin.refreshes).contains(canary))
        #expect(!texts(of: server.credential as Any).contains(canary))
        #expect(!timelines.notes.joined().contains(canary))
    }
}
