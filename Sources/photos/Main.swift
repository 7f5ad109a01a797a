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
            do { try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8)) } catch {
                err("photos: the output could not be written.")
                exit(1)
            }
        }
        let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 80
        exit(await run(Array(CommandLine.arguments.dropFirst()), columns: columns, out: out, err: err))
    }

    /// Runs the whole program. Photos go to `out`; logs and errors go to `err`, line by line.
    ///
    /// - Returns: the exit code; see ``Arguments/help``.
    static func run(
        _ arguments: [String], columns: Int,
        out: @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void
    ) async -> Int32 {
        let wanted: Arguments
        do throws(UsageError) { wanted = try Arguments(parsing: arguments) } catch {
            err(error.description)
            return 2
        }
        if wanted.showsHelp {
            out(Arguments.help)
            return 0
        }
        let (failures, witness) = AsyncStream<RequestError>.makeStream()
        let photos = provider(for: wanted).adding(
            .logger { err($0.terminalSafe) },
            Witness(cancels: wanted.failure == .cancelled, failed: { witness.yield($0) }))
        let request = PhotoRequest(tags: wanted.tags, tagmode: wanted.tagMode.rawValue)
        switch await Task(operation: { await photos.result(of: .photos(request)) }).value {
        case .success(let feed):
            let table = PhotoTable(rows: feed.items.map(\.row), width: columns)
            out(wanted.printsJSON ? feed.items.json : table.lines().joined(separator: "\n"))
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
        let provider: Provider<MyAPI>
        if let failure = wanted.failure {
            let stubs = StubTransport()
            stubs.on(where: { _, _ in true }, failure.answer)
            provider = Provider(transport: stubs)
        } else if wanted.isLive || wanted.baseURL != nil {
            provider = Provider(baseURL: wanted.baseURL)
        } else {
            provider = .recorded
        }
        // The timeout of MyAPI is for a server that falls silent; the deadline is for one that never ends.
        return provider.withDefaults { $0.deadline = MyAPI.patience * 3 }
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
