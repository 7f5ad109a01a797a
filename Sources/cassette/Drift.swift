import Foundation
import Talyn
import TalynCassettes

extension Console {
    /// `drift`: sends recorded requests again and reports responses whose shape has changed. Values do not count.
    func drift(_ files: [CassetteFile], _ secrets: CassetteDrift.Secrets) async -> Int32 {
        var counts = (same: 0, different: 0, skipped: 0)
        let failures = await handle(files) { file, log in
            var redactor = CassetteRedactor(wanted.redaction)
            let entries = redactor.redacted(log).entries
            let drift = CassetteDrift(of: entries, secrets: secrets, baseURL: wanted.baseURL)
            var documents: [JSONValue] = []
            for (index, entry) in entries.enumerated() {
                let title = "\(entry.request.method) \(entry.request.url.cut(to: 120))"
                let outcome = await drift.outcome(of: index) {
                    err("\(file.name): entry \(index): \(title)")
                }
                var document: [String: JSONValue] = [
                    "entry": .integer(Int64(index)), "method": .string(entry.request.method),
                    "url": .string(entry.request.url),
                ]
                switch outcome {
                case .same:
                    counts.same += 1
                    document["outcome"] = "same"
                case .skipped(let reason):
                    counts.skipped += 1
                    say("\(file.name): entry \(index): \(title): skipped: \(reason)")
                    document.merge(["outcome": "skipped", "reason": .string(reason)]) { $1 }
                case .different(let lines):
                    counts.different += 1
                    say("\(file.name): entry \(index): \(title)")
                    for line in lines { say("  \(line)") }
                    let differences = JSONValue.array(lines.map(JSONValue.string))
                    document.merge(["outcome": "different", "differences": differences]) { $1 }
                }
                documents.append(.object(document))
            }
            return ["entries": .array(documents)]
        }
        say("\(counts.same) as recorded, \(counts.different) different, \(counts.skipped) skipped")
        if failures == 0, counts.different == 0, counts.same == 0 { err("cassette: nothing was compared.") }
        return failures == 0 && counts.different == 0 && counts.same > 0 ? 0 : 1
    }
}
