/// The form in which a response's body is delivered.
public enum BodyDelivery: Sendable, Hashable {
    /// Complete and in memory: `Body.data`.
    case data
    /// Written to this file for a status code of 200 to 299: `Body.file`. Otherwise in memory, so that errors keep
    /// their body.
    case file(URL)
    /// In chunks, as the reader requests them: `Body.stream`.
    case stream
}

/// The progress of a transfer in bytes.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes of the request's body that were sent.
    public var sent: Int64
    /// The length of the request's body; nil if it is unknown.
    public var totalToSend: Int64?
    /// The bytes of the response's body that were received.
    public var received: Int64
    /// The length of the response's body; nil if it is unknown.
    public var totalToReceive: Int64?

    /// Makes a progress.
    public init(sent: Int64 = 0, totalToSend: Int64? = nil, received: Int64 = 0, totalToReceive: Int64? = nil) {
        self.sent = sent
        self.totalToSend = totalToSend
        self.received = received
        self.totalToReceive = totalToReceive
    }
}
