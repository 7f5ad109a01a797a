// Room: cassette. The command behind `swift package cassette`: lists, checks, redacts and compares cassettes.
// Knows: the package API of Talyn and TalynTesting.

import Foundation
import Talyn
import TalynTesting

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
    ///   - environment: the variables that secrets may be taken from.
    /// - Returns: the exit code; see ``Arguments/help``.
    static func run(
        _ arguments: [String],
        folder: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void
    ) async -> Int32 {
        let console = Console(out: { out($0.terminalSafe) }, err: { err($0.terminalSafe) })
        do {
            let wanted = try Arguments(parsing: arguments)
            if wanted.showsHelp {
                for line in Arguments.help.split(atBytes: "\n") { out(String(line)) }
                return 0
            }
            // Called last: errors of the command line come before errors of files.
            let files = { () throws(CassetteError) in try CassetteFile.files(at: wanted.paths, in: folder) }
            switch wanted.command {
            case .list: return await List(wanted, console).run(try files())
            case .check:
                let usage = try Usage(wanted, folder, console)
                return await Check(wanted, console, usage).run(try files())
            case .redact: return await Redact(wanted, console, environment).run(try files())
            case .drift:
                let drift = try Drift(wanted, console, environment)
                return await drift.run(try files())
            }
        } catch let error as UsageError {
            console.err(error.description)
            return 2
        } catch {
            console.err("cassette: \(error).")
            return 1
        }
    }
}

/// The two outputs of the command.
struct Console: Sendable {
    let out: @Sendable (String) -> Void
    let err: @Sendable (String) -> Void

    /// Handles each file, then prints the JSON documents when asked for. A file that fails is reported; the others are
    /// handled all the same.
    /// - Returns: the number of files that failed.
    func handle(
        _ files: [CassetteFile], printsJSON: Bool,
        _ body: (CassetteFile, HARLog) async throws(CassetteError) -> [String: JSONValue]
    ) async -> Int {
        var documents: [JSONValue] = []
        var failures = 0
        for file in files {
            var document: [String: JSONValue]
            do throws(CassetteError) { document = try await body(file, HARLog(contentsOf: file.url)) } catch {
                failures += 1
                let reason = error.reason(in: file)
                err("\(file.name): \(reason)")
                document = ["error": .string(reason)]
            }
            document["file"] = .string(file.name)
            documents.append(.object(document))
        }
        if printsJSON { out(JSONValue.array(documents).jsonText) }
        return failures
    }
}

extension String {
    /// The text without terminal control sequences and direction overrides: a HAR file may hold anybody's text.
    var terminalSafe: String {
        String(
            UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: " "
                    default:
                        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                            ? " " : scalar
                    }
                }))
    }
}
