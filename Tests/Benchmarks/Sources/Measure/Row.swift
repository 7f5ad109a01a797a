/// A row of the table: a number, its budget, and whether the budget is met.
public struct Row: Sendable, Codable {
    /// The budget of a number.
    public enum Budget: Sendable {
        case atMost(Double)
        case atLeast(Double)
        case none
    }

    public let name: String
    /// The name of the floor.
    public let floor: String
    /// A ratio, unless there is a unit.
    public let value: Double
    public let unit: String
    /// The middle half of the rounds.
    public let low: Double
    public let high: Double
    /// The budget: one of the two, or neither.
    public let atMost: Double?
    public let atLeast: Double?
    /// Whether the budget is met; nil without one.
    public let isMet: Bool?
    /// Whether the budget lies within the spread, so that another run may differ.
    public let isClose: Bool

    public init(
        _ name: String, against floor: String, _ value: Double, in spread: ClosedRange<Double>, unit: String = "×",
        budget: Budget
    ) {
        self.name = name
        self.floor = floor
        self.value = value
        self.unit = unit
        low = spread.lowerBound
        high = spread.upperBound
        atMost = if case .atMost(let limit) = budget { limit } else { nil }
        atLeast = if case .atLeast(let limit) = budget { limit } else { nil }
        isMet = atMost.map { value <= $0 } ?? atLeast.map { value >= $0 }
        isClose = low < high && (atMost ?? atLeast).map(spread.contains) ?? false
    }

    /// The cells of the row.
    var cells: [String] {
        let limit = atMost.map { "≤ \(number($0)) \(unit)" } ?? atLeast.map { "≥ \(number($0)) \(unit)" }
        let mark = isMet.map { ($0 ? "met" : "NOT met") + (isClose ? ", close" : "") } ?? "–"
        return [name, floor, "\(number(value)) \(unit)", "\(number(low)) … \(number(high))", limit ?? "–", mark]
    }

    static let head = ["what", "against", "measured", "middle half of rounds", "budget", ""]
}

/// Returns a number for a table: three significant digits, more only before the decimal point.
public func number(_ value: Double) -> String {
    let size = value.magnitude
    let digits = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3
    let scale = [1, 10, 100, 1000][digits]
    let scaled = Int((value * Double(scale)).rounded())
    if scale == 1 { return grouped(scaled) }
    let fraction = String(scaled.magnitude % UInt(scale) + UInt(scale)).dropFirst()
    return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / UInt(scale)).\(fraction)"
}

private func grouped(_ value: Int) -> String {
    var digits = String(value.magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
        groups.insert(digits.suffix(3), at: 0)
        digits = String(digits.dropLast(3))
    }
    return (value < 0 ? "-" : "") + ([Substring(digits)] + groups).joined(separator: ",")
}
