import Foundation
import Talyn
import TalynTesting

/// `drift`: sends recorded requests again and reports responses whose shape has changed. Values do not count.
struct Drift {
    private let wanted: Arguments
    private let console: Console
    private let secrets: CassetteDrift.Secrets

    /// - Throws: ``UsageError`` for a header that cannot be sent, or an environment variable that is not set.
    init(_ wanted: Arguments, _ console: Console, _ environment: [String: String]) throws(UsageError) {
        (self.wanted, self.console) = (wanted, console)
        // From the environment, so that no secret is in the history of a shell.
        func value(of pair: Arguments.Pair) throws(UsageError) -> String {
            if let value = environment[pair.value], !value.isEmpty { return value }
            throw UsageError("the environment variable '\(pair.value.cut(to: 40))' is not set, or empty.")
        }
        var headers = HTTPHeaders(wanted.sentHeaders.map { HTTPHeaders.Field($0.name, $0.value) })
        for pair in wanted.headersFromEnvironment { headers.add(pair.name, try value(of: pair)) }
        for field in headers.fields {
            let isLine = !field.value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
            let isName = !field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }
            if !isLine || !isName { throw UsageError("the header '\(field.name.cut(to: 40))' cannot be sent.") }
        }
        var query: [String: String] = [:]
        for pair in wanted.queryFromEnvironment { query[pair.name] = try value(of: pair) }
        secrets = CassetteDrift.Secrets(headers: headers, query: query, hosts: wanted.hosts)
    }

    func run(_ files: [CassetteFile]) async -> Int32 {
        var counts = (same: 0, different: 0, skipped: 0)
        let failures = await console.handle(files, printsJSON: wanted.printsJSON) { file, log in
            var redactor = CassetteRedactor(wanted.redaction)
            let entries = redactor.redacted(log).entries
            let drift = CassetteDrift(of: entries, secrets: secrets, baseURL: wanted.baseURL)
            var outcomes: [JSONValue] = []
            for (index, entry) in entries.enumerated() {
                let title = "\(entry.request.method) \(entry.request.url.cut(to: 120))"
                let outcome = await drift.outcome(of: index) {
                    console.err("\(file.name): entry \(index + 1) of \(entries.count): \(title)")
                }
                switch outcome {
                case .same: counts.same += 1
                case .skipped: counts.skipped += 1
                case .different: counts.different += 1
                }
                if !wanted.printsJSON { report(outcome, "\(file.name): entry \(index): \(title)") }
                outcomes.append(Self.json(outcome, entry, index))
            }
            return ["entries": .array(outcomes)]
        }
        if !wanted.printsJSON {
            console.out("\(counts.same) as recorded, \(counts.different) different, \(counts.skipped) skipped")
        }
        if failures > 0 || counts.different > 0 { return 1 }
        if counts.same > 0 { return 0 }
        console.err("cassette: nothing was compared.")
        return 1
    }

    private func report(_ outcome: CassetteDrift.Outcome, _ title: String) {
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
