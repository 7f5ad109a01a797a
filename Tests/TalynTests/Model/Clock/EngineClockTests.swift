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

    @Test func theDefaultClockIsSharedAndOneWithARandomnessOfItsOwnIsNot() {
        #expect(EngineClock.of(ContinuousClock()) === EngineClock.of(ContinuousClock()))
        let own = EngineClock.of(ContinuousClock(), Randomness { 7 })
        #expect(own !== EngineClock.of(ContinuousClock()))
        #expect(own.randomness.next() == 7)
    }

    @Test func aClockHasOneSetOfAlarms() {
        let clock = EngineClock.of(TestClock())
        #expect(clock.alarms === clock.alarms)
    }

    @Test(arguments: [
        (Duration.seconds(Int64.max), Duration.seconds(315_360_000), Duration.seconds(315_360_000)),
        (.seconds(315_360_001), .seconds(315_360_000), .seconds(315_360_000)), (.seconds(5), .seconds(5), .seconds(5)),
        (.zero, .zero, .zero), (.seconds(-5), .seconds(-5), .zero),
        (.seconds(-315_360_001), .seconds(-315_360_000), .zero),
    ])
    func aDurationIsLimitedToWhatClocksCanAdd(duration: Duration, bounded: Duration, sleepable: Duration) {
        #expect(duration.bounded == bounded)
        #expect(duration.sleepable == sleepable)
    }
}
