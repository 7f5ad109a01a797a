import Foundation
import Testing

@testable import Talyn

@Suite struct CallContextTimeTests {
    /// A plugin that records the time of each call.
    private struct Reading: Preparer {
        let times = Locked<[Duration]>([])
        func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
            times.withLock { $0.append(context.now) }
        }
    }

    @Test func callsOfAllProvidersOnATestClockShareOneTime() async throws {
        let (stubs, clock, reading) = (StubTransport(), TestClock(), Reading())
        stubs.on(RawAPI.items, .text("ok").delayed(by: .seconds(2)))
        try await Provider<RawAPI>(transport: stubs, plugins: [reading], clock: clock).request(.items)
        clock.advance(by: .seconds(5))
        // Made later, and with another source of randomness.
        let later = Provider<RawAPI>(
            transport: stubs, plugins: [reading], clock: clock, randomness: Randomness { .max })
        try await later.request(.items)
        #expect(reading.times.withLock { $0 } == [.zero, .seconds(7)])
    }

    /// A clock whose date is an hour earlier at each reading.
    private struct Backwards: DatedClock {
        let base = TestClock()
        let readings = Locked(0)
        var now: TestClock.Instant { base.now }
        var minimumResolution: Duration { base.minimumResolution }
        var date: Date {
            readings.withLock {
                $0 += 1
                return base.start - 3_600 * Double($0)
            }
        }
        func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
            try await base.sleep(until: deadline, tolerance: tolerance)
        }
    }

    @Test func aDateThatJumpsDoesNotChangeTheTime() {
        let clock = Backwards()
        let context = CallContext(clock: clock)
        let (now, date) = (context.now, context.date)
        clock.base.advance(by: .seconds(3))
        #expect(context.date < date)
        #expect(context.now - now == .seconds(3) && context.elapsed == .seconds(3))
    }

    @Test func theTimeOfAClockOfTheUsersBeginsWithTheProvider() async throws {
        let (stubs, reading, clock) = (StubTransport(), Reading(), Backwards())
        stubs.on(RawAPI.items, .text("ok"))
        clock.base.advance(by: .seconds(9))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [reading], clock: clock)
        clock.base.advance(by: .seconds(2))
        try await provider.request(.items)
        #expect(reading.times.withLock { $0 } == [.seconds(2)])
    }
}
