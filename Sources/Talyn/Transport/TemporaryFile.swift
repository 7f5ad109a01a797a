/// A temporary file for a body: in the system's folder, or beside a destination that it replaces when complete.
struct TemporaryFile: Sendable {
    /// The location of the file.
    let url: URL
    private let file: OpenFile

    /// Creates a file in the system's temporary folder, readable by the current user only.
    /// - Throws: `URLError.cannotCreateFile`.
    init() throws(URLError) {
        try self.init("talyn-\(UUID().uuidString).body", in: FileManager.default.temporaryDirectory, mode: 0o600)
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
        try self.init(".talyn-\(UUID().uuidString).part", in: destination.deletingLastPathComponent(), mode: 0o666)
    }

    private init(_ name: String, in folder: URL, mode: mode_t) throws(URLError) {
        url = folder.appendingPathComponent(name, isDirectory: false)
        do throws(OpenFile.Failure) { file = try OpenFile(url.path, O_RDWR | O_CREAT | O_EXCL, mode: mode) } catch {
            throw URLError(.cannotCreateFile, text: "the file for the body cannot be created")
        }
    }

    /// Appends a chunk.
    /// - Throws: `URLError.cannotWriteToFile`.
    func write(_ chunk: Data) throws(URLError) {
        do throws(OpenFile.Failure) { try file.append(chunk) } catch {
            throw URLError(.cannotWriteToFile, text: "the file for the body cannot be written")
        }
    }

    /// Returns bytes from an offset, at least one and at most `count`.
    /// - Throws: `URLError.cannotOpenFile`, also at the end.
    func read(_ count: Int, at offset: Int64) throws(URLError) -> Data {
        guard let chunk = try? file.read(count, at: offset), !chunk.isEmpty else {
            throw URLError(.cannotOpenFile, text: "the file for the body cannot be read")
        }
        return chunk
    }

    /// Moves the complete file to its destination, replacing an existing file.
    /// - Throws: `URLError.cannotMoveFile`.
    func move(to destination: URL) throws(URLError) {
        // rename(2) replaces atomically; FileManager would remove the old file first.
        guard rename(url.path, destination.path) == 0 else {
            throw URLError(.cannotMoveFile, text: "the file for the body cannot be moved to its destination")
        }
    }

    /// Removes the file. It can be written and read until its last reference is released.
    func remove() { unlink(url.path) }
}
