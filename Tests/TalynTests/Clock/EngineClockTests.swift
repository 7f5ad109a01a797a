import Testing

@testable import Talyn

@Suite struct EngineClockTests {
    // Providers that shared a budget once counted in separate times, so their seconds differed.
    @Test(arguments: [ContinuousClock() as any Clock<Duration>, SuspendingClock()])
    func swiftsClocksBeginOnceForAllProviders(_ clock: any Clock<Duration>) {
        let first = EngineClock.of(clock)
        // A second clock would start after this.
        while first.now() < .milliseconds(2) {}
        let then = first.now()
        let second = EngineClock.of(clock, .seeded(1))
        #expect(second.now() >= then)
        #expect(first.now() >= then)
    }
}
