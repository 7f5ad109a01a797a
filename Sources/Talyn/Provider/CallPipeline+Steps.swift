extension Engine {
    /// Step 1: the target becomes an endpoint, its route asked for once, its body encoded once.
    func plan(for target: some TargetType) throws(RequestError) -> CallPlan {
        let route = target.resolvedRoute
        do {
            let endpoint = try Endpoint(resolving: target, route: route, defaults: defaults)
            return CallPlan(
                endpoint: endpoint, validation: route.validation ?? target.validation,
                transformers: target.bodyTransformers)
        } catch {
            throw RequestError(.invalidRequest(UnresolvableTarget.reason(of: error)))
        }
    }

    /// Step 1 for an endpoint made by hand: it takes over the defaults and is checked.
    func plan(for endpoint: Endpoint) throws(RequestError) -> CallPlan {
        var endpoint = endpoint
        var headers = defaults.headers
        headers.merge(endpoint.headers)
        endpoint.headers = headers
        endpoint.options.inherit(from: defaults)
        if let problem = endpoint.problem { throw RequestError(.invalidRequest(problem)) }
        return CallPlan(endpoint: endpoint)
    }

    /// Steps 2 and 4: the hooks of a ring around its core, the first plugin outermost.
    func around(
        _ ring: [Interceptor], _ endpoint: Endpoint, _ context: CallContext, _ core: @escaping Next.Core
    ) async throws(RequestError) -> Response {
        if ring.isEmpty { return try await core(endpoint, context) }
        return try await Next(ring, context: context, core: core)(endpoint)
    }

    /// Step 3: plugins change the endpoint, in order.
    func prepare(_ endpoint: Endpoint, _ attempt: CallContext) async throws(RequestError) -> Endpoint {
        var endpoint = endpoint
        for plugin in preparers {
            do { try await plugin.prepare(&endpoint, context: attempt) } catch {
                throw attempt.failure(error, of: plugin).at(endpoint, attempt)
            }
        }
        return endpoint
    }

    /// Around steps 4 and 5: sends the endpoint, and again where a redirect says so.
    func followingRedirects(
        from endpoint: Endpoint, _ attempt: CallContext,
        send: (Endpoint) async throws(RequestError) -> Response
    ) async -> Result<Response, RequestError> {
        var hop = endpoint
        var followed = 0
        do throws(RequestError) {
            while true {
                let response = try await send(hop)
                let policy = hop.options.redirects ?? defaults.redirects
                guard let next = try policy.next(after: response, to: hop, followed: followed) else {
                    return .success(response)
                }
                hop = next
                followed += 1
            }
        } catch {
            return .failure(error.at(hop, attempt))
        }
    }

    /// Step 5: one exchange; each `willSend` is followed by its `didReceive`.
    @Sendable func exchange(_ endpoint: Endpoint, _ attempt: CallContext) async throws(RequestError) -> Response {
        if let error = refusal(of: endpoint, attempt) { throw error.at(endpoint, attempt) }
        let transport = StubScope.transport ?? self.transport
        for observer in observers { observer.willSend(endpoint, context: attempt) }
        let start = attempt.elapsed
        let result: Result<Response, RequestError>
        do { result = .success(try await transport.send(endpoint, context: attempt)) } catch {
            result = .failure(RequestError(thrownByTransport: error).at(endpoint, attempt))
        }
        attempt.record(CallTimeline.Entry.Event(result), since: start, transport: transport.label)
        for observer in observers { observer.didReceive(result, context: attempt) }
        return try result.get()
    }

    /// Why an endpoint is not sent although everything was prepared; nil when it is.
    private func refusal(of endpoint: Endpoint, _ attempt: CallContext) -> RequestError? {
        if Task.isCancelled { return RequestError(.cancelled) }
        // The first step checked what the target made; plugins may have put in anything since.
        if let problem = endpoint.headers.problem { return RequestError(.invalidRequest(problem)) }
        if let left = attempt.timeLeft(for: endpoint), left <= .zero {
            return RequestError(.transport(URLError(.timedOut, text: "the deadline is over")))
        }
        return nil
    }

    /// Step 6: the status filter and the checks asked for; then the target's body transformers.
    func validate(
        _ received: Result<Response, RequestError>, _ plan: CallPlan, _ attempt: CallContext
    ) -> Result<Response, RequestError> {
        do throws(RequestError) {
            var response = try received.get()
            try plan.validation.validate(response)
            for transformer in plan.transformers { response = try transformer(response) }
            return .success(response)
        } catch {
            return .failure(error.at(plan.endpoint, attempt))
        }
    }

    /// Step 7: plugins replace the result, in order.
    func process(
        _ result: Result<Response, RequestError>, _ attempt: CallContext
    ) async throws(RequestError) -> Response {
        var result = result
        for plugin in processors {
            do { result = .success(try await plugin.process(result, context: attempt)) } catch {
                result = .failure(attempt.failure(error, of: plugin).at(attempt.resolved, attempt))
            }
        }
        return try result.get()
    }

    /// Step 10: plugins see the outcome.
    func finish(_ result: Result<Response, RequestError>, _ call: CallContext) {
        if observers.isEmpty { return }
        let attempts = call.record.state.withLock { $0.attempts }
        let outcome = CallOutcome(result: result, duration: call.elapsed, attempts: attempts)
        for observer in observers { observer.didFinish(outcome, context: call) }
    }
}

extension CallContext {
    /// The context of the next attempt.
    func beginningAttempt() -> CallContext {
        let attempt = record.state.withLock { state in
            state.attempts += 1
            return state.attempts
        }
        return CallContext(record, attempt: attempt)
    }
}

extension CallTimeline.Entry.Event {
    fileprivate init(_ result: Result<Response, RequestError>) {
        switch result {
        case .success(let response): self = .response(status: response.statusCode)
        case .failure(let error): self = .failure(error.category)
        }
    }
}
