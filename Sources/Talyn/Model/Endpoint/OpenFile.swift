/// An open regular file: a descriptor of open(2), which is closed with the last reference. Calls that a signal
/// interrupts are repeated, and programs that the process starts do not inherit it.
package final class OpenFile: Sendable {
    /// The number of a failed system call (errno(3)).
    package struct Failure: Error {
        package let number: CInt

        package init(number: CInt) { self.number = number }
    }

    let descriptor: CInt

    /// Opens a file with flags of open(2), or creates it with the permissions of `mode`.
    ///
    /// Nothing else in its place is waited for or used: a folder is `EISDIR`, a pipe, a socket or a device `EINVAL`.
    package init(_ path: UnsafePointer<CChar>, _ flags: CInt, mode: mode_t = 0) throws(Failure) {
        descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode)
        let number = errno
        // For a socket, Linux reports ENXIO and Darwin EOPNOTSUPP.
        if descriptor < 0 { throw Failure(number: number == ENXIO || number == EOPNOTSUPP ? EINVAL : number) }
        let kind = try status().st_mode & S_IFMT
        if kind != S_IFREG { throw Failure(number: kind == S_IFDIR ? EISDIR : EINVAL) }
    }

    deinit { close(descriptor) }

    /// Calls the system with the descriptor, and returns its result, which is below zero for a failure.
    @discardableResult
    package func call(_ work: (CInt) -> Int) throws(Failure) -> Int {
        while true {
            let result = work(descriptor)
            if result >= 0 { return result }
            if errno != EINTR { throw Failure(number: errno) }
        }
    }

    /// The kind, length and other attributes.
    package func status() throws(Failure) -> stat {
        var status = stat()
        try call { Int(fstat($0, &status)) }
        return status
    }

    /// Copies bytes from an offset, and returns their number; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Failure) -> Int {
        try call { pread($0, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Returns at most `count` bytes from an offset; none at the end.
    package func read(_ count: Int, at offset: Int64) throws(Failure) -> Data {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = bytes.withUnsafeMutableBytes { bytes in
            Result { () throws(Failure) in try read(into: bytes, at: offset) }
        }
        return Data(bytes.prefix(try result.get()))
    }

    /// Writes a chunk behind the last one. After a failure the file may have its beginning.
    package func append(_ chunk: Data) throws(Failure) {
        var rest = chunk
        while !rest.isEmpty {
            let count = try call { descriptor in rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
            rest = rest.dropFirst(count)
        }
    }
}
