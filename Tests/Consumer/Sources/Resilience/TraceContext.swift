import Talyn

struct TraceContext: ExchangeInterceptor {
    struct Trace {
        let id: String
        var flags = "01"

        /// Reads a `traceparent`; nil for a malformed one.
        init?(parent: String) {
            // An ID of zeros only is invalid.
            guard let match = parent.wholeMatch(of: /00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})/)
            else { return nil }
            (id, flags) = (String(match.1), String(match.2))
        }

        init(id: String) { self.id = id }
    }

    /// The trace of a call, for other plugins; nil before its first exchange.
    static let trace = CallValue<Trace?>(nil)
    /// The `traceparent` of the work that calls belong to, such as a request that a server handles.
    @TaskLocal static var parent: String?

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        guard context.isSameOrigin(endpoint) else { return try await next(endpoint) }
        let trace = context.update(Self.trace) { trace in
            let known = trace ?? Self.parent.flatMap(Trace.init(parent:))
            let found = known ?? Trace(id: Self.hex(context.randomness) + Self.hex(context.randomness))
            trace = found
            return found
        }
        var traced = endpoint
        traced.headers["traceparent"] = "00-\(trace.id)-\(Self.hex(context.randomness))-\(trace.flags)"
        return try await next(traced)
    }

    /// Returns 16 random digits that are not all zero.
    private static func hex(_ randomness: Randomness) -> String {
        let digits = String(max(1, randomness.next()), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
