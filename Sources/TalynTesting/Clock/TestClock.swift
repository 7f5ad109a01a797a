public import Talyn

/// A clock for tests, on which waiting takes no real time.
///
/// It stands still until a task sleeps on it, and then advances to the end of that sleep at once: a stub's delay of an
/// hour takes no time, and ``slept`` records that it was an hour.
/// ```swift
/// let clock = TestClock()
/// let github = Provider<GitHub>(transport: stubs, clock: clock)
/// ```
/// All calls share its time: a sleep of one call counts for the deadlines of the others. During concurrent calls the
/// reading depends on the order in which tasks run; give each such call its own clock, or use a manual clock.
///
/// Use it with stubs, which sleep only where time is to pass. Over sockets no timeout ends an attempt, because nothing
/// sleeps while bytes are awaited: use a manual clock to test timeouts there.
///
/// A manual clock advances only by ``advance(by:)`` and ``advanceToNextDeadline()``. Use it for events during a wait,
/// and for concurrent sleeps:
/// ```swift
/// let clock = TestClock(isManual: true)
/// async let answer = github.request(.zen)
/// await clock.waitForSleepers()
/// clock.advance(by: .seconds(30))
/// ```
/// The date follows the clock: it is ``start`` plus the time that has passed.
public final class TestClock: DatedClock {
    /// A reading of the clock.
    public struct Instant: InstantProtocol {
        /// The duration since the clock's beginning.
        public var offset: Duration

        /// Makes a reading this long after the clock's beginning.
        public init(offset: Duration) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let sleepers = TestSleepers()
    private let isManual: Bool

    /// The date at the clock's beginning.
    public let start: Date

    /// Makes a clock at its beginning.
    /// - Parameters:
    ///   - isManual: whether it advances only by ``advance(by:)``. Default: it advances when a task sleeps.
    ///   - start: the date at its beginning. Default: 1 January 2000, 00:00 UTC.
    public init(isManual: Bool = false, start: Date = Date(timeIntervalSince1970: 946_684_800)) {
        self.isManual = isManual
        self.start = start
    }

    /// The reading.
    public var now: Instant { sleepers.now }

    /// The date at the reading.
    public var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The lengths of all sleeps, in the order in which they began.
    public var slept: [Duration] { sleepers.slept }

    /// The number of tasks that sleep now; always 0 unless the clock is manual.
    public var sleeping: Int { sleepers.count }

    /// Sleeps until the clock has this reading.
    /// - Throws: `CancellationError` when the task is cancelled, before or during the sleep.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        if isManual { return try await sleepers.sleep(until: deadline) }
        sleepers.skip(to: deadline)
    }

    // Ten thousand years, which do not fit the 32 bits of an Int.
    private static let longestStep: Int64 = 315_360_000_000

    /// Advances the clock and wakes the tasks whose sleep ends, in the order of their ends.
    ///
    /// A negative duration counts as zero, and at most ten thousand years pass: sums near the end of `Duration` trap.
    public func advance(by duration: Duration) {
        let step = min(max(duration, .zero), .seconds(Self.longestStep))
        sleepers.advance { $0.advanced(by: step) }
    }

    /// Advances the clock to the earliest end of a sleep and wakes its task.
    /// - Returns: the duration that passed; nil when no task sleeps.
    @discardableResult
    public func advanceToNextDeadline() -> Duration? {
        sleepers.nextEnd.map { end in
            let before = sleepers.now
            sleepers.advance { max($0, end) }
            return before.duration(to: max(before, end))
        }
    }

    /// Waits until this many tasks sleep at once; returns early when the task is cancelled. No time passes.
    public func waitForSleepers(_ count: Int = 1) async { await sleepers.wait(for: count) }
}

extension TestClock: SleepingClock {
    package var sinceStart: Swift.Duration { now.offset }
    package var advancesOnlyBySleeping: Bool { !isManual }
}
