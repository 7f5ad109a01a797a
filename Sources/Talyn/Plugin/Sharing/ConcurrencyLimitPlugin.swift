/// Limits how many exchanges run at once; the others wait in the order they came.
///
/// A place is taken by each attempt and each redirect, and held until its response is there; with a streamed response until
/// its head is. Copies of a provider share the places. Waiting does not count towards ``CallOptions/timeout``; when
/// ``CallOptions/deadline`` passes meanwhile, the call fails with `URLError.timedOut` by the provider's clock. Who is
/// cancelled while waiting leaves the line at once. The timeline says how long was waited.
///
/// A call that a plugin behind this one makes within an exchange takes no place of its own, whatever its host: it would wait
/// for the one that waits for it; nor do the calls of a token refresh. Both go by the task: a call made in `Task.detached`
/// waits. Calls made in `interceptCall` or `prepare` hold no place, and take one like any other.
public struct ConcurrencyLimitPlugin: ExchangeInterceptor {
    /// What the limit is counted for.
    public enum Scope: Sendable, Hashable {
        /// All calls of the provider together.
        case provider
        /// Each host, with its port, by itself.
        case host
    }

    private let scope: Scope
    let places: PermitPool

    /// A limit of exchanges at once; less than one is taken as one. Default: for all calls of the provider together.
    public init(_ limit: Int, per scope: Scope = .provider) {
        self.scope = scope
        places = PermitPool(max(limit, 1))
    }

    /// Waits for a place, and holds it while the exchange runs.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        // The pipeline refuses these, and says why.
        if Task.isCancelled || context.isDryRun || context.isOverdue(for: endpoint) { return try await next(endpoint) }
        if ReentrancyGuard.isWithin(places) || ReentrancyGuard.isWithin(TokenRefreshes.all) {
            return try await next(endpoint)
        }
        let line = scope == .host ? Origin(endpoint.url) : nil
        try await places.take(in: line, for: endpoint, context)
        defer { places.free(in: line) }
        return try await ReentrancyGuard.within(places) { () async throws(RequestError) in try await next(endpoint) }
    }
}

extension Plugin where Self == ConcurrencyLimitPlugin {
    /// Limits how many exchanges run at once: ``ConcurrencyLimitPlugin``. Default: for all calls of the provider together.
    public static func concurrencyLimit(_ limit: Int, per scope: ConcurrencyLimitPlugin.Scope = .provider)
        -> ConcurrencyLimitPlugin
    {
        ConcurrencyLimitPlugin(limit, per: scope)
    }
}

extension ConcurrencyLimitPlugin: RedactedStringConvertible {
    /// The limit and what it is counted for.
    public var description: String { "ConcurrencyLimitPlugin(\(places.limit) per \(scope))" }
}
