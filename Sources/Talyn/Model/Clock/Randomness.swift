/// A provider's source of randomness: for the jitter of a stub's delay or a retry.
///
/// The default is the system's. A seeded source returns the same numbers in each run:
/// ```swift
/// let github = Provider<GitHub>(transport: stubs, clock: TestClock(), randomness: .seeded(7))
/// ```
/// Plugins take it from ``CallContext/randomness``. Use it with `Double.random(in:using:)`. Copies share one sequence
/// of numbers; concurrent calls draw from it in the order of their arrival. Thread-safe.
public struct Randomness: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Makes a source from a closure. `draw` returns 64 uniformly distributed bits.
    ///
    /// Talyn draws once per decision: `Randomness { 0 }` gives the least jitter, `Randomness { .max }` the most. The
    /// standard library's `random(in:using:)` rejects and redraws, and never ends on some constants.
    public init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

    /// The system's unpredictable source. Default.
    public static let system = Randomness {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// Returns a source with the same numbers for the same seed on every platform. For tests, not for keys.
    public static func seeded(_ seed: UInt64) -> Randomness {
        let state = Locked(SplitMix(seed: seed))
        return Randomness { state.withLock { $0.next() } }
    }

    /// Returns the next 64 bits.
    public func next() -> UInt64 { draw() }

    /// Returns a number in 0...1 from one draw. `Double.random(in:using:)` would not end on a constant.
    package func fraction() -> Double { Double(next() >> 11) / 0x1F_FFFF_FFFF_FFFF }
}

/// SplitMix64 (Steele, Lea and Flood, 2014), which accepts any seed.
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
