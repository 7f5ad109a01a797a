/// The carrier of requests: the network, or a stub. It sends one endpoint and returns one response.
///
/// It does not follow redirects, cache, store cookies, answer challenges or validate responses; the pipeline does that
/// identically over every transport. It enforces the endpoint's limits (``CallOptions/timeout``, and
/// ``CallContext/timeLeft(for:)`` for the deadline) on ``CallContext/clock`` and throws `URLError(.timedOut)` if one is
/// exceeded. It sends the body as ``Endpoint/contentCoded(_:)`` returns it, and decodes the response's body unless
/// ``CallOptions/decodesContent`` is false. On cancellation of the task it stops the transfer at once and throws any
/// error; the pipeline reports the cancellation.
public protocol Transport: Sendable {
    /// The name in timelines: "live" or "stub". Default: "live".
    var label: String { get }

    /// Sends the endpoint and returns the response, whatever its status code, with its body as ``CallContext/delivery``
    /// requests.
    /// - Throws: a `URLError` if there is no response; a ``RequestError`` if that is more precise.
    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response
}

extension Transport {
    /// "live".
    public var label: String { "live" }
}
