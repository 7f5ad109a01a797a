/// Retries requests that may succeed later, with a delay that grows by powers.
// Unchecked: its values do not change; a subclass of an app answers for its own.
open class RetryPolicy: RequestInterceptor, @unchecked Sendable {
    /// Two retries.
    public static let defaultRetryLimit: UInt = 2
    /// The delay doubles.
    public static let defaultExponentialBackoffBase: UInt = 2
    /// The first delay is half a second.
    public static let defaultExponentialBackoffScale = 0.5
    /// Methods that may be sent twice.
    public static let defaultRetryableHTTPMethods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace]
    /// 408, 500, 502, 503 and 504.
    public static let defaultRetryableHTTPStatusCodes: Set<Int> = [408, 500, 502, 503, 504]
    /// Errors of the connection and of certificates whose date is wrong.
    public static let defaultRetryableURLErrorCodes: Set<URLError.Code> = [
        .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .badServerResponse, .callIsActive,
        .cannotConnectToHost, .cannotFindHost, .cannotLoadFromNetwork, .dataNotAllowed, .dnsLookupFailed,
        .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete, .internationalRoamingOff,
        .networkConnectionLost, .notConnectedToInternet, .secureConnectionFailed, .serverCertificateHasBadDate,
        .serverCertificateNotYetValid, .timedOut,
    ]

    /// The largest number of retries.
    public let retryLimit: UInt
    /// The factor between two delays.
    public let exponentialBackoffBase: UInt
    /// The first delay in seconds.
    public let exponentialBackoffScale: Double
    /// The methods of requests that are retried.
    public let retryableHTTPMethods: Set<HTTPMethod>
    /// The status codes after which a request is retried.
    public let retryableHTTPStatusCodes: Set<Int>
    /// The errors after which a request is retried.
    public let retryableURLErrorCodes: Set<URLError.Code>

    /// Makes a policy.
    public init(
        retryLimit: UInt = defaultRetryLimit, exponentialBackoffBase: UInt = defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = defaultRetryableHTTPMethods,
        retryableHTTPStatusCodes: Set<Int> = defaultRetryableHTTPStatusCodes,
        retryableURLErrorCodes: Set<URLError.Code> = defaultRetryableURLErrorCodes
    ) {
        self.retryLimit = retryLimit
        self.exponentialBackoffBase = exponentialBackoffBase
        self.exponentialBackoffScale = exponentialBackoffScale
        self.retryableHTTPMethods = retryableHTTPMethods
        self.retryableHTTPStatusCodes = retryableHTTPStatusCodes
        self.retryableURLErrorCodes = retryableURLErrorCodes
    }

    open func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard request.retryCount < retryLimit, shouldRetry(request: request, dueTo: error) else {
            return completion(.doNotRetry)
        }
        let factor = pow(Double(exponentialBackoffBase), Double(request.retryCount))
        completion(.retryWithDelay(factor * exponentialBackoffScale))
    }

    /// Returns whether the method, and the status code or the error of the attempt, are among the retryable ones.
    open func shouldRetry(request: Request, dueTo error: any Error) -> Bool {
        guard let method = request.request?.method, retryableHTTPMethods.contains(method) else { return false }
        if let code = request.response?.statusCode, retryableHTTPStatusCodes.contains(code) { return true }
        let urlError = error as? URLError ?? error.asAFError?.underlyingError as? URLError
        return urlError.map { retryableURLErrorCodes.contains($0.code) } ?? false
    }
}
