/// Retries calls that fail for a transient reason, with exponential backoff.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.retry()])
/// let patient: RetryPlugin = .retry {
///     $0.maxRetries = 5
///     $0.maxElapsed = .seconds(60)
/// }
/// ```
/// A call is retried if its failure is one of ``statuses`` or ``errorCodes``, or a ``PluginError`` with a `retryAfter`,
/// its method is idempotent (RFC 9110 §9.2.2) or one of ``methods``, both as declared and as sent, and its body is
/// repeatable. A POST or PATCH with an `Idempotency-Key` counts as idempotent
/// (draft-ietf-httpapi-idempotency-key-header §2) if the key is the same in each attempt: declared by the route, or set
/// by a plugin's `interceptCall` before this plugin, not by a plugin's `prepare`. A call that a plugin's
/// `interceptCall` refused before an attempt began may have any method. ``Route/retryable(_:)`` overrides this
/// for a route.
///
/// The delay before retry n is a random time between zero and `baseDelay` · 2ⁿ⁻¹, at most ``maxDelay`` (full jitter,
/// which spreads the retries of many devices). The longer of the waits that the response (``retryAfter``) and a
/// ``PluginError`` ask for is added to it.
///
/// The call fails at once if a retry is pointless: a wait beyond ``maxDelay``, a delay that the deadline or
/// ``maxElapsed`` does not allow, or an exhausted ``budget``. The plugin never retries a cancelled call, a status code
/// that the target's validation accepts, or a body that does not decode, because decoding follows all attempts.
public struct RetryPlugin: Sendable {
    /// The number of attempts after the first. Default: 2; 0 or less disables retries.
    public var maxRetries = 2

    /// Methods that are retried besides the idempotent ones. Default: none.
    public var methods: Set<HTTPMethod> = []

    /// Status codes that are retried. Default: 408, 429, 500, 502, 503, 504.
    ///
    /// 421 is not included, because it requires another connection, which callers cannot choose. 425 is not included,
    /// because it applies to TLS early data, which no transport here sends.
    public var statuses: Set<Int> = [408, 429, 500, 502, 503, 504]

    /// Transport errors that are retried. Default: ``transientErrorCodes``.
    public var errorCodes = RetryPlugin.transientErrorCodes

    /// The upper bound of the first delay; it doubles with each retry. Default: 0.5 seconds; zero disables delays.
    public var baseDelay: Duration = .milliseconds(500)

    /// The longest random delay, and the longest wait that is accepted from a response or a ``PluginError``; the call
    /// fails if that is longer. Default: 30 seconds.
    public var maxDelay: Duration = .seconds(30)

    /// The time after the call's beginning in which retries may start. Default: nil, limited by the call's deadline
    /// only.
    public var maxElapsed: Duration?

    /// The limit on retries relative to calls. Default: a separate budget per plugin.
    public var budget = RetryBudget()

    /// The wait that a response asks for; nil if it asks for none. Default: ``Response/retryAfter(at:)``.
    public var retryAfter: @Sendable (Response, CallContext) -> Duration? = { $0.retryAfter(at: $1.date) }

    /// A final condition for a retry. If it returns false, the call fails. Default: always true.
    public var shouldRetry: @Sendable (RequestError, CallContext) -> Bool = { _, _ in true }

    /// Makes a plugin with the default settings.
    public init() {}
}

extension RetryPlugin {
    /// The `URLError` codes of failures that may be over within seconds.
    ///
    /// | codes | because |
    /// |---|---|
    /// | `timedOut`, `networkConnectionLost`, `notConnectedToInternet` | networks change and come back |
    /// | `cannotFindHost`, `dnsLookupFailed`, `cannotConnectToHost` | name servers and servers restart |
    /// | `secureConnectionFailed` | an interrupted handshake reports it |
    /// | `badServerResponse`, `downloadDecodingFailedMidStream`, `downloadDecodingFailedToComplete` | corrupted in transit |
    ///
    /// Unlike Alamofire's list, it excludes certificates outside their validity, which stay so, and device settings
    /// (`dataNotAllowed`, `internationalRoamingOff`, `callIsActive`), which do not change within seconds.
    public static let transientErrorCodes: Set<URLError.Code> = [
        .timedOut, .networkConnectionLost, .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed,
        .cannotConnectToHost, .secureConnectionFailed, .badServerResponse, .downloadDecodingFailedMidStream,
        .downloadDecodingFailedToComplete,
    ]
}

extension Plugin where Self == RetryPlugin {
    /// Retries transient failures: ``RetryPlugin`` with its defaults, or another number of retries.
    public static func retry(_ maxRetries: Int = 2) -> RetryPlugin { retry { $0.maxRetries = maxRetries } }

    /// Retries transient failures: ``RetryPlugin`` with changed settings.
    public static func retry(_ change: (inout RetryPlugin) -> Void) -> RetryPlugin {
        var plugin = RetryPlugin()
        change(&plugin)
        return plugin
    }
}

extension Route {
    /// Makes ``RetryPlugin`` retry this endpoint whatever its method, or never.
    ///
    /// By default the method decides. ``CURLTransport`` obeys it too when a kept connection is lost (<doc:Transports>).
    public consuming func retryable(_ isRetryable: Bool = true) -> Route { tag(RetryTag.self, isRetryable) }
}
