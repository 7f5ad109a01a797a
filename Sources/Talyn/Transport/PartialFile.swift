/// A file that is written while a body arrives, beside the place where it is wanted: it takes that place when it is
/// whole, and nothing of it stays when it never is.
struct PartialFile: Sendable {
    private let destination: URL
    private let place: URL
    private let handle: FileHandle

    /// Begins a file for a place, where nothing stands or a file that is to be replaced.
    /// - Throws: `URLError.cannotCreateFile`.
    init(for destination: URL) throws {
        let existing = try? FileManager.default.attributesOfItem(atPath: destination.resolvingSymlinksInPath().path)
        let kind = existing?[.type] as? FileAttributeType
        guard destination.isFileURL, kind == nil || kind == .typeRegular else {
            throw URLError(.cannotCreateFile, text: "where the body is wanted no file can be put")
        }
        place = destination.deletingLastPathComponent()
            .appendingPathComponent(".talyn-\(UUID().uuidString).part", isDirectory: false)
        self.destination = destination
        guard FileManager.default.createFile(atPath: place.path, contents: nil),
            let handle = try? FileHandle(forWritingTo: place)
        else { throw URLError(.cannotCreateFile, text: "the file for the body cannot be created") }
        self.handle = handle
    }

    /// Adds a piece.
    /// - Throws: `URLError.cannotWriteToFile`.
    func write(_ piece: Data) throws {
        do { try handle.write(contentsOf: piece) } catch {
            throw URLError(.cannotWriteToFile, text: "the file for the body cannot be written")
        }
    }

    /// The body is whole: puts the file into its place, instead of one that stands there.
    /// - Throws: `URLError.cannotMoveFile`.
    func finish() throws {
        try? handle.close()
        // rename(2) replaces in one step; FileManager would have to remove the old file first.
        guard rename(place.path, destination.path) == 0 else {
            try? FileManager.default.removeItem(at: place)
            throw URLError(.cannotMoveFile, text: "the file for the body cannot be put in its place")
        }
    }

    /// The body never got whole: removes what is there.
    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(at: place)
    }
}
