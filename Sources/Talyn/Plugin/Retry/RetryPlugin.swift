// Room: Plugin/Retry. Retries failed calls with a growing delay, within a budget.
// Knows: the values, the hooks, the clock.

/// Tries again what failed for a reason that may pass, after a wait that grows.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.retry()])
/// let patient: RetryPlugin = .retry {
///     $0.maxRetries = 5
///     $0.maxElapsed = .seconds(60)
/// }
/// ```
/// A call is tried again when its failure is one of ``statuses`` or ``errorCodes``, its method is idempotent (RFC 9110
/// §9.2.2) or one of ``methods``, as the route says and as plugins sent it, and its body can be sent again. A POST or PATCH
/// with an `Idempotency-Key` counts as idempotent (draft-ietf-httpapi-idempotency-key-header §2) when the key is the same in
/// each attempt: declared by the route, not made by a plugin's `prepare`. A route decides for itself with ``Route/retryable(_:)``.
///
/// The wait before retry n is a random time between zero and `baseDelay` · 2ⁿ⁻¹, ``maxDelay`` at most: what AWS calls full jitter,
/// which spreads the calls of many devices best. A `Retry-After`, in seconds or as a date (by the server's clock, where the
/// response has a `Date`), is waited out first.
///
/// The failure is the call's outcome, at once, when trying again would be in vain: a `Retry-After` beyond ``maxDelay``, a
/// wait that the deadline or ``maxElapsed`` does not leave, an empty ``budget``. Cancelled calls are never tried again; bodies
/// that do not decode neither, since decoding comes after all attempts. Nor is a status that the target's validation
/// accepts: that is an answer.
public struct RetryPlugin: Sendable {
    /// How many attempts may follow the first. Default: 2; 0 or less for none.
    public var maxRetries = 2

    /// Methods that are tried again besides the idempotent ones. Default: none.
    public var methods: Set<HTTPMethod> = []

    /// Statuses that may pass. Default: 408, 429, 500, 502, 503, 504.
    ///
    /// Not 421, after which only another connection helps, and no caller can choose that; nor 425, which answers TLS early
    /// data, and no transport here sends any.
    public var statuses: Set<Int> = [408, 429, 500, 502, 503, 504]

    /// Errors of the transport that may pass. Default: ``passingErrorCodes``.
    public var errorCodes = RetryPlugin.passingErrorCodes

    /// What the first wait is at most; each next may be twice as long. Default: half a second; zero for no waits.
    public var baseDelay: Duration = .milliseconds(500)

    /// The longest random wait, and the longest `Retry-After` that is waited out; one beyond it fails the call at once.
    /// Default: 30 seconds.
    public var maxDelay: Duration = .seconds(30)

    /// How long after the call's beginning a retry may begin. Default: nil, no limit but the call's deadline.
    public var maxElapsed: Duration?

    /// How many retries there may be beside how many calls. Default: a budget of this plugin's own.
    public var budget = RetryBudget()

    /// A last word on what would be tried again: false lets the call fail. Default: always true.
    public var shouldRetry: @Sendable (RequestError, CallContext) -> Bool = { _, _ in true }

    /// A plugin with the defaults.
    public init() {}
}

extension RetryPlugin {
    /// The codes of `URLError` that may pass within seconds.
    ///
    /// | codes | because |
    /// |---|---|
    /// | `timedOut`, `networkConnectionLost`, `notConnectedToInternet` | networks change and come back |
    /// | `cannotFindHost`, `dnsLookupFailed`, `cannotConnectToHost` | name servers and servers restart |
    /// | `secureConnectionFailed` | a handshake that was cut off says so |
    /// | `badServerResponse`, `downloadDecodingFailedMidStream`, `downloadDecodingFailedToComplete` | garbled on its way |
    ///
    /// Of Alamofire's list these are left out: certificates out of their time, which stay so, and settings of the device
    /// (`dataNotAllowed`, `internationalRoamingOff`, `callIsActive`), which do not change within seconds.
    public static let passingErrorCodes: Set<URLError.Code> = [
        .timedOut, .networkConnectionLost, .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed,
        .cannotConnectToHost, .secureConnectionFailed, .badServerResponse, .downloadDecodingFailedMidStream,
        .downloadDecodingFailedToComplete,
    ]
}

extension Plugin where Self == RetryPlugin {
    /// Tries again what may pass: ``RetryPlugin`` with its defaults, or with another limit.
    public static func retry(_ maxRetries: Int = 2) -> RetryPlugin { retry { $0.maxRetries = maxRetries } }

    /// Tries again what may pass: ``RetryPlugin`` with changes.
    public static func retry(_ change: (inout RetryPlugin) -> Void) -> RetryPlugin {
        var plugin = RetryPlugin()
        change(&plugin)
        return plugin
    }
}

extension Route {
    /// Lets ``RetryPlugin`` try this endpoint again whatever its method, or never.
    ///
    /// Without it the method decides.
    public consuming func retryable(_ isRetryable: Bool = true) -> Route { tag(RetryTag.self, isRetryable) }
}

/// Whether a route may be sent more than once; nil when its method decides.
enum RetryTag: CallTagKey { static let defaultValue: Bool? = nil }
