/// A limit on retries relative to calls, which keeps clients from overloading a failing server.
///
/// Within ten seconds, retries are limited to a share of the calls in that time plus a number per second for clients
/// with few calls, as in Finagle and tower. Default: a tenth of the calls plus 10 per second. Copies share their
/// counts: plugins with the same budget together retry no more than one of them. Time is that of the provider's clock.
/// Providers that share a budget must share a clock: one of Swift's, or a test clock that has not advanced when they
/// are made.
public struct RetryBudget: Sendable {
    /// The counts of one second.
    private struct Second {
        var calls = 0
        var retries = 0
    }

    private struct State: Sendable {
        private(set) var seconds: [Int: Second] = [:]

        /// Increments a count of a second. A new second evicts those outside the window.
        mutating func count(_ part: WritableKeyPath<Second, Int>, in second: Int) {
            if seconds[second] == nil { forget(allBut: second) }
            seconds[second, default: Second()][keyPath: part] += 1
        }

        /// Evicts the seconds outside the window. In both directions, because calls on a test clock have times of their
        /// own.
        mutating func forget(allBut second: Int) {
            seconds = seconds.filter { abs($0.key - second) < RetryBudget.window }
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
        state.withLock { $0.count(\.calls, in: Self.second(now)) }
    }

    /// Takes a retry from the budget; false if it is exhausted.
    func takeRetry(at now: Duration) -> Bool {
        if isUnlimited { return true }
        let second = Self.second(now)
        return state.withLock { state in
            state.forget(allBut: second)
            let sums = state.seconds.values.reduce(into: Second()) { sum, second in
                sum.calls += second.calls
                sum.retries += second.retries
            }
            guard Double(sums.retries + 1) <= Double(sums.calls) * share + least * Double(Self.window) else {
                return false
            }
            state.count(\.retries, in: second)
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
