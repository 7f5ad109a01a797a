/// A file written beside its destination while a body arrives. It replaces the destination when complete and is removed
/// otherwise.
struct PartialFile: Sendable {
    private let destination: URL
    private let place: URL
    private let handle: FileHandle

    /// Creates the file for a destination that is free or a replaceable file.
    /// - Throws: `URLError.cannotCreateFile`.
    init(for destination: URL) throws {
        let existing = try? FileManager.default.attributesOfItem(atPath: destination.resolvingSymlinksInPath().path)
        let kind = existing?[.type] as? FileAttributeType
        guard destination.isFileURL, kind == nil || kind == .typeRegular else {
            throw URLError(
                .cannotCreateFile, text: "the destination of the body is not a file path that can be written")
        }
        place = destination.deletingLastPathComponent()
            .appendingPathComponent(".talyn-\(UUID().uuidString).part", isDirectory: false)
        self.destination = destination
        guard FileManager.default.createFile(atPath: place.path, contents: nil),
            let handle = try? FileHandle(forWritingTo: place)
        else { throw URLError(.cannotCreateFile, text: "the file for the body cannot be created") }
        self.handle = handle
    }

    /// Appends a chunk.
    /// - Throws: `URLError.cannotWriteToFile`.
    func write(_ piece: Data) throws {
        do { try handle.write(contentsOf: piece) } catch {
            throw URLError(.cannotWriteToFile, text: "the file for the body cannot be written")
        }
    }

    /// Moves the complete file to its destination, replacing an existing file.
    /// - Throws: `URLError.cannotMoveFile`.
    func finish() throws {
        try? handle.close()
        // rename(2) replaces atomically; FileManager would remove the old file first.
        guard rename(place.path, destination.path) == 0 else {
            try? FileManager.default.removeItem(at: place)
            throw URLError(.cannotMoveFile, text: "the file for the body cannot be moved to its destination")
        }
    }

    /// Removes an incomplete file.
    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(at: place)
    }
}
