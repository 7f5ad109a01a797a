/// A regular file as a request body, with the length it had when it was opened.
///
/// Bytes appended later are not sent: a server would read them as the next request.
final class SentFile: Sendable {
    /// The length when it was opened, in bytes.
    let length: Int64

    private let handle: FileHandle

    /// Opens a file.
    /// - Throws: `URLError.fileDoesNotExist`, `.fileIsDirectory`, `.noPermissionsToReadFile` for a file that cannot be
    ///   read or has no length (a pipe, socket, device or file in `/proc`), `.cannotOpenFile` if the system has no file
    ///   descriptors left.
    init(_ url: URL) throws(URLError) {
        guard url.isFileURL else { throw URLError(.fileDoesNotExist, text: "the file to send does not exist") }
        let descriptor = try url.withUnsafeFileSystemRepresentation { path in
            Result { () throws(URLError) in try Self.descriptor(of: path) }
        }.get()
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        length = try Self.length(of: descriptor)
    }

    private static func descriptor(of path: UnsafePointer<CChar>?) throws(URLError) -> CInt {
        var status = stat()
        guard let path, stat(path, &status) == 0 else { throw problem(path == nil ? ENOENT : errno) }
        // Checked before opening, because opening a pipe unblocks its writers.
        try checkKind(of: status)
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw problem(errno) }
        return descriptor
    }

    private static func length(of descriptor: CInt) throws(URLError) -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw problem(errno) }
        try checkKind(of: status)
        if status.st_size > 0 { return Int64(status.st_size) }
        // Generated files such as those in proc(5) report no length.
        var byte: UInt8 = 0
        guard pread(descriptor, &byte, 1, 0) > 0 else { return 0 }
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else {
            throw URLError(.noPermissionsToReadFile, text: "the file to send does not report its length")
        }
        return Int64(status.st_size)
    }

    private static func checkKind(of status: stat) throws(URLError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw URLError(.fileIsDirectory, text: "the file to send is a directory")
        default: throw URLError(.noPermissionsToReadFile, text: "the file to send is not a regular file")
        }
    }

    private static func problem(_ code: CInt) -> URLError {
        switch code {
        case ENOENT, ENOTDIR: URLError(.fileDoesNotExist, text: "the file to send does not exist")
        case EACCES, EPERM: URLError(.noPermissionsToReadFile, text: "no permission to read the file to send")
        default: URLError(.cannotOpenFile, text: "the file to send cannot be opened: errno \(code)")
        }
    }

    /// Copies at least one byte from an offset of the file and returns the number copied.
    /// - Throws: `URLError.requestBodyStreamExhausted` if the file has become shorter, `.cannotOpenFile` if it cannot
    ///   be read.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64) throws(URLError) -> Int {
        let most = min(buffer.count, Int(clamping: length - offset))
        while true {
            let count = pread(handle.fileDescriptor, buffer.baseAddress, most, off_t(offset))
            if count > 0 { return count }
            if count == 0 {
                throw URLError(.requestBodyStreamExhausted, text: "the file became shorter while it was being sent")
            }
            if errno != EINTR { throw URLError(.cannotOpenFile, text: "the file cannot be read: errno \(errno)") }
        }
    }

    /// Returns the first bytes, up to a limit.
    /// - Throws: errors of ``read(into:at:)``.
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
