#if os(Linux)
import Foundation

@testable import Talyn

/// A server on a Unix domain socket. It answers a request with the head that it received, and closes the connection.
final class UnixServer: Sendable {
    private let listener: CInt

    /// Starts a server, which listens when this returns. Its thread ends when the server is released.
    /// - Throws: `POSIXError`, also for a path that is too long for a socket.
    init(path: String) throws {
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        guard listener >= 0 else { throw Self.lastError }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            place.dropLast().count >= path.utf8.count && place.copyBytes(from: path.utf8) == ()
        }
        let isBound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                fits && bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(listener, 16) == 0 else {
            defer { close(listener) }
            throw fits ? Self.lastError : POSIXError(.ENAMETOOLONG)
        }
        self.listener = listener
        Thread.detachNewThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                Self.answer(connection)
                close(connection)
            }
            close(listener)
        }
    }

    // Ends the wait of the thread, which closes it.
    deinit { shutdown(listener, CInt(SHUT_RDWR)) }

    private static func answer(_ connection: CInt) {
        var head = Data()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while head.range(of: Data("\r\n\r\n".utf8)) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            head.append(contentsOf: buffer[..<count])
        }
        let answer = Data("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(head.count)\r\n\r\n".utf8) + head
        _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
#endif
