import Foundation
import Testing

@testable import Talyn

/// Refreshes are single-flight: for calls with late rejections, and within one call.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginOnceTests {
    let server = TokenServer(good: [])
    let clock = TestClock()

    struct Broken: Error {}

    /// Returns a provider that delays the rejections of slow calls.
    private func provider(_ plugin: TokenRefreshPlugin, _ held: Gate) -> Provider<GitHub> {
        let transport = AnswerTransport { [server] endpoint, context in
            let response = try await server.stubs.send(endpoint, context: context)
            if response.statusCode == 401, endpoint.url.path == "/users/slow" { await held.pass() }
            return response
        }
        return Provider(transport: transport, plugins: [plugin], clock: clock)
    }

    @Test(arguments: [false, true])
    func aTokenThatIsRenewedAsItIsIsRefreshedOnceForRefusalsThatComeLate(failsFirst: Bool) async throws {
        let (held, fails) = (Gate(), Locked(failsFirst))
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { old in
            self.server.noteRefresh(of: old)
            if fails.withLock({ $0 }) { throw Broken() }
            self.server.accept(old.token)
            return old
        }
        let provider = provider(plugin, held)
        let late = (0..<100).map { _ in Task { await provider.result(.user("slow")) } }
        await held.arrivals(100)
        if failsFirst {
            #expect(await provider.result(.zen).thrown?.requestError.category == .plugin)
            fails.withLock { $0 = false }
        }
        try await provider.request(.zen)
        await held.open()
        for call in late { #expect(await call.value.thrown == nil) }
        #expect(server.refreshed == (failsFirst ? ["old", "old"] : ["old"]))
    }

    /// The quality of a refreshed token.
    enum New: Sendable, CaseIterable { case good, endingSoon, refused }

    @Test(
        arguments: [
            (true, .good, ["new", "new"], 200), (true, .endingSoon, ["new", "new"], 200),
            (true, .refused, ["new"], 401), (false, .good, ["old", "new", "new"], 200),
            (false, .endingSoon, ["old", "new", "new"], 200), (false, .refused, ["old", "new"], 401),
        ] as [(Bool, New, [String], Int)])
    func aCallCausesOneRefresh(isAhead: Bool, new: New, sent: [String], outcome: Int) async {
        let end = clock.start.addingTimeInterval(new == .endingSoon ? 20 : 3600)
        if new != .refused { server.accept("new") }
        server.credential = AccessCredential("old", expirationDate: isAhead ? clock.start.addingTimeInterval(10) : nil)
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            current: { self.server.credential }, refresh: { self.server.replace($0, by: "new", expires: end) })
        let provider = server.provider(plugin, clock: clock)
        // A second call with the same token does not refresh it either.
        for _ in 0..<(outcome == 200 ? 2 : 1) {
            let result = await provider.result(.zen)
            #expect(((try? result.get().statusCode) ?? result.thrown?.statusCode) == outcome)
        }
        #expect(server.tokens == sent)
        #expect(server.refreshed == ["old"])
    }

    @Test func aTokenThatLivesShorterThanTheLeewayIsSentUntilItIsRefused() async throws {
        server.accept("t1")
        server.credential = AccessCredential("old", expirationDate: clock.date)
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { old in
            self.server.replace(
                old, by: "t\(self.server.refreshed.count + 1)", expires: self.clock.date.addingTimeInterval(20))
        }
        let provider = server.provider(plugin, clock: clock)
        for _ in 0..<3 { try await provider.request(.zen) }
        #expect(server.tokens == ["t1", "t1", "t1"])
        #expect(server.refreshed == ["old"])
    }

    @Test func aCallIsNotSentAgainForAnotherUserWhoLoggedInMeanwhile() async {
        for loggedIn in [AccessCredential("new", account: "bob"), nil] {
            let server = TokenServer(current: AccessCredential("old", account: "ann"))
            let plugin: TokenRefreshPlugin = .tokenRefresh(current: { server.credential }) { old in
                server.noteRefresh(of: old)
                server.credential = loggedIn
                return AccessCredential("annNew", account: "ann")
            }
            let error = await server.provider(plugin).result(.zen).thrown
            #expect(error?.statusCode == 401)
            #expect(server.tokens == ["old"])
        }
    }

    @Test func aHeaderThatAPluginBehindRewritesIsRefreshedToo() async throws {
        struct Proof: ExchangeInterceptor {
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                var endpoint = endpoint
                endpoint.headers["Authorization"] = endpoint.token == "new" ? "Bearer new" : "DPoP proof"
                return try await next(endpoint)
            }
        }
        let server = TokenServer()
        try await server.provider(server.plugin, Proof()).request(.zen)
        #expect(server.refreshed == ["old"])
    }

    @Test func usersOfOnePluginHaveALimitEach() async throws {
        let server = TokenServer(good: Set((0..<20).map { "new\($0)" }))
        let plugin: TokenRefreshPlugin = .tokenRefresh(limit: 1, current: { server.credential }) { old in
            server.replace(old, by: "new\(old.token.dropFirst(3))")
        }
        let provider = server.provider(plugin)
        for user in 0..<20 {
            server.credential = AccessCredential("old\(user)")
            try await provider.request(.zen)
        }
        #expect(server.refreshed.count == 20)
    }

    @Test func callsThatShareAnExchangeShareItsRefreshAndTheNextExchange() async {
        let (server, coalescing, held) = (TokenServer(), CoalescingPlugin(), Gate())
        let transport = AnswerTransport { endpoint, context in
            // Each exchange ends when both calls share it.
            if endpoint.token == "old" { await until { coalescing.transfers.waiting == 2 } } else { await held.pass() }
            return try await server.stubs.send(endpoint, context: context)
        }
        let provider = Provider<GitHub>(transport: transport, plugins: [server.plugin, coalescing], clock: clock)
        let calls = (0..<2).map { _ in Task { await provider.result(.zen) } }
        await held.arrivals()
        await until { coalescing.transfers.waiting == 2 }
        await held.open()
        for call in calls { #expect(await call.value.thrown == nil) }
        #expect(server.tokens == ["old", "new"])
        #expect(server.refreshed == ["old"])
    }

    /// Makes another request before the first exchange of a call, through the same provider.
    private final class AskingFirst: ExchangeInterceptor {
        let provider = Locked<Provider<GitHub>?>(nil)

        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            if context.operation == "GitHub.zen", context.attempt == 1 {
                _ = await provider.withLock { $0 }?.result(.user("ann"))
            }
            return try await next(endpoint)
        }
    }

    @Test func aCallWithinACallWithTheSameOldTokenCausesNoSecondRefresh() async throws {
        server.accept("new")
        let asking = AskingFirst()
        let provider = server.provider(server.plugin, asking, clock: clock)
        asking.provider.withLock { $0 = provider }
        defer { asking.provider.withLock { $0 = nil } }
        try await provider.request(.zen)
        #expect(server.tokens == ["old", "new", "old", "new"])
        #expect(server.refreshed == ["old"])
    }

    @Test func theLastTokensAreKnownByTheirSuccessors() async {
        let plugin: TokenRefreshPlugin = .tokenRefresh(per: .zero, current: { self.server.credential }) { old in
            self.server.replace(old, by: "t\(self.server.refreshed.count + 1)")
        }
        let provider = server.provider(plugin, clock: clock)
        let first = AccessCredential("old")
        for _ in 0..<64 { _ = await provider.result(.zen) }
        #expect(plugin.refreshes.latest(first).token == "t64")
        _ = await provider.result(.zen)
        #expect(plugin.refreshes.latest(first).token == "old")
        #expect(plugin.refreshes.latest(AccessCredential("t1")).token == "t65")
    }
}
