/// Shares one exchange between equal requests in flight: ten views that need the same picture load it once.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.coalescing(), .concurrencyLimit(4, per: .host)])
/// ```
/// Requests are equal if method, URL, all headers, body and timeout are equal after `prepare`, so requests with
/// different users' tokens never share a response. By default only GET and HEAD are shared. Never shared are bodies
/// from files or streams, responses delivered to files or streams, calls with a progress handler, and calls that a
/// later `DigestPlugin` has yet to sign.
///
/// - Each caller is independent: cancellation ends it alone and at once, its own deadline applies, it decodes its own
///   type, and its error has its own call ID and call site. Its timeline notes "shared with call #12".
/// - The exchange continues while any caller waits, and is cancelled with the last one.
/// - Failures are shared like responses. A request after the end starts a new exchange, and so does each retry and
///   redirect.
/// - `willSend` and `didReceive` are called once per exchange, with the context of the call that started it. If that
///   call ends first, `didReceive` reports it as cancelled or timed out before its `didFinish`, and observers receive
///   nothing of the exchange afterwards. Every call has a `didFinish`.
///
/// Parallel attempts of one call, as in hedging, do not share an exchange.
///
/// A request that a later plugin makes within an exchange is not shared, because it could wait for itself. This is
/// task-local: a request made in `Task.detached` can be shared.
///
/// A request that can be shared runs in its own task, which costs some tens of microseconds even if no other request
/// joins.
///
/// Exchange interceptors after this plugin run once for all callers. Register those that add credentials
/// (``AdaptPlugin``) before it, and ``ConcurrencyLimitPlugin`` after it. Copies of a provider share exchanges; do not
/// use one plugin with providers over different transports.
public struct CoalescingPlugin: ExchangeInterceptor {
    private let methods: Set<HTTPMethod>
    let transfers = CoalescedTransfers()

    /// Makes a plugin for requests of these methods. Default: GET and HEAD.
    public init(methods: Set<HTTPMethod> = [.get, .head]) { self.methods = methods }

    /// Joins the exchange of an equal request in flight, or starts one.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        // A request within an exchange must not wait for others: one of them may wait for this exchange.
        if ReentrancyGuard.isActive(for: transfers) { return try await next(endpoint) }
        guard methods.contains(endpoint.method), !Task.isCancelled, !context.isOverdue(for: endpoint),
            let key = CoalescedTransfers.Key(endpoint, context), !transfers.isLed(key, by: context.id)
        else {
            return try await ReentrancyGuard.run(for: transfers) { () async throws(RequestError) in
                try await next(endpoint)
            }
        }
        return try await transfers.share(key, endpoint, context, next)
    }

    /// The problem of coalescing behind a limit, whose permits are then one per call.
    public func problem(behind earlier: any Plugin) -> String? {
        earlier is ConcurrencyLimitPlugin ? "each call uses a permit, and queued calls cannot share" : nil
    }
}

extension Plugin where Self == CoalescingPlugin {
    /// Shares one exchange between equal requests in flight: ``CoalescingPlugin``. Default: GET and HEAD.
    public static func coalescing(methods: Set<HTTPMethod> = [.get, .head]) -> CoalescingPlugin {
        CoalescingPlugin(methods: methods)
    }
}

extension CoalescingPlugin: RedactedStringConvertible {
    /// The methods that are shared; never a request.
    public var description: String {
        "CoalescingPlugin(\(methods.map(\.rawValue).sortedByBytes().joined(separator: ", ")))"
    }
}
