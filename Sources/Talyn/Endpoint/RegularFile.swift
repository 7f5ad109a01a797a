/// A regular file that is read from its beginning: as many bytes as it had when this was made.
///
/// What is appended later is not read: behind the declared length of a body, a server reads the next request. The file is
/// opened for the first read, so that an upload in a queue holds no descriptor.
final class RegularFile: Sendable {
    /// The location of the file.
    let url: URL

    /// The length in bytes when this was made.
    let length: Int64

    private let handle = Locked<FileHandle?>(nil)

    /// Checks a file.
    /// - Throws: `URLError.fileDoesNotExist`, `.fileIsDirectory`, and `.noPermissionsToReadFile` for a file that cannot be read
    ///   or has no length (a pipe, a socket, a device, a file of `/proc`), `.cannotOpenFile` when the system has no more
    ///   descriptors.
    init(_ url: URL) throws(URLError) {
        self.url = url
        guard url.isFileURL else { throw Self.problem(ENOENT) }
        length = try url.withPath { path throws(URLError) in try Self.length(of: path) }
    }

    private static func length(of path: UnsafePointer<CChar>) throws(URLError) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else { throw problem(errno) }
        // Before it is opened: opening a pipe wakes the process that waits to write into it.
        try checkKind(of: status)
        if status.st_size > 0 { return Int64(status.st_size) }
        // Files that the system makes while they are read have no length (proc(5)).
        let file = try handle(at: path)
        var byte: UInt8 = 0
        guard pread(file.fileDescriptor, &byte, 1, 0) > 0 else { return 0 }
        guard fstat(file.fileDescriptor, &status) == 0, status.st_size > 0 else {
            throw URLError(.noPermissionsToReadFile, text: "the file to send does not tell its length")
        }
        return Int64(status.st_size)
    }

    private static func handle(at path: UnsafePointer<CChar>) throws(URLError) -> FileHandle {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw problem(errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw problem(errno) }
        try checkKind(of: status)
        return handle
    }

    private static func checkKind(of status: stat) throws(URLError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw URLError(.fileIsDirectory, text: "the file to send is a directory")
        default: throw URLError(.noPermissionsToReadFile, text: "what is to be sent is no regular file")
        }
    }

    private static func problem(_ code: CInt) -> URLError {
        switch code {
        case ENOENT, ENOTDIR: URLError(.fileDoesNotExist, text: "the file to send does not exist")
        case EACCES, EPERM: URLError(.noPermissionsToReadFile, text: "the file to send may not be read")
        default: URLError(.cannotOpenFile, text: "the file to send cannot be opened: errno \(code)")
        }
    }

    /// Copies bytes from an offset of the file, at least one, and returns how many.
    /// - Throws: `URLError.requestBodyStreamExhausted` when the file has become shorter, else as ``init(_:)``.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64) throws(URLError) -> Int {
        let file = try opened()
        let most = min(buffer.count, Int(clamping: length - offset))
        while true {
            let count = pread(file.fileDescriptor, buffer.baseAddress, most, off_t(offset))
            if count > 0 { return count }
            if count == 0 {
                throw URLError(.requestBodyStreamExhausted, text: "the file became shorter while it was sent")
            }
            if errno != EINTR { throw URLError(.cannotOpenFile, text: "the file cannot be read: errno \(errno)") }
        }
    }

    private func opened() throws(URLError) -> FileHandle {
        try handle.withLock { handle -> Result<FileHandle, URLError> in
            if let handle { return .success(handle) }
            return Result { () throws(URLError) in
                let opened = try url.withPath { path throws(URLError) in try Self.handle(at: path) }
                handle = opened
                return opened
            }
        }.get()
    }

    /// The bytes from the beginning, up to a limit.
    /// - Throws: as ``read(into:at:)``.
    func prefix(_ limit: Int) throws(URLError) -> Data {
        let count = min(limit, Int(clamping: length))
        var bytes = [UInt8](repeating: 0, count: count)
        var end = 0
        while end < count {
            end += try bytes.withUnsafeMutableBufferPointer { buffer throws(URLError) in
                try read(into: UnsafeMutableBufferPointer(rebasing: buffer[end...]), at: Int64(end))
            }
        }
        return Data(bytes)
    }
}

extension URL {
    fileprivate func withPath<Output>(
        _ work: (UnsafePointer<CChar>) throws(URLError) -> Output
    ) throws(URLError) -> Output {
        try withUnsafeFileSystemRepresentation { path in
            Result { () throws(URLError) in
                guard let path else { throw URLError(.fileDoesNotExist, text: "the file to send does not exist") }
                return try work(path)
            }
        }.get()
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
    /// The bytes of a regular file, links followed: one more than `limit` where there are more. Nothing else is opened.
    package func contents(upTo limit: Int) throws(FileFault) -> Data {
        do { return try RegularFile(self).prefix(limit < .max ? max(limit, 0) + 1 : limit) } catch {
            switch error.code {
            case .fileDoesNotExist: throw .missing
            case .fileIsDirectory: throw .directory
            default: throw isIrregular ? .irregular : .unreadable
            }
        }
    }

    private var isIrregular: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolvingSymlinksInPath().path)
        return attributes != nil && attributes?[.type] as? FileAttributeType != .typeRegular
    }
}
