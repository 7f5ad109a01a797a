import Talyn
import Testing

@testable import TalynTesting

// The fields of `sockaddr_in` are members of the C library's module.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite(.timeLimit(.minutes(5))) struct SystemSocketTests {
    /// Returns a socket that begins to connect to a port of this machine.
    private func connecting(to port: Int) throws -> SystemSocket {
        let socket = try SystemSocket.bound(listening: false)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        _ = SystemSocket.wait(for: [.init(socket: socket, reading: false, writing: true)])
        return socket
    }

    @Test func noSocketBlocksOrIsInherited() throws {
        let (listener, pair) = (try SystemSocket.bound(), try SystemSocket.pair())
        let client = try connecting(to: listener.port)
        #expect(SystemSocket.wait(for: [.init(socket: listener)]) == [true])
        let accepted = try #require(listener.nextConnection())
        let all = [listener, pair.0, pair.1, client, accepted]
        defer { for socket in all { socket.discard() } }
        for socket in all {
            #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
            #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }
        // Small steps are sent at once.
        var (isAtOnce, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(accepted.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isAtOnce, &length)
        #expect(isAtOnce != 0)
    }

    @Test func itIsBoundToAPortOfThisMachineOnly() throws {
        let socket = try SystemSocket.bound()
        defer { socket.discard() }
        var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.descriptor, $0, &length) }
        }
        #expect(result == 0 && UInt32(bigEndian: address.sin_addr.s_addr) == 0x7F00_0001)
        #expect(socket.port == Int(UInt16(bigEndian: address.sin_port)) && socket.port > 0)
        #expect(SystemSocket(descriptor: -1).port == 0)
    }

    @Test func onlySocketsThatAreReadyAreReported() throws {
        let ((first, second), (third, fourth)) = (try SystemSocket.pair(), try SystemSocket.pair())
        defer { for socket in [first, second, third, fourth] { socket.discard() } }
        #expect(second.write(Data([7])) == 1)
        // `first` can be read, and all can be written.
        #expect(SystemSocket.wait(for: [.init(socket: third), .init(socket: first)]) == [false, true])
        let writing: [SystemSocket.Interest] = [
            .init(socket: first, reading: false), .init(socket: third, reading: false, writing: true),
            .init(socket: fourth, writing: true),
        ]
        #expect(SystemSocket.wait(for: writing) == [false, true, true])
        guard case .bytes(Data([7])) = first.read(), case .nothingYet = first.read() else {
            Issue.record("the byte did not arrive")
            return
        }
    }

    @Test func aRefusingPortRefuses() throws {
        let port = try RefusingPort()
        let socket = try connecting(to: port.port)
        defer { socket.discard() }
        guard case .failed = socket.read() else {
            Issue.record("it is connected")
            return
        }
        withExtendedLifetime(port) {}
    }
}
