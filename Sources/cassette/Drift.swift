import Talyn
import TalynCassettes

extension Console {
    /// `drift`: sends recorded requests again and reports responses whose shape has changed. Values do not count.
    func drift(_ files: [CassetteFile], _ secrets: Arguments.Secrets) async -> Int32 {
        var counts = (same: 0, different: 0, skipped: 0)
        let failures = await handle(files) { file, log in
            var redactor = CassetteRedactor(wanted.redaction)
            let entries = redactor.redacted(log).entries
            let drift = CassetteDrift(
                of: entries, headers: secrets.headers, query: secrets.query, baseURL: wanted.baseURL)
            for (index, entry) in entries.enumerated() {
                let title =
                    "\(file.name): entry \(index): \(entry.request.method) \(entry.request.url.cut(to: 120))"
                switch await drift.outcome(of: index, progress: { err(title) }) {
                case .same: counts.same += 1
                case .skipped(let reason):
                    counts.skipped += 1
                    out("\(title): skipped: \(reason)")
                case .different(let lines):
                    counts.different += 1
                    for line in [title] + lines.map({ "  \($0)" }) { out(line) }
                }
            }
        }
        out("\(counts.same) as recorded, \(counts.different) different, \(counts.skipped) skipped")
        if failures == 0, counts.different == 0, counts.same == 0 { err("cassette: nothing was compared.") }
        return failures == 0 && counts.different == 0 && counts.same > 0 ? 0 : 1
    }
}
