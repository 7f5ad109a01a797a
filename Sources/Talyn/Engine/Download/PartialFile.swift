/// The part of a download that has arrived: a hidden file beside the destination, locked against other downloads to it.
///
/// It has the permissions of a new file. Writing is synchronous.
final class PartialFile: Sendable {
    /// The location of the file.
    let url: URL
    /// Nil after the end. Used under the lock, so that a plugin's late attempt writes nothing from then on.
    private let file: Locked<OpenFile?>

    /// Opens the file or creates it. Symbolic links are not followed.
    /// - Throws: `URLError.cannotOpenFile` if another download has it, otherwise `.cannotCreateFile`,
    ///   `.fileDoesNotExist` without a folder, `.cannotWriteToFile` on a full disk.
    init(at url: URL) throws(URLError) {
        self.url = url
        file = Locked(try Self.lockedFile(at: url))
    }

    deinit { release() }

    private static func lockedFile(at url: URL) throws(URLError) -> OpenFile {
        // A file system may give another number to the same file each time.
        for attempt in 0..<16 {
            let file: OpenFile
            do throws(OpenFile.Failure) {
                file = try OpenFile(url.path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
            } catch { throw URLError(file: error.number, .cannotCreateFile, "created") }
            switch condition(of: file, at: url) {
            case .own:
                // It is in use, also if no byte arrives, and where a file system has no locks.
                _ = try? file.call { Int(futimens($0, nil)) }
                return file
            // Left by a download that was interrupted while it was moved: the file is complete, and at its destination
            // under another name.
            case .linked: unlink(url.path)
            // The other download has ended, and moved or removed it, since it was opened here.
            case .moved: break
            // Perhaps for a moment, by a download that removes old parts.
            case .locked where attempt < 4: usleep(1_000)
            case .locked:
                throw URLError(
                    .cannotOpenFile, text: "another download to the same destination is in progress; wait for its end")
            case .foreign: throw URLError(file: EINVAL, .cannotCreateFile, "created")
            }
        }
        throw URLError(
            .cannotCreateFile, text: "the file of the download cannot be created: another program keeps replacing it")
    }

    enum Condition { case own, linked, moved, locked, foreign }

    /// Takes the lock, and returns what was opened.
    static func condition(of file: OpenFile, at url: URL) -> Condition {
        do throws(OpenFile.Failure) { try file.call { Int(flock($0, LOCK_EX | LOCK_NB)) } } catch {
            // Other errors mean that the file system has no locks.
            if error.number == EWOULDBLOCK { return .locked }
        }
        var found = stat()
        // In a shared folder somebody else may have put it there.
        guard let opened = try? file.status(), opened.st_uid == geteuid() else { return .foreign }
        guard lstat(url.path, &found) == 0, found.st_ino == opened.st_ino, found.st_dev == opened.st_dev else {
            return .moved
        }
        return opened.st_nlink > 1 ? .linked : .own
    }

    /// Works on the open file.
    /// - Throws: `URLError` with a code for the reason.
    @discardableResult
    private func perform<Output: Sendable>(
        _ code: URLError.Code, _ doing: String, _ work: (OpenFile) throws(OpenFile.Failure) -> Output
    ) throws(URLError) -> Output {
        let result = file.withLock { file -> Result<Output, OpenFile.Failure> in
            guard let file else { return .failure(OpenFile.Failure(number: EBADF)) }
            return Result { () throws(OpenFile.Failure) in try work(file) }
        }
        switch result {
        case .success(let output): return output
        case .failure(let failure): throw URLError(file: failure.number, code, doing)
        }
    }

    /// Returns the length in bytes.
    /// - Throws: `URLError.cannotOpenFile`.
    func size() throws(URLError) -> Int64 {
        try perform(.cannotOpenFile, "read") { file throws(OpenFile.Failure) in Int64(try file.status().st_size) }
    }

    /// Removes the content.
    /// - Throws: `URLError.cannotWriteToFile`.
    func clear() throws(URLError) {
        try perform(.cannotWriteToFile, "written") { file throws(OpenFile.Failure) in
            try file.call { Int(ftruncate($0, 0)) }
            try file.call { Int(lseek($0, 0, SEEK_SET)) }
        }
    }

    /// Moves to the end, where the next chunk is written.
    /// - Throws: `URLError.cannotWriteToFile`.
    func seekToEnd() throws(URLError) {
        try perform(.cannotWriteToFile, "written") { file throws(OpenFile.Failure) in
            // The offset may exceed an Int of 32 bits.
            try file.call { Int(lseek($0, 0, SEEK_END).signum()) }
        }
    }

    /// Appends a chunk. After a failure the file has the chunk's beginning.
    /// - Throws: `URLError.cannotWriteToFile`.
    func append(_ piece: Data) throws(URLError) {
        try perform(.cannotWriteToFile, "written") { file throws(OpenFile.Failure) in try file.append(piece) }
    }

    /// Returns the SHA-256 of the content, read in chunks.
    /// - Throws: `URLError.cannotOpenFile`, and `CancellationError`.
    func sha256() async throws -> [UInt8] {
        var (hash, offset) = (SHA256(), Int64(0))
        // Hashing 512 MB takes seconds, in which other tasks want the thread. The loop has one throwing call: the check
        // for cancellation beside it crashes the compiler in a release build (Swift 6.3).
        while try add(to: &hash, from: &offset) { await Task.yield() }
        return hash.digest()
    }

    /// Adds a chunk of the content to a hash; false at the end.
    private func add(to hash: inout SHA256, from offset: inout Int64) throws -> Bool {
        try Task.checkCancellation()
        let start = offset
        let chunk = try perform(.cannotOpenFile, "read") { file throws(OpenFile.Failure) in
            try file.read(1 << 18, at: start)
        }
        chunk.withUnsafeBytes { hash.update($0) }
        offset += Int64(chunk.count)
        return !chunk.isEmpty
    }

    /// Removes the file and the lock.
    func remove() {
        unlink(url.path)
        release()
    }

    /// Removes the lock. Nothing can be written from then on.
    func release() {
        file.withLock { file in
            // A program that another thread is about to start has a copy of the descriptor, which would keep the lock.
            _ = try? file?.call { Int(flock($0, LOCK_UN)) }
            file = nil
        }
    }
}
