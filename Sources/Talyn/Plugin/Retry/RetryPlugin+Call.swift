extension RetryPlugin: CallInterceptor {
    /// Sends the call, and again while that is worth it.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        budget.noteCall(at: context.record.clock.now())
        var retries = 0
        while true {
            do throws(RequestError) { return try await next(endpoint) } catch {
                guard retries < maxRetries, !Task.isCancelled, mayPass(error),
                    allows(endpoint, sentAs: (error.response?.endpoint ?? error.endpoint)?.method, context),
                    shouldRetry(error, context)
                else { throw error }
                switch decision(after: error, retries, endpoint, context) {
                case .giveUp(let reason):
                    context.note("no retry: \(reason)")
                    throw error
                case .wait(let wait):
                    retries += 1
                    context.note("retry \(retries) in \(CallTimeline.text(wait))")
                    try await context.sleep(for: wait)
                }
            }
        }
    }

    /// Whether a failure is one of those that may pass.
    private func mayPass(_ error: RequestError) -> Bool {
        switch error.kind {
        case .status(let status): statuses.contains(status)
        // A page of an error, say, above the limit of a route with small answers.
        case .tooLarge: error.statusCode.map(statuses.contains) ?? false
        case .transport(let error): errorCodes.contains(error.code)
        default: false
        }
    }

    /// Whether an endpoint may be sent more than once, which plugins may have sent by another method.
    private func allows(_ endpoint: Endpoint, sentAs sent: HTTPMethod?, _ context: CallContext) -> Bool {
        guard endpoint.body.isRepeatable else { return false }
        if let isRetryable = context.tags[RetryTag.self] { return isRetryable }
        if let sent, sent != endpoint.method, !isRepeatable(sent) { return false }
        if isRepeatable(endpoint.method) { return true }
        // The endpoint as it came into this ring: each attempt has the same key.
        let key = endpoint.headers["Idempotency-Key"] ?? ""
        return (endpoint.method == .post || endpoint.method == .patch) && !key.isEmpty
    }

    private func isRepeatable(_ method: HTTPMethod) -> Bool { method.isIdempotent || methods.contains(method) }
}

extension RetryPlugin {
    /// What to do after a failure that may pass.
    enum Decision: Equatable {
        case wait(Duration)
        case giveUp(String)
    }

    /// Decides on the retry after so many.
    private func decision(
        after error: RequestError, _ retries: Int, _ endpoint: Endpoint, _ context: CallContext
    ) -> Decision {
        let asked = error.response.flatMap { RetryAfter.wait(in: $0.headers, at: context.date) } ?? .zero
        if asked > max(maxDelay, .zero) { return .giveUp("Retry-After is too long") }
        // On top of what the server asks for: it asks all devices alike.
        let wait = asked + jitteredWait(before: retries, context.randomness)
        let rest = maxElapsed.map { $0.bounded - context.elapsed }
        if let rest = [rest, context.timeLeft(for: endpoint)].compactMap({ $0 }).min(), wait >= rest {
            return .giveUp("no time is left")
        }
        return budget.takeRetry(at: context.record.clock.now()) ? .wait(wait) : .giveUp("the budget is used up")
    }

    /// Between zero and the base, doubled for each retry before, the longest wait at most.
    func jitteredWait(before retries: Int, _ randomness: Randomness) -> Duration {
        let first = baseDelay.sleepable.seconds
        // Not zero times infinity, which is no number.
        guard first > 0 else { return .zero }
        let most = min(first * pow(2, Double(retries)), maxDelay.sleepable.seconds)
        return .seconds(most * randomness.fraction())
    }
}
