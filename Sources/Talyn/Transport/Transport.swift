// Room: Transport. Declares how an endpoint becomes a response, with the parts transports share. A transport is a
// subfolder.
// Knows: the values, the clock. Nothing of plugins or the engine.

/// What moves bytes: the network, or a stub.
///
/// A transport sends one endpoint and returns one response. It never follows redirects, caches, stores cookies, answers
/// challenges or decides whether a response is good: that is the pipeline's work, the same over every transport.
///
/// It keeps the endpoint's times (``CallOptions/timeout``, and ``CallContext/timeLeft(for:)`` for the deadline) by
/// ``CallContext/clock`` and throws `URLError(.timedOut)` when they are over. When the task is cancelled it stops the
/// transfer at once and throws; what it throws then is not looked at.
public protocol Transport: Sendable {
    /// How timelines call it: "live" or "stub". Default: "live".
    var label: String { get }

    /// Sends the endpoint and returns the response, whatever its status.
    ///
    /// The body comes as ``CallContext/delivery`` asks.
    /// - Throws: a `URLError` when there is no response; a ``RequestError`` where that says more.
    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response
}

extension Transport {
    /// "live".
    public var label: String { "live" }
}

/// In which form the body of a response is wanted.
public enum BodyDelivery: Sendable, Hashable {
    /// In memory, whole: `Body.data`.
    case data
    /// Written to this file when the status is 200 to 299, `Body.file`; else in memory, so that errors keep their body.
    case file(URL)
    /// In pieces, as the reader asks for them: `Body.stream`.
    case stream
}

/// How far a transfer is, in bytes.
public struct TransferProgress: Sendable, Hashable {
    /// How much of the request's body was sent.
    public var sent: Int64
    /// How much there is to send; nil when it is not known.
    public var totalToSend: Int64?
    /// How much of the response's body has come.
    public var received: Int64
    /// How much is to come; nil when it is not known.
    public var totalToReceive: Int64?

    /// A progress.
    public init(sent: Int64 = 0, totalToSend: Int64? = nil, received: Int64 = 0, totalToReceive: Int64? = nil) {
        self.sent = sent
        self.totalToSend = totalToSend
        self.received = received
        self.totalToReceive = totalToReceive
    }
}
