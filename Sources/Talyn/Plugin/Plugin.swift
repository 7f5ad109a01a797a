/// Something that takes part in calls. A plugin adopts the hooks it needs; each is a protocol without default bodies, so
/// that a misspelt hook does not compile and an unused one costs nothing.
///
/// | protocol | hook | may |
/// |---|---|---|
/// | ``CallInterceptor`` | `interceptCall` | wrap the whole call: retry, token refresh |
/// | ``Preparer`` | `prepare` | change the endpoint |
/// | ``ExchangeInterceptor`` | `interceptExchange` | wrap one exchange: signing, cache |
/// | ``CallObserver`` | `willSend`, `didReceive`, `didFinish` | look |
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
    /// The name in errors and explanations. Default: the type's name.
    var name: String { get }
}

extension Plugin {
    /// The type's name.
    public var name: String { "\(Self.self)" }
}

/// A plugin that wraps the whole call, attempts and all.
public protocol CallInterceptor: Plugin {
    /// Answers the call: with what `next` returns, with something else, or after trying again. What it answers itself is
    /// validated as a response of the server is.
    ///
    /// Each call of `next` is a new attempt that begins with the endpoint given to it.
    /// - Throws: any error; one that is not a ``RequestError`` fails the call as
    ///   ``RequestError/Kind-swift.enum/plugin(_:)``.
    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response
}

/// A plugin that changes the endpoint before it is sent.
public protocol Preparer: Plugin {
    /// Changes the endpoint, once an attempt.
    /// - Throws: any error; it fails the attempt as ``RequestError/Kind-swift.enum/plugin(_:)`` and nothing is sent.
    func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws
}

/// A plugin that wraps one exchange with the prepared endpoint, before validation; a redirect is an exchange of its own.
public protocol ExchangeInterceptor: Plugin {
    /// Answers the exchange: with what `next` returns, or with something else.
    /// - Throws: any error; one that is not a ``RequestError`` fails the attempt as
    ///   ``RequestError/Kind-swift.enum/plugin(_:)``.
    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response
}

/// A plugin that looks on. For each `willSend` there is one `didReceive`; `didFinish` comes once a call, always, and nothing
/// of the call comes after it.
///
/// Events of one call never overlap, those of different calls may. A hook must not block, nor wait for another event of its
/// call: that one is held back until the hook returns.
public protocol CallObserver: Plugin {
    /// The endpoint is about to be sent.
    func willSend(_ endpoint: Endpoint, context: CallContext)

    /// The response has come, not yet validated; or none will.
    func didReceive(_ result: Result<Response, RequestError>, context: CallContext)

    /// The call has ended; a body that does not decode is a failure here too.
    func didFinish(_ outcome: CallOutcome, context: CallContext)
}

/// A plugin that may replace the result of an attempt.
public protocol Processor: Plugin {
    /// The response to go on with. `try result.get()` leaves the result as it is.
    /// - Throws: any error; one that is not a ``RequestError`` fails the attempt as
    ///   ``RequestError/Kind-swift.enum/plugin(_:)``.
    func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response
}

/// How a call ended.
public struct CallOutcome: Sendable {
    /// The response that was decoded, or why the call failed.
    public let result: Result<Response, RequestError>

    /// The time from the first step to the last, on the provider's clock.
    public let duration: Duration

    /// How many attempts were started.
    public let attempts: Int

    /// Creates an outcome, for the test of a plugin.
    public init(result: Result<Response, RequestError>, duration: Duration = .zero, attempts: Int = 1) {
        self.result = result
        self.duration = duration
        self.attempts = attempts
    }
}
