import Measure

extension Report.Section {
    /// Measurements that should not grow with the number of calls and providers. The rows share their processes, so a
    /// filter selects all of them or none.
    static func scale(filter: String?, rounds: Int) throws -> Report.Section? {
        guard filter == nil || "scale".contains(filter ?? "") else { return nil }
        var all: [String: [[String: Double]]] = [:]
        for _ in 0..<rounds {
            for child in Child.scales { all[child.name, default: []].append(try child.run().counts) }
        }
        func counts(_ child: String, _ count: String) -> [Double] { (all[child] ?? []).map { $0[count] ?? 0 } }
        func growth(_ calls: String) -> [Double] {
            zip(counts("10000 \(calls) at once", "µs/call"), counts("100 \(calls) at once", "µs/call")).map { $0 / $1 }
        }
        let calls = "10000 calls at once"
        let bare = "10000 bare calls at once"
        let providers = "1000 providers"
        return Report.Section(
            title: "Scale",
            rows: [
                row("10,000 calls at once, answered", "all", counts(calls, "answered"), .atLeast(1)),
                row("10,000 calls at once, CPU of one", "100 at once", growth("calls"), .atMost(1.2)),
                row("10,000 bare calls at once, CPU of one", "100 at once", growth("bare calls"), .none),
                row("10,000 calls at once, memory of one", "–", counts(calls, "KB/call"), unit: "KB", .none),
                row("10,000 bare calls at once, memory of one", "–", counts(bare, "KB/call"), unit: "KB", .none),
                row(
                    "10,000 calls at once, descriptors", "before", counts(calls, "descriptors"), unit: "more",
                    .atMost(0)),
                row("1,000 providers, CPU of the last", "the first", counts(providers, "growth"), .atMost(1.1)),
                row("1,000 providers, memory", "after 200", counts(providers, "KB"), unit: "KB more", .atMost(512)),
                row(
                    "1,000 providers, descriptors", "before", counts(providers, "descriptors"), unit: "more", .atMost(0)
                ),
                row(
                    "verbose log of 100 MiB, memory", "before", counts("logs of 100 MiB", "MB"), unit: "MB more",
                    .atMost(2)),
                row("verbose log of 100 MiB, CPU", "–", counts("logs of 100 MiB", "µs/call"), unit: "µs", .none),
            ])
    }

    private static func row(
        _ name: String, _ floor: String, _ values: [Double], unit: String = "×", _ budget: Row.Budget
    ) -> Row {
        Row("scale: \(name)", against: floor, values.median, in: values.middleHalf, unit: unit, budget: budget)
    }
}
