import Foundation
import Testing

@testable import Talyn

/// Refresh and retry together, in the recommended order and in the other one.
@Suite(.timeLimit(.minutes(5))) struct RetryAndRefreshTests {
    /// The responses of a server, the requests it received, and the result of the call.
    struct Case: Sendable, CustomTestStringConvertible {
        let answers: [Int]
        let tokens: [String]
        let refreshes: Int
        let outcome: Int
        var testDescription: String { "\(answers)" }

        init(_ answers: [Int], _ tokens: String, refreshes: Int, outcome: Int) {
            self.answers = answers
            self.tokens = tokens.split(separator: " ").map(String.init)
            self.refreshes = refreshes
            self.outcome = outcome
        }
    }

    private func run(_ test: Case, _ plugins: (TokenRefreshPlugin, RetryPlugin) -> [any Plugin]) async {
        let server = TokenServer()
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence(test.answers.map { .status($0) }))
        let refresh: TokenRefreshPlugin = .tokenRefresh(current: { server.credential }) {
            server.replace($0, by: "t\(server.refreshed.count + 1)")
        }
        let provider = Provider<GitHub>(transport: stubs, plugins: plugins(refresh, .retry()), clock: TestClock())
        let result = await provider.result(.zen)
        let status = (try? result.get().statusCode) ?? result.thrown?.statusCode
        #expect(status == test.outcome)
        #expect(stubs.requests.map(\.token) == test.tokens)
        #expect(server.refreshed.count == test.refreshes)
    }

    @Test(arguments: [
        Case([200], "old", refreshes: 0, outcome: 200),
        Case([401, 200], "old t1", refreshes: 1, outcome: 200),
        Case([401, 503, 200], "old t1 t1", refreshes: 1, outcome: 200),
        Case([503, 401, 200], "old old t1", refreshes: 1, outcome: 200),
        Case([503, 503, 401, 503, 503, 200], "old old old t1 t1 t1", refreshes: 1, outcome: 200),
        Case([401, 503, 503, 503], "old t1 t1 t1", refreshes: 1, outcome: 503),
        Case([401, 503, 401], "old t1 t1", refreshes: 1, outcome: 401),
        Case([401, 401], "old t1", refreshes: 1, outcome: 401),
    ])
    func refreshOutsideOfRetryRefreshesOnceACall(test: Case) async {
        await run(test) { [$0, $1] }
    }

    @Test(arguments: [
        Case([401, 503, 200], "old t1 t1", refreshes: 1, outcome: 200),
        Case([503, 401, 503, 200], "old old t1 t1", refreshes: 1, outcome: 200),
        Case([401, 503, 401, 503, 401, 503], "old t1 t1 t2 t2 t3", refreshes: 3, outcome: 503),
    ])
    func refreshInsideOfRetryMayRefreshInEachRetry(test: Case) async {
        await run(test) { [$1, $0] }
    }

    @Test func aRefreshThatFailsForAPassingReasonIsTriedAgainByItsOwnCall() async throws {
        let server = TokenServer()
        server.stubs.on(RawAPI.item(1), .sequence([.status(503), .text("new")]))
        let tokens = Provider<RawAPI>(transport: server.stubs, plugins: [.retry()], clock: TestClock())
        let refresh: TokenRefreshPlugin = .tokenRefresh(current: { server.credential }) { old in
            server.replace(old, by: try await tokens.request(.item(1), as: String.self))
        }
        let timelines = TimelineRecorder()
        #expect(try await server.provider(refresh, .retry(), timelines).request(.zen, as: String.self) == "ok")
        #expect(server.tokens == ["old", "none", "none", "new"])
        #expect(timelines.notes == ["token refreshed"])
    }
}
