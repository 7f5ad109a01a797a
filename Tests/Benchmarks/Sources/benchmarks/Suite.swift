import Measure

/// Cases that are measured in turn, and the rows that are computed from them.
struct Suite: Sendable {
    /// The plan of a row: the cases it needs, and its formula.
    struct Plan: Sendable {
        let name: String
        let floor: String
        let cases: [String]
        var unit = "×"
        let budget: Row.Budget
        let formula: @Sendable (Figures) -> Double

        /// The ratio of the CPU times of two cases.
        static func cpu(_ name: String, of one: String, against floor: String, _ budget: Row.Budget) -> Plan {
            Plan(name: name, floor: floor, cases: [one, floor], budget: budget) { $0.cpu(one) / $0.cpu(floor) }
        }

        /// The ratio of the calls per second of two cases.
        static func rate(_ name: String, of one: String, against floor: String, _ budget: Row.Budget) -> Plan {
            Plan(name: name, floor: floor, cases: [one, floor], budget: budget) { $0.rate(one) / $0.rate(floor) }
        }
    }

    let title: String
    let rounds: Int
    let cases: [Case]
    let plans: [Plan]

    /// Measures the cases that match the filter, in the same rounds; nil if none matches.
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
