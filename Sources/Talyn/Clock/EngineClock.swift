/// A provider's clock: its reading as a closure, since `any Clock` has no type for the time between two of its instants,
/// and the alarms that are set on it. The date goes by it as well, and chance comes with it.
final class EngineClock: Sendable {
    let clock: any Clock<Duration>

    /// The time since the clock was put here; never goes back.
    let now: @Sendable () -> Duration

    /// Where the provider's chance comes from.
    let randomness: Randomness

    /// The clock when each call has time of its own on it; nil for every clock but one of tests.
    let scoped: (any CallScopedClock)?

    private let alarmsOfItsOwn = Locked<Alarms?>(nil)

    private init(_ clock: any Clock<Duration>, _ randomness: Randomness, now: @escaping @Sendable () -> Duration) {
        self.clock = clock
        scoped = clock as? any CallScopedClock
        self.randomness = randomness
        self.now = now
    }

    // Swift's own clocks begin once for all providers: what they share, such as a retry budget, counts in one time.
    private static let continuousTime = reading(of: ContinuousClock())
    private static let suspendingTime = reading(of: SuspendingClock())

    /// The clock that everybody has who was not given another, with one set of alarms for all of them.
    private static let continuous = EngineClock(ContinuousClock(), .system, now: continuousTime)

    /// What a provider needs of a clock.
    static func of(_ clock: any Clock<Duration>, _ randomness: Randomness? = nil) -> EngineClock {
        if clock is ContinuousClock, randomness == nil { return continuous }
        let now =
            switch clock {
            case is ContinuousClock: continuousTime
            case is SuspendingClock: suspendingTime
            default: reading(of: clock)
            }
        return EngineClock(clock, randomness ?? .system, now: now)
    }

    /// The date: the clock's own where it knows it, else the system's.
    var date: Date { (clock as? any DatedClock)?.date ?? Date() }

    /// The alarms on this clock, made when the first one is set.
    var alarms: Alarms {
        alarmsOfItsOwn.withLock { alarms in
            if let alarms { return alarms }
            let made = Alarms(clock: clock, now: now)
            alarms = made
            return made
        }
    }

    private static func reading<C: Clock<Duration>>(of clock: C) -> @Sendable () -> Duration {
        let origin = clock.now
        return { origin.duration(to: clock.now) }
    }
}

/// A clock on which each call has time of its own, so that what one call waits for is not time in another's.
package protocol CallScopedClock: Clock where Duration == Swift.Duration {
    /// Whether a call that begins now in this task has time of its own. A call within another call has that one's time.
    var beginsCallTime: Bool { get }

    /// Runs a call in time of its own.
    func callTime<Output>(_ call: () async -> Output) async -> Output

    /// Whether its time passes by sleeping on it and in no other way, so that an alarm on it would ring at once.
    var passesBySleeping: Bool { get }
}

extension Duration {
    /// The duration with ten years to each side at most: sums of what is near the end of the type trap.
    package var bounded: Duration { min(max(self, .seconds(-315_360_000)), .seconds(315_360_000)) }

    /// As long as one may sleep: beyond some centuries Swift's own clocks trap.
    package var sleepable: Duration { max(bounded, .zero) }
}

extension CallContext {
    /// Sleeps on the provider's clock.
    func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration.sleepable)
    }
}
