import Measure

/// What a process had in use after each round; the later rounds may not have more than the first ones.
struct Flatness {
    /// How much more counts as flat: what connections, the pool of threads and the heap do by themselves.
    static let descriptors = 8
    static let threads = 16
    static let memory = (factor: 1.15, megabytes: 8.0)

    /// What URLSession keeps of each call for good on Linux, in MB, with some room: `--floor` shows 0.15 KB.
    static let keptOfACall = 0.25 / 1024

    private(set) var history: [ProcessFigures] = []

    /// Takes down what is in use and returns it as cells of a table.
    mutating func note() -> [String] {
        let now = ProcessFigures.now
        history.append(now)
        return [number(now.memory), "\(now.descriptors)", "\(now.threads)"]
    }

    static let head = ["memory MB", "descriptors", "threads"]

    /// Compares every round behind the warm-up, a fifth of them and two at least, with the most of the warm-up.
    /// - Parameter liveCalls: how many calls went over URLSession in a round.
    func check(_ name: String, liveCalls: Int, _ verdict: inout Verdict) {
        let warmUp = history.prefix(max(history.count / 5, 2))
        let rest = history.dropFirst(warmUp.count)
        func most(_ path: (ProcessFigures) -> Double) -> (before: Double, after: Double) {
            (warmUp.map(path).max() ?? 0, rest.map(path).max() ?? 0)
        }
        let memory = most(\.memory)
        let kept = Double(liveCalls * rest.count) * Self.keptOfACall
        verdict.expect(
            memory.after <= memory.before * Self.memory.factor + Self.memory.megabytes + kept,
            "\(name): memory grows, \(number(memory.before)) to \(number(memory.after)) MB")
        let descriptors = most { Double($0.descriptors) }
        verdict.expect(
            descriptors.after <= descriptors.before + Double(Self.descriptors),
            "\(name): descriptors grow, \(number(descriptors.before)) to \(number(descriptors.after))")
        let threads = most { Double($0.threads) }
        verdict.expect(
            threads.after <= threads.before + Double(Self.threads),
            "\(name): threads grow, \(number(threads.before)) to \(number(threads.after))")
    }
}
