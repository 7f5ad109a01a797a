import Measure

extension Report.Section {
    /// Measures the reading of 1 GB of events, over each transport in a separate process.
    static func events(filter: String?, rounds: Int) throws -> Report.Section? {
        let name = "1 GB of events"
        guard filter == nil || name.contains(filter ?? "") else { return nil }
        try Scratch.makeEvents()
        let idle = try Child.idle.run().peak
        var section = Report.Section(title: "\(name) (an idle process has \(number(idle)) MB)", rows: [])
        // URLSession's own memory varies by more than the budget.
        let plans: [(child: Child, most: Row.Budget, growth: Row.Budget)] =
            [(.rawEvents, .none, .none), (.urlSessionEvents, .none, .none)]
            + Child.curlEvents.map { ($0, .atMost(25), .atMost(2)) }
        for (child, most, growth) in plans {
            let figures = try (0..<rounds).map { _ in try child.run() }
            let peaks = figures.map { $0.peak - idle }
            let growths = figures.map { $0.counts["growth"] ?? 0 }
            section.rows += [
                Row(
                    "\(child.name): memory", against: "an idle process", peaks.median, in: peaks.middleHalf,
                    unit: "MB more", budget: most),
                Row(
                    "\(child.name): memory in the last tenth", against: "in the first", growths.median,
                    in: growths.middleHalf, unit: "MB more", budget: growth),
            ]
            section.transfers.append(
                Report.TransferFigures(
                    name: child.name, overIdle: peaks.median, seconds: figures.map(\.seconds).median))
        }
        return section
    }
}
