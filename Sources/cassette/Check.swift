import Foundation
import Talyn
import TalynCassettes

/// A problem of a cassette.
struct Finding {
    /// The kind, as JSON names it.
    let kind: String
    /// The number of the entry, from 0; nil for the whole file.
    let entry: Int?
    /// The problem and its place, never a value.
    let text: String
}

extension Console {
    /// `check`: secrets in cassettes, entries that cannot be replayed, and entries that no test used.
    func check(_ files: [CassetteFile], _ usage: Usage?) async -> Int32 {
        var count = 0
        let failures = await handle(files) { file, log in
            let unused = usage?.findings(of: file, log.entries.count) ?? []
            let findings = secrets(in: log) + problems(in: log) + unused
            count += findings.count
            for finding in findings {
                say("\(file.name): \(finding.entry.map { "entry \($0): " } ?? "")\(finding.text)")
            }
            return [
                "findings": .array(
                    findings.map { finding in
                        [
                            "kind": .string(finding.kind), "text": .string(finding.text),
                            "entry": finding.entry.map { .integer(Int64($0)) } ?? .null,
                        ]
                    })
            ]
        }
        var parts = [files.count.counting("cassette")]
        if failures > 0 { parts.append("\(failures) could not be read") }
        if failures < files.count { parts.append("\(count == 0 ? "nothing" : String(count)) found") }
        say(parts.joined(separator: ", "))
        return count > 0 || failures > 0 ? 1 : 0
    }

    private func secrets(in log: HARLog) -> [Finding] {
        var redactor = CassetteRedactor(wanted.redaction, hasFindings: true)
        _ = redactor.redacted(log)
        return redactor.findings.map { finding in
            let (kind, noun) = finding.isEcho ? ("echo", "a repeated secret") : ("secret", "a secret")
            return Finding(kind: kind, entry: finding.entry, text: "\(noun): \(finding.place)")
        }
    }

    private func problems(in log: HARLog) -> [Finding] {
        var findings: [Finding] = []
        for (index, entry) in log.entries.enumerated() {
            func check(_ isFound: Bool, _ kind: String, _ text: String) {
                if isFound { findings.append(Finding(kind: kind, entry: index, text: text)) }
            }
            if let fault = entry.fault {
                check(true, "unreadable", "it cannot be read: \(fault.detail)")
                continue
            }
            let (request, response) = (entry.request, entry.response)
            let isHTTP = URL(received: request.url) != nil && request.method != "CONNECT"
            let isBodiless = request.method == "HEAD" || [0, 204, 205, 304].contains(response.status)
            let isLost = response.body == nil && response.size > 0 && !isBodiless
            check(!isHTTP, "unreachable", "no request asks for it: it is not an http or https exchange")
            check(
                response.status == 0 && response.error == nil, "noResponse", "it has neither a response nor an error")
            check(response.isTruncated && !response.isLeft, "truncated", "the response body is truncated")
            check(request.postData?.isTruncated == true, "truncated", "the request body is truncated")
            check(isLost, "noBody", "the response body was not kept")
        }
        return findings
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
    func findings(of file: CassetteFile, _ count: Int) -> [Finding] {
        guard let used = used[Self.key(file.url)] else {
            return [Finding(kind: "unopened", entry: nil, text: "no test opened it")]
        }
        return (0..<count).filter { !used.contains($0) }.map {
            Finding(kind: "unused", entry: $0, text: "no test used it")
        }
    }

    /// The path without symbolic links: a test may reach the file by another path than the command does.
    private static func key(_ file: URL) -> String { file.resolvingSymlinksInPath().standardizedFileURL.path }
}
