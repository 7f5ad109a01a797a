import Foundation

/// A clock on which waiting takes no time: a sleeper is at its end at once, and the clock with it.
///
/// So `--fail timeout` waits its ten seconds as a call does, and still ends when it begins.
final class SkippingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        fileprivate var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let lock = NSLock()
    // Safe: it is touched in `now` and `sleep` only, under the lock.
    nonisolated(unsafe) private var current = Instant()

    var now: Instant { lock.withLock { current } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        lock.withLock { current = max(current, deadline) }
    }
}
