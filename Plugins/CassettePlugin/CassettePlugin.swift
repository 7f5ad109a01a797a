import Foundation
import PackagePlugin

/// `swift package cassette list | check | redact`: runs the executable `cassette` in the package folder.
@main
struct CassettePlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "cassette").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        var environment = ProcessInfo.processInfo.environment
        // Makes the command explain the permissions of plugins.
        environment["TALYN_CASSETTE_COMMAND"] = "swift package cassette"
        process.environment = environment
        try process.run()
        process.waitUntilExit()
        // Passes the exit code on: 1 for findings, 2 for a command line that is not understood.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
