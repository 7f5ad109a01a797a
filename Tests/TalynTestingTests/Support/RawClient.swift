import Talyn

@testable import TalynTesting

// The fields of `sockaddr_in` are members of the C library's module.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A client that sends raw bytes and shows the raw answer.
final class RawClient: Sendable {
    private let socket: SystemSocket

    init(_ server: LoopbackServer) throws {
        socket = try SystemSocket.bound(listening: false)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(server.port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        _ = SystemSocket.wait(for: [.init(socket: socket, reading: false, writing: true)])
    }

    func send(_ text: String) async { await send(Data(text.utf8)) }

    func send(_ bytes: Data) async {
        await elsewhere { [socket] in
            var rest = bytes
            while !rest.isEmpty, let count = socket.write(rest) {
                rest = Data(rest.dropFirst(count))
                if !rest.isEmpty { _ = SystemSocket.wait(for: [.init(socket: socket, reading: false, writing: true)]) }
            }
        }
    }

    func halfClose() { socket.halfClose() }
    func close() { socket.discard() }
    func reset() { socket.discardWithReset() }

    /// Returns the bytes received until there are `count` of them or the stream ends; `isReset` tells how it ended.
    func read(_ count: Int = .max) async -> (text: String, ended: Bool, isReset: Bool) {
        await elsewhere { [socket] in
            var all = Data()
            while all.count < count {
                switch socket.read() {
                case .bytes(let bytes): all += bytes
                case .nothingYet: _ = SystemSocket.wait(for: [.init(socket: socket)])
                case .end: return (String(decoding: all, as: UTF8.self), true, false)
                case .failed: return (String(decoding: all, as: UTF8.self), true, true)
                }
            }
            return (String(decoding: all, as: UTF8.self), false, false)
        }
    }

    /// Keeps blocking calls off the threads of the pool.
    private func elsewhere<Output: Sendable>(_ work: @escaping @Sendable () -> Output) async -> Output {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: work()) }.start()
        }
    }
}
