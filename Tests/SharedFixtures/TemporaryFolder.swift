package import Foundation
import Testing

/// A temporary folder, removed with its last reference.
package final class TemporaryFolder: Sendable {
    package let url = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")

    package init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The names of its files; records an issue if it cannot be read.
    package var names: [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: url.path) } catch {
            Issue.record(error)
            return []
        }
    }

    /// Writes a file, and returns its URL.
    package func write(_ bytes: Data, as name: String = UUID().uuidString) throws -> URL {
        let file = url.appendingPathComponent(name)
        try bytes.write(to: file)
        return file
    }
}
