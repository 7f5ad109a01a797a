import Foundation
import Testing

/// A temporary folder, removed with its last reference.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The names of its files; records an issue if it cannot be read.
    var names: [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: url.path) } catch {
            Issue.record(error)
            return []
        }
    }

    /// Writes a file, and returns its URL.
    func write(_ bytes: Data, as name: String = UUID().uuidString) throws -> URL {
        let file = url.appendingPathComponent(name)
        try bytes.write(to: file)
        return file
    }
}
