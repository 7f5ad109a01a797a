import Foundation
import Glibc
import Synchronization

/// A server on loopback that starts a response and never ends it: one thread per connection, plain sockets.
final class StallServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let open = Mutex(0)

    /// The number of open connections.
    var connections: Int { open.withLock { $0 } }

    /// Nil if no port is available.
    init?() {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Port 0 selects a free port.
        let isListening = withUnsafeMutableBytes(of: &address) { bytes -> Bool in
            let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return bind(listener, pointer, length) == 0 && listen(listener, 128) == 0
                && getsockname(listener, pointer, &length) == 0
        }
        guard isListening else { return nil }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                open.withLock { $0 += 1 }
                Thread.detachNewThread { [self] in
                    answer(connection)
                    close(connection)
                    open.withLock { $0 -= 1 }
                }
            }
        }
    }

    private func answer(_ connection: Int32) {
        var request = ""
        while !request.hasSuffix("\r\n\r\n") {
            guard let piece = read(from: connection) else { return }
            request += piece
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n"
        if request.hasPrefix("GET /stall-body") { _ = write(head + "ten bytes.", to: connection) }
        if request.hasPrefix("GET /drip") {
            guard write(head, to: connection) else { return }
            while write(".", to: connection) { Thread.sleep(forTimeInterval: 0.1) }
            return
        }
        if request.hasPrefix("GET /feed") { return feed(connection, pause: 0.000_5) }
        if request.hasPrefix("GET /flood") { return feed(connection, pause: 0) }
        // Stalls until the client disconnects.
        while read(from: connection) != nil {}
    }

    /// Sends events until the client disconnects.
    private func feed(_ connection: Int32, pause: TimeInterval) {
        // Pauses, so that clients also leave before the head, and between it and the body.
        Thread.sleep(forTimeInterval: 0.002)
        guard write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", to: connection) else { return }
        Thread.sleep(forTimeInterval: 0.002)
        let events = String(repeating: "data: an event in a few words\n\n", count: 100)
        while write(events, to: connection) { if pause > 0 { Thread.sleep(forTimeInterval: pause) } }
    }

    private func read(from connection: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    private func write(_ text: String, to connection: Int32) -> Bool {
        send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL)) > 0
    }
}
