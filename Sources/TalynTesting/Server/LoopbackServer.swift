public import Talyn

/// A server on 127.0.0.1 that sends its clients, byte by byte, the steps of a script.
///
/// It speaks no HTTP of its own: the test decides what is sent, when, and how the connection ends. Nothing depends on
/// time: a provider that calls it may have a manual ``TestClock``. On Apple platforms an app that hosts tests needs
/// `NSAllowsLocalNetworking` in its Info.plist to reach it.
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
/// before its body, unless `onHead` is given. Requests are kept in memory with their bodies. Each server has one
/// thread, which ends with ``stop()`` or when the server is released.
public final class LoopbackServer: Sendable {
    /// The error of a wait that cannot end because the server was stopped.
    public struct Stopped: Error, Sendable, Hashable {
        /// The error.
        public init() {}
    }

    /// The port, chosen by the system.
    public let port: Int

    /// `http://127.0.0.1:<port>`.
    public let url: URL

    private let loop: ServerLoop

    /// Starts a server, which listens when this returns.
    /// - Parameters:
    ///   - greeting: the steps on each connection before a request arrives. Default: none.
    ///   - onHead: the steps when the head of a request with a body has arrived, before its body. Default: nil, which
    ///     sends 100 Continue if it was requested.
    ///   - respond: the steps when a request is complete, or malformed. An empty list waits for the next request.
    /// - Throws: `POSIXError` when no socket is available.
    public init(
        greeting: [ServerStep] = [], onHead: (@Sendable (ReceivedRequest) -> [ServerStep])? = nil,
        respond: @escaping @Sendable (ReceivedRequest) -> [ServerStep]
    ) throws {
        loop = try ServerLoop(ServerConnection.Script(greeting: greeting, head: onHead, request: respond))
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

    /// The connections and requests so far.
    public var record: ServerRecord { loop.journal.record }

    /// The requests so far, in the order in which they were completed.
    public var requests: [ReceivedRequest] { record.requests }

    /// Continues the scripts of all held connections, or of one, by its number.
    ///
    /// It does not release a hold that is not reached yet: see ``waitUntilHolding(_:)``.
    public func release(connection: Int? = nil) { loop.release(connection: connection) }

    /// Waits until this many connections are held at once. No time passes.
    /// - Throws: `CancellationError`, or ``Stopped``.
    public func waitUntilHolding(_ count: Int = 1) async throws { try await wait { $0.holding >= count } }

    /// Waits until this many requests have arrived. No time passes.
    /// - Throws: `CancellationError`, or ``Stopped``.
    public func waitForRequests(_ count: Int = 1) async throws { try await wait { $0.requests.count >= count } }

    /// Waits until every connection has ended, and there was at least one. No time passes.
    /// - Throws: `CancellationError`, or ``Stopped``.
    public func waitUntilConnectionsEnd() async throws { try await wait { !$0.connections.isEmpty && $0.open == 0 } }

    /// Waits until the record meets a condition, which is evaluated at each event, on the server's thread. No time
    /// passes.
    /// - Throws: `CancellationError`, or ``Stopped``.
    public func wait(until condition: @escaping @Sendable (ServerRecord) -> Bool) async throws {
        try await loop.journal.wait(until: condition)
    }

    /// Closes everything at once. When this returns, descriptors and thread are released. May be called more than once.
    public func stop() { loop.stop(waiting: true) }
}

/// A port of 127.0.0.1 that refuses connections for as long as this object lives.
public final class RefusingPort: Sendable {
    /// The port, chosen by the system.
    public let port: Int

    private let socket: SystemSocket

    /// Reserves a port.
    /// - Throws: `POSIXError` when none is available.
    public init() throws {
        socket = try SystemSocket.bound(listening: false)
        port = socket.port
    }

    deinit { socket.discard() }
}
