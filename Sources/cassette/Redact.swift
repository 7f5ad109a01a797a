import Foundation
import Talyn
import TalynTesting

/// `redact`: takes secrets out of files, in place.
struct Redact {
    private let wanted: Arguments
    private let console: Console
    private let command: String

    init(_ wanted: Arguments, _ console: Console, _ environment: [String: String]) {
        (self.wanted, self.console) = (wanted, console)
        command = environment["TALYN_CASSETTE_COMMAND"] ?? ""
    }

    func run(_ files: [CassetteFile]) -> Int32 {
        var code: Int32 = 0
        var count = 0
        for file in files {
            do throws(CassetteError) {
                let log = try file.log()
                var sweep = Sweep(wanted.redaction)
                let swept = sweep.swept(log)
                guard swept != log else { continue }
                count += 1
                if !wanted.isDry { try swept.write(to: file.url.resolvingSymlinksInPath()) }
                report(sweep.findings, file)
            } catch {
                code = 1
                console.err("\(file.name): \(error.reason(in: file))")
                if case .unwritable = error, !command.isEmpty {
                    console.err(
                        "Is the plugin allowed to? swift package --allow-writing-to-package-directory cassette redact")
                }
            }
        }
        let verb = wanted.isDry ? "would change" : "changed"
        if !files.isEmpty {
            console.out("\(count) of \(files.count) \(files.count == 1 ? "cassette" : "cassettes") \(verb)")
        }
        return code
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
