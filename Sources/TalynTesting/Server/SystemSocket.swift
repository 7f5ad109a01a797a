// The one file of TalynTesting with platform conditions: names and types of the C libraries differ.
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A stream socket with the system calls of the server, none of which blocks or raises SIGPIPE, except `wait`.
struct SystemSocket: Sendable, Hashable {
    let descriptor: Int32

    /// The result of a read.
    enum Input {
        case bytes(Data)
        case nothingYet
        case end
        case failed
    }

    /// Returns a TCP socket that is bound to a free port of 127.0.0.1.
    static func bound(listening: Bool = true) throws -> SystemSocket {
        let socket = SystemSocket(descriptor: makeSocket())
        guard socket.descriptor >= 0 else { throw lastError() }
        socket.prepare()
        var address = sockaddr_in()
        #if canImport(Darwin)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isReady = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isReady, !listening || listen(socket.descriptor, 1024) == 0 else {
            defer { socket.discard() }
            throw lastError()
        }
        return socket
    }

    /// Returns two connected sockets: writing to one wakes the thread that waits for the other.
    static func pair() throws -> (SystemSocket, SystemSocket) {
        var descriptors: [Int32] = [-1, -1]
        guard makePair(&descriptors) == 0 else { throw lastError() }
        let pair = (SystemSocket(descriptor: descriptors[0]), SystemSocket(descriptor: descriptors[1]))
        pair.0.prepare()
        pair.1.prepare()
        return pair
    }

    /// The port; 0 when the socket is not bound.
    var port: Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : 0
    }

    /// Accepts the next connection; nil when there is none.
    func nextConnection() -> SystemSocket? {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        let connection = SystemSocket(descriptor: accepted)
        connection.prepare()
        var one: Int32 = 1
        _ = setsockopt(accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return connection
    }

    private func prepare() {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        var one: Int32 = 1
        _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Reads at most 64 KB.
    func read() -> Input {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { return .bytes(Data(buffer[0..<count])) }
        if count == 0 { return .end }
        return isWouldBlock(errno) ? .nothingYet : .failed
    }

    /// Writes as much as the socket accepts and returns the number of bytes; nil when the peer is gone.
    func write(_ bytes: Data) -> Int? {
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
        if count >= 0 { return count }
        return isWouldBlock(errno) ? 0 : nil
    }

    /// Ends this side's half of the stream.
    func halfClose() { _ = shutdown(descriptor, shutWrite) }

    /// Closes the socket.
    func discard() { closeDescriptor(descriptor) }

    /// Closes the socket with a RST instead of a FIN.
    func discardWithReset() {
        var option = linger()
        option.l_onoff = 1
        option.l_linger = 0
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        discard()
    }

    /// A socket with the events to wait for.
    struct Interest {
        let socket: SystemSocket
        var reading = true
        var writing = false
    }

    /// Waits until a socket is ready or has ended; the result is true for those.
    static func wait(for interests: [Interest]) -> [Bool] {
        var entries = interests.map { interest in
            let events = (interest.reading ? Int16(POLLIN) : 0) | (interest.writing ? Int16(POLLOUT) : 0)
            return pollfd(fd: interest.socket.descriptor, events: events, revents: 0)
        }
        guard poll(&entries, nfds_t(entries.count), -1) > 0 else { return interests.map { _ in false } }
        return entries.map { $0.revents != 0 }
    }
}

// Free functions: within the type its own methods of the same names would be called.

private func lastError() -> any Error { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

private func isWouldBlock(_ code: Int32) -> Bool { code == EAGAIN || code == EWOULDBLOCK || code == EINTR }

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

#if canImport(Glibc)
private func makeSocket() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
private func makePair(_ pair: inout [Int32]) -> Int32 { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) }
private let shutWrite = Int32(SHUT_WR)
#else
private func makeSocket() -> Int32 { socket(AF_INET, SOCK_STREAM, 0) }
private func makePair(_ pair: inout [Int32]) -> Int32 { socketpair(AF_UNIX, SOCK_STREAM, 0, &pair) }
private let shutWrite = SHUT_WR
#endif

#if canImport(Darwin)
private let noSignal: Int32 = 0
#else
private let noSignal = Int32(MSG_NOSIGNAL)
#endif
