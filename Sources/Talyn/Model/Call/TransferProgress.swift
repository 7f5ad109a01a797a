/// The progress of a transfer in bytes.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes of the request's body that were sent: those after ``ContentCoding``, without the framing of chunks.
    public var sent: Int64
    /// The length of the request's body; nil if it is unknown.
    public var totalToSend: Int64?
    /// The bytes of the response's body that were received: those after decompression, without the framing of chunks.
    public var received: Int64
    /// The length of the response's body; nil if it is unknown, as that of a compressed body is.
    public var totalToReceive: Int64?
    /// The bytes per second, sent and received together, as an average mostly of the last two seconds. Nil in the first
    /// report, after a body is sent again, and from a transport without a provider.
    public var bytesPerSecond: Double?

    /// Makes a progress.
    public init(sent: Int64 = 0, totalToSend: Int64? = nil, received: Int64 = 0, totalToReceive: Int64? = nil) {
        self.sent = sent
        self.totalToSend = totalToSend
        self.received = received
        self.totalToReceive = totalToReceive
    }

    /// The part that is done of the body that moves, from 0 to 1: the response's from its first byte on, before that
    /// the request's. Nil if its length is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(max(Double(done) / Double(total), 0), 1) : 1
    }

    /// The time left for the body that moves, at ``bytesPerSecond``. Nil if the length or the rate is unknown, or the
    /// rate is zero.
    public var timeLeft: Duration? {
        guard let total, let bytesPerSecond, bytesPerSecond > 0 else { return nil }
        // Ten years at the most: the conversion of a larger number traps.
        return .seconds(min(max(Double(total) - Double(done), 0) / bytesPerSecond, 315_360_000))
    }

    private var isReceiving: Bool { received > 0 || (totalToReceive ?? 0) > 0 }
    private var done: Int64 { isReceiving ? received : sent }
    private var total: Int64? { isReceiving ? totalToReceive : totalToSend }

    /// Whether every byte of a body whose length is known has moved.
    var isAtAnEnd: Bool { done == total }
    /// All bytes, in both directions.
    var moved: Double { Double(sent) + Double(received) }
}
