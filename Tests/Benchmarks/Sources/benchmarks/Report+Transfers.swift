import Measure

extension Report.Section {
    /// The plan of a row: the child that is measured, and its floor.
    private struct Transfer {
        let name: String
        let child: String
        let floor: String
    }

    private static let transfers = [
        Transfer(name: "512 MiB down to a file", child: "Talyn to a file", floor: "URLSession.download"),
        Transfer(name: "512 MiB down as a stream", child: "Talyn as a stream", floor: "URLSession.download"),
        Transfer(name: "512 MiB up from a file", child: "Talyn from a file", floor: "URLSession.upload(fromFile:)"),
    ]

    /// Measures 512 MiB down and up, each in a separate process.
    static func transfers(filter: String?, rounds: Int) throws -> Report.Section? {
        let transfers = transfers.filter { filter == nil || $0.name.contains(filter ?? "") }
        if transfers.isEmpty { return nil }
        let needed = Set(transfers.flatMap { [$0.child, $0.floor] })
        let children = Child.transfers.filter { needed.contains($0.name) }
        let idle = try Child.idle.run().peak
        var figures: [String: [Child.Figures]] = [:]
        for _ in 0..<rounds {
            for child in children { figures[child.name, default: []].append(try child.run()) }
        }
        func peaks(_ name: String) -> [Double] { (figures[name] ?? []).map { $0.peak - idle } }
        func seconds(_ name: String) -> [Double] { (figures[name] ?? []).map(\.seconds) }
        return Report.Section(
            title: "512 MiB (an idle process has \(number(idle)) MB)",
            rows: transfers.flatMap { transfer in
                let ours = peaks(transfer.child)
                let ratios = zip(seconds(transfer.child), seconds(transfer.floor)).map { $0 / $1 }
                return [
                    Row(
                        "\(transfer.name): memory", against: "an idle process", ours.median, in: ours.middleHalf,
                        unit: "MB more", budget: .atMost(25)),
                    Row(
                        "\(transfer.name): seconds", against: transfer.floor,
                        seconds(transfer.child).median / seconds(transfer.floor).median, in: ratios.middleHalf,
                        budget: .none),
                ]
            },
            transfers: children.map {
                Report.TransferFigures(
                    name: $0.name, overIdle: peaks($0.name).median, seconds: seconds($0.name).median)
            })
    }
}
