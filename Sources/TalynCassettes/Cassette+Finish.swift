internal import Talyn
internal import TalynStubs

extension Cassette {
    /// Writes the recording, atomically, and checks that every entry was used and every request had an entry.
    ///
    /// Of streams that have not ended, the part so far is recorded. A file that would not change is not touched. A file
    /// that is written has no secrets, in old entries neither. A cassette that is used further may be finished again.
    /// - Throws: ``CassetteError``: an unusable file or mode; a file that cannot be written, or that another cassette
    /// changed meanwhile; `nothingRecorded` for a recording without a request; `networkUnreachable` if all requests
    /// failed to connect and the recording would replace a file or be the file of ``Mode/once``; `mismatch` for unused
    /// entries (unless they are allowed) and requests without an entry, after the file was written.
    public func finish() throws(CassetteError) {
        let seen = state.withLock { state in
            state.finished = state.exchanges.count
            return state
        }
        let (tape, recordings) = (try tape, seen.recordings)
        var usage = CassetteUsage(cassette: file, count: tape.log.entries.count, used: seen.used)
        if tape.isRecording {
            // If entries answered all requests, there is nothing to write.
            let isAnswered = tape.data != nil && tape.isReplaying && !seen.exchanges.isEmpty
            guard isAnswered || !recordings.isEmpty else { throw .nothingRecorded(file: file.path) }
            let count = try recordings.isEmpty ? tape.log.entries.count : keep(recordings, tape)
            let first = tape.isReplaying ? tape.log.entries.count : 0
            usage = CassetteUsage(cassette: file, count: count, used: seen.used.union(first..<count))
        }
        try usage.write()
        let isStrict = tape.isReplaying && !allowsUnused
        let unused = isStrict ? tape.log.entries.indices.filter { !seen.used.contains($0) && tape.isReadable($0) } : []
        guard !unused.isEmpty || !seen.unanswered.isEmpty else { return }
        throw .mismatch(
            file: file.path, unused: unused.map { "entry \($0) (\(tape.requests[$0]))" }, unanswered: seen.unanswered)
    }

    /// Writes recordings into the file; returns its number of entries.
    private func keep(_ recordings: [CassetteRecording], _ tape: CassetteTape) throws(CassetteError) -> Int {
        let isTruth = tape.data != nil || tape.mode == .once
        if isTruth, !tape.isReplaying, recordings.allSatisfy(\.seen.isUnreached) {
            throw .networkUnreachable(file: file.path)
        }
        var redactor = CassetteRedactor(recordings.reduce(redaction) { $0.hidingTokens(of: $1.endpoint) })
        let (old, new) = redactor.redacted(tape.log, and: recordings.map(\.entry))
        let log = tape.isReplaying ? old.adding(new) : old.replacing(with: new)
        try Self.writing.withLock { _ in Result { () throws(CassetteError) in try write(log, tape) } }.get()
        return log.entries.count
    }

    /// Writes the file unless its contents are the same.
    private func write(_ log: HARLog, _ tape: CassetteTape) throws(CassetteError) {
        let written = state.withLock { $0.written }
        let exists = FileManager.default.fileExists(atPath: file.path)
        if exists, try HARLog.data(of: file) != written ?? tape.data {
            throw .unwritable(file: file.path, reason: "it was changed by another cassette meanwhile")
        }
        let text = log.text
        let isSame = written.map { $0 == Data(text.utf8) } ?? (text == tape.log.text)
        if exists, isSame { return }
        try tape.log.checkReplaceable(file)
        try log.write(to: file)
        state.withLock { $0.written = Data(text.utf8) }
    }

    /// Held from reading a file to writing it, so that two cassettes notice each other.
    private static let writing = Locked(0)

    /// The loss if the cassette is released without being finished; nil when nothing is lost.
    var loss: String? {
        let seen = state.withLock { $0 }
        guard seen.exchanges.count > seen.finished else { return nil }
        let (lost, unanswered) = (seen.recordings.count, seen.unanswered.count)
        var words: [String] = []
        if lost > 0 { words.append(lost == 1 ? "1 recorded exchange is lost" : "\(lost) recorded exchanges are lost") }
        if unanswered > 0 { words.append("\(unanswered) request\(unanswered == 1 ? "" : "s") had no entry") }
        if words.isEmpty { return nil }
        return "\(file.path): the cassette was not finished: \(words.joined(separator: ", "))"
    }
}

extension Cassette {
    /// Finishes the cassette. If `writes` is false, a recording is not written, which is an error.
    package func finish(writes: Bool) throws(CassetteError) {
        if !writes, !state.withLock({ $0.recordings.isEmpty }) {
            throw .unwritable(file: file.path, reason: "the test that recorded it has issues")
        }
        try finish()
    }
}

/// Runs an operation in which every provider uses a cassette, without injection; then finishes the cassette.
///
/// A request that has no entry, and is not recorded, goes to the enclosing scope, and then to the provider's own
/// transport, if that does not reach the network: a `StubTransport`, or a cassette that replays. Within `withStubs` a
/// cassette does not record, so that no request reaches the network: its calls fail, and say so.
///
/// Task-local: it reaches child tasks and `Task { }`, but not `Task.detached` or callbacks from outside. If the
/// operation throws, nothing is written. An expectation that fails does not throw: the recording is written all the
/// same. The trait `.cassette(_:)` of TalynTestSupport does not write it.
/// - Throws: the error of the operation, else the error of ``Cassette/finish()``.
@discardableResult
public func withCassette<Output>(
    _ cassette: Cassette, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Output
) async throws -> Output {
    let output: Output
    do {
        output = try await TransportOverride.$current.withValue(
            TransportScope(cassette), operation: operation, isolation: isolation)
    } catch {
        // No report of the loss beside the error.
        cassette.state.withLock { $0.finished = $0.exchanges.count }
        throw error
    }
    try cassette.finish()
    return output
}
