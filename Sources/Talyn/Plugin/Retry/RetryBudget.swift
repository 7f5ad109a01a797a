/// How many retries there may be beside how many calls, so that clients do not bury a server that is already down.
///
/// Within the last ten seconds no more retries begin than a share of the calls that began in them, and a number a second
/// besides, which a client with few calls lives on. Finagle's and tower's idea; by default a tenth of the calls and 10 a
/// second. Copies share what was counted: give one to several plugins and they retry no more than one of them would. Time
/// is that of the provider's clock. Providers that share a budget share a clock: one of Swift's, or a test clock that stands
/// where it began when they are made.
public struct RetryBudget: Sendable {
    /// What happened within one second.
    private struct Second {
        var calls = 0
        var retries = 0
    }

    private struct State: Sendable {
        private(set) var seconds: [Int: Second] = [:]

        /// Counts something in a second; what is older than the window goes when a new second begins.
        mutating func count(_ part: WritableKeyPath<Second, Int>, in second: Int) {
            if seconds[second] == nil { forget(allBut: second) }
            seconds[second, default: Second()][keyPath: part] += 1
        }

        /// Forgets what is not within the window around a second. Both ways: calls on a test clock have times of their own.
        mutating func forget(allBut second: Int) {
            seconds = seconds.filter { abs($0.key - second) < RetryBudget.window }
        }
    }

    private let share: Double
    private let least: Double
    private let isUnlimited: Bool
    private let state = Locked(State())

    /// A budget of its own.
    /// - Parameters:
    ///   - share: retries for each call. Default: 0.1, a tenth. What is negative or no number counts as zero.
    ///   - minimumPerSecond: retries a second that need no calls. Default: 10; negative counts as zero.
    public init(share: Double = 0.1, minimumPerSecond: Double = 10) {
        self.init(share: share, minimumPerSecond: minimumPerSecond, isUnlimited: false)
    }

    private init(share: Double, minimumPerSecond: Double, isUnlimited: Bool) {
        self.share = Self.usable(share)
        least = Self.usable(minimumPerSecond)
        self.isUnlimited = isUnlimited
    }

    /// As many retries as the plugins want.
    public static let unlimited = RetryBudget(share: 0, minimumPerSecond: 0, isUnlimited: true)

    private static let window = 10

    private static func usable(_ number: Double) -> Double { number > 0 ? min(number, 1e9) : 0 }

    /// How many seconds are remembered.
    var remembered: Int { state.withLock { $0.seconds.count } }

    /// A call has begun.
    func noteCall(at now: Duration) {
        if isUnlimited { return }
        state.withLock { $0.count(\.calls, in: Self.second(now)) }
    }

    /// Takes a retry out of the budget; false when it is used up.
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
    /// The share and the number a second.
    public var description: String {
        isUnlimited ? "RetryBudget.unlimited" : "RetryBudget(share: \(share), minimumPerSecond: \(least))"
    }
}
