import Talyn
import TalynTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct TestClockTests {
    @Test func itIsAtTheEndOfASleepAtOnce() async throws {
        let clock = TestClock()
        try await clock.sleep(for: .seconds(3600))
        try await clock.sleep(for: .milliseconds(5))
        #expect(clock.slept == [.seconds(3600), .milliseconds(5)])
        #expect(clock.now.offset == .seconds(3600) + .milliseconds(5))
        #expect(clock.sleepers == 0)
    }

    @Test func aManualOneMovesByHand() async throws {
        let clock = TestClock(isManual: true)
        let sleep = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        try await sleep.value
        #expect(clock.sleepers == 0 && clock.now.offset == .seconds(10))
    }

    @Test func anEndThatIsOverIsNotSleptFor() async throws {
        let clock = TestClock(isManual: true)
        clock.advance(by: .seconds(1))
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
        #expect(clock.slept.isEmpty)
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
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        try await second.value
    }

    @Test func waitingForSleepersEndsWithItsTask() async {
        let clock = TestClock(isManual: true)
        let waiting = Task { await clock.waitForSleepers(1) }
        waiting.cancel()
        await waiting.value
    }
}
