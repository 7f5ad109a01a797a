import Foundation
import Talyn
import TalynTesting

/// `drift`: asks the live host again, and tells where answers have another shape. Values do not count.
struct Drift {
    private let wanted: Arguments
    private let console: Console
    private let drift: CassetteDrift

    init(_ wanted: Arguments, _ console: Console, _ secrets: Secrets) {
        (self.wanted, self.console) = (wanted, console)
        drift = CassetteDrift(
            headers: secrets.headers, query: secrets.query, hosts: wanted.hosts, baseURL: wanted.baseURL)
    }

    func run(_ files: [CassetteFile]) async -> Int32 {
        var documents: [JSONValue] = []
        var code: Int32 = 0
        var counts = (same: 0, different: 0, skipped: 0)
        for file in files {
            var outcomes: [JSONValue] = []
            do throws(CassetteError) {
                var sweep = Sweep(wanted.redaction)
                let entries = sweep.swept(try file.log()).entries
                let home = drift.home(of: entries)
                for (index, entry) in entries.enumerated() {
                    let outcome = await drift.outcome(of: entry, home: home) {
                        let progress = "\(file.name): entry \(index + 1) of \(entries.count)"
                        console.err("\(progress): \(entry.request.method) \(entry.request.url.cut(to: 120))")
                    }
                    switch outcome {
                    case .same: counts.same += 1
                    case .skipped: counts.skipped += 1
                    case .different:
                        counts.different += 1
                        code = 1
                    }
                    if !wanted.printsJSON { report(outcome, entry, index, file) }
                    outcomes.append(Self.json(outcome, entry, index))
                }
                documents.append(["file": .string(file.name), "entries": .array(outcomes)])
            } catch {
                code = 1
                console.err("\(file.name): \(error.reason(in: file))")
                documents.append(["file": .string(file.name), "error": .string(error.reason(in: file))])
            }
        }
        if wanted.printsJSON {
            console.out(JSONValue.array(documents).jsonText)
        } else if !files.isEmpty {
            console.out("\(counts.same) as recorded, \(counts.different) different, \(counts.skipped) skipped")
        }
        guard code != 0 || files.isEmpty || counts.same + counts.different > 0 else {
            console.err("cassette: nothing was compared.")
            return 1
        }
        return code
    }

    private func report(_ outcome: CassetteDrift.Outcome, _ entry: HAREntry, _ index: Int, _ file: CassetteFile) {
        let title = "\(file.name): entry \(index): \(entry.request.method) \(entry.request.url.cut(to: 120))"
        switch outcome {
        case .same: break
        case .skipped(let reason): console.out("\(title): skipped: \(reason)")
        case .different(let lines):
            console.out(title)
            for line in lines { console.out("  \(line)") }
        }
    }

    private static func json(_ outcome: CassetteDrift.Outcome, _ entry: HAREntry, _ index: Int) -> JSONValue {
        var document: [String: JSONValue] = [
            "entry": .integer(Int64(index)), "method": .string(entry.request.method), "url": .string(entry.request.url),
        ]
        switch outcome {
        case .same: document["outcome"] = "same"
        case .skipped(let reason):
            document["outcome"] = "skipped"
            document["reason"] = .string(reason)
        case .different(let lines):
            document["outcome"] = "different"
            document["differences"] = .array(lines.map(JSONValue.string))
        }
        return .object(document)
    }
}
