import Talyn

struct IdempotencyKey: CallInterceptor {
    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        guard endpoint.method == .post || endpoint.method == .patch, !endpoint.headers.contains("Idempotency-Key")
        else { return try await next(endpoint) }
        var keyed = endpoint
        keyed.headers["Idempotency-Key"] = "\"\(UUID().uuidString)\""  // a string of RFC 9651, hence the quotes
        return try await next(keyed)
    }

    func problem(behind earlier: any Plugin) -> String? {
        earlier is RetryPlugin || earlier is Hedging ? "it does not see the key, and sends a POST once" : nil
    }
}
