import Foundation
import Testing

@testable import Talyn

/// Refreshes through their own provider, and calls that are cancelled meanwhile.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginTaskTests {
    /// Returns a provider whose plugin refreshes through that provider.
    private func provider(
        _ server: TokenServer, _ refresh: @escaping @Sendable (Provider<TokenLogin>) async throws -> String
    ) -> Provider<TokenLogin> {
        let itself = Locked<Provider<TokenLogin>?>(nil)
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { server.credential }) { old in
            server.noteRefresh(of: old)
            guard let provider = itself.withLock({ $0 }) else { throw CancellationError() }
            return AccessCredential(try await refresh(provider))
        }
        let provider = Provider<TokenLogin>(transport: server.stubs, plugins: [plugin, .retry()], clock: TestClock())
        itself.withLock { $0 = provider }
        return provider
    }

    @Test func aRefreshThroughItsOwnProviderIsNotIntercepted() async throws {
        let server = TokenServer()
        server.stubs.on(TokenLogin.refresh, .text("new"))
        let provider = provider(server) { try await $0.request(.refresh, as: String.self) }
        #expect(try await provider.request(.me, as: String.self) == "ok")
        #expect(server.tokens == ["old", "none", "new"])
    }

    @Test func aRefreshThatLeavesItsTaskNeedsARouteWithoutToken() async throws {
        let server = TokenServer()
        server.stubs.on(TokenLogin.openRefresh, .text("new"))
        let provider = provider(server) { provider in
            try await Task.detached { try await provider.request(.openRefresh, as: String.self) }.value
        }
        #expect(try await provider.request(.me, as: String.self) == "ok")
        #expect(server.tokens == ["old", "none", "new"])
    }

    @Test func aTaskThatARefreshLeavesBehindIsInterceptedAgain() async throws {
        let server = TokenServer()
        server.stubs.on(TokenLogin.refresh, .text("new"))
        let (left, isOver) = (Locked<Task<Response, any Error>?>(nil), Locked(false))
        let provider = provider(server) { provider in
            left.withLock {
                $0 = Task {
                    await until { isOver.withLock { $0 } }
                    return try await provider.request(.me)
                }
            }
            return "new"
        }
        try await provider.request(.me)
        isOver.withLock { $0 = true }
        _ = try await left.withLock { $0 }?.value
        #expect(server.tokens == ["old", "new", "new"])
    }

    @Test func twoRefreshesThroughOneProviderWithALimitDoNotWaitForEachOther() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(401))
        stubs.on(where: { endpoint, _ in endpoint.token == "new" }, .status(403))
        stubs.on(
            where: { endpoint, _ in endpoint.token == "new" && endpoint.headers["X-Device"] == "new" }, .text("ok"))
        stubs.on(TokenLogin.refresh, .text("new"))
        let itself = Locked<Provider<TokenLogin>?>(nil)
        let renewed = Locked<Set<String>>([])
        let renew: @Sendable (String) async throws -> AccessCredential = { name in
            let token = try await itself.withLock { $0 }?.request(.refresh, as: String.self) ?? ""
            renewed.withLock { _ = $0.insert(name) }
            return AccessCredential(token)
        }
        let current: @Sendable (String) -> AccessCredential = { name in
            AccessCredential(renewed.withLock { $0.contains(name) } ? "new" : "old-\(name)")
        }
        let user: TokenRefreshPlugin = .tokenRefresh(current: { current("user") }) { _ in try await renew("user") }
        let device: TokenRefreshPlugin = .tokenRefresh(
            .header("X-Device"), on: [403], current: { current("device") }, refresh: { _ in try await renew("device") })
        let provider = Provider<TokenLogin>(
            transport: stubs, plugins: [user, device, .concurrencyLimit(1)], clock: TestClock())
        itself.withLock { $0 = provider }
        let calls = (0..<20).map { _ in Task { await provider.result(.me) } }
        for call in calls { #expect(await call.value.thrown == nil) }
    }

    @Test func aRefreshThatIsRefusedItselfEndsThere() async {
        let server = TokenServer()
        let provider = provider(server) { try await $0.request(.refresh, as: String.self) }
        let error = await provider.result(.me).thrown?.requestError
        if case .plugin(let failure) = error?.kind {
            #expect((failure.underlying as? MyAPIError)?.statusCode == 401)
        } else {
            Issue.record("\(String(describing: error))")
        }
        #expect(server.tokens == ["old", "none"])
        #expect(server.refreshed == ["old"])
    }

    /// Returns a plugin whose refresh waits at a gate and records whether it was cancelled.
    private func plugin(_ server: TokenServer, _ gate: Gate, _ wasCancelled: Locked<Bool?>) -> TokenRefreshPlugin {
        .tokenRefresh(current: { server.credential }) { old in
            await gate.pass()
            wasCancelled.withLock { $0 = Task.isCancelled }
            return server.replace(old, by: "new")
        }
    }

    @Test func aCallThatIsCancelledEndsAtOnceAndLeavesTheRefreshToTheOthers() async {
        let (server, gate, wasCancelled) = (TokenServer(), Gate(), Locked<Bool?>(nil))
        let plugin = plugin(server, gate, wasCancelled)
        let provider = server.provider(plugin)
        let first = Task { await provider.result(.zen) }
        await gate.arrivals()
        let second = Task { await provider.result(.zen) }
        await until { plugin.refreshes.waiting >= 2 }
        first.cancel()
        #expect(await first.value == .failure(.cancelled()))
        #expect(plugin.refreshes.waiting == 1)
        await gate.open()
        #expect(await second.value.thrown == nil)
        #expect(wasCancelled.withLock { $0 } == false)
        #expect(server.refreshed == ["old"])
    }

    @Test func aRefreshThatNobodyWaitsForGoesOnAndTheNextCallHasItsToken() async throws {
        let (server, gate, wasCancelled) = (TokenServer(), Gate(), Locked<Bool?>(nil))
        let plugin = plugin(server, gate, wasCancelled)
        let provider = server.provider(plugin)
        let calls = (0..<5).map { _ in Task { await provider.result(.zen) } }
        await gate.arrivals()
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value == .failure(.cancelled())) }
        #expect(plugin.refreshes.waiting == 0)
        let next = Task { await provider.result(.zen) }
        await until { plugin.refreshes.waiting >= 1 }
        await gate.open()
        #expect(await next.value.thrown == nil)
        #expect(wasCancelled.withLock { $0 } == false)
        #expect(server.refreshed == ["old"])
        #expect(server.tokens.last == "new")
    }

    @Test func aCancelledCallBeginsNoRefresh() async {
        let server = TokenServer()
        let transport = AnswerTransport { endpoint, context in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await server.stubs.send(endpoint, context: context)
        }
        let provider = Provider<GitHub>(transport: transport, plugins: [server.plugin])
        #expect(await Task { await provider.result(.zen) }.value == .failure(.cancelled()))
        #expect(server.refreshed.isEmpty)
    }

    @Test func callsThatComeAndGoAtRandomEachEndOnce() async {
        let server = TokenServer(good: [])
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            per: .zero, current: { server.credential },
            refresh: { old in
                await Task.yield()
                return server.replace(old, by: "\(server.refreshed.count)")
            })
        let provider = server.provider(plugin)
        let ended = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    let call = Task { await provider.result(.zen) }
                    if index.isMultiple(of: 3) { call.cancel() }
                    let error = await call.value.thrown
                    if error == .cancelled() { return index.isMultiple(of: 3) }
                    return error?.statusCode == 401
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(ended == 1000)
        #expect(plugin.refreshes.waiting == 0)
    }

    @Test(arguments: [1, 2])
    func aCallThatIsCancelledAsItsCredentialIsReadBeginsNoRefresh(reading: Int) async {
        let (server, clock, readings) = (TokenServer(), TestClock(), Locked(0))
        // The first reading is before the call is sent, the second after its rejection.
        if reading == 1 { server.credential = AccessCredential("old", expirationDate: clock.start) }
        let current: @Sendable () -> AccessCredential? = {
            readings.withLock { $0 += 1 }
            if readings.withLock({ $0 }) == reading { withUnsafeCurrentTask { $0?.cancel() } }
            return server.credential
        }
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: current) { server.replace($0, by: "new") }
        let provider = server.provider(plugin, clock: clock)
        #expect(await Task { await provider.result(.zen) }.value == .failure(.cancelled()))
        for _ in 0..<1000 { await Task.yield() }
        #expect(server.refreshed.isEmpty)
    }

    @Test func theRequestOfARefreshIsNoReasonForTheRefreshOfAnotherPlugin() async {
        let (server, devices) = (TokenServer(), Locked(0))
        server.stubs.on(TokenLogin.refresh, .status(403))
        let itself = Locked<Provider<TokenLogin>?>(nil)
        let user: TokenRefreshPlugin = .tokenRefresh(current: { server.credential }) { old in
            server.noteRefresh(of: old)
            return AccessCredential(try await itself.withLock { $0 }?.request(.refresh, as: String.self) ?? "")
        }
        let device: TokenRefreshPlugin = .tokenRefresh(
            .header("X-Device"), on: [403], current: { AccessCredential("device") },
            refresh: { _ in
                devices.withLock { $0 += 1 }
                return AccessCredential("other")
            })
        let provider = Provider<TokenLogin>(transport: server.stubs, plugins: [user, device], clock: TestClock())
        itself.withLock { $0 = provider }
        defer { itself.withLock { $0 = nil } }
        #expect(await provider.result(.me).thrown?.requestError.category == .plugin)
        #expect(server.refreshed == ["old"] && devices.withLock { $0 } == 0)
        #expect(server.stubs.requests.map(\.url.path) == ["/me", "/refresh"])
        #expect(server.stubs.requests.map { $0.headers["X-Device"] } == ["device", "device"])
    }
}
