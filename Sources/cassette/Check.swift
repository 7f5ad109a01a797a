import Foundation
import Talyn
import TalynTesting

/// `check`: secrets in cassettes, entries that cannot be replayed, and entries that no test used.
struct Check {
    /// A problem of a cassette.
    struct Finding: Equatable {
        /// The kind, as JSON names it.
        let kind: String
        /// The number of the entry, from 0; nil for the whole file.
        let entry: Int?
        /// The problem and its place, never a value.
        let text: String

        /// The finding as a line.
        var line: String { (entry.map { "entry \($0): " } ?? "") + text }

        /// The finding as JSON.
        var json: JSONValue {
            ["kind": .string(kind), "entry": entry.map { .integer(Int64($0)) } ?? .null, "text": .string(text)]
        }
    }

    private let wanted: Arguments
    private let console: Console
    private let usage: Usage?

    init(_ wanted: Arguments, _ console: Console, _ usage: Usage?) {
        (self.wanted, self.console, self.usage) = (wanted, console, usage)
    }

    func run(_ files: [CassetteFile]) async -> Int32 {
        var count = 0
        let failures = await console.handle(files, printsJSON: wanted.printsJSON) { file, log in
            let findings = findings(in: log) + (usage?.findings(of: file, entries: log.entries) ?? [])
            count += findings.count
            for finding in findings where !wanted.printsJSON { console.out("\(file.name): \(finding.line)") }
            return ["findings": .array(findings.map(\.json))]
        }
        if !wanted.printsJSON {
            var parts = ["\(files.count) \(files.count == 1 ? "cassette" : "cassettes")"]
            if failures > 0 { parts.append("\(failures) could not be read") }
            if failures < files.count { parts.append("\(count == 0 ? "nothing" : String(count)) found") }
            console.out(parts.joined(separator: ", "))
        }
        return count > 0 || failures > 0 ? 1 : 0
    }

    private func findings(in log: HARLog) -> [Finding] {
        var redactor = CassetteRedactor(wanted.redaction)
        _ = redactor.redacted(log)
        let secrets = redactor.findings.map { finding in
            Finding(
                kind: finding.isEcho ? "echo" : "secret", entry: finding.entry,
                text: "\(finding.isEcho ? "a repeated secret" : "a secret"): \(finding.place)")
        }
        return secrets
            + log.entries.enumerated().flatMap { index, entry in
                Self.problems(of: entry).map { Finding(kind: $0.kind, entry: index, text: $0.text) }
            }
    }

    private static func problems(of entry: HAREntry) -> [(kind: String, text: String)] {
        if let fault = entry.fault { return [("unreadable", "it cannot be read: \(fault.detail)")] }
        let (request, response) = (entry.request, entry.response)
        let scheme = URL(string: request.url)?.scheme?.asciiLowercased ?? ""
        let isHTTP = ["http", "https"].contains(scheme) && request.method != "CONNECT"
        let isBodiless = request.method == "HEAD" || [0, 204, 205, 304].contains(response.status)
        let problems: [(Bool, String, String)] = [
            (!isHTTP, "unreachable", "no request asks for it: it is not an http or https exchange"),
            (response.status == 0 && response.error == nil, "noResponse", "it has neither a response nor an error"),
            (response.isTruncated, "truncated", "the response body is truncated"),
            (request.postData?.isTruncated == true, "truncated", "the request body is truncated"),
            (response.body == nil && response.size > 0 && !isBodiless, "noBody", "the response body was not kept"),
        ]
        return problems.compactMap { $0.0 ? ($0.1, $0.2) : nil }
    }
}

/// The entries that tests used, by the logs in the folder that `TALYN_CASSETTE_USAGE` named.
struct Usage {
    /// The used entries, by the path of their cassette.
    private var used: [String: Set<Int>] = [:]

    /// Reads every `.json` file of the folder that `--used` names; nil without that option.
    init?(_ wanted: Arguments, _ base: URL, _ console: Console) throws(CassetteError) {
        guard let path = wanted.usage else { return nil }
        let folder = URL(fileURLWithPath: path, relativeTo: base)
        guard let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        else { throw .unreadable(file: path, reason: "there is no such folder") }
        for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
            guard let data = try? file.contents(upTo: HARLog.fileLimit), let log = try? JSONValue(parsing: data),
                let cassette = log["cassette"]?.stringValue, case .array(let indices)? = log["used"]
            else {
                console.err("cassette: \(file.lastPathComponent): not a usage log; ignored.")
                continue
            }
            let numbers = indices.compactMap { index -> Int? in
                guard case .integer(let number) = index else { return nil }
                return Int(exactly: number)
            }
            used[Self.key(URL(fileURLWithPath: cassette)), default: []].formUnion(numbers)
        }
    }

    /// The entries that no test used; the whole file when no test opened it.
    func findings(of file: CassetteFile, entries: [HAREntry]) -> [Check.Finding] {
        guard let used = used[Self.key(file.url)] else {
            return [Check.Finding(kind: "unopened", entry: nil, text: "no test opened it")]
        }
        return entries.indices.filter { !used.contains($0) }.map { index in
            Check.Finding(kind: "unused", entry: index, text: "no test used it")
        }
    }

    /// The path without symbolic links: a test may reach the file by another path than the command does.
    private static func key(_ file: URL) -> String { file.resolvingSymlinksInPath().standardizedFileURL.path }
}
