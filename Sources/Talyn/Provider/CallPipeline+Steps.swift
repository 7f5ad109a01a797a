extension Engine {
    /// Before the steps: makes the state that the call shares from its first step to its last.
    func record(
        of subject: CallSubject, at site: CallSite, _ progress: (@Sendable (TransferProgress) -> Void)?,
        _ reception: Reception?
    ) -> CallContext.Record {
        CallContext.Record(
            target: subject.target, callSite: site, baseURL: defaults.baseURL,
            delivery: reception == nil ? .data : .stream,
            meter: progress.map { ProgressMeter(clock.now, counted: reception?.counted, $0) }, clock: clock,
            observation: hooks.observers.isEmpty ? nil : CallObservation(hooks.observers), isDryRun: isDryRun,
            reception: reception)
    }

    /// Before the steps, on a test clock: runs a call in a time of its own. Not part of `run`, because a generic Result
    /// instantiates its type at each call of the function that mentions it.
    @inline(never)
    func callTime<Value, Failure: Error>(
        of clock: any CallScopedClock, _ call: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await clock.callTime { () -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await call()) } catch { return .failure(error) }
        }.get()
    }

    /// Step 1: makes the endpoint, which plugins and transports can read from now on.
    func resolve(_ subject: CallSubject, _ call: CallContext) throws(RequestError) -> CallPlan {
        let plan =
            switch subject {
            case .target(let target): try plan(for: target)
            case .endpoint(let endpoint): try plan(for: endpoint)
            case .page(let target, let link): try plan(for: target, at: link.get())
            }
        call.record.state.withLock { $0.resolved = plan.endpoint }
        if let owner = plan.ownerOfReplacedType { call.noteFormType(insteadOf: owner) }
        return plan
    }

    /// Step 1 for a target: asks for its route once and encodes its body once.
    func plan(for target: some TargetType) throws(RequestError) -> CallPlan {
        let route = target.resolvedRoute
        do {
            let endpoint = try Endpoint.resolving(target, route: route, defaults: defaults)
            return CallPlan(
                endpoint: endpoint, validation: route.validation ?? target.validation,
                transformers: target.bodyTransformers,
                ownerOfReplacedType: endpoint.body.form == nil ? nil : ownerOfType(route.headers))
        } catch {
            throw RequestError(.invalidRequest(UnresolvableTarget.reason(of: error)))
        }
    }

    /// Step 1 for a further page of a target, as a redirect to it.
    private func plan(for target: some TargetType, at link: URL) throws(RequestError) -> CallPlan {
        var plan = try plan(for: target)
        let policy = plan.endpoint.options.redirects ?? defaults.redirects
        plan.endpoint = try policy.following(link, from: plan.endpoint)
        plan.endpoint.options.isPage = true
        plan.ownerOfReplacedType = nil
        return plan
    }

    /// Returns the declarer of a `Content-Type` that a body would get without its own; nil if there is none.
    private func ownerOfType(_ headers: HTTPHeaders) -> String? {
        if headers.contains("Content-Type") { return "the target" }
        return defaults.headers.contains("Content-Type") ? "the provider" : nil
    }

    /// Step 1 for a hand-made endpoint: adds the defaults and checks it. An origin other than the base URL's gets only
    /// default headers that are safe there.
    private func plan(for endpoint: Endpoint) throws(RequestError) -> CallPlan {
        var endpoint = endpoint
        var headers = defaults.headers(for: endpoint.url, base: defaults.baseURL ?? endpoint.target?.baseURL)
        headers.merge(endpoint.headers)
        endpoint.headers = headers
        endpoint.options.inherit(
            from: defaults.options(for: endpoint.url, base: defaults.baseURL ?? endpoint.target?.baseURL))
        let owner = endpoint.setFormType() ? "the endpoint" : nil
        if let problem = endpoint.problem { throw RequestError(.invalidRequest(problem)) }
        guard let target = endpoint.target else { return CallPlan(endpoint: endpoint, ownerOfReplacedType: owner) }
        return CallPlan(
            endpoint: endpoint, validation: target.resolvedRoute.validation ?? target.validation,
            transformers: target.bodyTransformers, ownerOfReplacedType: owner)
    }

    /// Steps 2 and 4: runs the hooks of a ring around its core, the first plugin outermost. With a plan, a plugin's own
    /// response is validated as in step 6.
    @inline(__always)
    func around(
        _ ring: [Interceptor], _ endpoint: Endpoint, _ context: CallContext, validating plan: CallPlan? = nil,
        core: @escaping Next.Core
    ) async throws(RequestError) -> Response {
        if ring.isEmpty { return try await core(endpoint, context) }
        let accept: Next.Acceptance? = if let plan { acceptance(by: plan) } else { nil }
        return try await Next(ring, given: endpoint, context: context, accept: accept, core: core)(endpoint)
    }

    // A closure within a closure here ends the compiler (6.3).
    private func acceptance(by plan: CallPlan) -> Next.Acceptance {
        { [self] (response, context) throws(RequestError) in try validate(response, plan, context) }
    }

    /// Step 3: a stream or download, then plugins in order, change the endpoint.
    @inline(__always)
    func prepare(_ endpoint: Endpoint, _ attempt: CallContext) async throws(RequestError) -> Endpoint {
        let reception = attempt.record.reception
        if hooks.preparers.isEmpty, reception == nil { return endpoint }
        var prepared = endpoint
        do { try reception?.prepare(&prepared) } catch { throw attempt.failure(error, at: prepared) }
        for plugin in hooks.preparers {
            let given = prepared
            do { try await plugin.prepare(&prepared, context: attempt) } catch {
                throw attempt.failure(error, of: plugin, at: prepared)
            }
            prepared = prepared.continuing(given)
        }
        prepared.options.inherit(from: endpoint.options)
        // Before plugins of the exchange ring sign the headers.
        if prepared.setFormType() { attempt.noteFormType(insteadOf: "a plugin") }
        return prepared
    }

    /// Around steps 4 and 5: sends the endpoint, and again for each redirect and each further range of a download.
    /// `hop` is the endpoint sent last.
    @inline(__always)
    func followingRedirects(
        from hop: inout Endpoint, _ attempt: CallContext,
        send: (Endpoint, CallContext) async throws(RequestError) -> Response
    ) async throws(RequestError) -> Response {
        var followed = 0
        while true {
            let response = try await send(hop, attempt.after(redirects: followed))
            if let next = try attempt.record.reception?.endpoint(after: response, to: hop) {
                hop = next
                continue
            }
            let policy = hop.options.redirects ?? defaults.redirects
            guard let next = try policy.next(after: response, to: hop, followed: followed) else { return response }
            hop = next
            followed += 1
        }
    }

    /// Step 5: one exchange; each `willSend` is followed by its `didReceive`.
    @inline(__always)
    @Sendable func exchange(_ endpoint: Endpoint, _ attempt: CallContext) async throws(RequestError) -> Response {
        var endpoint = endpoint
        if hooks.changeEndpoints, endpoint.setFormType() { attempt.noteFormType(insteadOf: "a plugin") }
        if let error = refusal(of: endpoint, attempt) { throw error }
        let transport = isDryRun ? self.transport : StubScope.transport ?? self.transport
        LiveCallNotice.ofTests?.call(endpoint, over: transport, attempt)
        let observation = attempt.record.observation
        let number = observation?.willSend(endpoint, attempt)
        let start = attempt.elapsed
        let result: Result<Response, RequestError>
        do {
            var response = try await transport.send(endpoint, context: attempt)
            if let receive = attempt.record.reception?.receive { response = try await receive(response, attempt) }
            result = .success(try await response.collected(for: attempt, upTo: endpoint.options.maxBodySize))
        } catch {
            result = .failure(attempt.failure(error, at: endpoint))
        }
        attempt.record(
            CallTimeline.Entry.Event(result), since: start, transport: transport.label, tail: (try? result.get())?.tail)
        if let observation, let number { observation.didReceive(result, of: number, attempt) }
        return try result.get()
    }

    /// Returns the error that keeps a prepared endpoint from being sent; nil if there is none.
    private func refusal(of endpoint: Endpoint, _ attempt: CallContext) -> RequestError? {
        if Task.isCancelled { return RequestError(.cancelled) }
        // The first step checked the endpoint of the target; plugins may have changed it since.
        if hooks.changeEndpoints, let problem = endpoint.problem { return RequestError(.invalidRequest(problem)) }
        return attempt.isOverdue(for: endpoint) ? .deadlineIsOver : nil
    }

    /// Step 6: filters the status, runs the target's body transformers, then checks the body.
    ///
    /// Of a response accepted in this call, a plugin may have changed only the status. One accepted in another call,
    /// such as a cached one, was transformed there.
    func validate(
        _ response: Response, _ plan: CallPlan, _ context: CallContext
    ) throws(RequestError) -> Response {
        var response = response.belonging(to: plan.endpoint)
        try plan.validation.validateStatus(of: response)
        try context.record.reception?.validate(response)
        if response.acceptance?.call == context.id { return response }
        if response.acceptance == nil {
            for transformer in plan.transformers { response = try transformer(response) }
        }
        try plan.validation.validateContent(of: response)
        return plan.transformers.isEmpty ? response : response.accepted(by: context.id)
    }

    /// Step 7: plugins replace the result, in order.
    @inline(__always)
    func process(
        _ result: Result<Response, RequestError>, _ plan: CallPlan, _ attempt: CallContext
    ) async throws(RequestError) -> Response {
        var result = result
        // Processors need the whole body.
        if attempt.staysOpen, case .success(let response) = result { return response }
        for plugin in hooks.processors {
            do {
                result = .success(try await plugin.process(result, context: attempt).belonging(to: plan.endpoint))
            } catch {
                result = .failure(attempt.failure(error, of: plugin, at: plan.endpoint))
            }
        }
        return try result.get()
    }

    /// Step 10: observers receive the outcome.
    func finish(
        _ result: Result<Response, RequestError>, _ call: CallContext, streamed: Int64? = nil, readerLeft: Bool = false
    ) {
        call.record.meter?.flush()
        let attempts = call.record.state.withLock { state in
            state.isFinished = true
            return state.attempts
        }
        guard let observation = call.record.observation else { return }
        observation.didFinish(
            CallOutcome(
                result: result, duration: call.elapsed, attempts: attempts, streamedBytes: streamed,
                readerLeft: readerLeft), call)
    }
}

extension CallContext {
    /// Returns the context of the next attempt.
    func beginningAttempt() -> CallContext {
        let attempt = record.state.withLock { state in
            state.attempts += 1
            return state.attempts
        }
        return CallContext(record, attempt: attempt)
    }

    /// Returns the context of the exchange after a number of redirects.
    func after(redirects: Int) -> CallContext { CallContext(record, attempt: attempt, redirects: redirects) }
}

extension CallTimeline.Entry.Event {
    fileprivate init(_ result: Result<Response, RequestError>) {
        switch result {
        case .success(let response): self = .response(status: response.statusCode)
        case .failure(let error): self = .failure(error.category)
        }
    }
}
