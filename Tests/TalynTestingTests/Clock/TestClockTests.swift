import Foundation
import Talyn
import TalynTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct TestClockTests {
    @Test func itIsAtTheEndOfASleepAtOnce() async throws {
        let clock = TestClock()
        try await clock.sleep(for: .seconds(3600))
        try await clock.sleep(for: .milliseconds(5))
        #expect(clock.slept == [.seconds(3600), .milliseconds(5)])
        #expect(clock.now.offset == .seconds(3600) + .milliseconds(5))
        #expect(clock.sleeping == 0)
    }

    @Test func aManualOneMovesByHand() async throws {
        let clock = TestClock(isManual: true)
        let sleep = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        #expect(clock.sleeping == 1)
        clock.advance(by: .seconds(1))
        try await sleep.value
        #expect(clock.sleeping == 0 && clock.now.offset == .seconds(10))
    }

    @Test func anEndThatIsOverIsNotSleptFor() async throws {
        let clock = TestClock(isManual: true)
        clock.advance(by: .seconds(1))
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
        #expect(clock.slept.isEmpty)
    }

    @Test(arguments: [true, false])
    func aSleepOfNoLengthIsNotCounted(_ isManual: Bool) async throws {
        let clock = TestClock(isManual: isManual)
        clock.advance(by: .seconds(2))
        for end in [2, 1, -1] { try await clock.sleep(until: TestClock.Instant(offset: .seconds(end))) }
        #expect(clock.slept.isEmpty && clock.now.offset == .seconds(2))
    }

    @Test func readingsAreComparedByTheirOffsets() {
        let (one, two) = (TestClock.Instant(offset: .seconds(1)), TestClock.Instant(offset: .seconds(2)))
        let same = one.advanced(by: .zero)
        #expect(one < two && !(two < one) && !(one < same) && one.advanced(by: .seconds(1)) == two)
        #expect(one.duration(to: two) == .seconds(1) && two.duration(to: one) == .seconds(-1))
        #expect(TestClock().minimumResolution == .nanoseconds(1))
    }

    @Test func sleepersOfAManualOneAreCountedAndTheirLengthsKept() async throws {
        let clock = TestClock(isManual: true)
        clock.advance(by: .seconds(5))
        let first = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
        let second = Task { try await clock.sleep(for: .seconds(2)) }
        await clock.waitForSleepers(2)
        #expect(clock.sleeping == 2 && clock.slept == [.seconds(1), .seconds(2)])
        clock.advance(by: .seconds(1))
        try await first.value
        #expect(clock.sleeping == 1)
        clock.advance(by: .seconds(1))
        try await second.value
        #expect(clock.now.offset == .seconds(7))
    }

    @Test func everyoneWhoWaitsForASleeperIsWokenEachTime() async throws {
        let clock = TestClock(isManual: true)
        let sleeper = Task { for _ in 0..<100 { try await clock.sleep(for: .seconds(1)) } }
        for _ in 0..<100 {
            async let other: Void = clock.waitForSleepers()
            await clock.waitForSleepers()
            #expect(clock.sleeping == 1)
            await other
            // The sleeper is there already.
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        try await sleeper.value
        #expect(clock.slept == Array(repeating: .seconds(1), count: 100))
    }

    @Test(arguments: [true, false])
    func aCancelledTaskDoesNotSleep(_ isManual: Bool) async throws {
        let clock = TestClock(isManual: isManual)
        let sleep = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(for: .seconds(1))
        }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        #expect(clock.slept.isEmpty)
    }

    @Test func cancellingWakesASleeperAndNoOther() async throws {
        let clock = TestClock(isManual: true)
        let (first, second) = (
            Task { try await clock.sleep(for: .seconds(1)) }, Task { try await clock.sleep(for: .seconds(1)) }
        )
        await clock.waitForSleepers(2)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(clock.sleeping == 1)
        clock.advance(by: .seconds(1))
        try await second.value
    }

    @Test func aManualOneGoesToTheNextDeadlineAndNoFurther() async throws {
        let clock = TestClock(isManual: true)
        #expect(clock.advanceToNextDeadline() == nil)
        let (late, early) = (
            Task { try await clock.sleep(for: .seconds(60)) }, Task { try await clock.sleep(for: .seconds(5)) }
        )
        await clock.waitForSleepers(2)
        #expect(clock.advanceToNextDeadline() == .seconds(5))
        try await early.value
        #expect(clock.sleeping == 1 && clock.now.offset == .seconds(5))
        #expect(clock.advanceToNextDeadline() == .seconds(55))
        try await late.value
    }

    @Test func itNeverGoesBackNorOverItsEnd() {
        let clock = TestClock(isManual: true)
        clock.advance(by: .seconds(1))
        clock.advance(by: .seconds(-10))
        #expect(clock.now.offset == .seconds(1))
        clock.advance(by: .seconds(Int64.max))
        clock.advance(by: .seconds(Int64.max))
        #expect(clock.now.offset > .seconds(1))
    }

    @Test func theDateGoesByIt() async throws {
        let start = Date(timeIntervalSince1970: 1_000)
        let clock = TestClock(start: start)
        #expect(clock.date == start)
        try await clock.sleep(for: .milliseconds(1_500))
        #expect(clock.date == start.addingTimeInterval(1.5))
        #expect(CallContext(clock: clock).date == clock.date)
        #expect(TestClock().date == Date(timeIntervalSince1970: 946_684_800))
    }

    @Test func callsOneAfterTheOtherTakeTheTimeOfBoth() async {
        let clock = TestClock()
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("late").delayed(by: .seconds(20)))
        let provider = Provider<Ping>(transport: stubs, clock: clock)
        for _ in 0..<2 { #expect(await provider.result(.ping).isSuccess) }
        #expect(clock.now.offset == .seconds(40))
    }

    @Test func theTimeOfACallWithinACallCountsForTheOuterOne() async {
        struct CallFirst: CallInterceptor {
            let other: Provider<Ping>
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                try await other.request(.ping)
                return try await next(endpoint)
            }
        }
        let clock = TestClock()
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("late").delayed(by: .seconds(20)))
        let other = Provider<Ping>(transport: stubs, clock: clock)
        let provider = Provider<Ping>(transport: stubs, plugins: [CallFirst(other: other)], clock: clock)
            .withDefaults { $0.deadline = .seconds(30) }
        guard case .failure(.requestTimeout) = await provider.result(.ping) else {
            Issue.record("the time of the inner call was lost")
            return
        }
        #expect(clock.slept == [.seconds(20), .seconds(10)])
    }

    @Test func waitingForSleepersEndsWithItsTask() async {
        let clock = TestClock(isManual: true)
        let waiting = Task { await clock.waitForSleepers(1) }
        waiting.cancel()
        await waiting.value
    }
}

private enum Ping: RoutedTarget {
    case ping
    var baseURL: URL { Self.host }
    static let host = URL(string: "https://ping.example")!
    var route: Route { .get("ping") }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
