internal import Talyn

extension Cassette {
    /// Ends the cassette: writes what was recorded, whole or not at all, and checks that it was the right one.
    ///
    /// What streams still bring counts as far as it has come. A file in which nothing would change is not touched. One that
    /// is written has no secret any more, in old entries neither. A cassette that goes on may be finished again.
    /// - Throws: ``CassetteError``: an unusable file or mode; one that cannot be written, or that another cassette changed
    ///   meanwhile; `nothingRecorded` when it was to record and nothing came; `networkUnreachable` when all that came are
    ///   failures to connect, and would take the place of a file or be one in the mode ``Mode/once``; `mismatch` for
    ///   entries that nobody asked for (unless they are allowed) and requests that had none, after the file was written.
    public func finish() throws(CassetteError) {
        let seen = state.withLock { state in
            state.finished = state.exchanges.count
            return state
        }
        let beginning = try begun()
        let (tape, recordings) = (beginning.tape, seen.recordings)
        var usage = CassetteUsage(cassette: file, count: tape.log.entries.count, used: seen.used)
        if beginning.isRecording {
            // Where all were answered by entries, there is nothing to write.
            let isAnswered = tape.exists && beginning.isReplaying && !seen.exchanges.isEmpty
            guard isAnswered || !recordings.isEmpty else { throw .nothingRecorded(file: file.path) }
            let count = try recordings.isEmpty ? tape.log.entries.count : keep(recordings, beginning)
            let first = beginning.isReplaying ? tape.log.entries.count : 0
            usage = CassetteUsage(cassette: file, count: count, used: seen.used.union(first..<count))
        }
        try usage.write()
        let isStrict = beginning.isReplaying && !allowsUnused
        let unused = isStrict ? tape.log.entries.indices.filter { !seen.used.contains($0) && tape.isReadable($0) } : []
        guard !unused.isEmpty || !seen.unanswered.isEmpty else { return }
        throw .mismatch(
            file: file.path, unused: unused.map { "entry \($0) (\(tape.requests[$0]))" }, unanswered: seen.unanswered)
    }

    /// Puts recordings into the file; returns how many entries it has then.
    private func keep(_ recordings: [CassetteRecording], _ beginning: Beginning) throws(CassetteError) -> Int {
        let tape = beginning.tape
        let isTruth = tape.exists || beginning.mode == .once
        if isTruth, !beginning.isReplaying, recordings.allSatisfy(\.seen.isUnreached) {
            throw .networkUnreachable(file: file.path)
        }
        var redactor = CassetteRedactor(recordings.reduce(redaction) { $0.knowing(tokensOf: $1.endpoint) })
        let (old, new) = redactor.redacted(tape.log, and: recordings.map(\.entry))
        let log = beginning.isReplaying ? old.adding(new) : old.replacing(with: new)
        let result = Self.writing.withLock { _ in
            Result { () throws(CassetteError) in try write(log, beginning) }
        }
        try result.get()
        return log.entries.count
    }

    /// Writes the file unless that changes nothing.
    private func write(_ log: HARLog, _ beginning: Beginning) throws(CassetteError) {
        let written = state.withLock { $0.written }
        let exists = FileManager.default.fileExists(atPath: file.path)
        if exists, try HARLog.data(of: file) != written ?? beginning.data {
            throw .unwritable(file: file.path, reason: "it was changed by another cassette meanwhile")
        }
        let text = log.text
        let isSame = written.map { $0 == Data(text.utf8) } ?? (text == beginning.tape.log.text)
        if exists, isSame { return }
        try beginning.tape.log.checkReplaceable(file)
        try log.write(to: file)
        state.withLock { $0.written = Data(text.utf8) }
    }

    /// Held from looking at a file to writing it, so that of two cassettes one sees the other.
    private static let writing = Locked(0)

    /// What is lost when it goes as it is; nil when nothing is.
    var loss: String? {
        let seen = state.withLock { $0 }
        guard seen.exchanges.count > seen.finished else { return nil }
        let (lost, unanswered) = (seen.recordings.count, seen.unanswered.count)
        let parts: [String?] = [
            lost == 0 ? nil : lost == 1 ? "1 recorded exchange is lost" : "\(lost) recorded exchanges are lost",
            unanswered == 0 ? nil : unanswered == 1 ? "1 request had no entry" : "\(unanswered) requests had no entry",
        ]
        let words = parts.compactMap { $0 }
        if words.isEmpty { return nil }
        return "\(file.path): the cassette was not finished: \(words.joined(separator: ", "))"
    }
}

extension Cassette {
    /// Ends the cassette as ``finish()`` does; what was recorded is not written unless `writes` says so, which is an error
    /// when there is something.
    package func finish(writes: Bool) throws(CassetteError) {
        let hasRecorded = state.withLock { state in
            state.exchanges.contains { exchange in if case .recorded = exchange { true } else { false } }
        }
        if !writes, hasRecorded { throw .unwritable(file: file.path, reason: "the test that recorded it has issues") }
        try finish()
    }
}

/// Runs an operation in which every provider uses a cassette, without any of them being injected; then finishes it.
///
/// Task-local: it reaches child tasks and `Task { }`, not `Task.detached`, nor callbacks from elsewhere. What the operation
/// throws is thrown, and then nothing is written. An expectation that fails throws nothing, and this cannot see it: what was
/// recorded is written all the same. The trait `.cassette(_:)` of TalynTestSupport writes nothing then.
/// - Throws: what the operation throws; else what ``Cassette/finish()`` does.
public func withCassette<Output>(
    _ cassette: Cassette, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Output
) async throws -> Output {
    let output: Output
    do {
        output = try await StubScope.$transport.withValue(cassette, operation: operation, isolation: isolation)
    } catch {
        // The error says enough.
        cassette.state.withLock { $0.finished = $0.exchanges.count }
        throw error
    }
    try cassette.finish()
    return output
}
