// Room: photos. The demo: a small client of Flickr's feed for the terminal.
// Knows: the public API of Talyn only.

import Foundation
import Talyn

/// The demo: Flickr's public photos in a terminal.
@main
struct Photos {
    static func main() async {
        let err: @Sendable (String) -> Void = { line in
            try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
        }
        let out: @Sendable (String) -> Void = { text in
            do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
                err("photos: the output could not be written.")
                exit(1)
            }
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        let terminal = TerminalSize.current
        exit(await Interruption.cancelling { await run(arguments, terminal: terminal, out: out, err: err) })
    }

    /// Runs the whole program. Photos go to `out`, as text with its line ends; logs and errors to `err`, line by line.
    ///
    /// Cancelling the task cancels the calls.
    /// - Returns: the exit code; see ``Arguments/help``.
    static func run(
        _ arguments: [String], terminal: TerminalSize,
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void
    ) async -> Int32 {
        let wanted: Arguments
        do throws(UsageError) { wanted = try Arguments(parsing: arguments) } catch {
            err(error.description)
            return 2
        }
        if wanted.showsHelp {
            out("\(Arguments.help)\n")
            return 0
        }
        let (failures, witness) = AsyncStream<RequestError>.makeStream()
        let provider = provider(for: wanted)
        // The timeout of MyAPI is for a server that falls silent; the deadline is for one that never ends.
        let photos = provider.withDefaults { $0.deadline = MyAPI.patience * 3 }.adding(
            .logger { err($0.terminalSafe) },
            Witness(cancels: wanted.failure == .cancelled, failed: { witness.yield($0) }))
        let request = PhotoRequest(tags: wanted.tags, tagmode: wanted.tagMode.rawValue)
        // A task of its own, which the witness can cancel.
        let call = Task { await photos.result(of: .photos(request)) }
        switch await withTaskCancellationHandler(operation: { await call.value }, onCancel: { call.cancel() }) {
        case .success(let feed):
            if let folder = wanted.downloadFolder {
                return await download(feed, with: provider, to: folder, terminal: terminal, out: out, err: err)
            }
            let table = PhotoTable(rows: feed.items.map(\.row), width: terminal.columns)
            out((wanted.printsJSON ? feed.items.json : table.lines().joined(separator: "\n")) + "\n")
            return 0
        case .failure(let error):
            witness.finish()
            let raw = await failures.first { _ in true }
            for line in FailureReport(error: error, raw: raw).lines { err(line) }
            return 1
        }
    }

    /// A provider over the network, a failure, or the sample: only the transport differs.
    private static func provider(for wanted: Arguments) -> Provider<MyAPI> {
        if let failure = wanted.failure {
            let stubs = StubTransport()
            stubs.on(where: { _, _ in true }, failure.answer)
            return Provider(transport: stubs)
        }
        return wanted.isLive || wanted.baseURL != nil ? Provider(baseURL: wanted.baseURL) : .recorded
    }
}

/// Passes the raw error of a failed call on, with its timeline; cancels the call once its request is sent when asked
/// to.
private struct Witness: CallObserver {
    let cancels: Bool
    let failed: @Sendable (RequestError) -> Void

    func willSend(_ endpoint: Endpoint, context: CallContext) {
        if cancels { withUnsafeCurrentTask { $0?.cancel() } }
    }

    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}

    func didFinish(_ outcome: CallOutcome, context: CallContext) {
        if case .failure(let error) = outcome.result { failed(error) }
    }
}
