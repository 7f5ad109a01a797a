/// What several cases took in the same rounds, one after the other in each, so that what slows the machine down for a
/// while slows all of them.
public struct Figures: Sendable {
    private var rounds: [String: [Round]] = [:]

    /// Runs the cases: two rounds to warm up, then so many that count, each time beginning with another case.
    public init(of cases: [Case], rounds count: Int) async throws {
        for _ in 0..<2 { for one in cases { _ = try await one.measure() } }
        for round in 0..<count {
            for index in cases.indices {
                let one = cases[(index + round) % cases.count]
                rounds[one.name, default: []].append(try await one.measure())
            }
        }
    }

    /// CPU time of a call in µs: its median over the rounds.
    public func cpu(_ name: String) -> Double { all(name).map(\.cpu).median * 1e6 }

    /// Calls a second, by the wall clock: the median over the rounds.
    public func rate(_ name: String) -> Double { 1 / all(name).map(\.wall).median }

    /// The latency in µs that so much of the calls stay below, over all rounds.
    public func latency(_ name: String, _ part: Double) -> Double {
        all(name).flatMap(\.latencies).quantile(part) * 1e6
    }

    /// Something worked out from these figures, and from each round alone: the second tells how far to trust the first.
    public func value(_ formula: (Figures) -> Double) -> (value: Double, spread: ClosedRange<Double>) {
        let count = rounds.values.first?.count ?? 0
        return (formula(self), (0..<count).map { formula(only(round: $0)) }.middleHalf)
    }

    private func only(round: Int) -> Figures {
        var one = self
        one.rounds = rounds.mapValues { [$0[round]] }
        return one
    }

    private func all(_ name: String) -> [Round] { rounds[name] ?? [] }
}
