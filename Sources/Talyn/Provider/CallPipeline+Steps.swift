extension Engine {
    /// Step 1: the target becomes an endpoint, its route asked for once, its body encoded once.
    func plan(for target: some TargetType) throws(RequestError) -> CallPlan {
        let route = target.resolvedRoute
        do {
            let endpoint = try Endpoint.resolving(target, route: route, defaults: defaults)
            return CallPlan(
                endpoint: endpoint, validation: route.validation ?? target.validation,
                transformers: target.bodyTransformers)
        } catch {
            throw RequestError(.invalidRequest(UnresolvableTarget.reason(of: error)))
        }
    }

    /// Step 1 for an endpoint that is there already: it takes over the defaults and is checked.
    ///
    /// It may lead anywhere, so that of the default headers only those go along that are safe at another origin.
    func plan(for endpoint: Endpoint) throws(RequestError) -> CallPlan {
        var endpoint = endpoint
        var headers = defaults.headers(for: endpoint.url, base: defaults.baseURL ?? endpoint.target?.baseURL)
        headers.merge(endpoint.headers)
        endpoint.headers = headers
        endpoint.options.inherit(from: defaults.options)
        if let problem = endpoint.problem { throw RequestError(.invalidRequest(problem)) }
        guard let target = endpoint.target else { return CallPlan(endpoint: endpoint) }
        return CallPlan(
            endpoint: endpoint, validation: target.resolvedRoute.validation ?? target.validation,
            transformers: target.bodyTransformers)
    }

    /// Steps 2 and 4: the hooks of a ring around its core, the first plugin outermost. With a plan, what a plugin answers
    /// itself is validated as step 6 does it.
    @inline(__always)
    func around(
        _ ring: [Interceptor], _ endpoint: Endpoint, _ context: CallContext, validating plan: CallPlan? = nil,
        core: @escaping Next.Core
    ) async throws(RequestError) -> Response {
        // A dry run passes the call ring by.
        if ring.isEmpty || plan != nil && context.isDryRun { return try await core(endpoint, context) }
        let accept = plan.map(acceptance(by:))
        return try await Next(ring, given: endpoint, context: context, accept: accept, core: core)(endpoint)
    }

    private func acceptance(by plan: CallPlan) -> Next.Acceptance {
        { [self] (response, context) throws(RequestError) in try validated(response, plan, context) }
    }

    /// Step 3: plugins change the endpoint, in order.
    @inline(__always)
    func prepare(_ endpoint: Endpoint, _ attempt: CallContext) async throws(RequestError) -> Endpoint {
        if preparers.isEmpty { return endpoint }
        var prepared = endpoint
        for plugin in preparers {
            let given = prepared
            do { try await plugin.prepare(&prepared, context: attempt) } catch {
                throw attempt.failure(error, of: plugin).at(prepared, attempt)
            }
            prepared = prepared.continuing(given)
            attempt.record.dryRun?.pass("prepare", plugin, prepared)
        }
        prepared.options.inherit(from: endpoint.options)
        return prepared
    }

    /// Around steps 4 and 5: sends the endpoint, and again where a redirect says so.
    @inline(__always)
    func followingRedirects(
        from endpoint: Endpoint, _ attempt: CallContext,
        send: (Endpoint, CallContext) async throws(RequestError) -> Response
    ) async -> Result<Response, RequestError> {
        var hop = endpoint
        var followed = 0
        do throws(RequestError) {
            while true {
                let response = try await send(hop, attempt.after(redirects: followed))
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
    @inline(__always)
    @Sendable func exchange(_ endpoint: Endpoint, _ attempt: CallContext) async throws(RequestError) -> Response {
        if let error = refusal(of: endpoint, attempt) { throw error.at(endpoint, attempt) }
        if let dryRun = attempt.record.dryRun { throw dryRun.end(at: endpoint) }
        let transport = StubScope.transport ?? self.transport
        let observation = attempt.record.observation
        let number = observation?.willSend(endpoint, attempt)
        let start = attempt.elapsed
        let result: Result<Response, RequestError>
        do {
            let response = try await transport.send(endpoint, context: attempt)
            result = .success(try await response.collected(for: attempt, upTo: endpoint.options.maxBodySize))
        } catch {
            result = .failure(RequestError(thrownByTransport: error).at(endpoint, attempt))
        }
        attempt.record(CallTimeline.Entry.Event(result), since: start, transport: transport.label)
        if let observation, let number { observation.didReceive(result, of: number, attempt) }
        return try result.get()
    }

    /// Why an endpoint is not sent although everything was prepared; nil when it is.
    private func refusal(of endpoint: Endpoint, _ attempt: CallContext) -> RequestError? {
        if Task.isCancelled { return RequestError(.cancelled) }
        // The first step checked what the target made; plugins may have put in anything since.
        if changesEndpoints, let problem = endpoint.problem { return RequestError(.invalidRequest(problem)) }
        return attempt.isOverdue(for: endpoint) ? .deadlineIsOver : nil
    }

    /// Step 6: the status filter; then the target's body transformers; then what is asked of the body.
    func validate(
        _ received: Result<Response, RequestError>, _ plan: CallPlan, _ attempt: CallContext
    ) -> Result<Response, RequestError> {
        do throws(RequestError) { return .success(try validated(received.get(), plan, attempt)) } catch {
            return .failure(error.at(plan.endpoint, attempt))
        }
    }

    /// A response as step 6 lets it pass. Of one that passed in this call a plugin may have changed the status alone; one
    /// that passed in another call, and was kept, has been transformed there.
    private func validated(
        _ response: Response, _ plan: CallPlan, _ context: CallContext
    ) throws(RequestError) -> Response {
        do throws(RequestError) {
            var response = response.belonging(to: plan.endpoint)
            if context.isDryRun { return response }
            try plan.validation.validateStatus(of: response)
            if response.acceptance?.call == context.id { return response }
            if response.acceptance == nil {
                for transformer in plan.transformers { response = try transformer(response) }
            }
            try plan.validation.validateContent(of: response)
            return plan.transformers.isEmpty ? response : response.accepted(by: context.id)
        } catch {
            throw error.at(plan.endpoint, context)
        }
    }

    /// Step 7: plugins replace the result, in order.
    @inline(__always)
    func process(
        _ result: Result<Response, RequestError>, _ plan: CallPlan, _ attempt: CallContext
    ) async throws(RequestError) -> Response {
        var result = result
        for plugin in processors where !attempt.isDryRun {
            do {
                result = .success(try await plugin.process(result, context: attempt).belonging(to: plan.endpoint))
            } catch {
                result = .failure(attempt.failure(error, of: plugin).at(plan.endpoint, attempt))
            }
        }
        return try result.get()
    }

    /// Step 10: plugins see the outcome.
    func finish(_ result: Result<Response, RequestError>, _ call: CallContext) {
        let attempts = call.record.state.withLock { state in
            state.isFinished = true
            return state.attempts
        }
        guard let observation = call.record.observation else { return }
        observation.didFinish(CallOutcome(result: result, duration: call.elapsed, attempts: attempts), call)
    }
}

extension CallContext {
    /// Lets plugins and transports read the endpoint as the target declares it.
    func remember(_ endpoint: Endpoint) {
        record.state.withLock { $0.resolved = endpoint }
        record.dryRun?.begin(endpoint)
    }

    /// The context of the next attempt.
    func beginningAttempt() -> CallContext {
        let attempt = record.state.withLock { state in
            state.attempts += 1
            return state.attempts
        }
        return CallContext(record, attempt: attempt)
    }

    /// The context of the exchange behind so many redirects.
    func after(redirects: Int) -> CallContext {
        CallContext(record, attempt: attempt, redirects: redirects)
    }
}

extension RequestError {
    /// The error as the call ends with it: cancelled means that the task was, and nothing else.
    func ending(_ call: CallContext) -> RequestError {
        if Task.isCancelled { return becoming(.cancelled).at(call.resolved, call) }
        guard case .cancelled = kind else { return at(call.resolved, call) }
        let text = "a plugin or transport gave up, and the task was not cancelled"
        return becoming(.transport(URLError(.cancelled, text: text))).at(call.resolved, call)
    }
}

extension Response {
    /// The response as one of the call's own: the target decides how it is decoded, wherever a plugin took it from.
    func belonging(to endpoint: Endpoint) -> Response {
        if self.endpoint.source === endpoint.source { return self }
        return Response(self, endpoint: self.endpoint.made(from: endpoint), acceptance: acceptance)
    }
}

extension Endpoint {
    /// The same endpoint as one made from the target of another.
    fileprivate func made(from other: Endpoint) -> Endpoint {
        if source === other.source { return self }
        return Endpoint(
            method: method, url: lazyURL, headers: headers, body: body, options: options, source: other.source)
    }

    /// What a plugin goes on with in the place of what it was given: of the same target and carried the same way, also when
    /// it was made anew, from a `URLRequest` say.
    func continuing(_ given: Endpoint) -> Endpoint {
        // Nearly always it is a copy.
        if let source, source === given.source { return self }
        var endpoint = made(from: given)
        endpoint.options.inherit(from: given.options)
        endpoint.options.keepNotes(of: given.options)
        return endpoint
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
