import Foundation

/// A folder for the pictures of a test, which is removed with it.
final class PictureFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "photos-\(UUID().uuidString)", isDirectory: true)

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The names of its files, hidden ones included.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

    /// Returns the content of a file; nil without one.
    func content(_ name: String) -> Data? { try? Data(contentsOf: url.appendingPathComponent(name)) }
}
