/// A regular file that is read from its beginning, with the length it had when this was made.
///
/// Bytes appended later are not read: after the declared length of a body, a server reads the next request. The file is
/// opened for the first read, so that a queued upload holds no descriptor.
package final class RegularFile: Sendable {
    /// The location of the file.
    let url: URL
    /// The length in bytes when this was made.
    package let length: Int64

    private let file = Locked<OpenFile?>(nil)

    /// Checks a file.
    /// - Throws: `URLError.fileDoesNotExist`, `.fileIsDirectory`, `.noPermissionsToReadFile` for a file that cannot be
    ///   read or has no length (a pipe, a socket, a device, a file of `/proc`), `.cannotOpenFile` without descriptors.
    package init(_ url: URL) throws(URLError) {
        self.url = url
        guard url.isFileURL else { throw Self.problem(ENOENT) }
        length = try url.withPath { path throws(URLError) in try Self.length(of: path) }
    }

    private init(_ url: URL, length: Int64) {
        self.url = url
        self.length = length
    }

    /// Returns the same file with the same length, for a reading with a descriptor of its own.
    func reopened() -> RegularFile { RegularFile(url, length: length) }

    private static func length(of path: UnsafePointer<CChar>) throws(URLError) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else { throw problem(errno) }
        // Checked before opening: opening a pipe wakes the process that waits to write into it.
        try checkKind(of: status)
        if status.st_size > 0 { return Int64(status.st_size) }
        // Files that the system makes while they are read have no length (proc(5)).
        let file = try open(path)
        if (try? file.read(1, at: 0))?.isEmpty ?? true { return 0 }
        guard let length = try? file.status().st_size, length > 0 else {
            throw URLError(.noPermissionsToReadFile, text: "the length of the file to send is unknown")
        }
        return Int64(length)
    }

    private static func open(_ path: UnsafePointer<CChar>) throws(URLError) -> OpenFile {
        do { return try OpenFile(path, O_RDONLY) } catch { throw problem(error.number) }
    }

    private static func checkKind(of status: stat) throws(URLError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw problem(EISDIR)
        default: throw problem(EINVAL)
        }
    }

    fileprivate static func problem(_ code: CInt) -> URLError {
        switch code {
        case ENOENT, ENOTDIR: URLError(.fileDoesNotExist, text: "the file to send does not exist")
        case EISDIR: URLError(.fileIsDirectory, text: "the file to send is a directory")
        case EINVAL: URLError(.noPermissionsToReadFile, text: "the file to send is not a regular file")
        case EACCES, EPERM: URLError(.noPermissionsToReadFile, text: "the file to send cannot be read: no permission")
        default: URLError(.cannotOpenFile, text: "the file to send cannot be opened or read: errno \(code)")
        }
    }

    /// Copies bytes from an offset of the file, at least one, and returns their number.
    /// - Throws: `URLError.requestBodyStreamExhausted` if the file has become shorter, otherwise as ``init(_:)``.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64) throws(URLError) -> Int {
        let file = try self.file.withLock { file -> Result<OpenFile, URLError> in
            Result { () throws(URLError) in
                if let file { return file }
                let opened = try url.withPath { path throws(URLError) in try Self.open(path) }
                file = opened
                return opened
            }
        }.get()
        let most = UnsafeMutableBufferPointer(rebasing: buffer.prefix(max(0, Int(clamping: length - offset))))
        let count: Int
        do throws(OpenFile.Failure) {
            count = try file.read(into: UnsafeMutableRawBufferPointer(most), at: offset)
        } catch {
            throw Self.problem(error.number)
        }
        if count > 0 { return count }
        throw URLError(.requestBodyStreamExhausted, text: "the file became shorter while it was sent")
    }

    /// Returns the bytes from the beginning, up to a limit.
    /// - Throws: as ``read(into:at:)``.
    package func prefix(_ limit: Int) throws(URLError) -> Data {
        var bytes = [UInt8](repeating: 0, count: min(limit, Int(clamping: length)))
        var end = 0
        while end < bytes.count {
            end += try bytes.withUnsafeMutableBufferPointer { buffer throws(URLError) in
                try read(into: UnsafeMutableBufferPointer(rebasing: buffer[end...]), at: Int64(end))
            }
        }
        return Data(bytes)
    }
}

extension BodyStream {
    /// Makes a stream of a file's bytes, in chunks of 256 KiB.
    init(file url: URL) {
        self.init(isRepeatable: true) {
            var file: RegularFile?
            var offset: Int64 = 0
            return {
                let opened = try file ?? RegularFile(url)
                file = opened
                if offset == opened.length { return nil }
                var chunk = [UInt8](repeating: 0, count: Int(clamping: Swift.min(1 << 18, opened.length - offset)))
                let count = try chunk.withUnsafeMutableBufferPointer { buffer throws(URLError) in
                    try opened.read(into: buffer, at: offset)
                }
                offset += Int64(count)
                return Data(chunk.prefix(count))
            }
        }
    }
}

/// The reason why a file is not read, as the end of a sentence that begins with the file.
package enum FileFault: String, Error {
    case missing = "does not exist"
    case directory = "is a directory"
    /// A pipe, a socket or a device: opening or reading it may wait for ever.
    case irregular = "is not a regular file"
    case unreadable = "cannot be read"
}

extension URL {
    fileprivate func withPath<Output>(
        _ work: (UnsafePointer<CChar>) throws(URLError) -> Output
    ) throws(URLError) -> Output {
        try withUnsafeFileSystemRepresentation { path in
            Result { () throws(URLError) in
                guard let path else { throw RegularFile.problem(ENOENT) }
                return try work(path)
            }
        }.get()
    }

    /// Returns the bytes of a regular file, links followed: one more than `limit` if there are more. Opens nothing
    /// else.
    package func contents(upTo limit: Int) throws(FileFault) -> Data {
        do { return try RegularFile(self).prefix(limit < .max ? max(limit, 0) + 1 : limit) } catch {
            switch error.code {
            case .fileDoesNotExist: throw .missing
            case .fileIsDirectory: throw .directory
            default:
                let attributes = try? FileManager.default.attributesOfItem(atPath: resolvingSymlinksInPath().path)
                let kind = attributes?[.type] as? FileAttributeType
                throw attributes == nil || kind == .typeRegular ? .unreadable : .irregular
            }
        }
    }
}
