/// A participant in calls. A plugin adopts the hooks it needs. Each hook is a protocol without default implementations,
/// so a misspelt hook does not compile and an unused one costs nothing.
///
/// | protocol | hook | may |
/// |---|---|---|
/// | ``CallInterceptor`` | `interceptCall` | wrap the whole call: retry, token refresh |
/// | ``Preparer`` | `prepare` | change the endpoint |
/// | ``ExchangeInterceptor`` | `interceptExchange` | wrap one exchange: signing, cache |
/// | ``CallObserver`` | `willSend`, `didReceive`, `didFinish` | observe |
/// | ``Processor`` | `process` | replace the result |
///
/// The order of a call, for plugins A and B registered in this order:
/// ```text
/// A.interceptCall ─ B.interceptCall ─┐                       once a call; next() 0, 1 or n times
///   A.prepare, B.prepare             │ each attempt
///   A.interceptExchange ─ B.…  ─┐     │ each redirect too
///     A.willSend, B.willSend   │     │
///     transport                │     │
///     A.didReceive, B.…       ─┘     │
///   validation                       │
///   A.process, B.process            ─┘
/// decoding, catch chain
/// A.didFinish, B.didFinish                                   once a call, always
/// ```
/// No hook runs on the caller's main actor.
public protocol Plugin: Sendable {
    /// The name in errors and messages. It must not contain a secret. Default: the name of the type.
    var name: String { get }

    /// Returns the problem with being listed after `earlier`; nil if the order is fine. Default: nil.
    ///
    /// In debug builds a provider asks when it is made, and writes each problem once a process to standard error:
    /// "RetryPlugin precedes TokenRefreshPlugin: each retry may refresh once more".
    func problem(behind earlier: any Plugin) -> String?
}

extension Plugin {
    /// The name of the type.
    public var name: String { "\(Self.self)" }

    /// Nil: the order is fine.
    public func problem(behind earlier: any Plugin) -> String? { nil }
}

/// A plugin that wraps the whole call with all its attempts.
public protocol CallInterceptor: Plugin {
    /// Responds to the call: with the result of `next`, with a response of its own, or after a retry. A response of its
    /// own is validated like a server's.
    ///
    /// Each call of `next` is a new attempt that starts with the given endpoint.
    /// - Throws: any error. One that is not a ``RequestError`` fails the call as
    ///   ``RequestError/Kind-swift.enum/plugin(_:)``.
    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response
}

/// A plugin that changes the endpoint before it is sent.
public protocol Preparer: Plugin {
    /// Changes the endpoint, once per attempt.
    /// - Throws: any error; it fails the attempt as ``RequestError/Kind-swift.enum/plugin(_:)``, and nothing is sent.
    func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws
}

/// A plugin that wraps one exchange of a prepared endpoint, before validation. Each redirect is an exchange.
public protocol ExchangeInterceptor: Plugin {
    /// Responds to the exchange: with the result of `next`, or with a response of its own.
    /// - Throws: any error. One that is not a ``RequestError`` fails the attempt as
    ///   ``RequestError/Kind-swift.enum/plugin(_:)``.
    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response
}

/// A plugin that observes calls. Each `willSend` is followed by one `didReceive`; `didFinish` is called exactly once
/// per call, as its last event.
///
/// For a stream, `didReceive` receives the head, and `didFinish` follows the end of the body:
/// ``CallOutcome/streamedBytes`` and ``CallOutcome/readerLeft`` describe the end, and the response of the outcome has
/// its trailers and metrics.
///
/// Events of one call never overlap; those of different calls may. A hook must neither block nor wait for another event
/// of its call, which is delivered only after the hook returns.
public protocol CallObserver: Plugin {
    /// Called before the endpoint is sent.
    func willSend(_ endpoint: Endpoint, context: CallContext)

    /// Called with the response before validation, or with the error if there is none.
    func didReceive(_ result: Result<Response, RequestError>, context: CallContext)

    /// Called at the end of the call; for a stream, at the end of its body. A body that does not decode is a failure
    /// here too.
    func didFinish(_ outcome: CallOutcome, context: CallContext)
}

/// A plugin that may replace the result of an attempt.
public protocol Processor: Plugin {
    /// Returns the response to continue with. `try result.get()` keeps the result unchanged.
    /// - Throws: any error. One that is not a ``RequestError`` fails the attempt as
    ///   ``RequestError/Kind-swift.enum/plugin(_:)``.
    func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response
}

/// The result of a call.
public struct CallOutcome: Sendable {
    /// The response that was decoded, or the error of the call.
    public let result: Result<Response, RequestError>

    /// The time from the first step to the last, on the provider's clock.
    public let duration: Duration

    /// The number of attempts that were started.
    public let attempts: Int

    /// The bytes of the body that the caller read as a stream, after decompression; nil for a call that is not a
    /// stream, or that failed before its body.
    public let streamedBytes: Int64?

    /// Whether the reader of a stream stopped before its end, or before the event that `until:` accepts; such a call is
    /// a success. False for other calls.
    public let readerLeft: Bool

    /// Makes an outcome, for tests of plugins.
    public init(
        result: Result<Response, RequestError>, duration: Duration = .zero, attempts: Int = 1,
        streamedBytes: Int64? = nil, readerLeft: Bool = false
    ) {
        self.result = result
        self.duration = duration
        self.attempts = attempts
        self.streamedBytes = streamedBytes
        self.readerLeft = readerLeft
    }
}
