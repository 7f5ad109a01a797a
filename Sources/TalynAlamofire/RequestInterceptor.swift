/// Changes requests before they are sent.
public protocol RequestAdapter: Sendable {
    /// Calls `completion` with the request to send, or the error that ends the attempt. Called before each attempt, on
    /// the session's queue, before `prepare` of the plugins.
    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)
}

/// Decides whether a request that failed is sent again.
public protocol RequestRetrier: Sendable {
    /// Calls `completion` with the decision. Called after each attempt that failed, also by validation.
    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void)
}

/// Changes requests, and retries them.
#if DEPRECATIONS
@available(*, deprecated, message: "write '.adapt { }', '.retry()' or '.tokenRefresh(…)' in the provider's plugins")
#endif
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
    /// Sends the request as it is.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) { completion(.success(urlRequest)) }

    /// Does not retry.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) { completion(.doNotRetry) }
}

/// The decision of a retrier.
public enum RetryResult: Sendable {
    /// The request is sent again at once.
    case retry
    /// The request is sent again after a delay in seconds.
    case retryWithDelay(TimeInterval)
    /// The call ends with its error.
    case doNotRetry
    /// The call ends with `AFError.requestRetryFailed`, which holds this error and the attempt's.
    case doNotRetryWithError(any Error)
}

/// Several adapters and retriers as one.
///
/// The adapters run in order, each on what the one before has made. The first retrier that does not answer
/// ``RetryResult/doNotRetry`` decides.
public struct Interceptor: RequestInterceptor {
    /// The adapters, in order.
    public let adapters: [any RequestAdapter]
    /// The retriers, in order.
    public let retriers: [any RequestRetrier]

    /// Makes an interceptor of any number of others.
    public init(
        adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
        interceptors: [any RequestInterceptor] = []
    ) {
        self.adapters = adapters + interceptors
        self.retriers = retriers + interceptors
    }

    /// Makes an interceptor of two.
    public init(adapter: any RequestAdapter, retrier: any RequestRetrier) {
        self.init(adapters: [adapter], retriers: [retrier])
    }

    /// Makes an interceptor of two closures.
    @preconcurrency
    public init(adaptHandler: @escaping AdaptHandler, retryHandler: @escaping RetryHandler) {
        self.init(adapter: Adapter(adaptHandler), retrier: Retrier(retryHandler))
    }

    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) { adapt(urlRequest, for: session, from: 0, completion) }

    private func adapt(
        _ urlRequest: URLRequest, for session: Session, from index: Int,
        _ completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        guard index < adapters.count else { return completion(.success(urlRequest)) }
        adapters[index].adapt(urlRequest, for: session) { result in
            switch result {
            case .success(let adapted): adapt(adapted, for: session, from: index + 1, completion)
            case .failure: completion(result)
            }
        }
    }

    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) { retry(request, for: session, dueTo: error, from: 0, completion) }

    private func retry(
        _ request: Request, for session: Session, dueTo error: any Error, from index: Int,
        _ completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard index < retriers.count else { return completion(.doNotRetry) }
        retriers[index].retry(request, for: session, dueTo: error) { result in
            if case .doNotRetry = result {
                retry(request, for: session, dueTo: error, from: index + 1, completion)
            } else {
                completion(result)
            }
        }
    }
}
