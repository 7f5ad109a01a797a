import Measure

/// The resources of the process after each round. Later rounds must not use more than the first ones.
struct Flatness {
    /// The growth that counts as flat: the variation of connections, thread pool and heap.
    static let descriptors = 8
    static let threads = 16
    static let memory = (factor: 1.15, megabytes: 8.0)

    private(set) var history: [ProcessFigures] = []

    /// Records the current resources and returns them as cells of a table.
    mutating func note() -> [String] {
        let now = ProcessFigures.now
        history.append(now)
        return [number(now.memory), "\(now.descriptors)", "\(now.threads)"]
    }

    static let head = ["memory MB", "descriptors", "threads"]

    /// Compares every round after the warm-up, which is a fifth of them and at least two, with the maximum of the
    /// warm-up.
    /// - Parameter kept: the memory that the transport keeps after a round, in MB.
    func check(_ name: String, kept: Double, _ verdict: inout Verdict) {
        let warmUp = history.prefix(max(history.count / 5, 2))
        let rest = history.dropFirst(warmUp.count)
        func most(_ path: (ProcessFigures) -> Double) -> (before: Double, after: Double) {
            (warmUp.map(path).max() ?? 0, rest.map(path).max() ?? 0)
        }
        let memory = most(\.memory)
        let kept = kept * Double(rest.count)
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
