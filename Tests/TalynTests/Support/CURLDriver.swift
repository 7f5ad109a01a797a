#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// Runs the transfers of a multi handle on the thread of the test, one look at the sockets at a time.
final class CURLDriver {
    /// Without a thread, so that nothing but the driver acts.
    let loop: CURLLoop
    var multi: CURLMulti { loop.multi }
    /// The exchanges whose results were delivered.
    private(set) var ended: [CURLExchange] = []
    private var started: [CURLExchange] = []

    init(_ change: (inout NetworkConfiguration) -> Void = { _ in }) throws {
        var network = NetworkConfiguration()
        change(&network)
        loop = try CURLLoop(network, hasThread: false)
    }

    deinit {
        let rest = started.filter { exchange in !ended.contains { $0 === exchange } }
        for exchange in rest {
            exchange.stop(CancellationError())
            multi.stop(exchange)
        }
        multi.close()
    }

    /// Starts a call.
    @discardableResult
    func start(_ endpoint: Endpoint, _ context: CallContext = CallContext()) throws -> CURLExchange {
        let exchange = try CURLExchange(endpoint, context, loop)
        exchange.upload?.open()
        started.append(exchange)
        multi.start(exchange)
        return exchange
    }

    /// The sockets that epoll watches, with its events: EPOLLIN is 1, EPOLLOUT is 4.
    var watched: [CInt: Int] {
        // libcurl's descriptor for waking it is no socket: since 8.20 it is watched as well (9bc8b078eb).
        descriptors.filter { descriptor, _ in
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return link?.hasPrefix("socket:") == true
        }
    }

    private var descriptors: [CInt: Int] {
        let text = Self.text(of: "/proc/self/fdinfo/\(multi.sockets.poll)")
        var watched: [CInt: Int] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("tfd:") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count > 3, let socket = CInt(words[1]), let events = Int(words[3], radix: 16) else { continue }
            watched[socket] = events & 5
        }
        return watched
    }

    /// Returns the content of a file of `/proc`, whose length is not known.
    static func text(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Lets libcurl act on the sockets that are ready, and on the times that have come.
    func look() {
        var sockets = descriptors.map { socket, events in
            pollfd(fd: socket, events: Int16(events), revents: 0)
        }
        poll(&sockets, nfds_t(sockets.count), 0)
        for socket in sockets where socket.revents != 0 {
            let (incoming, outgoing) = (Int32(POLLIN | POLLHUP), Int32(POLLOUT))
            let events = Int32(socket.revents)
            multi.act(on: socket.fd, (events & incoming != 0 ? 1 : 0) | (events & outgoing != 0 ? 2 : 0))
        }
        multi.actOnTimers()
        for exchange in multi.takeCompleted() {
            exchange.deliver()
            ended.append(exchange)
        }
    }

    /// Looks until a condition is met.
    func run(until condition: () -> Bool) async {
        while !condition(), !Task.isCancelled {
            look()
            await Task.yield()
        }
    }
}

extension CURLExchange {
    /// The result of an exchange that has ended.
    var outcome: Result<Received, any Error> { withResult { $0.take() } }
}
#endif
