import Foundation
import Talyn
import TalynTesting

/// `redact`: takes secrets out of files, in place.
struct Redact {
    private let wanted: Arguments
    private let console: Console
    private let command: String
    private let write: (HARLog, URL) throws(CassetteError) -> Void

    init(
        _ wanted: Arguments, _ console: Console, _ environment: [String: String],
        write: @escaping (HARLog, URL) throws(CassetteError) -> Void = { log, file throws(CassetteError) in
            try log.write(to: file)
        }
    ) {
        (self.wanted, self.console, self.write) = (wanted, console, write)
        command = environment["TALYN_CASSETTE_COMMAND"] ?? ""
    }

    func run(_ files: [CassetteFile]) -> Int32 {
        var count = 0
        var failed = 0
        for file in files {
            do throws(CassetteError) {
                let log = try file.log()
                // An entry that cannot be read may have secrets too, and nobody would take them out.
                try log.checkReplaceable(file.url)
                var sweep = Sweep(wanted.redaction)
                let swept = sweep.swept(log)
                guard swept != log else { continue }
                if !wanted.isDry { try write(swept, file.url.resolvingSymlinksInPath()) }
                count += 1
                report(sweep.findings, file)
            } catch {
                failed += 1
                console.err("\(file.name): \(error.reason(in: file))")
                if case .unwritable = error, !command.isEmpty {
                    console.err(
                        "Is the plugin allowed to? swift package --allow-writing-to-package-directory cassette redact")
                }
            }
        }
        let verb = wanted.isDry ? "would change" : "changed"
        if !files.isEmpty {
            let failures = failed > 0 ? ", \(failed) failed" : ""
            console.out("\(count) of \(files.count) \(files.count == 1 ? "cassette" : "cassettes") \(verb)\(failures)")
        }
        return failed > 0 ? 1 : 0
    }

    /// The number of secrets, and each place with the entries that have it.
    private func report(_ findings: [Sweep.Finding], _ file: CassetteFile) {
        let noun = findings.count == 1 ? "secret" : "secrets"
        console.out("\(file.name): \(findings.count) \(noun) \(wanted.isDry ? "would be taken out" : "taken out")")
        var places: [String] = []
        var entries: [String: [Int]] = [:]
        for finding in findings {
            let place = finding.isEcho ? "\(finding.place), an echo" : finding.place
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
