package import Talyn

extension Request {
    /// The hooks of a call around its transfer.
    package struct Hooks {
        let prepare: (URLRequest) -> URLRequest
        let willSend: (Request) -> Void
        /// The target, for plugins of Talyn and stubs.
        let declaration: SentRequest.Declaration
        /// The validation for plugins of Talyn.
        let validation: Validation
        /// Whether a status code is accepted.
        let accepts: (Int) -> Bool
        /// Called once, on the callback queue.
        let completion: (Outcome) -> Void

        package init(
            prepare: @escaping (URLRequest) -> URLRequest, willSend: @escaping (Request) -> Void,
            declaration: SentRequest.Declaration, validation: Validation, accepts: @escaping (Int) -> Bool,
            completion: @escaping (Outcome) -> Void
        ) {
            self.prepare = prepare
            self.willSend = willSend
            self.declaration = declaration
            self.validation = validation
            self.accepts = accepts
            self.completion = completion
        }
    }

    /// The outcome of an attempt.
    package struct Outcome: Sendable {
        package var response: HTTPURLResponse?
        package var request: URLRequest?
        /// The request of the last hop, if there was a redirect.
        var redirected: URLRequest?
        package var data: Data?
        package var error: (any Error)?

        /// Takes the head of a response, and the request that it answers.
        mutating func take(_ response: Talyn.Response) {
            self.response = response.httpURLResponse
            let last = response.endpoint
            redirected = last.url == request?.url ? nil : last.urlRequest()
        }
    }

    /// Sends the request, retries while the session's interceptor decides so, and calls the completion on a queue.
    package func start(_ hooks: Hooks, on queue: DispatchQueue) {
        let hooks = UncheckedTransfer(hooks)
        session.begin(self)
        let task = _Concurrency.Task { [self] in
            let outcome = await lastOutcome(hooks)
            session.end(self)
            queue.async { hooks.value.completion(outcome) }
        }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    private func lastOutcome(_ hooks: UncheckedTransfer<Hooks>) async -> Outcome {
        let content = Result { try SentRequest.Content(self.content.value) }
        while true {
            var outcome = await attempt(hooks, content)
            guard let error = outcome.error, !isCancelled, let interceptor = session.interceptor else {
                return outcome
            }
            let failure = error.asAFError(or: .sessionTaskFailed(error: error))
            state.withLock { $0.error = failure }
            let decision: RetryResult? = await session.answer { [self] answer in
                interceptor.retry(self, for: session, dueTo: failure, completion: answer)
            }
            switch decision {
            case .retry: break
            case .retryWithDelay(let seconds): try? await _Concurrency.Task.sleep(for: Duration(seconds: seconds))
            case .doNotRetry: return outcome
            case .doNotRetryWithError(let reason):
                outcome.error = AFError.requestRetryFailed(retryError: reason, originalError: failure)
                return outcome
            case nil: break
            }
            // If cancelled while waiting for a retry, the call ends with the attempt's error, as in Alamofire.
            if isCancelled { return outcome }
            state.withLock { $0.retryCount += 1 }
        }
    }

    private func cancelled(_ request: URLRequest?) -> Outcome {
        Outcome(request: request, error: AFError.explicitlyCancelled)
    }

    /// Adapts, prepares, sends and validates the request once.
    private func attempt(
        _ hooks: UncheckedTransfer<Hooks>, _ content: Result<SentRequest.Content, any Error>
    ) async -> Outcome {
        if isCancelled { return cancelled(nil) }
        if let problem = initialRequest.problem { return Outcome(error: problem) }
        var initial = initialRequest
        if case .success(.form(_, let boundary?)) = content {
            // Replaces an existing type.
            initial.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        }
        let made: Result<URLRequest, any Error>? = await session.answer { [self, initial] answer in
            if isCancelled { return answer(.success(initial)) }
            let prepare: @Sendable (Result<URLRequest, any Error>) -> Void = { [self] adapted in
                switch adapted {
                case .failure: answer(adapted)
                case .success(let request):
                    let prepared = hooks.value.prepare(request)
                    state.withLock { ($0.request, $0.isAdapted) = (prepared, false) }
                    hooks.value.willSend(self)
                    answer(.success(prepared))
                }
            }
            guard let interceptor = session.interceptor else { return prepare(.success(initial)) }
            interceptor.adapt(initial, for: session, completion: prepare)
        }
        guard let made, !isCancelled else {
            // If cancelled within `adapt`, the hooks after that are called first.
            await session.perform {}
            return cancelled(nil)
        }
        let request: URLRequest
        switch made.flatMap({ request in request.problem.map { .failure($0) } ?? .success(request) }) {
        case .success(let prepared): request = prepared
        case .failure(let error): return Outcome(error: AFError.requestAdaptationFailed(error: error))
        }
        if let problem { return Outcome(request: request, error: problem) }
        var outcome: Outcome
        switch content {
        case .success(let content):
            isSending(request)
            outcome = await transfer(request, content, of: hooks.value.declaration, hooks.value.validation)
            state.withLock { [outcome] in ($0.current, $0.response) = (outcome.redirected, outcome.response) }
        case .failure(let error): return Outcome(request: request, error: error)
        }
        if outcome.error == nil, let code = outcome.response?.statusCode, !hooks.value.accepts(code) {
            outcome.error = AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: code))
        }
        return outcome
    }

    /// The error of a form that cannot be sent; nil if there is none.
    private var problem: (any Error)? {
        guard case .form(let form) = content.value else { return nil }
        return form.problem(HTTPMethod(rawValue: initialRequest.httpMethod ?? "GET"))
    }

    // MARK: The transfer, by Talyn

    /// Plugins of Talyn see a refused status as a failure, as they need for a retry or a refresh of a token; of a
    /// download they do not, because its file is moved all the same.
    private func transfer(
        _ request: URLRequest, _ content: SentRequest.Content, of declaration: SentRequest.Declaration,
        _ validation: Validation
    ) async -> Outcome {
        let target: SentRequest
        // As a URLSession does.
        var settled = request
        if settled.cachePolicy == .useProtocolCachePolicy { settled.cachePolicy = session.cachePolicy }
        var (isUpload, destination): (Bool, DownloadRequest.Destination?) = (false, nil)
        switch self.content.value {
        case .file, .form: isUpload = true
        case .download(let place): destination = place
        case .request: break
        }
        do {
            target = try SentRequest(
                settled, content, of: declaration, credential: state.withLock { $0.credential },
                validation: destination == nil ? validation : .anyStatus)
        } catch { return Outcome(request: request, error: error) }
        var outcome = Outcome(request: request)
        var progress: (@Sendable (TransferProgress) -> Void)?
        if reportsProgress { progress = { [self, isUpload] in report($0, isUpload: isUpload) } }
        // `request` of a MoyaProvider does not know its caller.
        let provider = session.provider.at(.unknown)
        do {
            if let destination {
                let stream = try await provider.stream(target, progress: progress)
                outcome.take(stream.response)
                let file = try await stream.saved()
                defer { try? FileManager.default.removeItem(at: file) }
                guard let head = outcome.response else { return outcome }
                let place = UncheckedTransfer(destination)
                outcome.error = await session.perform { file.move(to: place.value(file, head)) }
            } else {
                let response = try await provider.request(target, progress: progress)
                outcome.take(response)
                outcome.data = response.data
            }
        } catch let error as MyAPIError {
            if let response = error.response { outcome.take(response) }
            outcome.data = error.response?.data
            outcome.error = isCancelled ? .explicitlyCancelled : error.asAFError
        } catch { outcome.error = AFError.sessionTaskFailed(error: error) }
        return outcome
    }
}

