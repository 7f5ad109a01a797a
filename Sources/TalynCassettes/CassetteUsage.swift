internal import Talyn

/// The entries of a cassette that a test used: a JSON file in the folder that the environment variable
/// `TALYN_CASSETTE_USAGE` names.
struct CassetteUsage: Sendable {
    let cassette: URL
    let count: Int
    let used: Set<Int>

    /// Writes the file; does nothing without the variable.
    func write(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(CassetteError) {
        guard let folder = environment["TALYN_CASSETTE_USAGE"], !folder.isEmpty else { return }
        let name = cassette.deletingPathExtension().lastPathComponent
        let log = URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent("\(name)-\(UUID().uuidString).json", isDirectory: false)
        let usage: JSONValue = [
            "cassette": .string(cassette.absoluteURL.standardizedFileURL.path), "entries": .integer(Int64(count)),
            "used": .array(used.sorted().map { .integer(Int64($0)) }),
        ]
        do {
            try FileManager.default.createDirectory(
                at: log.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(usage.jsonText.utf8).write(to: log, options: .atomic)
        } catch {
            throw .unwritable(file: log.path, reason: "its folder cannot be written")
        }
    }
}
