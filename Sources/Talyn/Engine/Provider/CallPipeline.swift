// The ten steps of a call, in their order. 8 and 9 are the arguments `decode:` and `catch:`, in Provider+Request.swift.
// `bodyHandler` takes the body of a download or a stream: see Model/Call/BodyHandler.swift.

extension Engine {
    /// Runs one call to its value or its one error. A call ends here, exactly once. A stream ends later: its
    /// ``OpenCall`` ends it with the body.
    func run<Value, Failure: Error>(
        _ subject: CallSubject, at site: CallSite, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        taking bodyHandler: (any BodyHandler)? = nil, decode: (Response, CallContext) throws(RequestError) -> Value,
        catch map: (RequestError) -> Failure
    ) async throws(Failure) -> Value {
        let call = CallContext(record(of: subject, at: site, progress, bodyHandler))
        do throws(RequestError) {
            let response = try await respond(to: subject, call)  // 1 resolve to 7 process
            let value = try decode(response, call)  // 8 decode
            if !call.staysOpen { finish(.success(response), call) }  // 10 finish
            return value
        } catch {
            var error = call.ending(await error.collectingBody(of: call))
            if let bodyHandler { error = bodyHandler.failed(error) }
            let failure = map(error)  // 9 catch
            TokenRefreshes.note(failure, of: error)
            finish(.failure(error), call)  // 10 finish
            throw failure
        }
    }

    /// Makes the state that the call shares from its first step to its last.
    private func record(
        of subject: CallSubject, at site: CallSite, _ progress: (@Sendable (TransferProgress) -> Void)?,
        _ bodyHandler: (any BodyHandler)?
    ) -> CallContext.Record {
        CallContext.Record(
            target: subject.target, callSite: site, baseURL: defaults.baseURL,
            delivery: bodyHandler == nil ? .data : .stream,
            meter: progress.map { ProgressMeter(clock.now, bodyHandler, $0) }, clock: clock,
            observation: hooks.observers.isEmpty ? nil : CallObservation(hooks.observers), bodyHandler: bodyHandler)
    }

    /// Runs steps 1 to 7, which know no type of the caller. A download is then moved to its destination.
    // Inlined, as `exchange` is: two asynchronous frames more are 5 % of a stubbed call.
    @inline(__always)
    private func respond(to subject: CallSubject, _ call: CallContext) async throws(RequestError) -> Response {
        let plan = try plan(for: subject)  // 1 resolve
        call.record.state.withLock { $0.resolved = plan.endpoint }
        let response = try await attempts(plan.endpoint, plan, call)  // 2 call ring
        guard let bodyHandler = call.record.bodyHandler else { return response }
        do { return try await bodyHandler.complete(response, call) } catch {
            throw await call.failure(error, at: response.endpoint).collectingBody(of: call)
        }
    }

    /// Runs steps 1 and 3 alone: the endpoint as plugins prepare it. Nothing is sent, and no observer learns of it.
    func prepared(_ target: some TargetType, at site: CallSite) async throws(RequestError) -> Endpoint {
        let call = CallContext(record(of: .target(target), at: site, nil, nil), attempt: 1)
        defer { call.releaseValues() }
        do throws(RequestError) {
            let endpoint = try plan(for: target).endpoint
            call.record.state.withLock { $0.resolved = endpoint }
            let prepared = try await prepare(endpoint, call)
            if let problem = prepared.problem { throw RequestError(.invalidRequest(problem)) }
            return prepared
        } catch { throw call.ending(error) }
    }

    /// Runs steps 3 to 7: one attempt. They run each time a plugin of the call ring calls `next`.
    private func attempt(
        _ endpoint: Endpoint, _ plan: CallPlan, _ attempt: CallContext
    ) async throws(RequestError) -> Response {
        var sent = try await prepare(endpoint, attempt)  // 3 prepare
        let result: Result<Response, RequestError>
        do throws(RequestError) {
            let response = try await exchanges(from: &sent, attempt)  // 4 exchange ring, 5 send
            result = .success(try validate(response, plan, attempt))  // 6 validate
        } catch {
            result = .failure(attempt.failure(await error.collectingBody(of: attempt), at: sent))
        }
        return try await process(result, plan, attempt)  // 7 process
    }

    // MARK: 1 resolve

    private func plan(for subject: CallSubject) throws(RequestError) -> CallPlan {
        switch subject {
        case .target(let target): try plan(for: target)
        case .endpoint(let endpoint): try plan(for: endpoint)
        case .page(let target, let link): try plan(for: target, at: link.get())
        }
    }

