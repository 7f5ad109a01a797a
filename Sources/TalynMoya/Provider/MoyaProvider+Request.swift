internal import Talyn
internal import TalynAlamofire

extension MoyaProvider {
    /// Starts a call: the endpoint, the stub's kind, the request, then a stub or a transfer.
    public func requestNormal(
        _ target: Target, callbackQueue: DispatchQueue?, progress: Moya.ProgressBlock?,
        completion: @escaping Moya.Completion
    ) -> any Cancellable {
        let endpoint = endpoint(target)
        let behavior = stubClosure(target)
        let authorizable = target.accessTokenAuthorizable.map { UncheckedTransfer($0) }
        // Of a transfer only, and here, where the caller's actor is.
        var declaration: SentRequest.Declaration?
        if case .never = behavior { declaration = SentRequest.Declaration(of: target, authorizable?.value) }
        let call = PendingCall()
        var finish: Moya.Completion = { [plugins] result in
            completion(plugins.reduce(result) { $1.process($0, target: target) })
        }
        if trackInflights {
            // Unlike in Moya, a follower joins in one step, and every end of the leader ends it.
            guard let transfer = inflights.join(endpoint, finish) else { return call }
            finish = { [inflights] result in inflights.end(transfer).forEach { $0(result) } }
        }
        let end = finish
        requestClosure(endpoint) { [self, declaration] result in
            if call.isCancelled { return cancelCompletion(end, target: target) }
            switch result {
            case .failure(let error): end(.failure(error))
            case .success(let request):
                let inner: any Cancellable
                if let declaration {
                    inner = send(
                        request, of: target, authorizable, declaration, endpoint, callbackQueue: callbackQueue,
                        progress: progress, completion: end)
                } else {
                    inner = AccessTokenPlugin.$targetOfCall.withValue(authorizable) {
                        stubRequest(
                            target, request: request, callbackQueue: callbackQueue, completion: end, endpoint: endpoint,
                            stubBehavior: behavior)
                    }
                }
                call.forward(to: inner)
            }
        }
        return call
    }

    /// Starts a transfer.
    private func send(
        _ urlRequest: URLRequest, of target: Target, _ authorizable: UncheckedTransfer<any AccessTokenAuthorizable>?,
        _ declaration: SentRequest.Declaration, _ endpoint: Endpoint, callbackQueue: DispatchQueue?,
        progress: Moya.ProgressBlock?, completion: @escaping Moya.Completion
    ) -> CancellableToken {
        let content = Request.Content(endpoint)
        let request = Request.of(urlRequest, content, in: session)
        let queue = callbackQueue ?? .main
        let plugins = plugins
        if let progress {
            let progress = UncheckedTransfer(progress)
            request.onProgress { object in queue.async { progress.value(ProgressResponse(progress: object)) } }
        }
        request.start(
            Request.Hooks(
                prepare: { urlRequest in
                    AccessTokenPlugin.$targetOfCall.withValue(authorizable) {
                        plugins.reduce(urlRequest) { $1.prepare($0, target: target) }
                    }
                },
                willSend: { request in plugins.forEach { $0.willSend(request, target: target) } },
                declaration: declaration,
                validation: target.validationType.validation(none: .anyStatus),
                accepts: target.validationType.accepts
            ) { outcome in
                let result = convertResponseToResult(
                    outcome.response, request: outcome.request, data: outcome.data, error: outcome.error)
                plugins.forEach { $0.didReceive(result, target: target) }
                progress?(ProgressResponse(progress: request.progressObject, response: try? result.get()))
                completion(result)
            }, on: queue)
        return CancellableToken(request: request)
    }

    // MARK: Stubs

    /// Ends a call that was cancelled before it began.
    public func cancelCompletion(_ completion: Moya.Completion, target: Target) {
        let error = MoyaError.underlying(NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled), nil)
        plugins.forEach { $0.didReceive(.failure(error), target: target) }
        completion(.failure(error))
    }

    /// Calls `prepare` and `willSend` of the plugins, and returns the prepared request. An override of
    /// ``stubRequest(_:request:callbackQueue:completion:endpoint:stubBehavior:)`` must call it.
    public final func notifyPluginsOfImpendingStub(for request: URLRequest, target: Target) -> URLRequest {
        let prepared = plugins.reduce(request) { $1.prepare($0, target: target) }
        if !plugins.isEmpty {
            let sent = Request.of(prepared, .request, in: session)
            plugins.forEach { $0.willSend(sent, target: target) }
        }
        return prepared
    }

    /// Returns a function that runs a stub: sample, validation, `didReceive` of the plugins, completion. It never
    /// waits.
    ///
    /// Plugins of Talyn wait, so a session that has some stubs over a transport; here the call fails and names them.
    public final func createStubFunction(
        _ token: CancellableToken, forTarget target: Target, withCompletion completion: @escaping Moya.Completion,
        endpoint: Endpoint, plugins: [any PluginType], request: URLRequest
    ) -> () -> Void {
        { [self] in
            if token.isCancelled { return cancelCompletion(completion, target: target) }
            let result = session.stubRefusal.map { .failure($0) } ?? sample(of: endpoint, target, request)
            plugins.forEach { $0.didReceive(result, target: target) }
            completion(result)
        }
    }

    private func sample(
        of endpoint: Endpoint, _ target: Target, _ request: URLRequest
    ) -> Result<Moya.Response, MoyaError> {
        let response: Response
        switch endpoint.sampleResponseClosure() {
        case .networkResponse(let code, let data): response = Response(statusCode: code, data: data, request: request)
        case .response(let head, let data):
            response = Response(statusCode: head.statusCode, data: data, request: request, response: head)
        case .networkError(let error): return .failure(.underlying(error, nil))
        }
        if target.validationType.accepts(response.statusCode) { return .success(response) }
        return .failure(.underlying(MoyaError.statusCode(response), response))
    }
}

extension Session {
    /// The error of a stub; nil unless the session has plugins of Talyn.
    var stubRefusal: MoyaError? {
        if plugins.isEmpty { return nil }
        let names = plugins.map(\.name).joined(separator: ", ")
        return .underlying(
            Misuse(
                "a stub runs in place, and the session's plugins of Talyn (\(names)) wait; "
                    + "stub with Session(transport: StubTransport(), plugins: …) instead"), nil)
    }
}
