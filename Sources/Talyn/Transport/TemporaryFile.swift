/// A temporary file for a body: in the system's folder, or beside a destination that it replaces when complete.
struct TemporaryFile: Sendable {
    /// The location of the file.
    let place: URL
    private let handle: FileHandle

    /// Creates a file in the system's temporary folder, readable by the current user only.
    /// - Throws: `URLError.cannotCreateFile`.
    init() throws(URLError) {
        try self.init(
            "talyn-\(UUID().uuidString).body", in: FileManager.default.temporaryDirectory, [.posixPermissions: 0o600])
    }

    /// Creates a file beside a destination, which must be free or a regular file.
    /// - Throws: `URLError.cannotCreateFile`.
    init(beside destination: URL) throws(URLError) {
        let existing = try? FileManager.default.attributesOfItem(atPath: destination.resolvingSymlinksInPath().path)
        let kind = existing?[.type] as? FileAttributeType
        guard destination.isFileURL, kind == nil || kind == .typeRegular else {
            throw URLError(
                .cannotCreateFile, text: "the destination of the body is not a file path that can be written")
        }
        try self.init(".talyn-\(UUID().uuidString).part", in: destination.deletingLastPathComponent())
    }

    private init(_ name: String, in folder: URL, _ attributes: [FileAttributeKey: Any]? = nil) throws(URLError) {
        place = folder.appendingPathComponent(name, isDirectory: false)
        guard FileManager.default.createFile(atPath: place.path, contents: nil, attributes: attributes),
            let handle = try? FileHandle(forWritingTo: place)
        else { throw URLError(.cannotCreateFile, text: "the file for the body cannot be created") }
        self.handle = handle
    }

    /// Appends a chunk.
    /// - Throws: `URLError.cannotWriteToFile`.
    func write(_ piece: Data) throws(URLError) {
        do { try handle.write(contentsOf: piece) } catch {
            throw URLError(.cannotWriteToFile, text: "the file for the body cannot be written")
        }
    }

    /// Ends writing.
    func close() { try? handle.close() }

    /// Moves the complete file to its destination, replacing an existing file.
    /// - Throws: `URLError.cannotMoveFile`.
    func move(to destination: URL) throws(URLError) {
        close()
        // rename(2) replaces atomically; FileManager would remove the old file first.
        guard rename(place.path, destination.path) == 0 else {
            throw URLError(.cannotMoveFile, text: "the file for the body cannot be moved to its destination")
        }
    }

    /// Removes the file.
    func remove() {
        close()
        try? FileManager.default.removeItem(at: place)
    }
}
