extension RetryPlugin: CallInterceptor {
    /// Sends the call, and retries it while its failures are transient.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        budget.noteCall(at: context.now)
        var (retries, attempts) = (0, 0)
        while true {
            do throws(RequestError) { return try await next(endpoint) } catch {
                guard retries < maxRetries, !Task.isCancelled, isTransient(error),
                    allows(endpoint, after: error, since: attempts, context),
                    shouldRetry(error, context), let wait = wait(after: error, retries, endpoint, context)
                else { throw error }
                retries += 1
                attempts = context.record.state.withLock { $0.attempts }
                context.note("retry \(retries) in \(CallTimeline.text(wait))")
                try await context.sleep(for: wait)
            }
        }
    }

    /// Returns whether a failure may be transient.
    private func isTransient(_ error: RequestError) -> Bool {
        switch error.kind {
        case .status(let status): statuses.contains(status)
        // For example an error page above the limit of a route with small responses.
        case .tooLarge: error.statusCode.map(statuses.contains) ?? false
        case .transport(let error): errorCodes.contains(error.code)
        case .plugin: error.pluginError?.retryAfter != nil
        default: false
        }
    }

    /// The last method that was sent and is not idempotent; nil if there is none.
    static let sentMethod = CallValue<HTTPMethod?>(nil)

    /// Returns whether an endpoint may be sent more than once; false with a note. Another plugin may have changed its
    /// method.
    private func allows(
        _ endpoint: Endpoint, after error: RequestError, since attempts: Int, _ context: CallContext
    ) -> Bool {
        func refuses(_ reason: String) -> Bool {
            context.note("no retry: \(reason)")
            return false
        }
        if case .stream(let stream) = endpoint.body, !stream.isRepeatable {
            return refuses("\(stream.partThatIsReadOnce) can be read once")
        }
        if let isRetryable = context.tags[RetryTag.self] { return isRetryable || refuses("the route forbids it") }
        // A plugin refused it before an attempt began.
        if case .plugin = error.kind, context.record.state.withLock({ $0.attempts }) == attempts { return true }
        if let sent = context[Self.sentMethod], sent != endpoint.method, !isRepeatable(sent) {
            return refuses("\(sent) is not idempotent")
        }
        if isRepeatable(endpoint.method) { return true }
        // The endpoint as it entered this ring, so each attempt has the same key.
        let key = endpoint.headers["Idempotency-Key"] ?? ""
        let hasKey = (endpoint.method == .post || endpoint.method == .patch) && !key.isEmpty
        return hasKey || refuses("\(endpoint.method) is not idempotent")
    }

    private func isRepeatable(_ method: HTTPMethod) -> Bool { method.isIdempotent || methods.contains(method) }
}

extension RetryPlugin {
    /// Returns the delay before the next retry; nil, with a note, if a retry is pointless.
    private func wait(
        after error: RequestError, _ retries: Int, _ endpoint: Endpoint, _ context: CallContext
    ) -> Duration? {
        func giveUp(_ reason: String) -> Duration? {
            context.note("no retry: \(reason)")
            return nil
        }
        let waits = [error.response.flatMap { retryAfter($0, context) }, error.pluginError?.retryAfter, .zero]
        let asked = waits.compactMap { $0?.bounded }.max() ?? .zero
        if asked > max(maxDelay, .zero) { return giveUp("the requested wait is too long") }
        // Added, because the wait asked for is the same for all devices.
        let wait = asked + jitteredWait(before: retries, context.randomness)
        let rest = maxElapsed.map { $0.bounded - context.elapsed }
        if let rest = [rest, context.timeLeft(for: endpoint)].compactMap({ $0 }).min(), wait >= rest {
            return giveUp("no time is left")
        }
        return budget.takeRetry(at: context.now) ? wait : giveUp("the budget is used up")
    }

    /// Returns a random delay between zero and the base delay doubled per retry, at most the maximum delay.
    func jitteredWait(before retries: Int, _ randomness: Randomness) -> Duration {
        let first = baseDelay.sleepable.seconds
        // Zero times infinity is NaN.
        guard first > 0 else { return .zero }
        let most = min(first * pow(2, Double(retries)), maxDelay.sleepable.seconds)
        return .seconds(most * randomness.fraction())
    }
}
