// Room: photos. The demo: a small client of Flickr's feed for the terminal.
// Knows: the public API of Talyn only.

import Foundation
import Talyn

/// The demo: Flickr's public photos in a terminal. `swift run photos --help` says what it can.
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
        exit(await run(Array(CommandLine.arguments.dropFirst()), out: out, err: err))
    }

    /// The whole program: what it prints goes to `out`, logs and mistakes go to `err` line by line, and the result is
    /// the exit code.
    static func run(
        _ arguments: [String], columns: Int = TerminalSize.columns(),
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

        let (failures, witnessed) = AsyncStream<RequestError>.makeStream()
        let photos = provider(for: wanted)
            .adding(.logger { err($0.terminalSafe) }, Witness(failed: { witnessed.yield($0) }))
        switch await load(wanted, from: photos) {
        case .success(let feed):
            out(wanted.printsJSON ? feed.items.json : table(feed.items, columns: columns))
            return 0
        case .failure(let error):
            witnessed.finish()
            let raw = await failures.first { _ in true }
            for line in FailureReport(error: error, raw: raw).lines { err(line) }
            return 1
        }
    }

    /// The network, a failure, or the sample: only the transport differs.
    private static func provider(for wanted: Arguments) -> Provider<MyAPI> {
        let provider: Provider<MyAPI>
        if let failure = wanted.failure {
            let stubs = StubTransport()
            stubs.on(where: { _, _ in true }, failure.answer)
            provider = Provider(transport: stubs, clock: failure.clock)
        } else if wanted.isLive || wanted.baseURL != nil {
            provider = Provider(baseURL: wanted.baseURL)
        } else {
            provider = .recorded
        }
        // The timeout of MyAPI is for a server that falls silent; this is for one that never comes to an end.
        return provider.withDefaults { $0.deadline = MyAPI.patience * 3 }
    }

    private static func load(_ wanted: Arguments, from photos: Provider<MyAPI>) async -> Result<Photo, MyAPIError> {
        let request = PhotoRequest(wanted)
        guard wanted.failure == .cancelled else { return await photos.result(of: .photos(request)) }
        return await givingUp { await photos.adding($0).result(of: .photos(request)) }
    }

    private static func table(_ photos: [Photo.Item], columns: Int) -> String {
        PhotoTable(rows: photos.map(\.row), width: columns).lines().joined(separator: "\n")
    }
}
