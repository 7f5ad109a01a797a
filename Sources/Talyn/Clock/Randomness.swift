/// Where a provider's chance comes from: the jitter of a stub's delay, or of a retry.
///
/// The system's unless said otherwise; a seeded one gives the same numbers in each run:
/// ```swift
/// let github = Provider<GitHub>(transport: stubs, clock: TestClock(), randomness: .seeded(7))
/// ```
/// Plugins take it from ``CallContext/randomness``. It is a `RandomNumberGenerator`, so `Double.random(in:using:)` and
/// `shuffled(using:)` take it. Copies share one sequence of numbers; calls at once take from it in the order they come.
public struct Randomness: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// A source of your own; `draw` returns 64 bits, each as likely to be set as not.
    ///
    /// What Talyn draws itself, it draws once: `Randomness { 0 }` is the least jitter there is, `Randomness { .max }` the
    /// most. The standard library's `random(in:using:)` draws again until a number suits, and never ends on some constants.
    public init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

    /// The system's, which nobody can foretell: the default.
    public static let system = Randomness {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// The same numbers for the same seed, on every platform. For tests; not for keys.
    public static func seeded(_ seed: UInt64) -> Randomness {
        let state = Locked(SplitMix(seed: seed))
        return Randomness { state.withLock { $0.next() } }
    }

    /// The next 64 bits.
    public func next() -> UInt64 { draw() }

    /// A number from zero to one, both among them, of one draw. `Double.random(in:using:)` would not end on a constant.
    func fraction() -> Double { Double(next() >> 11) / 0x1F_FFFF_FFFF_FFFF }
}

/// The generator behind a seed: SplitMix64 (Steele, Lea and Flood, 2014), which takes any seed.
package struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
