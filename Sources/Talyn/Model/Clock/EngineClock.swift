/// A provider's clock with its alarms, date and randomness. Readings are a closure, because `any Clock` has no type for
/// the duration between two of its instants.
final class EngineClock: Sendable {
    let clock: any Clock<Duration>
    /// Returns the time since an origin; never decreases.
    let now: @Sendable () -> Duration
    /// The provider's source of randomness.
    let randomness: Randomness
    /// Whether time advances only by sleeping, so that an alarm would ring at once.
    let advancesOnlyBySleeping: Bool

    private let dated: (any DatedClock)?
    private let alarmsOfItsOwn = Locked<Alarms?>(nil)

    private init(_ clock: any Clock<Duration>, _ randomness: Randomness, now: @escaping @Sendable () -> Duration) {
        self.clock = clock
        dated = clock as? any DatedClock
        advancesOnlyBySleeping = (clock as? any SleepingClock)?.advancesOnlyBySleeping ?? false
        self.randomness = randomness
        self.now = now
    }

    // Swift's clocks start once for all providers, so that objects they share, such as a retry budget, use one
    // time.
    private static let continuousTime = reading(of: ContinuousClock())
    private static let suspendingTime = reading(of: SuspendingClock())

    /// The default clock, with one set of alarms for all providers.
    private static let continuous = EngineClock(ContinuousClock(), .system, now: continuousTime)

    /// Returns the engine clock for a clock.
    static func of(_ clock: any Clock<Duration>, _ randomness: Randomness? = nil) -> EngineClock {
        if clock is ContinuousClock, randomness == nil { return continuous }
        let now =
            switch clock {
            case is ContinuousClock: continuousTime
            case is SuspendingClock: suspendingTime
            case let clock as any SleepingClock: { @Sendable in clock.sinceStart }
            default: reading(of: clock)
            }
        return EngineClock(clock, randomness ?? .system, now: now)
    }

    /// The date: the clock's if it is a ``DatedClock``, otherwise the system's.
    var date: Date { dated?.date ?? Date() }

    /// The alarms on this clock, created on first use.
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

/// A clock of tests. It may advance only by sleeping; its readings start at zero.
package protocol SleepingClock: Clock {
    /// The time since the clock's beginning.
    var sinceStart: Swift.Duration { get }

    /// Whether time advances only by sleeping, so that an alarm would ring at once.
    var advancesOnlyBySleeping: Bool { get }
}

extension Duration {
    /// The duration limited to ten years in either direction, because sums near the limits of the type trap.
    package var bounded: Duration { min(max(self, .seconds(-315_360_000)), .seconds(315_360_000)) }
    /// The duration limited to what Swift's clocks can sleep; they trap after some centuries.
    package var sleepable: Duration { max(bounded, .zero) }
}

extension CallContext {
    /// Sleeps on the provider's clock.
    package func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration.sleepable)
    }
}
