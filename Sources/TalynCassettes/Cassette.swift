public import Talyn
package import TalynStubs

/// A transport that records real exchanges into a HAR 1.2 file and replays them.
///
/// ```swift
/// let cassette = Cassette("octocat")  // Cassettes/octocat.har, beside this source
/// let user = try await withCassette(cassette) { try await github.request(.user("octocat"), as: User.self) }
/// ```
/// After a recording with `TALYN_CASSETTES=once swift test` it answers without a network, through the same plugins,
/// redirects, validation and decoding. Each exchange is an entry, as it was sent after plugins, each hop of a redirect
/// too, in the order of the requests. A failure is an entry that fails again, after the part of the body that had
/// arrived (none if the body was delivered as a file). Recording again changes an entry only if more than its times
/// differs: an API that did not change makes no diff.
///
/// Browsers and proxies read and write such files. Fields that HAR does not define begin with an underscore:
/// `_operation` and `_template` of an entry, `_error` and `_truncated` of a response, `_left` of one whose reader left
/// it before its end, `_encoding` of a request's body that is not text, `_chunks` of the timings: the sizes and times
/// of a stream's chunks. An entry that cannot be read is reported on standard error and answers no request; a file with
/// such an entry is not written.
///
/// Secrets are removed before anything is written: see `redacting`. Requests are compared without them.
///
/// A response has the recorded headers. As over the network, a compressed body is decoded and keeps its
/// `Content-Encoding` and `Content-Length`; without a coding `Content-Length` is the length of the body.
///
/// Thread-safe. If two cassettes record into one file, the second one to finish throws instead of writing. Give each
/// test its own.
///
/// Without ``finish()`` nothing is written or checked; the loss is reported on standard error when the cassette is
/// released.
///
/// If the environment variable `TALYN_CASSETTE_USAGE` has the path of a folder, ``finish()`` writes a JSON file with
/// the used entries into it, for `swift package cassette check --used`.
public final class Cassette: Transport {
    /// The file.
    public let file: URL

    package let number = UInt64.random(in: .min ... .max)

    /// The part of each body that is kept, in bytes.
    public let bodyLimit: Int

    let mode: Mode
    let matching: CassetteMatching
    let redaction: Redaction
    let live: any Transport
    let repeats: Bool
    let allowsUnused: Bool
    let keepsTimes: Bool
    let state = Locked(State())

    /// A cassette over a file, which is read at the first request.
    /// - Parameters:
    ///   - url: the HAR file, of at most 64 MiB.
    ///   - mode: whether it replays or records. Default: the value of `TALYN_CASSETTES`, else ``Mode/replay``.
    ///   - matching: the parts of a request that must match an entry. Default: method, URL and body.
    ///   - redacting: the secrets that are removed before anything is written. Default: known names and forms.
    ///   - live: the transport that is recorded. Default: the platform's, `PlatformTransport.shared`.
    ///   - bodyLimit: the part of each body that is kept, in bytes. The caller of a recording gets the whole body; a
    ///     replay fails after the kept part. Default: 4 MiB.
    ///   - repeats: whether a used entry answers again when no other one matches. Default: each answers once.
    ///   - allowsUnused: whether ``finish()`` accepts unused entries, as in a browser's file. Default: false.
    ///   - keepsTimes: whether a response takes its recorded time on the provider's clock, and the chunks of a stream
    ///     theirs. Default: it takes no time.
    public init(
        at url: URL, mode: Mode = .fromEnvironment, matching: CassetteMatching = .standard,
        redacting: Redaction = .standard, over live: any Transport = PlatformTransport.shared,
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

    /// A cassette in the folder `Cassettes` beside the test's source: `Cassettes/<name>.har`. A slash separates
    /// folders; a name that is empty, begins with a slash or leads out of the folder is an error when the cassette is
    /// used.
    ///
    /// SwiftPM warns about unknown folders: add `exclude: ["Cassettes"]` to the target. The parameters are those of
    /// ``init(at:mode:matching:redacting:over:bodyLimit:repeats:allowsUnused:keepsTimes:)``.
    public convenience init(
        _ name: String, mode: Mode = .fromEnvironment, matching: CassetteMatching = .standard,
        redacting: Redaction = .standard, over live: any Transport = PlatformTransport.shared,
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

    /// "stub" if it sends nothing: in ``Mode/replay``, and in ``Mode/once`` when the file exists. Else "live".
    public var label: String { (try? tape.isRecording) ?? false ? "live" : "stub" }

    /// Replays an entry, or sends the endpoint and records the exchange, depending on the mode.
    /// - Throws: the recorded failure; a `RequestError` of kind `unstubbed` for a request without an entry, with the
    ///   nearest entries and their differences, and for a file that cannot be used.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await send(endpoint, context, staysOffline: false, orElse: nil)
    }

    private func send(
        _ endpoint: Endpoint, _ context: CallContext, staysOffline: Bool, orElse next: ScopedTransport?
    ) async throws -> Response {
        let number = state.withLock { state in
            state.exchanges.append(.begun(endpoint))
            return state.exchanges.count - 1
        }
        let tape: CassetteTape
        do throws(CassetteError) { tape = try self.tape } catch {
            throw RequestError(.unstubbed(error.description))
        }
        if !tape.isReplaying { return try await record(endpoint, number, context, staysOffline: staysOffline) }
        return try await replay(endpoint, number, context, tape, staysOffline: staysOffline, orElse: next)
    }
}

extension Cassette: ScopeTransport {
    package var isGuard: Bool { false }

    package func respondOffline(to endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await send(endpoint, context, staysOffline: true, orElse: nil)
    }

    package func send(
        _ endpoint: Endpoint, context: CallContext, orElse next: ScopedTransport
    ) async throws -> Response {
        try await send(endpoint, context, staysOffline: next.staysOffline, orElse: next)
    }
}