    /// Asks a target for its route once and encodes its body once.
    func plan(for target: some TargetType) throws(RequestError) -> CallPlan {
        let route = target.resolvedRoute
        do {
            return CallPlan(
                endpoint: try Endpoint.resolving(target, route: route, defaults: defaults),
                validation: route.validation ?? target.validation, transformers: target.bodyTransformers)
        } catch {
            throw RequestError(unresolvable: error)
        }
    }

    /// Resolves a further page of a target as a redirect to it.
    private func plan(for target: some TargetType, at link: URL) throws(RequestError) -> CallPlan {
        var plan = try plan(for: target)
        let policy = plan.endpoint.options.redirects ?? defaults.redirects
        plan.endpoint = try policy.following(link, from: plan.endpoint)
        return plan
    }

    /// Adds the defaults to a hand-made endpoint and checks it. An origin other than the base URL's gets only default
    /// headers that are safe there.
    private func plan(for endpoint: Endpoint) throws(RequestError) -> CallPlan {
        let (base, target) = (defaults.baseURL ?? endpoint.target?.baseURL, endpoint.target)
        var endpoint = endpoint
        var headers = defaults.headers(for: endpoint.url, base: base)
        headers.merge(endpoint.headers)
        endpoint.headers = headers
        endpoint.setTypeOfBody()
        endpoint.options.inherit(from: defaults.options(for: endpoint.url, base: base))
        if let problem = endpoint.problem { throw RequestError(.invalidRequest(problem)) }
        guard let target else { return CallPlan(endpoint: endpoint) }
        return CallPlan(
            endpoint: endpoint, validation: target.resolvedRoute.validation ?? target.validation,
            transformers: target.bodyTransformers)
    }

    // MARK: 2 call ring

    /// Runs the call ring around the attempts. A plugin's own response is validated as in step 6.
    @inline(__always)
    private func attempts(
        _ endpoint: Endpoint, _ plan: CallPlan, _ call: CallContext
    ) async throws(RequestError) -> Response {
        if hooks.callRing.isEmpty { return try await attempt(endpoint, plan, call.beginningAttempt()) }
        let ring = Next(hooks.callRing, given: endpoint, context: call, accept: acceptance(by: plan)) {
            [self] (endpoint, call) async throws(RequestError) in
            try await attempt(endpoint, plan, call.beginningAttempt())
        }
        return try await ring(endpoint)
    }

    // A closure within a closure here crashes the compiler (6.3).
    private func acceptance(by plan: CallPlan) -> Next.Acceptance {
        { [self] (response, context) throws(RequestError) in try validate(response, plan, context) }
    }

    // MARK: 3 prepare

    /// A stream or download, then plugins in order, change the endpoint.
    @inline(__always)
    private func prepare(_ endpoint: Endpoint, _ attempt: CallContext) async throws(RequestError) -> Endpoint {
        if hooks.preparers.isEmpty, attempt.record.bodyHandler == nil { return endpoint }
        return try await runPreparers(endpoint, attempt)
    }

    // Outside of `attempt`, whose code behind an `await` exists once more for each of them; so are the other functions
    // that most calls do without.
    private func runPreparers(_ endpoint: Endpoint, _ attempt: CallContext) async throws(RequestError) -> Endpoint {
        var prepared = endpoint
        do { try attempt.record.bodyHandler?.prepare(&prepared) } catch { throw attempt.failure(error, at: prepared) }
        for plugin in hooks.preparers {
            let given = prepared
            do { try await plugin.prepare(&prepared, context: attempt) } catch {
                throw attempt.failure(error, of: plugin, at: prepared)
            }
            prepared = prepared.inheritingSource(of: given)
        }
        prepared.options.inherit(from: endpoint.options)
        // Before plugins of the exchange ring sign the headers.
        prepared.setTypeOfBody()
        return prepared
    }

    // MARK: 4 exchange ring, 5 send

    /// Sends the endpoint, and again for each redirect and for a download that cannot be continued. `sent` is the
    /// endpoint sent last.
    @inline(__always)
    private func exchanges(
        from sent: inout Endpoint, _ attempt: CallContext
    ) async throws(RequestError) -> Response {
        var followed = 0
        let isAlone = hooks.exchangeRing.isEmpty
        let response = try await isAlone ? exchange(sent, attempt) : ring(sent, attempt)
        guard try advance(&sent, after: response, attempt, &followed) else { return response }
        return try await furtherExchanges(from: &sent, attempt, followed)
    }

