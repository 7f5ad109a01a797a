/// One request and response on a session: what its delegate hears of it, until it ends, once.
///
/// What the delegate hears stands in URLSessionExchange+Delegate.swift, its times in URLSessionExchange+Time.swift.
final class URLSessionExchange: Sendable {
    /// The origin of its connections.
    let origin: Origin?

    let endpoint: Endpoint
    let context: CallContext
    let exchanges: URLSessionExchanges
    let state: Locked<State>

    struct State {
        var task: URLSessionTask?
        var gathering: Task<Void, Never>?
        var spool: SpooledBody?
        /// What is sent; nil without a body, and until a stream is gathered.
        var outgoing: OutgoingBody?
        var continuation: CheckedContinuation<Received, any Error>?
        var isOver = false
        /// Why it ended before there was a continuation to resume.
        var endedEarly: (any Error)?
        /// The latest head; that of a redirect until its own comes.
        var head: HTTPURLResponse?
        var hasAnswer = false
        var body = ReceivedBody.memory(Data())
        var progress = TransferProgress()
        /// How much was sent in vain, before the body was begun anew.
        var sentInVain: Int64 = 0
        /// When a byte moved last, since the call's beginning.
        var lastActivity: Duration
        /// Where it stood among the exchanges of its origin when it began.
        var turn = ConnectionTurn()
        var isSuspended = false
        var alarm: Alarms.ID?
    }

    /// What came, as URLSession has it: it is made a response of outside of the session's queue, where all calls of a
    /// process stand in line.
    struct Received: Sendable {
        let head: HTTPURLResponse
        let body: Body
    }

    /// Where the response's body goes as it arrives.
    enum ReceivedBody: Sendable {
        case memory(Data)
        case file(PartialFile, URL)
        case stream(BodyPipe)
    }

    // URLSession's cancel(), suspend() and resume() wait for its work queue. Inside a cancellation handler the Swift
    // task's status is locked, and that queue may be resuming that very task: a deadlock, seen on Linux.
    static let control = DispatchQueue(label: "Talyn.URLSessionExchange.control")

    init(_ endpoint: Endpoint, _ context: CallContext, among exchanges: URLSessionExchanges) {
        self.endpoint = endpoint
        origin = Origin(endpoint.url)
        self.context = context
        self.exchanges = exchanges
        state = Locked(State(lastActivity: context.elapsed))
    }

    /// Starts the transfer; the continuation is resumed when it ends, or with the head of a streamed body.
    ///
    /// `transport` is kept until there is a task: when it goes its session takes no more of them, and traps.
    func begin(
        _ continuation: CheckedContinuation<Received, any Error>, on session: URLSession, of transport: any Transport
    ) {
        let endedEarly = state.withLock { state -> (any Error)? in
            if !state.isOver { state.continuation = continuation }
            return state.endedEarly
        }
        if let endedEarly { return continuation.resume(throwing: endedEarly) }
        watch()
        switch endpoint.body {
        case .none: start(session.dataTask(with: endpoint.sessionRequest()))
        case .data(let data): send(.data(data), over: session)
        case .file(let file):
            do { send(.file(try RegularFile(file)), over: session) } catch { finish(.failure(error)) }
        case .stream(let stream): gather(stream, for: session, of: transport)
        }
    }

    private func send(_ body: OutgoingBody, over session: URLSession) {
        state.withLock { state in
            state.outgoing = body
            state.progress.totalToSend = body.length
        }
        start(
            session.task(with: endpoint.sessionRequest(), sending: body) { [weak self] in self?.stop($0) })
    }

    private func start(_ task: URLSessionTask) {
        let turn = exchanges.add(self, as: task)
        let isOver = state.withLock { state in
            state.task = task
            state.turn = turn
            return state.isOver
        }
        guard isOver else { return task.resume() }
        exchanges.remove(self, task)
        Self.control.async { task.cancel() }
    }

    private func gather(_ stream: BodyStream, for session: URLSession, of transport: any Transport) {
        let gathering = Task {
            do {
                let spool = try await SpooledBody.gather(stream) { self.touch() }
                let isOver = state.withLock { state in
                    if !state.isOver { state.spool = spool }
                    return state.isOver
                }
                if isOver { return spool.remove() }
                send(try OutgoingBody(spool), over: session)
            } catch { finish(.failure(error)) }
            withExtendedLifetime(transport) {}
        }
        let isOver = state.withLock { state in
            state.gathering = gathering
            return state.isOver
        }
        if isOver { gathering.cancel() }
    }

    #if canImport(FoundationNetworking)
    /// The body that is sent, from its beginning again; nil when there is none.
    func newBodyStream() -> InputStream? {
        let body = state.withLock { state in
            state.sentInVain += state.progress.sent
            return state.outgoing
        }
        return body.map { OutgoingStream($0) { [weak self] in self?.stop($0) } }
    }
    #endif

    /// Ends the transfer from this side.
    func stop(_ error: any Error) { finish(.failure(error)) }

    /// Ends it, once: what comes later does not count.
    func finish(_ outcome: Result<HTTPURLResponse, any Error>) {
        let ended = state.withLock { state -> State? in
            if state.isOver { return nil }
            let ended = state
            state.isOver = true
            if case .failure(let error) = outcome { state.endedEarly = error }
            state.continuation = nil
            state.gathering = nil
            state.spool = nil
            state.outgoing = nil
            state.body = .memory(Data())
            return ended
        }
        guard let ended else { return }
        if let alarm = ended.alarm { context.cancelAlarm(alarm) }
        ended.gathering?.cancel()
        if let task = ended.task {
            exchanges.remove(self, task)
            if case .failure = outcome { Self.control.async { task.cancel() } }
        }
        // Behind the cancelling: until then the file may be read.
        if let spool = ended.spool { Self.control.async { spool.remove() } }
        let result = ended.body.whole(outcome)
        ended.continuation?.resume(with: result)
    }
}

extension URLSessionExchange.ReceivedBody {
    /// The end of the body, and the response with it; a stream was handed on with the head already.
    fileprivate func whole(
        _ outcome: Result<HTTPURLResponse, any Error>
    ) -> Result<URLSessionExchange.Received, any Error> {
        switch (self, outcome) {
        case (.memory(let data), .success(let head)):
            return .success(URLSessionExchange.Received(head: head, body: data.isEmpty ? .none : .data(data)))
        case (.memory, .failure(let error)): return .failure(error)
        case (.file(let file, let url), .success(let head)):
            return Result {
                try file.finish()
                return URLSessionExchange.Received(head: head, body: .file(url))
            }
        case (.file(let file, _), .failure(let error)):
            file.discard()
            return .failure(error)
        case (.stream(let pipe), .success(let head)):
            pipe.end(nil)
            return .success(URLSessionExchange.Received(head: head, body: .none))
        case (.stream(let pipe), .failure(let error)):
            pipe.end(error)
            return .failure(error)
        }
    }
}
