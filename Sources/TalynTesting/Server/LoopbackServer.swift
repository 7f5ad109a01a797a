// Room: Server. A scripted TCP server on 127.0.0.1.
// Knows: HTTP's bytes, and sockets through SystemSocket only.

public import Talyn

/// A server on 127.0.0.1 that does to its clients, byte by byte, what a script says.
///
/// It speaks no HTTP of its own: what is sent, when, and how the connection ends is the test's to say, and nothing
/// depends on time: a provider that calls it may have a manual ``TestClock``. On Apple platforms an app that hosts tests
/// needs `NSAllowsLocalNetworking` in its Info.plist to reach it.
/// ```swift
/// let server = try LoopbackServer { request in
///     [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf "), .hold, .reset]
/// }
/// let github = Provider<GitHub>(baseURL: server.url)
/// async let answer = github.result(.zen)
/// try await server.waitUntilHolding()
/// server.release()  // and now the connection is reset
/// assert(server.requests.map(\.path) == ["/zen"])
/// ```
/// Connections are kept alive unless the script closes them. A request with `Expect: 100-continue` is answered with 100
/// before its body, unless `onHead` says otherwise. What comes is kept in memory, bodies too. One thread a server; it ends
/// with ``stop()``, or with the server.
public final class LoopbackServer: Sendable {
    /// Thrown by waiting for what will not happen any more, because the server was stopped.
    public struct Stopped: Error, Sendable, Hashable {
        /// The error.
        public init() {}
    }

    /// The port, chosen by the system.
    public let port: Int

    /// `http://127.0.0.1:<port>`.
    public let url: URL

    private let loop: ServerLoop

    /// A server that is listening already.
    /// - Parameters:
    ///   - greeting: what is done on each connection before a request has come. Default: nothing.
    ///   - onHead: what is done when the head of a request with a body has come, before the body is. Default: nil, 100
    ///     Continue where it was asked for.
    ///   - respond: what is done when a request is whole, or malformed. An empty list waits for the next request.
    /// - Throws: `POSIXError` when no socket can be had.
    public init(
        greeting: [ServerStep] = [], onHead: (@Sendable (ReceivedRequest) -> [ServerStep])? = nil,
        respond: @escaping @Sendable (ReceivedRequest) -> [ServerStep]
    ) throws {
        let answers = ServerConnection.Answers(head: onHead, request: respond)
        loop = try ServerLoop(greeting: greeting, answers: answers)
        port = loop.listener.port
        guard port > 0, let url = URL(string: "http://127.0.0.1:\(port)") else {
            loop.start()
            loop.stop(waiting: true)
            throw POSIXError(.EADDRNOTAVAIL)
        }
        self.url = url
        loop.start()
    }

    deinit { loop.stop(waiting: false) }

    /// What it has seen so far.
    public var record: ServerRecord { loop.journal.record }

    /// The requests so far, in the order in which they were whole.
    public var requests: [ReceivedRequest] { record.requests }

    /// Lets the connections that are held go on with their scripts; one of them when its number is given.
    ///
    /// A hold that is not reached yet is not released by it: see ``waitUntilHolding(_:)``.
    public func release(connection: Int? = nil) { loop.release(connection: connection) }

    /// Waits, without time, until so many connections are held at once.
    /// - Throws: `CancellationError`, or ``Stopped``.
    public func waitUntilHolding(_ count: Int = 1) async throws { try await wait { $0.holding >= count } }

    /// Waits, without time, until so many requests have come.
    /// - Throws: `CancellationError`, or ``Stopped``.
    public func waitForRequests(_ count: Int = 1) async throws { try await wait { $0.requests.count >= count } }

    /// Waits, without time, until every connection has ended, and there was at least one.
    /// - Throws: `CancellationError`, or ``Stopped``.
    public func waitUntilConnectionsEnd() async throws { try await wait { !$0.connections.isEmpty && $0.open == 0 } }

    /// Waits, without time, until the record is as a condition says.
    ///
    /// The condition is asked at each thing that happens, on the server's thread.
    /// - Throws: `CancellationError`, or ``Stopped``.
    public func wait(until condition: @escaping @Sendable (ServerRecord) -> Bool) async throws {
        try await loop.journal.wait(until: condition)
    }

    /// Closes everything, at once; when it returns, descriptors and thread are given back. More than once is fine.
    public func stop() { loop.stop(waiting: true) }
}

/// A port of 127.0.0.1 on which nobody listens, and nobody will as long as this lives: connecting is refused.
public final class RefusingPort: Sendable {
    /// The port, chosen by the system.
    public let port: Int

    private let socket: SystemSocket

    /// A port.
    /// - Throws: `POSIXError` when none can be had.
    public init() throws {
        socket = try SystemSocket.bound(listening: false)
        port = socket.port
    }

    deinit { socket.discard() }
}
