import Talyn
import TalynStubs
import TalynTesting
import Testing

@testable import Resilience

@Suite(.timeLimit(.minutes(1))) struct IdempotencyKeyTests {
    private func keys(_ target: API, _ plugins: [any Plugin], _ answer: StubAnswer = .status(503)) async -> [String?] {
        let stubs = StubTransport.answering(answer)
        _ = await Provider<API>(transport: stubs, plugins: plugins, clock: TestClock()).category(target)
        return stubs.requests.map { $0.headers["Idempotency-Key"] }
    }

    @Test(arguments: [API.write(1), .change(1)])
    func aPostOrPatchHasTheSameKeyInEachAttemptAndIsRetried(target: API) async throws {
        let keys = await keys(target, [IdempotencyKey(), .retry()])
        let key = try #require(keys[0])
        #expect(keys == [key, key, key])
        #expect(key.wholeMatch(of: /"[0-9A-F-]{36}"/) != nil)
    }

    @Test func eachCallHasAKeyOfItsOwn() async {
        var seen = Set<String?>()
        for _ in 1...5 { seen.formUnion(await keys(.write(1), [IdempotencyKey()])) }
        #expect(seen.count == 5)
    }

    @Test func theKeyOfARouteStays() async {
        #expect(await keys(.pay(1), [IdempotencyKey(), .retry()]) == ["own", "own", "own"])
    }

    @Test func anEmptyKeyIsNone() async throws {
        let keys = await keys(.promise, [IdempotencyKey(), .retry()])
        #expect(try #require(keys[0]).count == 38 && keys == [keys[0], keys[0], keys[0]])
        let plugins: [any Plugin] = [.retry(), Hedging(after: .zero), Failover(to: [API.mirror])]
        #expect(await self.keys(.promise, plugins, .failure(.cannotConnectToHost)) == [""])
    }

    @Test func aPluginThatSendsACallAgainKeepsItsKey() async {
        let current = Guarded("old")
        let refresh: TokenRefreshPlugin = .tokenRefresh(current: { AccessCredential(current.withLock { $0 }) }) { _ in
            current.withLock { $0 = "new" }
            return AccessCredential("new")
        }
        let stubs = StubTransport()
        stubs.on(API.write(1), .sequence([.status(401), .status(503), .redirect(to: "/moved", status: 308)]))
        stubs.on(where: { _, context in context.redirects == 1 }, .text("ok"))
        let plugins: [any Plugin] = [refresh, IdempotencyKey(), .retry()]
        let provider = Provider<API>(transport: stubs, plugins: plugins, clock: TestClock())
        #expect(await provider.category(.write(1)) == nil)
        #expect(stubs.requests.count == 4 && Set(stubs.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    }

    @Test(arguments: [API.read(1), .upload]) func otherMethodsHaveNone(target: API) async {
        #expect(await keys(target, [IdempotencyKey()]) == [nil])
    }

    @Test func aPostWithoutThePluginIsSentOnce() async {
        #expect(await keys(.write(1), [.retry(), Hedging(after: .zero)]) == [nil])
    }

    @Test func aKeyBehindRetryOrHedgingIsAMistake() {
        #expect(IdempotencyKey().problem(behind: .retry()) != nil)
        #expect(IdempotencyKey().problem(behind: Hedging(after: .zero)) != nil)
        #expect(IdempotencyKey().problem(behind: .logger()) == nil)
    }
}
