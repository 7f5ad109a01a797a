/// The progress of a transfer in bytes.
public struct TransferProgress: Sendable, Hashable {
    /// The sent bytes of the request's body, after ``ContentCoding`` and without the framing of chunks.
    public var sent: Int64
    /// The length of the request's body; nil if it is unknown.
    public var totalToSend: Int64?
    /// The received bytes of the response's body, after decompression and without the framing of chunks.
    public var received: Int64
    /// The length of the response's body; nil if it is unknown, as for a compressed body.
    public var totalToReceive: Int64?
    /// The bytes per second, sent plus received, averaged mostly over the last two seconds. Nil in the first report,
    /// after a body is sent again, and from a transport without a provider.
    public var bytesPerSecond: Double?

    /// Makes a report of the progress.
    public init(sent: Int64 = 0, totalToSend: Int64? = nil, received: Int64 = 0, totalToReceive: Int64? = nil) {
        self.sent = sent
        self.totalToSend = totalToSend
        self.received = received
        self.totalToReceive = totalToReceive
    }

    /// The completed fraction, from 0 to 1: of the request's body until the response's body begins, then of the
    /// response's body. Nil if the length of that body is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(max(Double(done) / Double(total), 0), 1) : 1
    }

    /// The time left for the body of ``fraction``, at ``bytesPerSecond``. Nil if the length or the rate is unknown, or
    /// the rate is zero.
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
