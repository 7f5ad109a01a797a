public import Talyn

/// A clock for tests: no test waits for real time, and none depends on it.
///
/// It stands still until somebody sleeps on it, and then is at the sleeper's end at once: a stub's delay of an hour takes
/// no time, and ``slept`` tells that it was an hour.
/// ```swift
/// let clock = TestClock()
/// let github = Provider<GitHub>(transport: stubs, clock: clock)
/// ```
/// Each call of a provider has time of its own on it, from where the clock stood when the call began: calls at once do not
/// use up each other's deadlines, in whatever order they run. What calls for itself (a plugin that refreshes a token) has
/// the time of the call it is in. Where the clock itself stands after calls at once, and who sleeps on it outside of a call,
/// goes by the order in which they ran: for a test of that, take a manual one. For stubs, which sleep only where time is to pass. Over sockets the timeout of a call
/// sleeps on the clock too, and would be over at once: there it has to be a manual one.
///
/// A manual one moves by ``advance(by:)`` or ``advanceToNextDeadline()`` only, for what has to happen while something
/// waits, and for sleeps that run against each other within one call:
/// ```swift
/// let clock = TestClock(isManual: true)
/// async let answer = github.request(.zen)
/// await clock.waitForSleepers()
/// clock.advance(by: .seconds(30))
/// ```
/// The date goes by it too: it is ``start`` and what has passed since.
public final class TestClock: DatedClock {
    /// A reading of the clock.
    public struct Instant: InstantProtocol {
        /// How far it is from where the clock began.
        public var offset: Duration

        /// A reading so far from where the clock began.
        public init(offset: Duration) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let sleepers = TestSleepers()
    private let isManual: Bool

    /// The date at the clock's beginning.
    public let start: Date

    /// A clock at its beginning; `isManual` for one that moves by ``advance(by:)`` only. Default: by sleeping.
    ///
    /// `start` is the date at its beginning; default: 1 January 2000, 00:00 UTC, so that no test depends on today.
    public init(isManual: Bool = false, start: Date = Date(timeIntervalSince1970: 946_684_800)) {
        self.isManual = isManual
        self.start = start
    }

    /// The reading; within a call that of the call's own time.
    public var now: Instant { TestTime.current(of: self)?.now ?? sleepers.now }

    /// The date at the reading.
    public var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How long was slept, in the order in which the sleeps began.
    public var slept: [Duration] { sleepers.slept }

    /// How many sleep now; of a clock that moves by itself nobody ever does.
    public var sleeping: Int { sleepers.count }

    /// Sleeps until the clock is there.
    /// - Throws: `CancellationError` when the task is cancelled, before it or during it.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        if isManual { return try await sleepers.sleep(until: deadline) }
        let time = TestTime.current(of: self)
        let length = deadline.offset - (time?.now ?? sleepers.now).offset
        guard length > .zero else { return }
        time?.move(to: deadline)
        sleepers.skip(to: deadline, slept: length)
    }

    // Ten thousand years, which do not fit the 32 bits of an Int.
    private static let longestStep: Int64 = 315_360_000_000

    /// Moves the time on and wakes those whose end has come, in the order of their ends.
    ///
    /// It never goes back, and at most ten thousand years at once: sums near the end of `Duration` trap.
    public func advance(by duration: Duration) {
        let step = min(max(duration, .zero), .seconds(Self.longestStep))
        sleepers.advance { $0.advanced(by: step) }
    }

    /// Moves the time on to the first end that somebody sleeps for, and wakes who sleeps for it.
    /// - Returns: how far it moved; nil when nobody sleeps.
    @discardableResult
    public func advanceToNextDeadline() -> Duration? {
        sleepers.nextEnd.map { end in
            let before = sleepers.now
            sleepers.advance { max($0, end) }
            return before.duration(to: max(before, end))
        }
    }

    /// Waits, without time, until so many sleep at once; returns early when the task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async { await sleepers.wait(for: count) }
}

extension TestClock: CallScopedClock {
    package var passesBySleeping: Bool { !isManual }

    package var beginsCallTime: Bool { !isManual && TestTime.current(of: self) == nil }

    package func callTime<Output>(_ call: () async -> Output) async -> Output {
        await TestTime.$current.withValue(TestTime(of: self, from: sleepers.now), operation: call)
    }
}

/// The time of one call on a clock that moves by itself.
private final class TestTime: Sendable {
    @TaskLocal static var current: TestTime?

    private let clock: TestClock
    private let reading: Locked<TestClock.Instant>

    init(of clock: TestClock, from now: TestClock.Instant) {
        self.clock = clock
        reading = Locked(now)
    }

    /// The time of the call that runs in this task; nil outside of one, and in one on another clock.
    static func current(of clock: TestClock) -> TestTime? {
        guard let time = current, time.clock === clock else { return nil }
        return time
    }

    var now: TestClock.Instant { reading.withLock { $0 } }

    func move(to end: TestClock.Instant) { reading.withLock { $0 = max($0, end) } }
}
