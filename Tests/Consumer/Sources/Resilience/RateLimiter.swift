import Talyn

nonisolated struct RateLimited: PluginError {
    let category = ErrorCategory(rawValue: "rateLimited")
    let retryAfter: Duration?
    private var seconds: Int { Int(((retryAfter ?? .zero) / .seconds(1)).rounded(.up)) }
    var description: String { "the rate limit allows a request in \(seconds) s" }
    var errorDescription: String? { "Too many requests. Try again in \(seconds) seconds." }
}

struct RateLimiter: ExchangeInterceptor {
    private struct Quota {
        var left: Int
        var end: Duration
        /// Whether a request is on its way whose response says what the next window allows.
        var isProbing = false
    }

    private let quotas = Guarded<[String: Quota]>([:])
    private let longestWait: Duration

    init(longestWait: Duration = .seconds(10)) { self.longestWait = longestWait }

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        let origin = endpoint.origin
        var waited = Duration.zero
        while let wait = wait(for: origin, at: context.now) {
            guard waited + wait <= longestWait, context.timeLeft(for: endpoint).map({ wait < $0 }) ?? true
            else { throw RateLimited(retryAfter: wait) }
            try await context.clock.sleep(for: wait)
            waited += wait
        }
        if waited > .zero { context.note("waited for the rate limit", waited: waited) }
        let response = try await next(endpoint)
        update(origin, by: response, context)
        return response
    }

    func problem(behind earlier: any Plugin) -> String? {
        earlier is ConcurrencyLimitPlugin ? "calls hold a permit while they wait for the quota" : nil
    }

    /// Takes a request of the quota and returns nil, or returns the time until there is another one.
    private func wait(for origin: String, at now: Duration) -> Duration? {
        quotas.withLock { quotas in
            guard let quota = quotas[origin] else { return nil }
            if quota.end <= now {
                // One request goes ahead. If its response takes longer than a second, so does another one.
                quotas[origin] = Quota(left: 0, end: now + .seconds(1), isProbing: true)
                return nil
            }
            if quota.left <= 0 { return quota.isProbing ? min(.milliseconds(100), quota.end - now) : quota.end - now }
            quotas[origin]?.left -= 1
            return nil
        }
    }

    private func update(_ origin: String, by response: Response, _ context: CallContext) {
        let limit = Self.limit(in: response, at: context.date)
        quotas.withLock { quotas in
            let old = quotas[origin] ?? Quota(left: .max, end: .zero)
            guard let (left, reset) = limit else {
                if old.isProbing, response.statusCode < 400 { quotas[origin] = nil }
                return
            }
            let new = Quota(left: left, end: context.now + reset)
            // Responses overtake each other: the fewest requests count while their window lasts.
            let isFresh = !old.isProbing && old.end > context.now
            if !isFresh || (old.left, new.end) >= (left, old.end) { quotas[origin] = new }
        }
    }

    /// Returns the requests that a response allows, and the time in which it allows no more.
    static func limit(in response: Response, at date: Date) -> (left: Int, reset: Duration)? {
        // The Retry-After of a success or a redirect is about its resource only.
        if response.statusCode >= 400, response.headers.contains("Retry-After"),
            let wait = response.retryAfter(at: date)
        {
            return (0, wait)
        }
        // The reset of a response that allows more requests is read as that of the last one.
        var headers = response.headers
        headers.remove("Retry-After")
        headers["X-RateLimit-Remaining"] = "0"
        if let left = response.headers["X-RateLimit-Remaining"].flatMap({ Int($0) }), left >= 0,
            let reset = response.replacing(headers: headers).retryAfter(at: date)
        {
            return (left, reset)
        }
        // A list such as `"burst";r=0;t=3, "daily";r=90;t=7200`. The names may have commas.
        let list = response.headers.values(for: "RateLimit").joined(separator: ",")
        return list.replacing(/"(\\.|[^"\\])*"/, with: "").split(separator: ",").compactMap { policy in
            let parameters = policy.filter { !$0.isWhitespace }.split(separator: ";").map { $0.split(separator: "=") }
            func number(_ name: String) -> Int? {
                parameters.first { $0.first == name[...] }.flatMap { $0.count == 2 ? Int($0[1]) : nil }
            }
            // A reset beyond a year is malformed, as in the older fields.
            guard let left = number("r"), let reset = number("t"), left >= 0, 0...31_622_400 ~= reset
            else { return nil }
            return (left, .seconds(reset))
        }.min { ($0.left, $1.reset) < ($1.left, $0.reset) }
    }
}
