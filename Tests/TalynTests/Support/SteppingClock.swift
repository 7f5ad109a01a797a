@testable import Talyn

/// A clock that advances by a second with each reading, so that no report of progress is held back. Its sleeps end at a
/// reading that has passed, or never.
final class SteppingClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private let start = ContinuousClock().now
    private let steps = Locked(0)

    var now: Instant {
        start
            + .seconds(
                steps.withLock { steps in
                    steps += 1
                    return steps
                })
    }

    var minimumResolution: Duration { .seconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        if deadline > now { try await Task.sleep(for: .seconds(86_400)) }
    }
}
