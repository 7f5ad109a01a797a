/// The times and sizes of one exchange, as its transport measured them in real time.
public struct TransferMetrics: Sendable, Hashable {
    /// The time until the host's address was known; nil on a reused connection.
    public var nameLookup: Duration?
    /// The time from there until the connection was open; nil on a reused connection.
    public var connect: Duration?
    /// The time from there until TLS was set up; nil without TLS and on a reused connection.
    public var tls: Duration?
    /// The time from the beginning until the first byte of the response; nil without a response.
    public var firstByte: Duration?
    /// The time from the beginning until the last byte.
    public var total: Duration
    /// The bytes sent, with the head.
    public var bytesSent: Int64
    /// The bytes received, with the heads, before decompression.
    public var bytesReceived: Int64
    /// Whether the connection had served another exchange.
    public var isConnectionReused: Bool
    /// The version of HTTP, such as "1.1" or "2"; nil without a response.
    public var httpVersion: String?
    /// The address and port of the other end, such as "127.0.0.1:443"; nil without a connection.
    public var remoteAddress: String?

    /// Makes metrics, for transports and for tests.
    public init(
        nameLookup: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil, firstByte: Duration? = nil,
        total: Duration = .zero, bytesSent: Int64 = 0, bytesReceived: Int64 = 0, isConnectionReused: Bool = false,
        httpVersion: String? = nil, remoteAddress: String? = nil
    ) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.total = total
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.isConnectionReused = isConnectionReused
        self.httpVersion = httpVersion
        self.remoteAddress = remoteAddress
    }

    /// The metrics of a stubbed exchange, which uses no network: every time is zero or nil.
    public static let virtual = TransferMetrics()
}

extension TransferMetrics: CustomStringConvertible {
    /// `HTTP/1.1 to 127.0.0.1:80: lookup 1 ms, connect 2 ms, first byte 9 ms, 140 bytes sent, 1200 received`.
    public var description: String {
        if self == .virtual { return "no network" }
        var parts: [String] = []
        for (name, time) in [("lookup", nameLookup), ("connect", connect), ("TLS", tls), ("first byte", firstByte)] {
            if let time { parts.append("\(name) \(CallTimeline.text(time))") }
        }
        if isConnectionReused { parts.insert("reused", at: 0) }
        let peer = "\(httpVersion.map { "HTTP/\($0)" } ?? "connection")\(remoteAddress.map { " to \($0)" } ?? "")"
        return "\(peer): \((parts + ["\(bytesSent) bytes sent", "\(bytesReceived) received"]).joined(separator: ", "))"
    }
}
