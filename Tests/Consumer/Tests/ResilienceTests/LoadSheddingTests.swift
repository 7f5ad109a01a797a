import Talyn
import TalynStubs
import TalynTesting
import Testing

@testable import Resilience

@Suite(.timeLimit(.minutes(1))) struct LoadSheddingTests {
    private let clock = TestClock(isManual: true)
    private let stubs = StubTransport.answering(.text("ok").delayed(by: .seconds(1)))
    private let shedding = LoadShedding(above: 5)
    private let origin = API.origins[0]

    private var provider: Provider<API> {
        Provider(transport: stubs, plugins: [.retry(), shedding, .concurrencyLimit(2)], clock: clock)
    }

    @Test func anExchangeAboveTheLimitFailsAtOnceAndIsNotRetried() async {
        let provider = provider
        await withTaskGroup(of: ErrorCategory?.self) { group in
            for id in 1...5 { group.addTask { await provider.category(.read(id)) } }
            await clock.waitForSleepers(2)
            await until { shedding.count(of: origin) == 5 }
            #expect(await provider.category(.read(6)) == .overloaded)
            #expect(stubs.calls.count == 2)
            for _ in 1...3 {
                clock.advance(by: .seconds(1))
                if shedding.count(of: origin) > 1 { await clock.waitForSleepers() }
            }
            group.cancelAll()
        }
        #expect(shedding.count(of: origin) == 0)
    }

    @Test func aCancelledCallLeavesItsPlace() async {
        let provider = provider
        let calls = (1...5).map { id in Task { await provider.category(.read(id)) } }
        await until { shedding.count(of: origin) == 5 }
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value == .cancelled) }
        #expect(shedding.count(of: origin) == 0)
    }

    @Test func eachOriginIsCountedByItself() async {
        let (shedding, stubs) = (LoadShedding(above: 1), stubs)
        let provider = Provider<API>(transport: stubs, plugins: [shedding], clock: clock)
        async let one = provider.category(.read(1))
        async let other = provider.category(.elsewhere)
        await clock.waitForSleepers(2)
        #expect(await provider.category(.read(1)) == .overloaded)
        #expect(await provider.category(.elsewhere) == .overloaded)
        clock.advance(by: .seconds(1))
        #expect(await [one, other] == [nil, nil])
    }

    @Test func aStreamIsCountedUntilItsEnd() async throws {
        let stubs = StubTransport.answering(.chunks(["one", "two"], every: .zero))
        let provider = Provider<API>(transport: stubs, plugins: [shedding], clock: clock)
        let streams = [try await provider.stream(.feed(1)), try await provider.stream(.feed(2))]
        #expect(shedding.count(of: origin) == 2)
        for try await _ in streams[0] {}
        #expect(shedding.count(of: origin) == 1)
        for try await _ in streams[1] { break }
        #expect(shedding.count(of: origin) == 0)
        _ = await provider.category(.read(1))
        #expect(shedding.count(of: origin) == 0)
    }

    @Test func sheddingBehindAQueueIsAMistake() {
        #expect(shedding.problem(behind: .concurrencyLimit(4)) != nil)
        #expect(shedding.problem(behind: RateLimiter()) != nil)
        #expect(shedding.problem(behind: CircuitBreaker()) == nil)
    }
}
