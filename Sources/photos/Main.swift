import Foundation
import Talyn
internal import TalynStubs

/// The demo: Flickr's public photos in a terminal.
@main
struct Photos: Sendable {
    let wanted: Arguments
    /// Prints a line to standard output or standard error, made safe for terminals.
    let out, err: @Sendable (String) -> Void

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(await run(arguments, out: printing(to: .standardOutput), err: printing(to: .standardError)))
    }

    private static func printing(to file: FileHandle) -> @Sendable (String) -> Void {
        { line in
            // An output that is full or closed.
            do { try file.write(contentsOf: Data("\(line)\n".utf8)) } catch { exit(1) }
        }
    }

    /// Runs the whole program. Photos go to `out`; logs, progress and errors to `err`.
    /// - Returns: the exit code; see ``Arguments/help``.
    static func run(
        _ arguments: [String], out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void
    ) async -> Int32 {
        do throws(UsageError) {
            let wanted = try Arguments(parsing: arguments)
            if wanted.showsHelp {
                out(Arguments.help)
                return 0
            }
            return await Photos(wanted: wanted, out: { out($0.terminalSafe) }, err: { err($0.terminalSafe) }).run()
        } catch {
            // The message quotes the command line, which may hold a pasted escape sequence.
            err(error.description.terminalSafe)
            return 2
        }
    }

    private func run() async -> Int32 {
        let provider = self.provider
        // The timeout of MyAPI is for a server that falls silent; the deadline is for one that never ends.
        let photos = provider.withDefaults { $0.deadline = MyAPI.patience * 3 }.adding(.logger { err($0) })
        // A task of its own, which `--fail cancelled` can cancel.
        let call = Task { await photos.result(of: .photos(PhotoRequest())) }
        if wanted.failure == .cancelled { call.cancel() }
        switch await call.value {
        case .success(let feed):
            if let folder = wanted.downloadFolder { return await download(feed.pictures, to: folder, with: provider) }
            for photo in feed.items { out("\(photo.title), by \(photo.authorName): \(photo.link)") }
            return 0
        case .failure(let error):
            FailureReport(error: error).lines.forEach(err)
            return 1
        }
    }

    /// A provider over the network, a failure, or the sample: only the transport differs.
    private var provider: Provider<MyAPI> {
        if let failure = wanted.failure {
            let stubs = StubTransport()
            stubs.on(where: { _, _ in true }, failure.answer)
            return Provider(transport: stubs)
        }
        return wanted.isLive ? Provider() : .recorded()
    }
}
