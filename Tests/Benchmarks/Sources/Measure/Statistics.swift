extension Sequence<Double> {
    /// The median; 0 without values.
    public var median: Double { quantile(0.5) }

    /// Returns the quantile for a fraction from 0 to 1, interpolated between two values.
    public func quantile(_ part: Double) -> Double {
        let sorted = sorted()
        guard let last = sorted.last else { return 0 }
        let place = part * Double(sorted.count - 1)
        let below = Int(place)
        guard below + 1 < sorted.count else { return last }
        return sorted[below] + (sorted[below + 1] - sorted[below]) * (place - Double(below))
    }

    /// The range of the middle half.
    public var middleHalf: ClosedRange<Double> { quantile(0.25)...quantile(0.75) }
}
