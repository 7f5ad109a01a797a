// Room: Plugin/Sharing. Shares what calls have in common: one exchange for equal requests, a limited number of permits.
// Knows: the values, the hooks, the clock, and the task-locals that a detached exchange has to clear.

/// Lets equal requests in flight share one exchange: ten views that ask for the same picture load it once.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.coalescing(), .concurrencyLimit(4, per: .host)])
/// ```
/// Requests are equal when method, URL, all headers, body and timeout are, as they stand after `prepare`, so that two
/// users' tokens never share an answer. Only GET and HEAD share, unless `methods` says otherwise. Never shared are bodies
/// from files or streams, responses into files or streams, calls that want word of their progress, and calls that a
/// ``CredentialsPlugin`` for Digest behind this one has yet to sign.
///
/// - Each caller stands for itself: it is cancelled alone and ends at once; its own deadline holds; it decodes to a type of
///   its own; its error has its own call id and call site. Its timeline says "shared with call #12".
/// - The exchange goes on as long as one caller waits, the one who began it or another, and is cancelled with the last.
/// - Failures are shared like answers. Who comes after the end begins anew, and so does each retry and each redirect.
/// - `willSend` and `didReceive` come once, for the exchange that is made, with the context of the caller who began it. When
///   that caller leaves before its end, `didReceive` comes then, cancelled or timed out, before its `didFinish`; observers
///   receive nothing of the exchange after that. `didFinish` comes for each.
///
/// A request that a plugin behind this one makes within an exchange is sent, and not shared: it could wait for itself. That
/// goes by the task: not so for one made in `Task.detached`.
///
/// An exchange that may be shared is a task of its own, which costs some tens of microseconds also when nobody shares it.
///
/// Attempt interceptors behind it run once for all, so those that add credentials (``AdaptPlugin``) stand before it, and
/// ``ConcurrencyLimitPlugin`` behind it. Copies of a provider share; it is not meant for providers over different transports.
public struct CoalescingPlugin: ExchangeInterceptor {
    private let methods: Set<HTTPMethod>
    let transfers = CoalescedTransfers()

    /// A plugin for requests of these methods. Default: GET and HEAD.
    public init(methods: Set<HTTPMethod> = [.get, .head]) { self.methods = methods }

    /// Takes part in the exchange that an equal request has begun, or begins one.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        // What is asked for within an exchange may not wait for others: one of them may wait for this one.
        if ReentrancyGuard.isWithin(transfers) { return try await next(endpoint) }
        guard methods.contains(endpoint.method), !Task.isCancelled, !context.isDryRun,
            !context.isOverdue(for: endpoint),
            let key = CoalescedTransfers.Key(endpoint, context)
        else {
            return try await ReentrancyGuard.within(transfers) { () async throws(RequestError) in
                try await next(endpoint)
            }
        }
        return try await transfers.share(key, endpoint, context, next)
    }
}

extension Plugin where Self == CoalescingPlugin {
    /// Lets equal requests in flight share one exchange: ``CoalescingPlugin``. Default: GET and HEAD.
    public static func coalescing(methods: Set<HTTPMethod> = [.get, .head]) -> CoalescingPlugin {
        CoalescingPlugin(methods: methods)
    }
}

extension CoalescingPlugin: RedactedStringConvertible {
    /// The methods that share; never a request.
    public var description: String {
        "CoalescingPlugin(\(methods.map(\.rawValue).sorted().joined(separator: ", ")))"
    }
}
