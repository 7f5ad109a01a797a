import Foundation
import Talyn
import TalynCassettes

extension Console {
    /// `redact`: removes secrets from cassettes, in place.
    /// - Parameters:
    ///   - isPlugin: whether SwiftPM runs the command, which may have no permission to write.
    ///   - write: writes a document into a file.
    func redact(
        _ files: [CassetteFile], isPlugin: Bool,
        write: (HARLog, URL) throws(CassetteError) -> Void = { log, file throws(CassetteError) in
            try log.write(to: file)
        }
    ) async -> Int32 {
        var count = 0
        var isBlocked = false
        let failures = await handle(files) { file, log throws(CassetteError) in
            // An entry that cannot be read may hold secrets too, and would keep them.
            try log.checkReplaceable(file.url)
            var redactor = CassetteRedactor(wanted.redaction, hasFindings: true)
            let redacted = redactor.redacted(log)
            if redacted.text == log.text { return }
            if !wanted.isDryRun {
                do throws(CassetteError) { try write(redacted, file.url.resolvingSymlinksInPath()) } catch {
                    isBlocked = true
                    throw error
                }
            }
            count += 1
            report(redactor.findings, file)
        }
        let verb = wanted.isDryRun ? "would change" : "changed"
        out("\(count) of \(files.count.counting("cassette")) \(verb)\(failures > 0 ? ", \(failures) failed" : "")")
        if isBlocked, isPlugin {
            err("May the plugin write? swift package --allow-writing-to-package-directory cassette redact")
        }
        return failures > 0 ? 1 : 0
    }

    /// Prints the number of secrets, and each path with its entries.
    private func report(_ findings: [CassetteRedactor.Finding], _ file: CassetteFile) {
        let verb = wanted.isDryRun ? "would be removed" : "removed"
        out("\(file.name): \(findings.count.counting("secret")) \(verb)")
        var paths: [String] = []
        var entries: [String: [String]] = [:]
        for finding in findings {
            let path = finding.isRepeated ? "\(finding.path), repeated" : finding.path
            if entries[path] == nil { paths.append(path) }
            entries[path, default: []] += finding.entry.map { [String($0)] } ?? []
        }
        for path in paths {
            let numbers = entries[path] ?? []
            let shown = numbers.prefix(10).joined(separator: ", ") + (numbers.count > 10 ? ", …" : "")
            out("  \(path)\(numbers.isEmpty ? "" : " (\(numbers.count == 1 ? "entry" : "entries") \(shown))")")
        }
    }
}
