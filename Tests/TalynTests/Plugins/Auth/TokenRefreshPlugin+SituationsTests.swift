import Foundation
import Testing

@testable import Talyn

/// The guarantees of token refresh, situation by situation.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginSituationsTests {
    struct Broken: Error {}

    /// The behavior of a refresh.
    enum Refreshing: Sendable { case brings(String), counts, fails, asks }

    /// A situation and its expected result.
    struct Situation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var calls = 1
        /// Whether all calls are sent before the first rejection.
        var areTogether = false
        /// The number of calls cancelled while all wait for the refresh.
        var cancelled = 0
        /// The lifetime of the first token in seconds.
        var rest: TimeInterval?
        /// Whether the login has another token by the time of the first rejection.
        var storeMovesOn = false
        /// Whether the server responds to the refresh request.
        var isRenewed = false
        var refreshing = Refreshing.brings("new")
        /// The tokens received, with their counts; "none" is the refresh itself.
        let sent: [String: Int]
        let refreshes: Int
        /// The results of the calls, with their counts.
        let outcomes: [String: Int]
    }

    @Test(arguments: [
        Situation(
            testDescription: "calls that are refused together cause one refresh and are sent once more", calls: 100,
            areTogether: true, sent: ["old": 100, "new": 100], refreshes: 1, outcomes: ["ok": 100]),
        Situation(
            testDescription: "when the refresh fails, all fail with its error", calls: 100, areTogether: true,
            refreshing: .fails, sent: ["old": 100], refreshes: 1, outcomes: ["Broken": 100]),
        Situation(
            testDescription: "a call that was sent with an old token is only sent again", storeMovesOn: true,
            sent: ["old": 1, "new": 1], refreshes: 0, outcomes: ["ok": 1]),
        Situation(
            testDescription: "a token is replaced ahead of its end", rest: 10, sent: ["new": 1], refreshes: 1,
            outcomes: ["ok": 1]),
        Situation(
            testDescription: "a refresh whose own request is refused never loops", refreshing: .asks,
            sent: ["old": 1, "none": 1], refreshes: 1, outcomes: ["MyAPIError": 1]),
        Situation(
            testDescription: "the request of the refresh is not intercepted", isRenewed: true, refreshing: .asks,
            sent: ["old": 1, "none": 1, "new": 1], refreshes: 1, outcomes: ["ok": 1]),
        Situation(
            testDescription: "within the window no more refreshes begin than allowed", calls: 8, refreshing: .counts,
            sent: ["old": 1, "t1": 2, "t2": 2, "t3": 2, "t4": 2, "t5": 4], refreshes: 5,
            outcomes: ["401": 5, "TooManyRefreshes": 3]),
        Situation(
            testDescription: "who is cancelled takes nobody along", calls: 4, areTogether: true, cancelled: 2,
            sent: ["old": 4, "new": 2], refreshes: 1, outcomes: ["cancelled": 2, "ok": 2]),
    ])
    func itEndsAsTheDesignSays(_ situation: Situation) async {
        let server = TokenServer(current: nil)
        let clock = TestClock()
        server.credential = AccessCredential(
            "old", expirationDate: situation.rest.map { clock.start.addingTimeInterval($0) })
        if situation.isRenewed { server.stubs.on(TokenLogin.refresh, .text("new")) }
        let (held, waited) = (Gate(opensAt: situation.areTogether ? situation.calls : 1), Gate())
        if situation.cancelled == 0 { await waited.open() }
        let itself = Locked<Provider<TokenLogin>?>(nil)
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { server.credential }) { old in
            await waited.pass()
            return try await refreshed(old, situation.refreshing, server, itself.withLock { $0 })
        }
        let transport = AnswerTransport { endpoint, context in
            if endpoint.token == "old" { await held.pass() }
            if situation.storeMovesOn { server.credential = AccessCredential("new") }
            return try await server.stubs.send(endpoint, context: context)
        }
        let provider = Provider<TokenLogin>(transport: transport, plugins: [plugin], clock: clock)
        itself.withLock { $0 = provider }
        defer { itself.withLock { $0 = nil } }
        let outcomes = await outcomes(of: situation, provider, plugin, waited)
        #expect(Dictionary(outcomes.map { ($0, 1) }, uniquingKeysWith: +) == situation.outcomes)
        #expect(Dictionary(server.tokens.map { ($0, 1) }, uniquingKeysWith: +) == situation.sent)
        #expect(server.refreshed.count == situation.refreshes)
    }

    private func refreshed(
        _ old: AccessCredential, _ refreshing: Refreshing, _ server: TokenServer, _ provider: Provider<TokenLogin>?
    ) async throws -> AccessCredential {
        switch refreshing {
        case .brings(let new): return server.replace(old, by: new)
        case .counts: return server.replace(old, by: "t\(server.refreshed.count + 1)")
        case .fails:
            server.noteRefresh(of: old)
            throw Broken()
        case .asks:
            server.noteRefresh(of: old)
            guard let provider else { throw Broken() }
            return AccessCredential(try await provider.request(.refresh, as: String.self))
        }
    }

    private func outcomes(
        of situation: Situation, _ provider: Provider<TokenLogin>, _ plugin: TokenRefreshPlugin, _ waited: Gate
    ) async -> [String] {
        var outcomes: [String] = []
        if !situation.areTogether {
            for _ in 0..<situation.calls { outcomes.append(outcome(await provider.result(.me))) }
            return outcomes
        }
        let calls = (0..<situation.calls).map { _ in Task { await provider.result(.me) } }
        if situation.cancelled > 0 { await until { plugin.refreshes.waiting == situation.calls } }
        for call in calls.prefix(situation.cancelled) {
            call.cancel()
            outcomes.append(outcome(await call.value))
        }
        await waited.open()
        for call in calls.dropFirst(situation.cancelled) { outcomes.append(outcome(await call.value)) }
        return outcomes
    }

    private func outcome(_ result: Result<Response, MyAPIError>) -> String {
        guard let error = result.thrown else { return "ok" }
        if error == .cancelled() { return "cancelled" }
        guard case .plugin(let failure) = error.requestError.kind else { return "\(error.statusCode ?? 0)" }
        return "\(type(of: failure.underlying))"
    }
}
