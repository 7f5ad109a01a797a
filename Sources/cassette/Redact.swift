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
            guard redacted != log else { return [:] }
            if !wanted.isDryRun {
                do throws(CassetteError) { try write(redacted, file.url.resolvingSymlinksInPath()) } catch {
                    isBlocked = true
                    throw error
                }
            }
            count += 1
            report(redactor.findings, file)
            return [:]
        }
        let verb = wanted.isDryRun ? "would change" : "changed"
        out("\(count) of \(files.count.counting("cassette")) \(verb)\(failures > 0 ? ", \(failures) failed" : "")")
        if isBlocked, isPlugin {
            err("May the plugin write? swift package --allow-writing-to-package-directory cassette redact")
        }
        return failures > 0 ? 1 : 0
    }

    /// Prints the number of secrets, and each place with its entries.
    private func report(_ findings: [CassetteRedactor.Finding], _ file: CassetteFile) {
        let verb = wanted.isDryRun ? "would be removed" : "removed"
        out("\(file.name): \(findings.count.counting("secret")) \(verb)")
        var places: [String] = []
        var entries: [String: [Int]] = [:]
        for finding in findings {
            let place = finding.isEcho ? "\(finding.place), repeated" : finding.place
            if entries[place] == nil { places.append(place) }
            entries[place, default: []] += finding.entry.map { [$0] } ?? []
        }
        for place in places {
            let numbers = entries[place] ?? []
            let shown = numbers.prefix(10).map(String.init).joined(separator: ", ") + (numbers.count > 10 ? ", …" : "")
            out("  \(place)\(numbers.isEmpty ? "" : " (\(numbers.count == 1 ? "entry" : "entries") \(shown))")")
        }
    }
}
