import Talyn

nonisolated struct Overloaded: PluginError {
    let category = ErrorCategory(rawValue: "overloaded")
    let description = "too many requests are waiting"
    var errorDescription: String? { "The app is busy. Try again later." }
}

struct LoadShedding: ExchangeInterceptor {
    private let limit: Int
    private let counts = Guarded<[String: Int]>([:])

    init(above limit: Int) { self.limit = limit }

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        let origin = endpoint.origin
        try counts.withLock { counts in
            guard counts[origin, default: 0] < limit else { throw Overloaded() }
            counts[origin, default: 0] += 1
        }
        let leave = { @Sendable in counts.withLock { $0[origin, default: 0] -= 1 } }
        do throws(RequestError) {
            return try await next(endpoint).onBodyEnd { _ in leave() }
        } catch {
            leave()
            throw error
        }
    }

    /// The exchanges that run or wait, streams until the end of their bodies.
    func count(of origin: String) -> Int { counts.withLock { $0[origin, default: 0] } }

    func problem(behind earlier: any Plugin) -> String? {
        earlier is ConcurrencyLimitPlugin || earlier is RateLimiter ? "calls wait before they are counted" : nil
    }
}