extension MyAPIError {
    /// Alamofire's error for a refused status and for a failed transfer.
    fileprivate var asAFError: AFError {
        if case .status(let code) = requestError.kind {
            return .responseValidationFailed(reason: .unacceptableStatusCode(code: code))
        }
        return .sessionTaskFailed(error: cause)
    }

    /// The `URLError`, or else the error with the reason.
    fileprivate var cause: any Error {
        if let urlError { return urlError }
        if case .invalidRequest(let reason) = requestError.kind { return Misuse(reason) }
        return requestError
    }
}

extension URLRequest {
    /// Alamofire's refusal of a body in a GET; nil if there is none.
    fileprivate var problem: AFError? {
        guard httpMethod == "GET", let body = httpBody else { return nil }
        return .urlRequestValidationFailed(reason: .bodyDataInGETRequest(body))
    }
}

extension ResponseStream where Failure == MyAPIError {
    /// Writes the body into a temporary file, and returns that.
    fileprivate func saved() async throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).tmp")
        do {
            try Data().write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            for try await chunk in self { try handle.write(contentsOf: chunk) }
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
        return file
    }
}

extension URL {
    /// Moves the file to its place. Returns the error; nil if there is none.
    fileprivate func move(to place: (destinationURL: URL, options: DownloadRequest.Options)) -> AFError? {
        let (destination, options) = place
        do {
            if options.contains(.removePreviousFile), FileManager.default.fileExists(atPath: destination.path) {
                try FileManager.default.removeItem(at: destination)
            }
            if options.contains(.createIntermediateDirectories) {
                try FileManager.default.createDirectory(
                    at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
            }
            try FileManager.default.moveItem(at: self, to: destination)
            return nil
        } catch { return .downloadedFileMoveFailed(error: error, source: self, destination: destination) }
    }
}
