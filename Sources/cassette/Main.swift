import Foundation
import Talyn
import TalynCassettes

/// The command `swift package cassette`.
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

    /// Runs the whole program. Results go to `out`; progress and errors go to `err`, line by line.
    ///
    /// - Parameters:
    ///   - folder: the folder that paths are relative to, and the default path.
    ///   - environment: the variables, of which `TALYN_CASSETTE_COMMAND` tells that SwiftPM runs the command.
    /// - Returns: the exit code; see ``Arguments/help``.
    static func run(
        _ arguments: [String],
        folder: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void
    ) async -> Int32 {
        do {
            let wanted = try Arguments(parsing: arguments)
            if wanted.showsHelp {
                for line in Arguments.help.split(atBytes: "\n") { out(String(line)) }
                return 0
            }
            let console = Console(wanted: wanted, out: { out($0.terminalSafe) }, err: { err($0.terminalSafe) })
            // Before the files are searched for: errors of the command line come first.
            let usage = try wanted.usage.map { path throws(CassetteError) in try Usage(path, folder, console) }
            let files = try CassetteFile.files(at: wanted.paths, in: folder)
            switch wanted.command {
            case .list: return await console.list(files)
            case .check: return await console.check(files, usage)
            case .redact: return await console.redact(files, isPlugin: environment["TALYN_CASSETTE_COMMAND"] != nil)
            }
        } catch let error as UsageError {
            err(error.description.terminalSafe)
            return 2
        } catch {
            err("cassette: \(error).".terminalSafe)
            return 1
        }
    }
}

/// A command line with its two outputs. Each command is a method, which returns the exit code.
struct Console: Sendable {
    let wanted: Arguments
    let out: @Sendable (String) -> Void
    let err: @Sendable (String) -> Void

    /// Handles each file. A file that fails is reported; the others are handled all the same.
    /// - Returns: the number of files that failed.
    func handle(
        _ files: [CassetteFile], _ body: (CassetteFile, HARLog) async throws(CassetteError) -> Void
    ) async -> Int {
        var failures = 0
        for file in files {
            do throws(CassetteError) { try await body(file, HARLog(contentsOf: file.url)) } catch {
                failures += 1
                // The path is shown already.
                err("\(file.name): \(error.description.replacing(bytes: "\(file.url.path): ", with: ""))")
            }
        }
        return failures
    }
}

extension Int {
    /// Returns the number with its noun: "1 secret", "2 secrets".
    func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension String {
    /// The text without terminal control sequences and direction overrides: a HAR file may hold anybody's text.
    fileprivate var terminalSafe: String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: 0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value ? " " : scalar
            }
        }
        return String(UnicodeScalarView(scalars))
    }
}
