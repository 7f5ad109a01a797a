extension Sequence<Double> {
    /// The middle one; 0 for none.
    public var median: Double { quantile(0.5) }

    /// The value that so much of them lies below, from 0 to 1; between two of them it is interpolated.
    public func quantile(_ part: Double) -> Double {
        let sorted = sorted()
        guard let last = sorted.last else { return 0 }
        let place = part * Double(sorted.count - 1)
        let below = Int(place)
        guard below + 1 < sorted.count else { return last }
        return sorted[below] + (sorted[below + 1] - sorted[below]) * (place - Double(below))
    }

    /// Where the middle half of them lies.
    public var middleHalf: ClosedRange<Double> { quantile(0.25)...quantile(0.75) }
}
