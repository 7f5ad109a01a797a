import Foundation
import Testing

@testable import Talyn

/// The credential that the plugin gets by itself when there is none.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginFirstTests {
    let server = TokenServer(current: nil)

    /// A plugin whose first credentials are "new", and whose refresh fails a test.
    private var plugin: TokenRefreshPlugin { plugin { "new" } }

    private func plugin(_ first: @escaping @Sendable () async throws -> String) -> TokenRefreshPlugin {
        .tokenRefresh(current: { self.server.credential }) {
            self.server.replace(AccessCredential(""), by: try await first())
        } refresh: { old in
            self.server.replace(old, by: "renewed")
        }
    }

    @Test func aCallWithoutACredentialWaitsForTheFirst() async throws {
        let timelines = TimelineRecorder()
        let provider = server.provider(plugin, timelines)
        try await provider.request(.zen)
        try await provider.request(.zen)
        #expect(server.tokens == ["new", "new"])
        #expect(server.refreshed == [""])
        #expect(timelines.notes == ["token refreshed before it was sent"])
    }

    @Test func withoutFirstACallIsSentWithoutAToken() async {
        let provider = server.provider(server.plugin)
        _ = await provider.result(.zen)
        #expect(server.tokens == ["none"])
        #expect(server.refreshed == [])
    }

    @Test func aHundredCallsShareOneFirstCredential() async throws {
        let gate = Gate()
        let provider = server.provider(
            plugin {
                await gate.pass()
                return "new"
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { try await provider.request(.zen) } }
            await gate.arrivals()
            await gate.open()
            try await group.waitForAll()
        }
        #expect(server.refreshed == [""])
        #expect(Set(server.tokens) == ["new"])
    }

    @Test func aCallThatFoundNoCredentialBeforeTheFirstArrivedGetsNoOther() async throws {
        let gate = Gate()
        let isSlow = Talyn.Locked(true)
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: {
            let found = server.credential
            let waits = isSlow.withLock { isSlow in
                defer { isSlow = false }
                return isSlow
            }
            if waits { await gate.pass() }
            return found
        }) {
            server.replace(AccessCredential(""), by: "new")
        } refresh: { old in
            server.replace(old, by: "renewed")
        }
        let provider = server.provider(plugin)
        async let slow = provider.request(.zen)
        await gate.arrivals()
        try await provider.request(.zen)
        await gate.open()
        _ = try await slow
        #expect(server.refreshed == [""])
        #expect(server.tokens == ["new", "new"])
    }

    @Test func callsThatTakeNoTokenDoNotWait() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("ok"))
        let login = Provider<TokenLogin>(transport: stubs, plugins: [plugin])
        try await login.request(.openRefresh)
        #expect(stubs.requests.map(\.token) == ["none"])
        #expect(server.refreshed == [])
    }

    @Test func aFailureOfTheFirstFailsTheCallAndNothingIsSent() async throws {
        struct Locked: Error {}
        let provider = server.provider(plugin { throw Locked() })
        let error = try #require(await provider.result(.zen).thrown?.requestError)
        #expect(error == RequestError(.plugin(PluginFailure(plugin: "TokenRefreshPlugin", underlying: Locked()))))
        #expect(server.tokens == [])
    }

    @Test func callsOfTheFirstItselfAreSentWithoutAToken() async throws {
        let stubs = StubTransport()
        stubs.on(TokenLogin.refresh, .text("new"))
        stubs.on(TokenLogin.me, .text("ok"))
        let login = Talyn.Locked<Provider<TokenLogin>?>(nil)
        let provider = Provider<TokenLogin>(
            transport: stubs,
            plugins: [plugin { try await login.withLock { $0 }?.request(.refresh, as: String.self) ?? "" }])
        login.withLock { $0 = provider }
        try await provider.request(.me)
        #expect(stubs.requests.map(\.token) == ["none", "new"])
    }

    @Test func afterALogOutNobodyGetsTheTokenOfTheUserBefore() async throws {
        server.accept("second")
        let names = Talyn.Locked(["new", "second"])
        let provider = server.provider(plugin { names.withLock { $0.removeFirst() } })
        try await provider.request(.zen)
        server.credential = nil
        try await provider.request(.zen)
        #expect(server.tokens == ["new", "second"])
    }

    @Test func aFirstCredentialThatIsRefusedIsTheCallsOutcomeAndALaterCallRefreshesIt() async throws {
        server.accept("renewed")
        let provider = server.provider(plugin { "bad" })
        #expect(await provider.result(.zen).thrown?.statusCode == 401)
        try await provider.request(.zen)
        #expect(server.tokens == ["bad", "bad", "renewed"])
        #expect(server.refreshed == ["", "bad"])
    }
}
