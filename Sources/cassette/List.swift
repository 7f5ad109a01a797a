import Foundation
import Talyn
import TalynCassettes

extension Console {
    /// `list`: the contents of cassettes, without secrets.
    func list(_ files: [CassetteFile]) async -> Int32 {
        let failures = await handle(files) { file, log in
            var redactor = CassetteRedactor(wanted.redaction)
            let summary = Summary(redactor.redacted(log))
            say("\(file.name): \(summary.title)")
            for line in summary.lines + (wanted.showsEntries ? summary.entryLines : []) { say("  \(line)") }
            return wanted.printsJSON ? summary.json : [:]
        }
        return failures > 0 ? 1 : 0
    }
}

/// The contents of a document without secrets, in a few lines.
private struct Summary {
    private let all: [HAREntry]
    /// The entries that can be read.
    private let entries: [HAREntry]

    init(_ log: HARLog) {
        all = log.entries
        entries = all.filter { $0.fault == nil }
    }

    /// The number of entries, and the size of their bodies.
    var title: String {
        let bytes = entries.reduce(0) { $0 + ($1.response.body?.count ?? 0) }
        return "\(all.count) \(all.count == 1 ? "entry" : "entries"), \(Self.size(bytes))"
    }

    /// A line for each aspect that the entries have.
    var lines: [String] {
        let counts = aspects.map { name, values in
            let counts = Self.counts(values)
            let shown = counts.prefix(12).map { "\($0.key.cut(to: 60)) × \($0.value)" }.joined(separator: ", ")
            return (name, counts.count > 12 ? "\(shown) and \(counts.count - 12) more" : shown)
        }
        let range = dates.first.map { first in dates.last == first ? first : "\(first) to \(dates.last ?? first)" }
        let unreadable = all.compactMap(\.fault).prefix(3).map(\.detail).joined(separator: "; ")
        return (counts + [("recorded", range ?? ""), ("unreadable", unreadable)]).filter { !$0.1.isEmpty }
            .map { $0.0.padding(toLength: 12, withPad: " ", startingAt: 0) + $0.1 }
    }

    /// A line for each entry.
    var entryLines: [String] {
        all.enumerated().map { index, entry in
            if let fault = entry.fault { return "\(index)  unreadable: \(fault.detail)" }
            let status = entry.response.status == 0 ? "failed" : String(entry.response.status)
            let size = Self.size(entry.response.body?.count ?? 0)
            let operation = entry.operation.map { " · \($0)" } ?? ""
            return "\(index)  \(entry.request.method) \(status) \(size) \(entry.request.url.cut(to: 160))\(operation)"
        }
    }

    var json: [String: JSONValue] {
        let text = { (text: String?) in text.map(JSONValue.string) ?? .null }
        var document: [String: JSONValue] = ["oldest": text(dates.first), "newest": text(dates.last)]
        for (name, values) in aspects {
            let counts = Self.counts(values).map { ($0.key, JSONValue.integer(Int64($0.value))) }
            document[name] = .object(Dictionary(uniqueKeysWithValues: counts))
        }
        document["entries"] = .array(
            all.map { entry in
                if let fault = entry.fault { return ["unreadable": .string(fault.detail)] }
                return [
                    "method": .string(entry.request.method), "url": .string(entry.request.url),
                    "status": .integer(Int64(entry.response.status)), "operation": text(entry.operation),
                    "size": .integer(Int64(entry.response.body?.count ?? 0)), "started": .string(entry.started),
                    "error": text(entry.response.error),
                ]
            })
        return document
    }

    private var dates: [String] { entries.map(\.started).filter { !$0.isEmpty }.sortedByBytes() }

    private var aspects: [(name: String, values: [String])] {
        [
            ("hosts", entries.map { URLComponents(string: $0.request.url)?.encodedHost ?? "none" }),
            ("methods", entries.map(\.request.method)),
            ("statuses", entries.map(\.response.status).filter { $0 != 0 }.map(String.init)),
            ("operations", entries.compactMap(\.operation)),
            ("failures", entries.map(\.response).compactMap { $0.error ?? ($0.status == 0 ? "no response" : nil) }),
        ]
    }

    /// The values with their numbers, the most frequent first.
    private static func counts(_ values: [String]) -> [(key: String, value: Int)] {
        Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    }

    /// A size as text: `812 bytes`, `3.1 KB`.
    private static func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) bytes" }
        let (value, unit) = bytes < 1_000_000 ? (Double(bytes) / 1e3, "KB") : (Double(bytes) / 1e6, "MB")
        return "\((value * 10).rounded() / 10) \(unit)"
    }
}
