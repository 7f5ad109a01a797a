import Measure

/// Cases that are measured in turn, and the rows that come of them.
struct Suite: Sendable {
    /// A row to be: the cases it needs, and how its number comes of what they took.
    struct Plan: Sendable {
        let name: String
        let floor: String
        let cases: [String]
        var unit = "×"
        let budget: Row.Budget
        let formula: @Sendable (Figures) -> Double

        /// The CPU time of one case for that of another.
        static func cpu(_ name: String, of one: String, against floor: String, _ budget: Row.Budget) -> Plan {
            Plan(name: name, floor: floor, cases: [one, floor], budget: budget) { $0.cpu(one) / $0.cpu(floor) }
        }

        /// The calls a second of one case for those of another.
        static func rate(_ name: String, of one: String, against floor: String, _ budget: Row.Budget) -> Plan {
            Plan(name: name, floor: floor, cases: [one, floor], budget: budget) { $0.rate(one) / $0.rate(floor) }
        }
    }

    let title: String
    let rounds: Int
    let cases: [Case]
    let plans: [Plan]

    /// Measures what the filter leaves, all of it in the same rounds; nil when it leaves nothing.
    func run(filter: String?, rounds: Int?) async throws -> Report.Section? {
        let plans = plans.filter { filter == nil || $0.name.contains(filter ?? "") }
        let needed = Set(plans.flatMap(\.cases))
        let cases = cases.filter { needed.contains($0.name) }
        if plans.isEmpty { return nil }
        let figures = try await Figures(of: cases, rounds: rounds ?? self.rounds)
        return Report.Section(
            title: title,
            rows: plans.map { plan in
                let (value, spread) = figures.value(plan.formula)
                return Row(
                    plan.name, against: plan.floor, value, in: spread, unit: plan.unit, budget: plan.budget)
            },
            cases: cases.map { one in
                Report.CaseFigures(
                    name: one.name, cpu: figures.cpu(one.name), rate: figures.rate(one.name),
                    p50: figures.latency(one.name, 0.5), p99: figures.latency(one.name, 0.99))
            })
    }
}
