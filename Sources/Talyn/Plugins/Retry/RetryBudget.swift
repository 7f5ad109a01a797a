/// A limit on retries relative to calls, which keeps clients from overloading a failing server.
///
/// Within ten seconds, retries are limited to a share of the calls in that time plus a number per second for clients
/// with few calls, as in Finagle and tower. Default: a tenth of the calls plus 10 per second. Copies share their
/// counts: plugins with the same budget together retry no more than one of them. Time is that of the provider's clock.
/// Providers that share a budget must share one of Swift's clocks or a `TestClock`.
public struct RetryBudget: Sendable {
    private struct State: Sendable {
        /// The counts of recent seconds, fewer than twenty.
        var seconds: [(second: Int, calls: Int, retries: Int)] = []

        /// Forgets the seconds outside the window, in both directions, because calls on a test clock have times of
        /// their own.
        mutating func evict(around second: Int) {
            seconds.removeAll { abs($0.second - second) >= RetryBudget.window }
        }

        /// Adds to the counts of a second.
        mutating func count(calls: Int = 0, retries: Int = 0, in second: Int) {
            evict(around: second)
            let index = seconds.firstIndex { $0.second == second }
            if let index {
                seconds[index].calls += calls
                seconds[index].retries += retries
            } else {
                seconds.append((second, calls, retries))
            }
        }
    }

    private let share: Double
    private let least: Double
    private let isUnlimited: Bool
    private let state = Locked(State())

    /// Makes a separate budget.
    /// - Parameters:
    ///   - share: retries per call. Default: 0.1. Negative values and NaN count as zero.
    ///   - minimumPerSecond: retries per second regardless of calls. Default: 10; negative counts as zero.
    public init(share: Double = 0.1, minimumPerSecond: Double = 10) {
        self.init(share: share, minimumPerSecond: minimumPerSecond, isUnlimited: false)
    }

    private init(share: Double, minimumPerSecond: Double, isUnlimited: Bool) {
        self.share = Self.usable(share)
        least = Self.usable(minimumPerSecond)
        self.isUnlimited = isUnlimited
    }

    /// A budget without a limit.
    public static let unlimited = RetryBudget(share: 0, minimumPerSecond: 0, isUnlimited: true)

    private static let window = 10

    private static func usable(_ number: Double) -> Double { number > 0 ? min(number, 1e9) : 0 }

    /// The number of seconds with counts.
    var remembered: Int { state.withLock { $0.seconds.count } }

    /// Counts a call.
    func noteCall(at now: Duration) {
        if isUnlimited { return }
        state.withLock { $0.count(calls: 1, in: Self.second(now)) }
    }

    /// Takes a retry from the budget; false if it is exhausted.
    func takeRetry(at now: Duration) -> Bool {
        if isUnlimited { return true }
        return state.withLock { state in
            state.evict(around: Self.second(now))
            var (calls, retries) = (0, 1)
            for second in state.seconds {
                calls += second.calls
                retries += second.retries
            }
            guard Double(retries) <= Double(calls) * share + least * Double(Self.window) else { return false }
            state.count(retries: 1, in: Self.second(now))
            return true
        }
    }

    private static func second(_ now: Duration) -> Int { Int(now.bounded.components.seconds) }
}

extension RetryBudget: RedactedStringConvertible {
    /// The share and the number per second.
    public var description: String {
        isUnlimited ? "RetryBudget.unlimited" : "RetryBudget(share: \(share), minimumPerSecond: \(least))"
    }
}
