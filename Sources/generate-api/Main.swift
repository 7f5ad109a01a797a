import APIGenerator
import Foundation

/// The command `swift package generate-api`.
@main
struct GenerateAPI {
    static func main() {
        let result = run(
            Array(CommandLine.arguments.dropFirst()),
            out: { FileHandle.standardOutput.write(Data("\($0)\n".utf8)) },
            err: { FileHandle.standardError.write(Data("\($0)\n".utf8)) })
        exit(result)
    }

    /// Runs the whole program. The summary goes to `out`; progress, warnings and errors go to `err`, line by line.
    /// - Parameter folder: the folder that paths are relative to.
    /// - Returns: the exit code; see ``Arguments/help``.
    static func run(
        _ arguments: [String],
        folder: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true),
        out: @escaping (String) -> Void, err: @escaping (String) -> Void
    ) -> Int32 {
        do {
            let wanted = try Arguments(parsing: arguments)
            if wanted.showsHelp {
                out(Arguments.help)
                return 0
            }
            let file = URL(fileURLWithPath: wanted.file, relativeTo: folder)
            err("Reading \(wanted.file)")
            let output = try Generator.generate(file.lastPathComponent, options: wanted.options) { name in
                try read(name, below: file.deletingLastPathComponent(), isFirst: name == file.lastPathComponent)
            }
            for finding in output.findings { err(finding.description.terminalSafe) }
            let path = wanted.output ?? "Sources/\(wanted.target ?? "")/Generated"
            let folder = OutputFolder(path, relativeTo: folder)
            if wanted.checks { return check(output, folder, out, err) }
            err("Writing \(output.files.count) files to \(path)")
            let changes = try folder.write(output.files)
            out(summary(of: output) + "; \(changes) files changed in \(path)")
            return 0
        } catch let error as UsageError {
            err(error.description.terminalSafe)
            return 2
        } catch let error as GenerationFault {
            err(error.description.terminalSafe)
            return 1
        } catch {
            err("generate-api: \(error.localizedDescription)".terminalSafe)
            return 1
        }
    }

    /// Reads a file of a document. But for the first one, a link out of the folder is none.
    private static func read(_ name: String, below folder: URL, isFirst: Bool) throws -> Data {
        let file = folder.appendingPathComponent(name)
        let (path, root) = (file.resolvingSymlinksInPath().path, folder.resolvingSymlinksInPath().path)
        guard isFirst || path.utf8.starts(with: (root + "/").utf8) else { throw CocoaError(.fileReadNoPermission) }
        return try Data(contentsOf: file)
    }

    private static func check(
        _ output: Generator.Output, _ folder: OutputFolder, _ out: (String) -> Void, _ err: (String) -> Void
    ) -> Int32 {
        let outdated = folder.outdated(output.files)
        for name in outdated { err("\(folder.path)/\(name): error: the file is out of date") }
        out(summary(of: output) + (outdated.isEmpty ? "; up to date" : "; \(outdated.count) files are out of date"))
        return outdated.isEmpty ? 0 : 1
    }

    private static func summary(of output: Generator.Output) -> String {
        func count(_ kind: Finding.Kind) -> Int { output.findings.filter { $0.kind == kind }.count }
        return
            "\(output.name): \(output.operations) operations and \(output.models) models in \(output.files.count) files; "
            + "\(count(.approximated)) approximated, \(count(.refused)) refused, \(count(.fault)) faults of the document"
    }
}

extension String {
    /// The text without terminal control sequences and direction overrides: a document may hold anybody's text.
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
