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
        for _ in 0..<16 {
            let file: OpenFile
            do throws(OpenFile.Failure) {
                file = try OpenFile(url.path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
            } catch { throw URLError(file: error.number, .cannotCreateFile, "created") }
            switch condition(of: file, at: url) {
            case .own: return file
            // Of a download that was interrupted between the two steps of its last move: the file is complete and at
            // its destination under another name.
            case .linked: unlink(url.path)
            // The other download has ended, and moved or removed it, since it was opened here.
            case .moved: break
            case .locked:
                throw URLError(
                    .cannotOpenFile, text: "another download to the same destination is in progress; wait for its end")
            case .foreign: throw URLError(file: EINVAL, .cannotCreateFile, "created")
            }
        }
        throw URLError(.cannotCreateFile, text: "the file of the download cannot be created: its place keeps changing")
    }

    private enum Condition { case own, linked, moved, locked, foreign }

    /// Takes the lock, and returns what was opened.
    private static func condition(of file: OpenFile, at url: URL) -> Condition {
        do throws(OpenFile.Failure) { try file.call { Int(flock($0, LOCK_EX | LOCK_NB)) } } catch {
            // Others are of a file system without locks.
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

    /// Calls the system, and returns its result.
    /// - Throws: `URLError` with a code for the reason, if the call returns a number below zero.
    @discardableResult
    private func perform(
        _ code: URLError.Code, _ doing: String, _ work: (CInt) -> Int64
    ) throws(URLError) -> Int64 {
        let result = file.withLock { file -> Result<Int, OpenFile.Failure> in
            guard let file else { return .failure(OpenFile.Failure(number: EBADF)) }
            return Result { () throws(OpenFile.Failure) in try file.call { Int(work($0)) } }
        }
        switch result {
        case .success(let result): return Int64(result)
        case .failure(let failure): throw URLError(file: failure.number, code, doing)
        }
    }

    /// The length in bytes.
    var size: Int64 {
        let size = try? perform(.cannotOpenFile, "read") { descriptor in
            var status = stat()
            return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : -1
        }
        return size ?? 0
    }

    /// Removes the content.
    /// - Throws: `URLError.cannotWriteToFile`.
    func clear() throws(URLError) {
        try perform(.cannotWriteToFile, "written") { Int64(ftruncate($0, 0)) }
        try perform(.cannotWriteToFile, "written") { Int64(lseek($0, 0, SEEK_SET)) }
    }

    /// Moves to the end, where the next chunk is written.
    /// - Throws: `URLError.cannotWriteToFile`.
    func seekToEnd() throws(URLError) { try perform(.cannotWriteToFile, "written") { Int64(lseek($0, 0, SEEK_END)) } }

    /// Appends a chunk. After a failure the file has the chunk's beginning.
    /// - Throws: `URLError.cannotWriteToFile`.
    func append(_ piece: Data) throws(URLError) {
        var rest = piece
        while !rest.isEmpty {
            let count = try perform(.cannotWriteToFile, "written") { descriptor in
                rest.withUnsafeBytes { Int64(write(descriptor, $0.baseAddress, $0.count)) }
            }
            rest = rest.dropFirst(Int(clamping: count))
        }
    }

    /// Returns the SHA-256 of the content, read in chunks.
    /// - Throws: `URLError.cannotOpenFile`, and `CancellationError`.
    func sha256() async throws -> [UInt8] {
        var (hash, offset) = (SHA256(), Int64(0))
        // Hashing 512 MB takes seconds, in which other tasks want the thread. The loop has one throwing call: with the
        // check for cancellation beside it, a release build ends the compiler (6.3).
        while try add(to: &hash, from: &offset) { await Task.yield() }
        return hash.digest()
    }

    /// Adds a chunk of the content to a hash; false at the end.
    private func add(to hash: inout SHA256, from offset: inout Int64) throws -> Bool {
        try Task.checkCancellation()
        let start = off_t(offset)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        let count = try perform(.cannotOpenFile, "read") { descriptor in
            buffer.withUnsafeMutableBytes { Int64(pread(descriptor, $0.baseAddress, $0.count, start)) }
        }
        buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<Int(clamping: count)])) }
        offset += count
        return count > 0
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
