import Measure

// The sections whose figures come from processes of their own.
extension Report.Section {
    /// 512 MiB down and up, the floors in turn with Talyn.
    static func transfers(filter: String?, rounds: Int) throws -> Report.Section? {
        let names = Child.transfers.map(\.name)
        guard filter == nil || names.contains(where: { title($0).contains(filter ?? "") }) else { return nil }
        let chosen = Child.transfers.filter { filter == nil || title($0.name).contains(filter ?? "") }
        let idle = try Child.idle.run().peak
        var peaks: [String: [Double]] = [:]
        var seconds: [String: [Double]] = [:]
        for _ in 0..<rounds {
            for child in chosen {
                let figures = try child.run()
                peaks[child.name, default: []].append(figures.peak - idle)
                seconds[child.name, default: []].append(figures.seconds)
            }
        }
        return Report.Section(
            title: "512 MiB (an idle process has \(number(idle)) MB)",
            rows: chosen.filter { $0.name.hasPrefix("Talyn") }.map { child in
                let values = peaks[child.name] ?? []
                return Row(
                    title(child.name), against: "idle process", values.median, in: values.middleHalf, unit: "MB",
                    budget: .atMost(25))
            },
            transfers: chosen.map { child in
                Report.TransferFigures(
                    name: child.name, overIdle: (peaks[child.name] ?? []).median,
                    seconds: (seconds[child.name] ?? []).median)
            })
    }

    private static func title(_ name: String) -> String { "512 MiB: \(name)" }

    /// What should not grow with the number of calls and providers.
    static func scale(filter: String?, rounds: Int) throws -> Report.Section? {
        let name = "scale: "
        guard filter == nil || name.contains(filter ?? "") else { return nil }
        var all: [String: [[String: Double]]] = [:]
        for _ in 0..<rounds {
            for child in Child.scales { all[child.name, default: []].append(try child.run().counts) }
        }
        func counts(_ child: String, _ count: String) -> [Double] { (all[child] ?? []).map { $0[count] ?? 0 } }
        func row(
            _ text: String, _ floor: String, _ values: [Double], unit: String = "×", _ budget: Row.Budget
        ) -> Row {
            Row(name + text, against: floor, values.median, in: values.middleHalf, unit: unit, budget: budget)
        }
        func growth(_ calls: String) -> [Double] {
            zip(counts("10000 \(calls) at once", "µs/call"), counts("100 \(calls) at once", "µs/call")).map { $0 / $1 }
        }
        return Report.Section(
            title: "Scale",
            rows: [
                row("10,000 calls at once, answered", "all", counts("10000 calls at once", "answered"), .atLeast(1)),
                row("10,000 calls at once, CPU of one", "100 at once", growth("calls"), .atMost(1.2)),
                row("10,000 bare calls at once, CPU of one", "100 at once", growth("bare calls"), .none),
                row("a call that waits", "–", counts("10000 calls at once", "KB/call"), unit: "KB", .none),
                row("a bare call that waits", "–", counts("10000 bare calls at once", "KB/call"), unit: "KB", .none),
                row(
                    "descriptors after 10,000 calls", "before", counts("10000 calls at once", "descriptors"),
                    unit: "more",
                    .atMost(0)),
                row("1,000 providers, CPU of the last", "the first", counts("1000 providers", "growth"), .atMost(1.1)),
                row("1,000 providers, memory", "after 200", counts("1000 providers", "KB"), unit: "KB", .atMost(512)),
                row(
                    "descriptors after 1,000 providers", "before", counts("1000 providers", "descriptors"),
                    unit: "more",
                    .atMost(0)),
            ])
    }
}