    private func furtherExchanges(
        from sent: inout Endpoint, _ attempt: CallContext, _ count: Int
    ) async throws(RequestError) -> Response {
        var followed = count
        while true {
            let context = CallContext(attempt.record, attempt: attempt.attempt, redirects: followed)
            let response = try await ring(sent, context)
            guard try advance(&sent, after: response, context, &followed) else { return response }
        }
    }

    /// Runs the exchange ring around one exchange.
    private func ring(_ endpoint: Endpoint, _ context: CallContext) async throws(RequestError) -> Response {
        try await Next(hooks.exchangeRing, given: endpoint, context: context, core: exchange)(endpoint)
    }

    /// Makes the endpoint that is sent next. Returns false if the response is the last one.
    private func advance(
        _ sent: inout Endpoint, after response: Response, _ context: CallContext, _ followed: inout Int
    ) throws(RequestError) -> Bool {
        if response.source != .network {
            context.record(.cached(status: response.statusCode, response.source), since: nil)
        }
        if let bodyHandler = context.record.bodyHandler {
            let next: Endpoint?
            do { next = try bodyHandler.endpoint(after: response, to: sent) } catch {
                throw RequestError(thrown: error)
            }
            if let next {
                sent = next
                return true
            }
        }
        let policy = redirects(of: sent, for: response)
        guard let next = try policy?.next(after: response, to: sent, followed: followed) else {
            if hooks.exchangeRing.isEmpty || !response.isCut { return false }
            let text = "a plugin ended a redirect, of whose body only the beginning was read"
            throw RequestError(.transport(URLError(.networkConnectionLost, text: text)), response: response)
        }
        sent = next
        followed += 1
        return true
    }

    /// Returns the policy for a response; nil for one that is no redirect by its status, without a copy of the policy.
    @inline(__always)
    private func redirects(of endpoint: Endpoint, for response: Response) -> RedirectPolicy? {
        response.statusCode / 100 == 3 ? endpoint.options.redirects ?? defaults.redirects : nil
    }

    /// One exchange; each `willSend` is followed by its `didReceive`.
    @inline(__always)
    @Sendable private func exchange(
        _ endpoint: Endpoint, _ attempt: CallContext
    ) async throws(RequestError) -> Response {
        var endpoint = endpoint
        if hooks.changeEndpoints { endpoint.setTypeOfBody() }
        if let error = refusal(of: endpoint, attempt) { throw error }
        let transport = TransportOverride.current?.replacing(self.transport) ?? self.transport
        let number = attempt.record.observation?.willSend(endpoint, attempt)
        if !hooks.callRing.isEmpty { attempt.noteMethod(of: endpoint) }
        let start = attempt.elapsed
        let result: Result<Response, RequestError>
        do {
            let response = try await transport.send(endpoint, context: attempt)
            let limit = endpoint.options.maxBodySize
            let policy = redirects(of: endpoint, for: response)
            let isRedirect = policy?.isRedirect(response.statusCode, response.headers) ?? false
            let isWhole =
                try !isRedirect && attempt.record.bodyHandler == nil && response.isCollected(for: attempt, upTo: limit)
            result = .success(isWhole ? response : try await receive(response, attempt, upTo: limit, isRedirect))
        } catch {
            result = .failure(attempt.failure(error, at: endpoint))
        }
        return try end(result, over: transport, number, since: start, attempt)
    }

    /// Returns the response when its body has arrived, or its handler has it; a redirect with the beginning of its
    /// body.
    private func receive(
        _ response: Response, _ attempt: CallContext, upTo limit: Int?, _ isRedirect: Bool
    ) async throws -> Response {
        if isRedirect { return await response.beginning(Response.redirectBodySize, of: attempt) }
        var response = response
        if let handler = attempt.record.bodyHandler { response = try await handler.receive(response, attempt) }
        let isWhole = try response.isCollected(for: attempt, upTo: limit)
        return isWhole ? response : try await response.collected(upTo: limit)
    }

    /// The end of an exchange: `number` is that of its `willSend`. Synchronous, because code is smaller outside of an
    /// asynchronous function.
    private func end(
        _ result: Result<Response, RequestError>, over transport: any Transport, _ number: Int?, since start: Duration,
        _ attempt: CallContext
    ) throws(RequestError) -> Response {
        attempt.record(
            CallTimeline.Entry.Event(result), since: start, transport: transport.label, tail: (try? result.get())?.tail)
        if let number { attempt.record.observation?.didReceive(result, of: number, attempt) }
        return try result.get()
    }

