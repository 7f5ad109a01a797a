/// Adapts a request: the closure of an ``Adapter``.
public typealias AdaptHandler =
    @Sendable (URLRequest, Session, _ completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void) -> Void

/// Decides about a retry: the closure of a ``Retrier``.
public typealias RetryHandler =
    @Sendable (Request, Session, any Error, _ completion: @escaping @Sendable (RetryResult) -> Void) -> Void

/// An interceptor that adapts requests by a closure.
public struct Adapter: RequestInterceptor {
    private let handler: AdaptHandler

    /// Makes an interceptor of a closure.
    @preconcurrency
    public init(_ adaptHandler: @escaping AdaptHandler) { handler = adaptHandler }

    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) { handler(urlRequest, session, completion) }
}

/// An interceptor that retries requests by a closure.
public struct Retrier: RequestInterceptor {
    private let handler: RetryHandler

    /// Makes an interceptor of a closure.
    @preconcurrency
    public init(_ retryHandler: @escaping RetryHandler) { handler = retryHandler }

    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) { handler(request, session, error, completion) }
}
