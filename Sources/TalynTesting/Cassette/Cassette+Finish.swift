internal import Talyn

extension Cassette {
    /// Ends the cassette: writes what was recorded, whole or not at all, and checks that it was the right one.
    ///
    /// What streams still bring counts as far as it has come. A file in which nothing would change is not touched.
    /// - Throws: ``CassetteError``: an unusable file or mode; one that cannot be written; `mismatch` for entries that
    ///   nobody asked for (unless they are allowed) and requests that had none, after the file was written.
    public func finish() throws(CassetteError) {
        let beginning = try begun()
        let (used, unanswered, recordings) = state.withLock { state in
            let recordings = state.exchanges.compactMap { exchange -> CassetteRecording? in
                guard case .recorded(let recording) = exchange else { return nil }
                return recording
            }
            return (state.used, state.unanswered, recordings)
        }
        let old = beginning.tape.log
        var usage = CassetteUsage(cassette: file, count: old.entries.count, used: used)
        if beginning.isRecording {
            var redactor = CassetteRedactor(redaction)
            let new = redactor.redacted(recordings.map(\.entry))
            let log = beginning.isReplaying ? old.adding(new) : old.replacing(with: new)
            if log.text != old.text || !beginning.tape.exists { try log.write(to: file) }
            let first = beginning.isReplaying ? old.entries.count : 0
            usage = CassetteUsage(cassette: file, count: log.entries.count, used: used.union(first..<log.entries.count))
        }
        try usage.write()
        let unused =
            beginning.isReplaying && !allowsUnused ? beginning.tape.requests.indices.filter { !used.contains($0) } : []
        guard !unused.isEmpty || !unanswered.isEmpty else { return }
        throw .mismatch(
            file: file.path, unused: unused.map { "entry \($0) (\(beginning.tape.requests[$0]))" },
            unanswered: unanswered)
    }
}

/// Which entries of a cassette a test used, for who cares for cassettes: a JSON file in the folder that the environment
/// variable `TALYN_CASSETTE_USAGE` names.
struct CassetteUsage: Sendable {
    let cassette: URL
    let count: Int
    let used: Set<Int>

    /// Writes it; does nothing without the variable.
    func write(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(CassetteError) {
        guard let folder = environment["TALYN_CASSETTE_USAGE"], !folder.isEmpty else { return }
        let name = cassette.deletingPathExtension().lastPathComponent
        let place = URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent("\(name)-\(UUID().uuidString).json", isDirectory: false)
        let usage: JSONValue = [
            "cassette": .string(cassette.absoluteURL.standardizedFileURL.path), "entries": .integer(Int64(count)),
            "used": .array(used.sorted().map { .integer(Int64($0)) }),
        ]
        do {
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(usage.jsonText.utf8).write(to: place, options: .atomic)
        } catch {
            throw .unwritable(file: place.path, reason: "its folder does not take it")
        }
    }
}
