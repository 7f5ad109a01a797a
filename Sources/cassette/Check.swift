import Foundation
import Talyn
import TalynTesting

/// `check`: secrets that were left in, and entries that no test can get, or none did.
struct Check {
    /// Something that is wrong with a cassette.
    struct Finding: Equatable {
        /// What kind, as JSON names it.
        let kind: String
        /// The number of the entry, from 0; nil for the file as a whole.
        let entry: Int?
        /// What and where, never a value.
        let text: String
    }

    private let wanted: Arguments
    private let console: Console
    private let folder: URL

    init(_ wanted: Arguments, _ console: Console, _ folder: URL) {
        (self.wanted, self.console, self.folder) = (wanted, console, folder)
    }

    func run(_ files: [CassetteFile]) -> Int32 {
        var usage: Usage?
        if let path = wanted.usage {
            let logs = URL(fileURLWithPath: path, relativeTo: folder)
            do throws(UsageError) { usage = try Usage(logs: logs) } catch {
                console.err(error.description)
                return 1
            }
            for log in usage?.damaged ?? [] { console.err("cassette: \(log): not a usage log; ignored.") }
        }
        var documents: [JSONValue] = []
        var count = 0
        var failed = 0
        for file in files {
            do throws(CassetteError) {
                let log = try file.log()
                let findings = findings(in: log) + (usage?.findings(of: file, entries: log.entries) ?? [])
                count += findings.count
                for finding in findings where !wanted.printsJSON { console.out("\(file.name): \(finding.line)") }
                documents.append(["file": .string(file.name), "findings": .array(findings.map(\.json))])
            } catch {
                failed += 1
                console.err("\(file.name): \(error.reason(in: file))")
                documents.append(["file": .string(file.name), "error": .string(error.reason(in: file))])
            }
        }
        if wanted.printsJSON {
            console.out(JSONValue.array(documents).jsonText)
        } else if !files.isEmpty {
            let read = files.count - failed
            let unread = failed > 0 ? ["\(failed) could not be read"] : []
            let found = read > 0 ? ["\(count == 0 ? "nothing" : String(count)) found"] : []
            let sum = "\(files.count) \(files.count == 1 ? "cassette" : "cassettes")"
            console.out(([sum] + unread + found).joined(separator: ", "))
        }
        return count > 0 || failed > 0 ? 1 : 0
    }

    private func findings(in log: HARLog) -> [Finding] {
        var sweep = Sweep(wanted.redaction)
        _ = sweep.swept(log)
        let secrets = sweep.findings.map { finding in
            Finding(
                kind: finding.isEcho ? "echo" : "secret", entry: finding.entry,
                text: "\(finding.isEcho ? "the echo of a secret" : "a secret"): \(finding.place)")
        }
        return secrets + log.entries.enumerated().flatMap { Self.findings(in: $1, at: $0) }
    }

    private static func findings(in entry: HAREntry, at index: Int) -> [Finding] {
        if let fault = entry.fault {
            return [Finding(kind: "unreadable", entry: index, text: "it cannot be read: \(fault.detail)")]
        }
        var findings: [Finding] = []
        func add(_ kind: String, _ text: String) { findings.append(Finding(kind: kind, entry: index, text: text)) }
        let scheme = URL(string: entry.request.url)?.scheme?.asciiLowercased ?? ""
        if !["http", "https"].contains(scheme) || entry.request.method == "CONNECT" {
            add("unreachable", "no request asks for it: it is no http or https exchange")
        }
        if entry.response.status == 0, entry.response.error == nil {
            add("noResponse", "it has neither a response nor an error")
        }
        if entry.response.isTruncated { add("truncated", "the response body is cut") }
        if entry.request.postData?.isTruncated == true { add("truncated", "the request body is cut") }
        let isBodiless = entry.request.method == "HEAD" || [0, 204, 205, 304].contains(entry.response.status)
        if entry.response.body == nil, entry.response.size > 0, !isBodiless {
            add("noBody", "the response body was not kept")
        }
        return findings
    }
}

extension Check.Finding {
    /// The finding as a line.
    var line: String { (entry.map { "entry \($0): " } ?? "") + text }

    /// The finding as JSON.
    var json: JSONValue {
        ["kind": .string(kind), "entry": entry.map { .integer(Int64($0)) } ?? .null, "text": .string(text)]
    }
}
