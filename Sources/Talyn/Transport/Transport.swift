// Room: Transport. Declares how an endpoint becomes a response, with the parts transports share. A transport is a
// subfolder.
// Knows: the values, the clock. Nothing of plugins or the engine.

/// The component that carries requests: the network, or a stub.
///
/// A transport sends one endpoint and returns one response. It does not follow redirects, cache, store cookies, answer
/// challenges or validate responses; the pipeline does that identically over every transport.
///
/// It enforces the endpoint's limits (``CallOptions/timeout``, and ``CallContext/timeLeft(for:)`` for the deadline) on
/// ``CallContext/clock`` and throws `URLError(.timedOut)` when one is exceeded. On cancellation of the task it stops
/// the transfer at once and throws any error; the pipeline reports the cancellation.
public protocol Transport: Sendable {
    /// The name in timelines: "live" or "stub". Default: "live".
    var label: String { get }

    /// Sends the endpoint and returns the response, whatever its status code.
    ///
    /// The body has the form that ``CallContext/delivery`` requests.
    /// - Throws: a `URLError` if there is no response; a ``RequestError`` if that is more precise.
    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response
}

extension Transport {
    /// "live".
    public var label: String { "live" }
}

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
