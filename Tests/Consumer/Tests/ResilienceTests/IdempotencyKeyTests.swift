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
