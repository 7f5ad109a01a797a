/// A regular file that is sent: as many bytes of it as it had when it was opened.
///
/// What is appended meanwhile is not sent: behind the declared length a server reads the next request.
final class SentFile: Sendable {
    /// The length when it was opened, in bytes.
    let length: Int64

    private let handle: FileHandle

    /// Opens a file.
    /// - Throws: `URLError.fileDoesNotExist`, `.fileIsDirectory`, `.noPermissionsToReadFile` for what cannot be read or
    ///   has no length (a pipe, a socket, a device, a file of `/proc`), `.cannotOpenFile` when the system has no more
    ///   descriptors.
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
        // Before it is opened: opening a pipe wakes who waits to write into it.
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
        // Files that the system makes while they are read have no length (proc(5)).
        var byte: UInt8 = 0
        guard pread(descriptor, &byte, 1, 0) > 0 else { return 0 }
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else {
            throw URLError(.noPermissionsToReadFile, text: "the file to send does not tell its length")
        }
        return Int64(status.st_size)
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

    /// Copies bytes from a place of the file, at least one, and returns how many.
    /// - Throws: `URLError.requestBodyStreamExhausted` when it has become shorter, `.cannotOpenFile` when it cannot be
    ///   read.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64) throws(URLError) -> Int {
        let most = min(buffer.count, Int(clamping: length - offset))
        while true {
            let count = pread(handle.fileDescriptor, buffer.baseAddress, most, off_t(offset))
            if count > 0 { return count }
            if count == 0 {
                throw URLError(.requestBodyStreamExhausted, text: "the file became shorter while it was sent")
            }
            if errno != EINTR { throw URLError(.cannotOpenFile, text: "the file cannot be read: errno \(errno)") }
        }
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
