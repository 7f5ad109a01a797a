import Foundation
import Testing

@testable import Talyn

@Suite("Alarms", .timeLimit(.minutes(5)))
struct AlarmsTests {
    private let clock = TestClock(isManual: true)
    private let rung = Trace()

    private func alarms() -> Alarms {
        let origin = clock.now
        return Alarms(clock: clock) { [clock] in origin.duration(to: clock.now) }
    }

    /// Waits for a number of lines. The work is in flight, so only a hang never ends.
    private func wait(for count: Int) async { await until { rung.lines.count >= count } }

    @Test("Alarms ring in the order of their times, and one task sleeps for all")
    func theyRingInTheOrderOfTheirTimes() async {
        let alarms = alarms()
        for seconds in [3, 1, 2] {
            _ = alarms.set(at: .seconds(seconds)) { [rung] in
                rung.write("\(seconds)")
                return nil
            }
        }
        await clock.waitForSleepers()
        #expect(alarms.count == 3)
        clock.advance(by: .seconds(1))
        await wait(for: 1)
        await clock.waitForSleepers()
        #expect(clock.sleeping == 1)
        #expect(clock.slept.last == .seconds(1))
        clock.advance(by: .seconds(5))
        await wait(for: 3)
        #expect(rung.lines == ["1", "2", "3"])
    }

    @Test("A cancelled alarm does not ring")
    func aCancelledOneDoesNotRing() async {
        let alarms = alarms()
        let cancelled = alarms.set(at: .seconds(1)) { [rung] in
            rung.write("cancelled")
            return nil
        }
        _ = alarms.set(at: .seconds(2)) { [rung] in
            rung.write("other")
            return nil
        }
        alarms.cancel(cancelled)
        #expect(alarms.count == 1)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        await wait(for: 1)
        #expect(rung.lines == ["other"])
    }

    @Test("A repeating alarm rings at its next time")
    func oneRingsAgain() async {
        let alarms = alarms()
        _ = alarms.set(at: .seconds(1)) { [rung] in
            rung.write("ring")
            return rung.lines.count < 3 ? .seconds(rung.lines.count + 1) : nil
        }
        for count in 1...3 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            await wait(for: count)
        }
        #expect(rung.lines.count == 3)
        await until { alarms.count == 0 }
    }

    @Test("The earliest alarm is not delayed by the sleep for later ones")
    func anEarlierOneIsNotKeptWaiting() async {
        let alarms = alarms()
        _ = alarms.set(at: .seconds(100)) { nil }
        await clock.waitForSleepers()
        _ = alarms.set(at: .seconds(1)) { [rung] in
            rung.write("early")
            return nil
        }
        // The first sleeper is replaced by the second.
        await until { clock.slept.count >= 2 }
        clock.advance(by: .seconds(1))
        await wait(for: 1)
        #expect(rung.lines == ["early"])
    }

    @Test("A replaced sleeper that ends late does not silence the one that sleeps until the same time")
    func aReplacedSleeperIsTold() async {
        let clock = HeldClock()
        let alarms = Alarms(clock: clock) { clock.now.offset }
        for seconds in [2, 1] {
            _ = alarms.set(at: .seconds(seconds)) { [rung] in
                rung.write("\(seconds)")
                return nil
            }
            await clock.waitForSleeps(3 - seconds)
        }
        // The sleep until 2, which the one until 1 has replaced, is still ending when another one until 2 begins.
        clock.set(.seconds(1))
        clock.end(1, with: nil)
        await clock.waitForSleeps(3)
        clock.end(0, with: CancellationError())
        await clock.waitForReturns(2)
        clock.set(.seconds(2))
        clock.end(2, with: nil)
        await wait(for: 2)
        #expect(rung.lines == ["1", "2"])
    }

    @Test("The sleeper ends when the alarms are released")
    func nobodySleepsOn() async {
        var alarms: Alarms? = alarms()
        _ = alarms?.set(at: .seconds(1)) { nil }
        await clock.waitForSleepers()
        alarms = nil
        await until { clock.sleeping == 0 }
    }

    @Test("An infinite time is slept for ten years")
    func aTimeWithoutEndIsTenYears() async {
        let alarms = alarms()
        _ = alarms.set(at: .seconds(Int64.max)) { nil }
        await clock.waitForSleepers()
        #expect(clock.slept == [.seconds(315_360_000)])
    }

    @Test("Providers on the default clock share one set of alarms")
    func theContinuousClockIsShared() {
        #expect(EngineClock.of(ContinuousClock()) === EngineClock.of(ContinuousClock()))
        #expect(EngineClock.of(clock) !== EngineClock.of(clock))
    }

    /// It ended the attempt at once if its task ran before the answer came.
    @Test(arguments: LiveTransport.allCases)
    func noTimeoutEndsAnAttemptOnAClockThatPassesBySleeping(live: LiveTransport) async throws {
        let server = try LoopbackServer { [.response(text: "fine", to: $0)] }
        let clock = TestClock()
        let provider = Provider<Probe>(baseURL: server.url, transport: try live.make(), clock: clock)
            .withDefaults { $0.deadline = .seconds(40) }
        for _ in 0..<10 { try await provider.request(Probe(.get("a").timeout(.seconds(30)))) }
        #expect(clock.slept.isEmpty)
    }
}

/// A clock whose sleeps end when the test says so, cancelled or not.
private final class HeldClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleeps: [CheckedContinuation<Void, any Error>] = []
        var ended = 0
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        defer { state.withLock { $0.ended += 1 } }
        try await withCheckedThrowingContinuation { sleep in state.withLock { $0.sleeps.append(sleep) } }
    }

    func set(_ time: Duration) { state.withLock { $0.now.offset = time } }

    /// Ends a sleep, counted from 0 in the order of their beginnings.
    func end(_ index: Int, with error: (any Error)?) {
        let sleep = state.withLock { $0.sleeps[index] }
        if let error { sleep.resume(throwing: error) } else { sleep.resume() }
    }

    func waitForSleeps(_ count: Int) async { await until { state.withLock { $0.sleeps.count } >= count } }
    func waitForReturns(_ count: Int) async { await until { state.withLock { $0.ended } >= count } }
}
