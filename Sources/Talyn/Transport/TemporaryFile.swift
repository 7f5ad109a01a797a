/// Temporary files for bodies that do not fit into memory.
enum TemporaryFile {
    /// Creates a file in the system's temporary folder, readable by the current user only.
    /// - Throws: `URLError.cannotCreateFile`.
    static func make() throws -> (place: URL, handle: FileHandle) {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("talyn-\(UUID().uuidString).body", isDirectory: false)
        guard
            FileManager.default.createFile(atPath: place.path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = try? FileHandle(forWritingTo: place)
        else { throw URLError(.cannotCreateFile, text: "the temporary file for a streamed body cannot be created") }
        return (place, handle)
    }

    /// Appends a chunk.
    /// - Throws: `URLError.cannotWriteToFile`.
    static func write(_ piece: Data, to handle: FileHandle) throws {
        do { try handle.write(contentsOf: piece) } catch {
            throw URLError(.cannotWriteToFile, text: "the temporary file for a streamed body cannot be written")
        }
    }
}
