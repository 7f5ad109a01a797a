public import Talyn

/// What a ``LoopbackServer`` has seen: its connections in the order in which they came, and what each of them held.
public struct ServerRecord: Sendable {
    /// The connections, those that ended too.
    public internal(set) var connections: [ConnectionRecord] = []

    /// The requests of all connections, in the order in which they were whole.
    public internal(set) var requests: [ReceivedRequest] = []

    /// How many connections are held by a ``ServerStep/hold`` now.
    public var holding: Int { connections.reduce(0) { $0 + ($1.isHolding ? 1 : 0) } }

    /// How many connections are open now.
    public var open: Int { connections.reduce(0) { $0 + ($1.end == nil ? 1 : 0) } }
}

/// What a ``LoopbackServer`` has seen of one connection.
public struct ConnectionRecord: Sendable {
    /// How a connection ended.
    public enum End: Sendable, Hashable {
        /// The client closed it.
        case clientClosed
        /// The client reset it, or vanished.
        case clientReset
        /// The script closed it; so does the server behind a malformed request.
        case closed
        /// The script reset it.
        case reset
        /// The server was stopped.
        case stopped
    }

    /// Its number, from 1.
    public let number: Int

    /// The requests that came whole, and a last one that was malformed.
    public internal(set) var requests: [ReceivedRequest] = []

    /// How many bytes came.
    public internal(set) var received = 0

    /// How many bytes the socket took.
    public internal(set) var sent = 0

    /// How many holds it has come to.
    public internal(set) var holds = 0

    /// Whether it is held now.
    public internal(set) var isHolding = false

    /// How it ended; nil while it is open.
    public internal(set) var end: End?

    /// A request whose body was not whole when the connection ended; nil when there was none.
    public internal(set) var unfinished: ReceivedRequest?

    /// Bytes that belonged to no request when the connection ended.
    public internal(set) var unparsed = Data()

    init(number: Int) { self.number = number }
}

extension ConnectionRecord: CustomStringConvertible {
    /// Number, requests and end in one line.
    public var description: String {
        let state = end.map { "\($0)" } ?? (isHolding ? "held" : "open")
        return "connection \(number): \(requests.map { "\($0.method) \($0.target)" }), \(sent) bytes sent, \(state)"
    }
}

extension ServerRecord: CustomStringConvertible {
    /// A line a connection.
    public var description: String { connections.map(\.description).joined(separator: "\n") }
}