    /// Returns the error that keeps a prepared endpoint from being sent; nil if there is none.
    private func refusal(of endpoint: Endpoint, _ attempt: CallContext) -> RequestError? {
        if Task.isCancelled { return RequestError(.cancelled) }
        // The first step checked the endpoint of the target; plugins may have changed it since.
        if hooks.changeEndpoints, let problem = endpoint.problem { return RequestError(.invalidRequest(problem)) }
        return attempt.isOverdue(for: endpoint) ? RequestError(.transport(.deadlineIsOver)) : nil
    }

    // MARK: 6 validate

    /// Filters the status, runs the target's body transformers, then checks the body.
    ///
    /// Skips the transformers if they already ran on the response: in this call, or in another one that stored it in a
    /// cache. A plugin may have changed the status since.
    private func validate(
        _ response: Response, _ plan: CallPlan, _ context: CallContext
    ) throws(RequestError) -> Response {
        var response = response.inheritingSource(of: plan.endpoint)
        try plan.validation.validateStatus(of: response)
        try context.record.bodyHandler?.validate(response)
        if response.acceptance?.call == context.id { return response }
        if response.acceptance == nil {
            for transformer in plan.transformers { response = try transformer(response) }
        }
        try plan.validation.validateContent(of: response)
        return plan.transformers.isEmpty ? response : response.accepted(by: context.id)
    }

    // MARK: 7 process

    /// Plugins replace the result, in order.
    @inline(__always)
    private func process(
        _ result: Result<Response, RequestError>, _ plan: CallPlan, _ attempt: CallContext
    ) async throws(RequestError) -> Response {
        // Processors need the whole body.
        if attempt.staysOpen, case .success(let response) = result { return response }
        return hooks.processors.isEmpty ? try result.get() : try await runProcessors(result, plan, attempt)
    }

    private func runProcessors(
        _ result: Result<Response, RequestError>, _ plan: CallPlan, _ attempt: CallContext
    ) async throws(RequestError) -> Response {
        var result = result
        for plugin in hooks.processors {
            do {
                let response = try await plugin.process(result, context: attempt)
                result = .success(response.inheritingSource(of: plan.endpoint))
            } catch {
                result = .failure(attempt.failure(error, of: plugin, at: plan.endpoint))
            }
        }
        return try result.get()
    }

    // MARK: 10 finish

    /// Observers receive the outcome.
    func finish(
        _ result: Result<Response, RequestError>, _ call: CallContext, streamed: Int64? = nil, readerLeft: Bool = false
    ) {
        call.record.meter?.flush()
        let (attempts, hasValues) = call.record.state.withLock { state in
            state.isFinished = true
            return (state.attempts, state.values != nil)
        }
        defer { if hasValues || call.record.observation != nil { call.releaseValues() } }
        guard let observation = call.record.observation else { return }
        observation.didFinish(
            CallOutcome(
                result: result, duration: call.elapsed, attempts: attempts, streamedBytes: streamed,
                readerLeft: readerLeft), call)
    }
}

/// The subject of a call: a case of a target, a further page of one, or a hand-made endpoint.
enum CallSubject: Sendable {
    case target(any TargetType)
    case endpoint(Endpoint)
    /// A further page of a case: the URL of its link, or the reason that there is none.
    case page(any TargetType, Result<URL, RequestError>)

    /// The target; nil for a hand-made endpoint.
    @inline(__always)
    var target: (any TargetType)? {
        switch self {
        case .target(let target), .page(let target, _): target
        case .endpoint: nil
        }
    }
}

/// The outcome of step 1: the endpoint, and the treatment of its response in later steps.
struct CallPlan: Sendable {
    var endpoint: Endpoint
    var validation = Validation.successCodes
    var transformers: [BodyTransformer] = []
}

extension CallContext {
    /// Keeps a method for ``RetryPlugin``, whose endpoint may have another one.
    @inline(never)
    fileprivate func noteMethod(of sent: Endpoint) {
        if !sent.method.isIdempotent { self[RetryPlugin.sentMethod] = sent.method }
    }

    /// Returns the context of the next attempt.
    fileprivate func beginningAttempt() -> CallContext {
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
