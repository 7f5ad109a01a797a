import Foundation
import Talyn
import TalynTesting

/// `redact`: removes secrets from cassettes, in place.
struct Redact {
    private let wanted: Arguments
    private let console: Console
    private let isPlugin: Bool
    private let write: (HARLog, URL) throws(CassetteError) -> Void

    init(
        _ wanted: Arguments, _ console: Console, _ environment: [String: String],
        write: @escaping (HARLog, URL) throws(CassetteError) -> Void = { log, file throws(CassetteError) in
            try log.write(to: file)
        }
    ) {
        (self.wanted, self.console, self.write) = (wanted, console, write)
        isPlugin = environment["TALYN_CASSETTE_COMMAND"] != nil
    }

    func run(_ files: [CassetteFile]) async -> Int32 {
        var count = 0
        var isBlocked = false
        let failures = await console.handle(files, printsJSON: false) { file, log throws(CassetteError) in
            // An entry that cannot be read may hold secrets too, and would keep them.
            try log.checkReplaceable(file.url)
            var redactor = CassetteRedactor(wanted.redaction)
            let swept = redactor.redacted(log)
            guard swept != log else { return [:] }
            isBlocked = !wanted.isDryRun
            if !wanted.isDryRun { try write(swept, file.url.resolvingSymlinksInPath()) }
            isBlocked = false
            count += 1
            report(redactor.findings, file)
            return [:]
        }
        let verb = wanted.isDryRun ? "would change" : "changed"
        let failed = failures > 0 ? ", \(failures) failed" : ""
        console.out("\(count) of \(files.count) \(files.count == 1 ? "cassette" : "cassettes") \(verb)\(failed)")
        if isBlocked, isPlugin {
            console.err("May the plugin write? swift package --allow-writing-to-package-directory cassette redact")
        }
        return failures > 0 ? 1 : 0
    }

    /// Prints the number of secrets, and each place with its entries.
    private func report(_ findings: [CassetteRedactor.Finding], _ file: CassetteFile) {
        let noun = findings.count == 1 ? "secret" : "secrets"
        console.out("\(file.name): \(findings.count) \(noun) \(wanted.isDryRun ? "would be removed" : "removed")")
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
            let suffix = numbers.isEmpty ? "" : " (\(numbers.count == 1 ? "entry" : "entries") \(shown))"
            console.out("  \(place)\(suffix)")
        }
    }
}
