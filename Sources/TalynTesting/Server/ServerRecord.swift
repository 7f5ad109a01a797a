public import Talyn

/// The connections of a ``LoopbackServer`` in the order in which they were accepted, with their requests.
public struct ServerRecord: Sendable {
    /// The connections, including those that have ended.
    public internal(set) var connections: [ConnectionRecord] = []

    /// The requests of all connections, in the order in which they were completed.
    public internal(set) var requests: [ReceivedRequest] = []

    /// The number of connections that a ``ServerStep/hold`` holds now.
    public var holding: Int { connections.reduce(0) { $0 + ($1.isHolding ? 1 : 0) } }

    /// The number of connections that are open now.
    public var open: Int { connections.reduce(0) { $0 + ($1.end == nil ? 1 : 0) } }
}

/// One connection of a ``LoopbackServer``.
public struct ConnectionRecord: Sendable {
    /// The end of a connection.
    public enum End: Sendable, Hashable {
        /// The client closed it.
        case clientClosed
        /// The client reset it, or vanished.
        case clientReset
        /// The script closed it, or the server did after a malformed request.
        case closed
        /// The script reset it.
        case reset
        /// The server was stopped.
        case stopped
    }

    /// Its number, from 1.
    public let number: Int

    /// The complete requests, and a last one that was malformed.
    public internal(set) var requests: [ReceivedRequest] = []

    /// The number of bytes that arrived.
    public internal(set) var received = 0

    /// The number of bytes that the socket accepted.
    public internal(set) var sent = 0

    /// The number of holds that its script has reached.
    public internal(set) var holds = 0

    /// Whether it is held now.
    public internal(set) var isHolding = false

    /// The end; nil while it is open.
    public internal(set) var end: End?

    /// A request whose body was incomplete when the connection ended; nil when there was none.
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
    /// A line for each connection.
    public var description: String { connections.map(\.description).joined(separator: "\n") }
}
