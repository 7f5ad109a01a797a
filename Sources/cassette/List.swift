import Foundation
import Talyn
import TalynTesting

/// `list`: what is recorded, without a secret.
struct List {
    private let wanted: Arguments
    private let console: Console

    init(_ wanted: Arguments, _ console: Console) { (self.wanted, self.console) = (wanted, console) }

    func run(_ files: [CassetteFile]) -> Int32 {
        var documents: [JSONValue] = []
        var code: Int32 = 0
        for file in files {
            do throws(CassetteError) {
                var sweep = Sweep(wanted.redaction)
                let summary = Summary(sweep.swept(try file.log()))
                if wanted.printsJSON {
                    documents.append(summary.json(file.name))
                } else {
                    console.out("\(file.name): \(summary.title)")
                    for line in summary.lines + (wanted.showsEntries ? summary.entryLines : []) {
                        console.out("  \(line)")
                    }
                }
            } catch {
                code = 1
                console.err("\(file.name): \(error.reason(in: file))")
                documents.append(["file": .string(file.name), "error": .string(error.reason(in: file))])
            }
        }
        if wanted.printsJSON { console.out(JSONValue.array(documents).jsonText) }
        return code
    }
}

/// What a document holds, at a glance.
struct Summary {
    private let all: [HAREntry]
    /// Those that can be read.
    private let entries: [HAREntry]

    /// Of a document that has no secrets any more.
    init(_ log: HARLog) {
        all = log.entries
        entries = all.filter { $0.fault == nil }
    }

    var title: String {
        let bytes = entries.reduce(0) { $0 + ($1.response.body?.count ?? 0) }
        return "\(all.count) \(all.count == 1 ? "entry" : "entries"), \(Self.size(bytes))"
    }

    /// One line each for hosts, methods, statuses, operations, failures and dates, where there are any.
    var lines: [String] {
        let dates = entries.map(\.started).filter { !$0.isEmpty }.sorted()
        let range = dates.first.map { first in dates.last == first ? first : "\(first) to \(dates.last ?? first)" }
        return [
            ("hosts", Self.counted(hosts)), ("methods", Self.counted(entries.map(\.request.method))),
            ("statuses", Self.counted(statuses)), ("operations", Self.counted(entries.compactMap(\.operation))),
            ("failures", Self.counted(failures)), ("recorded", range ?? ""),
            ("unreadable", all.compactMap(\.fault).prefix(3).map(\.detail).joined(separator: "; ")),
        ].filter { !$0.1.isEmpty }.map { $0.0.padding(toLength: 12, withPad: " ", startingAt: 0) + $0.1 }
    }

    /// One line an entry.
    var entryLines: [String] {
        all.enumerated().map { index, entry in
            if let fault = entry.fault { return "\(index)  unreadable: \(fault.detail)" }
            let status = entry.response.status == 0 ? "failed" : String(entry.response.status)
            let size = Self.size(entry.response.body?.count ?? 0)
            let operation = entry.operation.map { " · \($0)" } ?? ""
            return "\(index)  \(entry.request.method) \(status) \(size) \(entry.request.url.cut(to: 160))\(operation)"
        }
    }

    func json(_ file: String) -> JSONValue {
        [
            "file": .string(file), "hosts": Self.object(hosts), "methods": Self.object(entries.map(\.request.method)),
            "statuses": Self.object(statuses), "operations": Self.object(entries.compactMap(\.operation)),
            "failures": Self.object(failures), "oldest": JSONValue(entries.map(\.started).filter { !$0.isEmpty }.min()),
            "newest": JSONValue(entries.map(\.started).filter { !$0.isEmpty }.max()),
            "entries": .array(
                all.map { entry in
                    if let fault = entry.fault { return ["unreadable": .string(fault.detail)] }
                    return [
                        "method": .string(entry.request.method), "url": .string(entry.request.url),
                        "status": .integer(Int64(entry.response.status)), "operation": JSONValue(entry.operation),
                        "size": .integer(Int64(entry.response.body?.count ?? 0)), "started": .string(entry.started),
                        "error": JSONValue(entry.response.error),
                    ]
                }),
        ]
    }

    private var hosts: [String] { entries.map { URLComponents(string: $0.request.url)?.encodedHost ?? "none" } }
    private var statuses: [String] { entries.map(\.response.status).filter { $0 != 0 }.map(String.init) }
    private var failures: [String] {
        entries.compactMap { $0.response.error ?? ($0.response.status == 0 ? "no response" : nil) }
    }

    private static func counts(_ values: [String]) -> [(String, Int)] {
        Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { ($0.key, $0.value) }
    }

    private static func counted(_ values: [String]) -> String {
        let counts = counts(values)
        let shown = counts.prefix(12).map { "\($0.0.cut(to: 60)) × \($0.1)" }.joined(separator: ", ")
        return counts.count > 12 ? "\(shown) and \(counts.count - 12) more" : shown
    }

    private static func object(_ values: [String]) -> JSONValue {
        .object(Dictionary(counts(values).map { ($0.0, .integer(Int64($0.1))) }, uniquingKeysWith: { $1 }))
    }

    /// Bytes as people read them: `812 bytes`, `3.1 KB`.
    static func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) bytes" }
        let (value, unit) = bytes < 1_000_000 ? (Double(bytes) / 1e3, "KB") : (Double(bytes) / 1e6, "MB")
        return "\((value * 10).rounded() / 10) \(unit)"
    }
}

extension JSONValue {
    /// A text, or null.
    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
}
