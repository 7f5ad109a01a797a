import Talyn

struct IdempotencyKey: CallInterceptor {
    private static let key = CallValue("")

    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        guard endpoint.method == .post || endpoint.method == .patch,
            (endpoint.headers["Idempotency-Key"] ?? "").isEmpty
        else { return try await next(endpoint) }
        var keyed = endpoint
        keyed.headers["Idempotency-Key"] = context.update(Self.key) { key in
            if key.isEmpty { key = "\"\(UUID().uuidString)\"" }  // a string of RFC 9651, hence the quotes
            return key
        }
        return try await next(keyed)
    }

    func problem(behind earlier: any Plugin) -> String? {
        earlier is RetryPlugin || earlier is Hedging ? "it does not see the key, and sends a POST once" : nil
    }
}
