/// The measurements of several cases that run one after the other in each round, so that a temporary slowdown affects
/// all of them.
public struct Figures: Sendable {
    private var rounds: [String: [Round]] = [:]

    /// Runs the cases: two rounds to warm up, then `count` measured rounds, each starting with another case.
    public init(of cases: [Case], rounds count: Int) async throws {
        for _ in 0..<2 { for one in cases { _ = try await one.measure() } }
        for round in 0..<count {
            for index in cases.indices {
                let one = cases[(index + round) % cases.count]
                rounds[one.name, default: []].append(try await one.measure())
            }
        }
    }

    /// Returns the CPU time of a call in µs: the median over the rounds.
    public func cpu(_ name: String) -> Double { all(name).map(\.cpu).median * 1e6 }

    /// Returns the calls per second of wall-clock time: the median over the rounds.
    public func rate(_ name: String) -> Double { 1 / all(name).map(\.wall).median }

    /// Returns a quantile of the latencies over all rounds, in µs.
    public func latency(_ name: String, _ part: Double) -> Double {
        all(name).flatMap(\.latencies).quantile(part) * 1e6
    }

    /// Returns the value of a formula over all rounds, and its spread over single rounds.
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
