import Glibc

/// The readings of the clocks at one moment, in seconds.
public struct Instant: Sendable {
    /// The CPU time of the whole process, all threads.
    public let cpu: Double
    /// The time of a monotonic clock.
    public let wall: Double

    /// Now.
    public static var now: Instant {
        Instant(cpu: read(CLOCK_PROCESS_CPUTIME_ID), wall: read(CLOCK_MONOTONIC))
    }

    /// The monotonic clock alone, for latencies: it takes 30 ns, while the CPU clock needs a system call.
    public static var wallNow: Double { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
