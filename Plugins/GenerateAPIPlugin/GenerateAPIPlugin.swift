import Foundation
import PackagePlugin

/// `swift package generate-api FILE --target TARGET`: runs the executable `generate-api` in the package folder.
@main
struct GenerateAPIPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "generate-api").url
        // Before the arguments of the user: behind `--` all are documents.
        process.arguments = try output(context, arguments) + arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        // Passes the exit code on; `generate-api --help` lists them.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    /// The folder of the target, which the package may have anywhere.
    private func output(_ context: PluginContext, _ arguments: [String]) throws -> [String] {
        var extractor = ArgumentExtractor(arguments)
        guard extractor.extractOption(named: "output").isEmpty,
            let name = extractor.extractOption(named: "target").first
        else { return [] }
        let targets = try context.package.targets(named: [name])
        guard let folder = targets.first?.directoryURL.path else { return [] }
        let root = context.package.directoryURL.path + "/"
        let path = folder.hasPrefix(root) ? String(folder.dropFirst(root.count)) : folder
        return ["--output", path + "/Generated"]
    }
}
