import Measure

extension Report.Section {
    /// The plan of a row: the child that is measured, and its floor.
    private struct Transfer {
        let name: String
        let child: String
        let floor: String
    }

    private static let transfers =
        plans("512 MiB", "URLSessionTransport", down: "URLSession.download", up: "URLSession.upload(fromFile:)")
        + libcurl

    #if os(Linux)
    private static let libcurl = plans(
        "512 MiB over libcurl", "CURLTransport", down: "libcurl in C to a file", up: "libcurl in C from a file")
    #else
    private static let libcurl: [Transfer] = []
    #endif

    private static func plans(_ size: String, _ ours: String, down: String, up: String) -> [Transfer] {
        [
            Transfer(name: "\(size) down to a file", child: "\(ours) to a file", floor: down),
            Transfer(name: "\(size) down by download", child: "\(ours) by download", floor: down),
            Transfer(name: "\(size) down as a stream", child: "\(ours) as a stream", floor: down),
            Transfer(name: "\(size) up from a file", child: "\(ours) from a file", floor: up),
            Transfer(name: "\(size) up from a stream", child: "\(ours) from a stream", floor: up),
            Transfer(name: "\(size) up as a form", child: "\(ours) as a form", floor: up),
        ]
    }

    /// Measures 512 MiB down and up, each in a separate process.
    static func transfers(filter: String?, rounds: Int) throws -> Report.Section? {
        let transfers = transfers.filter { filter == nil || $0.name.contains(filter ?? "") }
        if transfers.isEmpty { return nil }
        let needed = Set(transfers.flatMap { [$0.child, $0.floor] })
        let children = Child.transfers.filter { needed.contains($0.name) }
        try Scratch.makeBig()
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
