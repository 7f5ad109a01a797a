/// One request and response on a session: receives the delegate's events until it ends, once.
///
/// URLSessionExchange+Delegate.swift handles the events, URLSessionExchange+Time.swift the timeouts.
final class URLSessionExchange: Sendable {
    /// The origin of its connections.
    let origin: Origin?

    let endpoint: Endpoint
    let context: CallContext
    let exchanges: URLSessionExchanges
    let state: Locked<State>

    #if canImport(FoundationNetworking)
    // On Linux a session reports no metrics.
    let tail: Locked<ResponseTail>? = nil
    #else
    /// The metrics, complete at the end of the body.
    let tail: Locked<ResponseTail>? = Locked(ResponseTail())
    #endif

    struct State {
        var task: URLSessionTask?
        var gathering: Task<Void, Never>?
        /// The outgoing body; nil without one, and until a stream is gathered.
        var outgoing: OutgoingBody?
        var result = AwaitedResult<Received>.open
        var isOver = false
        /// The latest head. After a redirect, the redirect's until the next one arrives.
        var head: HTTPURLResponse?
        var hasAnswer = false
        var sink = BodySink.memory(Data())
        var progress = TransferProgress()
        /// The bytes sent before the body was started again.
        var bytesBeforeRestart: Int64 = 0
        /// The time of the last byte since the call's beginning.
        var lastActivity: Duration
        var queuePosition = QueuePosition()
        var isSuspended = false
        var alarm: Alarms.ID?
    }

    /// The response in URLSession's types, converted outside the session's queue, which all calls of a process share.
    struct Received: Sendable {
        let head: HTTPURLResponse
        let body: Body
    }

    // cancel(), suspend() and resume() of URLSession wait for its work queue, which on Linux may wait for the lock that
    // a cancellation handler holds.
    static let control = DispatchQueue(label: "Talyn.URLSessionExchange.control")

    init(_ endpoint: Endpoint, _ context: CallContext, among exchanges: URLSessionExchanges) {
        self.endpoint = endpoint
        origin = Origin(endpoint.url)
        self.context = context
        self.exchanges = exchanges
        state = Locked(State(lastActivity: context.elapsed))
    }

    /// Starts the transfer. The result is available at its end, or at the head of a streamed body. `transport` is
    /// retained until there is a task: its deinit invalidates the session, which then traps on new tasks.
    func start(on session: URLSession, of transport: any Transport) {
        switch endpoint.body {
        case .none: start(session.dataTask(with: endpoint.sessionRequest()))
        case .data(let data): send(.data(data), over: session)
        case .file(let file):
            do { send(.file(try RegularFile(file)), over: session) } catch { stop(error) }
        case .stream(let stream): gather(stream, for: session, of: transport)
        }
    }

    private func send(_ body: OutgoingBody, over session: URLSession) {
        let isOver = state.withLock { state in
            if !state.isOver { state.outgoing = body }
            state.progress.totalToSend = body.length
            return state.isOver
        }
        if isOver { return body.remove() }
        start(session.task(with: endpoint.sessionRequest(), sending: body) { [weak self] in self?.stop($0) })
    }

    private func start(_ task: URLSessionTask) {
        let position = exchanges.add(self, as: task)
        let isOver = state.withLock { state in
            state.task = task
            state.queuePosition = position
            return state.isOver
        }
        guard isOver else { return task.resume() }
        exchanges.remove(self, task)
        Self.control.async { task.cancel() }
    }

    private func gather(_ stream: BodyStream, for session: URLSession, of transport: any Transport) {
        let gathering = Task {
            do {
                send(try await OutgoingBody.gather(stream) { self.touch() }, over: session)
            } catch { stop(error) }
            withExtendedLifetime(transport) {}
        }
        let isOver = state.withLock { state in
            state.gathering = gathering
            return state.isOver
        }
        if isOver { gathering.cancel() }
    }

    #if canImport(FoundationNetworking)
    /// Returns the request's body from its beginning; nil if there is none.
    func newBodyStream() -> InputStream? {
        let body = state.withLock { state in
            state.bytesBeforeRestart += state.progress.sent
            return state.outgoing
        }
        return body.map { OutgoingStream($0) { [weak self] in self?.stop($0) } }
    }
    #endif

    /// Ends the transfer with an error of our own.
    func stop(_ error: any Error) { finish(.failure(error)) }

    /// Ends the exchange. Later calls have no effect.
    func finish(_ outcome: Result<HTTPURLResponse, any Error>) {
        typealias Ended = (state: State, waiter: AwaitedResult<Received>.Waiter?)
        let end = state.withLock { state -> Ended? in
            if state.isOver { return nil }
            state.isOver = true
            // A success comes later, because a file is moved outside the lock.
            var waiter: AwaitedResult<Received>.Waiter?
            if case .failure(let error) = outcome { waiter = state.result.settle(.failure(error)) }
            let ended = state
            state.gathering = nil
            state.outgoing = nil
            state.sink = .memory(Data())
            return (ended, waiter)
        }
        guard let (ended, waiter) = end else { return }
        if let alarm = ended.alarm { context.cancelAlarm(alarm) }
        ended.gathering?.cancel()
        if let task = ended.task {
            exchanges.remove(self, task)
            if case .failure = outcome { Self.control.async { task.cancel() } }
        }
        // After the cancellation, because the file may be read until then.
        if let outgoing = ended.outgoing, case .file(_, isTemporary: true) = outgoing {
            Self.control.async { outgoing.remove() }
        }
        // Without effect after the move of a file.
        defer { ended.sink.removeFile() }
        if case .failure(let error) = outcome { ended.sink.pipe?.end(error) } else { ended.sink.pipe?.end(nil) }
        let result = Result { Received(head: try outcome.get(), body: try ended.sink.body()) }
        (waiter ?? withResult { $0.settle(result) })?.resume()
    }
}
