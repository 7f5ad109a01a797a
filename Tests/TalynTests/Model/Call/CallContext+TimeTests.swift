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

    @Test func callsOnSwiftsClocksShareOneTime() async throws {
        let (stubs, reading) = (StubTransport(), Reading())
        stubs.on(RawAPI.items, .text("ok"))
        for clock in [ContinuousClock(), SuspendingClock()] as [any Clock<Duration>] {
            reading.times.withLock { $0 = [] }
            for randomness in [Randomness.system, Randomness { .max }, .system] {
                let provider = Provider<RawAPI>(
                    transport: stubs, plugins: [reading], clock: clock, randomness: randomness)
                try await provider.request(.items)
            }
            let times = reading.times.withLock { $0 }
            #expect(times.count == 3 && times == times.sorted())
        }
    }

    @Test func aDateThatJumpsDoesNotChangeTheTime() {
        let clock = TestClock()
        let context = CallContext(clock: clock)
        let (now, date) = (context.now, context.date)
        clock.advance(by: .seconds(3))
        #expect(context.now - now == .seconds(3) && context.elapsed == .seconds(3))
        #expect(context.date == date + 3)
    }
}
