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
