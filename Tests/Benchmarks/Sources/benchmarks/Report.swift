import Foundation
import Measure

/// All measurements.
struct Report: Codable {
    /// A section of the report: rows with budgets, and the figures behind them.
    struct Section: Codable {
        let title: String
        var rows: [Row]
        var cases: [CaseFigures] = []
        var transfers: [TransferFigures] = []
    }

    /// The cost of a call of a case, in µs.
    struct CaseFigures: Codable {
        let name: String
        let cpu: Double
        let rate: Double
        let p50: Double
        let p99: Double
    }

    /// The cost of a separate process, in MB and seconds.
    struct TransferFigures: Codable {
        let name: String
        let overIdle: Double
        let seconds: Double
    }

    var sections: [Section] = []

    /// The tables in Markdown, starting with the rows.
    var markdown: String {
        var parts = ["### Ratios", Table(sections.flatMap(\.rows)).text]
        for section in sections {
            if !section.cases.isEmpty { parts += ["### \(section.title)", Self.table(section.cases)] }
            if !section.transfers.isEmpty { parts += ["### \(section.title)", Self.table(section.transfers)] }
        }
        return parts.joined(separator: "\n\n")
    }

    /// The same as JSON.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    private static func table(_ cases: [CaseFigures]) -> String {
        var table = Table(["case", "CPU µs/call", "calls/s", "p50 µs", "p99 µs"])
        for one in cases { table.add([one.name] + [one.cpu, one.rate, one.p50, one.p99].map(number)) }
        return table.text
    }

    private static func table(_ transfers: [TransferFigures]) -> String {
        var table = Table(["in a process of its own", "peak MB over idle", "seconds"])
        for one in transfers { table.add([one.name, number(one.overIdle), number(one.seconds)]) }
        return table.text
    }
}
