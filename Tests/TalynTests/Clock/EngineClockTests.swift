import Testing

@testable import Talyn

@Suite struct EngineClockTests {
    // A budget that providers share counted in the time of each: seconds that were the same were not.
    @Test(arguments: [ContinuousClock() as any Clock<Duration>, SuspendingClock()])
    func swiftsClocksBeginOnceForAllProviders(_ clock: any Clock<Duration>) {
        let first = EngineClock.of(clock)
        // So that a second beginning would be behind it.
        while first.now() < .milliseconds(2) {}
        let then = first.now()
        let second = EngineClock.of(clock, .seeded(1))
        #expect(second.now() >= then)
        #expect(first.now() >= then)
    }
}
