// Room: cassette. The command behind `swift package cassette`: lists, checks, redacts and compares cassettes.
// Knows: the package API of Talyn and TalynTesting.

import Foundation
import Talyn

/// Looks after recorded cassettes: `swift package cassette --help` says what it can.
@main
struct CassetteTool {
    static func main() async {
        let err: @Sendable (String) -> Void = { line in
            try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
        }
        let out: @Sendable (String) -> Void = { text in
            do { try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8)) } catch {
                err("cassette: the output could not be written.")
                exit(1)
            }
        }
        exit(await run(Array(CommandLine.arguments.dropFirst()), out: out, err: err))
    }

    /// The whole program: what was asked for goes to `out`, progress and mistakes go to `err`, line by line.
    ///
    /// - Parameters:
    ///   - folder: where paths begin, and what is searched when there are none.
    ///   - environment: the variables that secrets may be taken from.
    /// - Returns: the exit code: 0 when all is fine, 1 for findings, damaged files and a drift that compared nothing, 2 for a command
    ///   line that is not understood.
    static func run(
        _ arguments: [String],
        folder: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void
    ) async -> Int32 {
        let console = Console(out: { out($0.terminalSafe) }, err: { err($0.terminalSafe) })
        let wanted: Arguments
        do throws(UsageError) { wanted = try Arguments(parsing: arguments) } catch {
            console.err(error.description)
            return 2
        }
        if wanted.showsHelp {
            for line in Arguments.help.split(atBytes: "\n") { out(String(line)) }
            return 0
        }
        let files: [CassetteFile]
        do throws(UsageError) { files = try CassetteFile.files(at: wanted.paths, in: folder) } catch {
            console.err(error.description)
            return 1
        }
        if files.isEmpty { console.err("cassette: there is no .har file here.") }
        switch wanted.command {
        case .list: return List(wanted, console).run(files)
        case .check: return Check(wanted, console, folder).run(files)
        case .redact: return Redact(wanted, console, environment).run(files)
        case .drift:
            do throws(UsageError) {
                return await Drift(wanted, console, try Secrets(wanted, environment)).run(files)
            } catch {
                console.err(error.description)
                return 2
            }
        }
    }
}

/// Where lines go.
struct Console: Sendable {
    /// What was asked for.
    let out: @Sendable (String) -> Void
    /// Progress and mistakes.
    let err: @Sendable (String) -> Void
}

extension String {
    /// The text without what a terminal would obey: what stands in a HAR file is a stranger's.
    var terminalSafe: String {
        var safe = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: safe.append(" ")
            default:
                let turnsRound = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                safe.append(turnsRound ? " " : scalar)
            }
        }
        return String(safe)
    }
}
