// Room: Cassette. Records exchanges into HAR files and replays them.
// Knows: the package API of Talyn, HAR, redaction.

public import Talyn

/// A transport that records real exchanges into a HAR 1.2 file, and answers from it.
///
/// ```swift
/// let cassette = Cassette("octocat")  // Cassettes/octocat.har, beside this source
/// let user = try await withCassette(cassette) { try await github.request(.user("octocat"), as: User.self) }
/// ```
/// Recorded with `TALYN_CASSETTES=once swift test`, it answers from then on without a network, through the same plugins,
/// redirects, validation and decoding. Each exchange is an entry, as it was sent after plugins, also each hop of a redirect,
/// in the order of the requests. A failure is one too, and fails again: behind the part of the body that came, unless that
/// was on its way into a file. Recording again changes an entry only where more than times differs, so that an API that did
/// not change makes no diff.
///
/// Browsers and proxies open the file and write such files. What HAR has no name for begins with an underscore:
/// `_operation` and `_template` of an entry, `_error` and `_truncated` of a response, `_encoding` of a request's body that
/// is no text. An entry that cannot be read answers nothing, which a line on standard error says; a file that has one is not
/// written.
///
/// Secrets are taken out before anything is written: see `redacting`. Requests are compared without them.
///
/// An answer has the recorded headers. As over the network, a body that came compressed is decoded while its
/// `Content-Encoding` and `Content-Length` stay; without a coding `Content-Length` is that of the answer's body.
///
/// Usable from many tasks at once. Two cassettes that record over one file do not harm it: the second to finish throws
/// instead of writing. Give each test its own.
///
/// Without ``finish()`` nothing is written or checked. A cassette that goes without it says in a line on standard error what
/// is lost.
///
/// With the environment variable `TALYN_CASSETTE_USAGE`, the path of a folder, ``finish()`` writes a JSON file into it that
/// tells which entries were used: `swift package cassette check --used` reads those.
public final class Cassette: Transport {
    /// The file.
    public let file: URL

    /// How much of each body is kept, in bytes.
    public let bodyLimit: Int

    let mode: Mode
    let matching: CassetteMatching
    let redaction: Redaction
    let live: any Transport
    let repeats: Bool
    let allowsUnused: Bool
    let keepsTimes: Bool
    let state = Locked(State())

    /// A cassette over a file, which is read when the first request comes.
    /// - Parameters:
    ///   - url: the HAR file, of at most 64 MiB.
    ///   - mode: when it answers and when it records. Default: what `TALYN_CASSETTES` says, else ``Mode/replay``.
    ///   - matching: which requests an entry answers. Default: method, URL and body as recorded.
    ///   - redacting: what is taken out before anything is written. Default: what names and forms of secrets give away.
    ///   - live: what records. Default: the shared `URLSessionTransport`.
    ///   - bodyLimit: how much of each body is kept, in bytes; the caller gets all of it, and a replay that wants more
    ///     than was kept fails. Default: 4 MiB.
    ///   - repeats: whether an entry that was used answers again when no other does. Default: each answers once.
    ///   - allowsUnused: whether entries that nobody asks for are fine, as for a file from a browser. Default: they are not.
    ///   - keepsTimes: whether an answer takes, on the provider's clock, as long as it did. Default: it takes no time.
    public init(
        at url: URL, mode: Mode = .fromEnvironment, matching: CassetteMatching = .standard,
        redacting: Redaction = .standard, over live: any Transport = URLSessionTransport.shared,
        bodyLimit: Int = 4 << 20, repeats: Bool = false, allowsUnused: Bool = false, keepsTimes: Bool = false
    ) {
        file = url
        self.bodyLimit = min(max(bodyLimit, 0), HARLog.fileLimit)
        self.mode = mode
        self.matching = matching
        redaction = redacting
        self.live = live
        self.repeats = repeats
        self.allowsUnused = allowsUnused
        self.keepsTimes = keepsTimes
    }

    /// A cassette in the folder `Cassettes` beside the test's source: `Cassettes/<name>.har`. A slash makes a folder in it;
    /// a name that is empty, begins with one, or leads out of the folder is an error when it is used.
    ///
    /// SwiftPM warns of a folder that it does not know: name it in the target's `exclude`, `["Cassettes"]`. The parameters
    /// are those of ``init(at:mode:matching:redacting:over:bodyLimit:repeats:allowsUnused:keepsTimes:)``.
    public convenience init(
        _ name: String, mode: Mode = .fromEnvironment, matching: CassetteMatching = .standard,
        redacting: Redaction = .standard, over live: any Transport = URLSessionTransport.shared,
        bodyLimit: Int = 4 << 20, repeats: Bool = false, allowsUnused: Bool = false, keepsTimes: Bool = false,
        filePath: StaticString = #filePath
    ) {
        let folder = URL(fileURLWithPath: filePath.description).deletingLastPathComponent()
            .appendingPathComponent("Cassettes", isDirectory: true)
        // A name that leads out of the folder becomes the folder, which is an error when it is used.
        let isName = name.split(atBytes: "/").allSatisfy { !["", ".", ".."].contains($0) } && !name.utf8.contains(0)
        self.init(
            at: isName ? folder.appendingPathComponent("\(name).har", isDirectory: false) : folder, mode: mode,
            matching: matching, redacting: redacting, over: live, bodyLimit: bodyLimit, repeats: repeats,
            allowsUnused: allowsUnused, keepsTimes: keepsTimes)
    }

    deinit { if let loss { LoggerPlugin.standardError(loss) } }

    /// "stub" where it never asks the network: in ``Mode/replay``, and in ``Mode/once`` when there is a file. Else "live".
    public var label: String { (try? begun().isRecording) ?? false ? "live" : "stub" }

    /// Answers from the file, or from the network while it writes the exchange down, as the mode says.
    /// - Throws: what the recorded exchange came to; a `RequestError` of kind `unstubbed` for a request without an entry,
    ///   which tells the nearest entries and what is different, and for a file that cannot be used.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        let number = state.withLock { state in
            state.exchanges.append(.begun(endpoint))
            return state.exchanges.count - 1
        }
        let beginning: Beginning
        do throws(CassetteError) { beginning = try begun() } catch {
            throw RequestError(.unstubbed(error.description))
        }
        if !beginning.isReplaying { return try await record(endpoint, number, context) }
        return try await replay(endpoint, number, context, isRecording: beginning.isRecording)
    }
}
