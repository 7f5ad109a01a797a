/// One request and response on a session: what the delegate hears of it, until it ends, once.
final class URLSessionExchange: Sendable {
    let task: URLSessionTask
    private let endpoint: Endpoint
    private let context: CallContext
    private let state: Locked<State>

    private struct State {
        var continuation: CheckedContinuation<Response, any Error>?
        var outcome: Result<Response, any Error>?
        var head: HTTPURLResponse?
        var body = Data()
        var progress = TransferProgress()
        var lastActivity: Duration
    }

    init(endpoint: Endpoint, context: CallContext, task: URLSessionTask) {
        self.endpoint = endpoint
        self.context = context
        self.task = task
        state = Locked(State(lastActivity: context.elapsed))
    }

    /// Starts the transfer; the continuation is resumed when it ends.
    func begin(_ continuation: CheckedContinuation<Response, any Error>) {
        let outcome = state.withLock { state -> Result<Response, any Error>? in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) } else { task.resume() }
    }

    /// Ends the transfer from this side.
    func stop(_ error: any Error) {
        // On a queue of its own: inside a cancellation handler the Swift task's status is locked, and URLSession's
        // cancel() waits for its work queue, which may be resuming that very task (a deadlock seen on Linux).
        DispatchQueue.global().async { [self] in
            finish(.failure(error))
            task.cancel()
        }
    }

    private func finish(_ outcome: Result<Response, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Response, any Error>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(with: outcome)
    }

    /// Ends the transfer when nothing moves for the endpoint's timeout, or its deadline is over; nil without either.
    func watch() -> Task<Void, Never>? {
        let timeout = endpoint.options.timeout
        let end = context.timeLeft(for: endpoint).map { context.elapsed + $0 }
        guard timeout != nil || end != nil else { return nil }
        return Task { [self] in
            while !Task.isCancelled {
                let idleEnd = timeout.map { timeout in state.withLock { $0.lastActivity } + timeout }
                guard let next = [idleEnd, end].compactMap({ $0 }).min() else { return }
                let left = next - context.elapsed
                guard left > .zero else {
                    let text = next == end ? "the deadline is over" : "nothing came in time"
                    return stop(URLError(.timedOut, text: text))
                }
                do { try await context.sleep(for: left) } catch { return }
            }
        }
    }

    // What the delegate hears.

    func didReceive(head: HTTPURLResponse) {
        let now = context.elapsed
        state.withLock { state in
            state.lastActivity = now
            state.head = head
            state.body = Data()
            state.progress.totalToReceive = head.expectedContentLength < 0 ? nil : head.expectedContentLength
        }
    }

    func didReceive(_ data: Data) {
        let now = context.elapsed
        let progress = state.withLock { state in
            state.lastActivity = now
            state.body.append(data)
            state.progress.received += Int64(data.count)
            return state.progress
        }
        context.progress?(progress)
    }

    func didSend(_ sent: Int64, of total: Int64) {
        let now = context.elapsed
        let progress = state.withLock { state in
            state.lastActivity = now
            state.progress.sent = sent
            state.progress.totalToSend = total < 0 ? nil : total
            return state.progress
        }
        context.progress?(progress)
    }

    func didComplete(_ error: (any Error)?) {
        let (received, body) = state.withLock { ($0.head, $0.body) }
        // On Linux a redirect without Location is handed to no delegate method.
        let head = received ?? task.response as? HTTPURLResponse
        // A 401 that nobody answers ends as −999 on Linux, with the response complete.
        let isRefusedChallenge = (error as? URLError)?.code == .cancelled && [401, 407].contains(head?.statusCode)
        if let error, !isRefusedChallenge {
            return finish(.failure((error as? URLError).map(\.withProperCode) ?? error))
        }
        guard let head else {
            return finish(.failure(URLError(.badServerResponse, text: "the answer is not HTTP")))
        }
        do {
            let response = Response(
                statusCode: head.statusCode, headers: HTTPHeaders(head), url: head.url, endpoint: endpoint)
            finish(.success(try response.delivering(body, as: context.delivery)))
        } catch { finish(.failure(error)) }
    }
}

extension HTTPHeaders {
    fileprivate init(_ head: HTTPURLResponse) {
        self.init(
            head.allHeaderFields.compactMap { name, value in
                (name as? String).flatMap { name in (value as? String).map { Field(name, $0) } }
            }.sorted { $0.name < $1.name })
    }
}
