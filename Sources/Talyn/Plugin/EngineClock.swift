/// A clock with its reading as a closure: `any Clock` has no type for the time between two of its instants.
struct EngineClock: Sendable {
    let clock: any Clock<Duration>
    let now: @Sendable () -> Duration

    init(_ clock: any Clock<Duration>) {
        self.clock = clock
        now = Self.reading(of: clock)
    }

    private static func reading<C: Clock<Duration>>(of clock: C) -> @Sendable () -> Duration {
        let origin = clock.now
        return { origin.duration(to: clock.now) }
    }
}

extension CallContext {
    /// Sleeps on the provider's clock, ten years at most: beyond some centuries Swift's own clocks trap.
    func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: min(max(duration, .zero), .seconds(315_360_000)))
    }
}
