/// Limits the number of concurrent exchanges; further ones wait in order.
///
/// Each attempt and each redirect takes a permit until its response has arrived, or the head of a streamed response.
/// Copies of a provider share the permits. Waiting does not consume ``CallOptions/timeout``; if
/// ``CallOptions/deadline`` passes while waiting, the call fails with `URLError.timedOut`. A cancelled call leaves the
/// queue at once. The timeline notes the time waited.
///
/// A call that a later plugin makes within an exchange takes no permit, whatever its host: it could wait for the
/// exchange that waits for it. The same applies to calls of a token refresh. Both rules are task-local: a call made in
/// `Task.detached` waits. Calls made in `interceptCall` or `prepare` take a permit like any other.
public struct ConcurrencyLimitPlugin: ExchangeInterceptor {
    /// The unit to which the limit applies.
    public enum Scope: Sendable, Hashable {
        /// All calls of the provider together.
        case provider
        /// Each host and port separately.
        case host
    }

    private let scope: Scope
    let permits: PermitPool

    /// Makes a limit of concurrent exchanges; less than one counts as one. Default: for all calls of the provider
    /// together.
    public init(_ limit: Int, per scope: Scope = .provider) {
        self.scope = scope
        permits = PermitPool(max(limit, 1))
    }

    /// Waits for a permit and holds it during the exchange.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        // The pipeline rejects these with an error.
        if Task.isCancelled || context.isOverdue(for: endpoint) { return try await next(endpoint) }
        if ReentrancyGuard.isActive(for: permits) || ReentrancyGuard.isActive(for: TokenRefreshes.all) {
            return try await next(endpoint)
        }
        let queue = scope == .host ? Origin(endpoint.url) : nil
        try await permits.take(in: queue, for: endpoint, context)
        defer { permits.free(in: queue) }
        return try await ReentrancyGuard.run(for: permits) { () async throws(RequestError) in try await next(endpoint) }
    }
}

extension Plugin where Self == ConcurrencyLimitPlugin {
    /// Limits the number of concurrent exchanges: ``ConcurrencyLimitPlugin``. Default: for all calls of the provider
    /// together.
    public static func concurrencyLimit(_ limit: Int, per scope: ConcurrencyLimitPlugin.Scope = .provider)
        -> ConcurrencyLimitPlugin
    {
        ConcurrencyLimitPlugin(limit, per: scope)
    }
}

extension ConcurrencyLimitPlugin: RedactedStringConvertible {
    /// The limit and its scope.
    public var description: String { "ConcurrencyLimitPlugin(\(permits.limit) per \(scope))" }
}
