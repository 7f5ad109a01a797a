/// The part of a download that has arrived: a hidden file beside the destination, locked against other downloads to it.
///
/// It has the permissions of a new file. Writing is synchronous.
final class PartialFile: Sendable {
    /// The location of the file.
    let url: URL
    /// Nil after the end. Under the lock, because a plugin's late attempt must not write to a closed descriptor, which
    /// may be another file's by then.
    private let descriptor: Locked<CInt?>

    /// Opens the file or creates it. Symbolic links are not followed.
    /// - Throws: `URLError.cannotOpenFile` if another download has it, otherwise `.cannotCreateFile`,
    ///   `.fileDoesNotExist` without a folder, `.cannotWriteToFile` on a full disk.
    init(at url: URL) throws(URLError) {
        self.url = url
        descriptor = Locked(try Self.lockedDescriptor(at: url))
    }

    deinit { release() }

    private static func lockedDescriptor(at url: URL) throws(URLError) -> CInt {
        // A file system may give another number to the same file each time.
        for _ in 0..<16 {
            // Not blocking: a pipe in its place would wait for a writer.
            let descriptor = open(url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o666)
            guard descriptor >= 0 else { throw URLError(file: errno, .cannotCreateFile, "created") }
            switch place(of: descriptor, at: url) {
            case .own: return descriptor
            // Of a download that was interrupted between the two steps of its last move: the file is complete and at
            // its destination under another name.
            case .linked: unlink(url.path)
            // The other download has ended, and moved or removed it, since it was opened here.
            case .moved: break
            case .locked:
                close(descriptor)
                throw URLError(
                    .cannotOpenFile, text: "another download to the same destination is in progress; wait for its end")
            case .irregular:
                close(descriptor)
                throw URLError(
                    .cannotCreateFile, text: "the file of the download cannot be created: its place is taken")
            }
            close(descriptor)
        }
        throw URLError(.cannotCreateFile, text: "the file of the download cannot be created: its place keeps changing")
    }

    private enum Place { case own, linked, moved, locked, irregular }

    /// Takes the lock, and returns what was opened.
    private static func place(of descriptor: CInt, at url: URL) -> Place {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return .locked }
            // A file system without locks.
            if errno != EINTR { break }
        }
        var (opened, found) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG,
            // In a shared folder somebody else may have put it there.
            opened.st_uid == geteuid()
        else { return .irregular }
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
        let (result, failure) = descriptor.withLock { descriptor -> (Int64, CInt) in
            guard let descriptor else { return (-1, EBADF) }
            while true {
                let result = work(descriptor)
                if result >= 0 || errno != EINTR { return (result, errno) }
            }
        }
        if result < 0 { throw URLError(file: failure, code, doing) }
        return result
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
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }
}
