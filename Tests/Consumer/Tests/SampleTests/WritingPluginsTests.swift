import Foundation
import Talyn
import TalynTesting
import Testing

// A plugin of the article on writing them, and its test.

actor MemoryCache: ExchangeInterceptor {
    private var kept: [Endpoint: (answer: Response, until: Date)] = [:]

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        guard endpoint.method == .get, context.delivery == .data else { return try await next(endpoint) }
        if let (answer, until) = kept[endpoint], until > context.date {
            context.note("from memory")
            return answer
        }
        let answer = try await next(endpoint)
        guard answer.statusCode == 200 else { return answer }
        if kept.count >= 100 { kept = kept.filter { $0.value.until > context.date } }
        if kept.count < 100 { kept[endpoint] = (answer, context.date + 60) }
        return answer
    }
}

extension MemoryCache {
    nonisolated func problem(behind earlier: any Plugin) -> String? {
        earlier is ConcurrencyLimitPlugin ? "a kept response waits for a permit" : nil
    }
}

@Suite struct WritingPluginsTests {
    @Test func aKeptResponseNeedsNoPermit() {
        #expect(MemoryCache().problem(behind: .concurrencyLimit(4)) != nil)
        #expect(MemoryCache().problem(behind: .retry()) == nil)
    }

    @Test func anAnswerIsKeptForAMinute() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.text("first"), .text("second")]))
        let clock = TestClock(isManual: true)
        let github = Provider<GitHub>(transport: stubs, plugins: [MemoryCache()], clock: clock)
        #expect(try await github.request(.zen, as: String.self) == "first")
        #expect(try await github.request(.zen, as: String.self) == "first")
        clock.advance(by: .seconds(61))
        #expect(try await github.request(.zen, as: String.self) == "second")
        try stubs.verify()
    }

    @Test func twoUsersNeverShareAnAnswer() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.text("for Ann"), .text("for Bob")]))
        let cache = MemoryCache()
        let ann = Provider<GitHub>(transport: stubs, plugins: [cache, .accessToken { "ann" }])
        let bob = Provider<GitHub>(transport: stubs, plugins: [cache, .accessToken { "bob" }])
        #expect(try await ann.request(.zen, as: String.self) == "for Ann")
        #expect(try await bob.request(.zen, as: String.self) == "for Bob")
        #expect(try await ann.request(.zen, as: String.self) == "for Ann")
        try stubs.verify()
    }

    @Test func aFailedResponseIsNotKept() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.status(404), .text("found")]))
        let github = Provider<GitHub>(transport: stubs, plugins: [MemoryCache()])
        await #expect(throws: MyAPIError.self) { try await github.request(.zen) }
        #expect(try await github.request(.zen, as: String.self) == "found")
    }
}
