import Foundation
import Talyn
import TalynCassettes

extension Console {
    /// `check`: secrets in cassettes, entries that cannot be replayed, and entries that no test used.
    func check(_ files: [CassetteFile], _ usage: Usage?) async -> Int32 {
        var count = 0
        let failures = await handle(files) { file, log in
            let problems = log.entries.enumerated().flatMap { index, entry in
                Self.problems(of: entry).map { "entry \(index): \($0)" }
            }
            let findings = secrets(in: log) + problems + (usage?.findings(of: file, log.entries.count) ?? [])
            for finding in findings { out("\(file.name): \(finding)") }
            count += findings.count
        }
        var parts = [files.count.counting("cassette")]
        if failures > 0 { parts.append("\(failures) could not be read") }
        if failures < files.count { parts.append("\(count == 0 ? "nothing" : String(count)) found") }
        out(parts.joined(separator: ", "))
        return count > 0 || failures > 0 ? 1 : 0
    }

    private func secrets(in log: HARLog) -> [String] {
        var redactor = CassetteRedactor(wanted.redaction, hasFindings: true)
        _ = redactor.redacted(log)
        return redactor.findings.map { finding in
            let entry = finding.entry.map { "entry \($0): " } ?? ""
            return "\(entry)\(finding.isRepeated ? "a repeated secret" : "a secret"): \(finding.path)"
        }
    }

    private static func problems(of entry: HAREntry) -> [String] {
        if let fault = entry.fault { return ["it cannot be read: \(fault.detail)"] }
        let (request, response, content) = (entry.request, entry.response, entry.response.content)
        let isHTTP = URL(received: request.url) != nil && request.method != "CONNECT"
        let isBodiless = request.method == "HEAD" || [0, 204, 205, 304].contains(response.status)
        let problems = [
            (!isHTTP, "no request asks for it: it is not an http or https exchange"),
            (response.status == 0 && response.error == nil, "it has neither a response nor an error"),
            (content.isTruncated && !response.isLeft, "the response body is truncated"),
            (request.postData?.isTruncated == true, "the request body is truncated"),
            (content.data == nil && content.size > 0 && !isBodiless, "the response body was not kept"),
        ]
        return problems.filter(\.0).map(\.1)
    }
}

/// The entries that tests used, by the logs in the folder that `TALYN_CASSETTE_USAGE` named.
struct Usage {
    /// The used entries, by the path of their cassette.
    private var used: [String: Set<Int>] = [:]

    /// Reads every `.json` file of a folder.
    init(_ path: String, _ base: URL, _ console: Console) throws(CassetteError) {
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
            for case .integer(let number) in indices {
                used[Self.key(URL(fileURLWithPath: cassette)), default: []].insert(Int(clamping: number))
            }
        }
    }

    /// The entries that no test used; the whole file when no test opened it.
    func findings(of file: CassetteFile, _ count: Int) -> [String] {
        guard let used = used[Self.key(file.url)] else { return ["no test opened it"] }
        return (0..<count).filter { !used.contains($0) }.map { "entry \($0): no test used it" }
    }

    /// The path without symbolic links: a test may reach the file by another path than the command does.
    private static func key(_ file: URL) -> String { file.resolvingSymlinksInPath().standardizedFileURL.path }
}
