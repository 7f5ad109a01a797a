/// One request and response on a session: what its delegate hears of it, until it ends, once.
final class URLSessionExchange: Sendable {
    /// Which connections can carry it: scheme, host and port.
    let host: String

    private let endpoint: Endpoint
    private let context: CallContext
    private let exchanges: URLSessionExchanges
    private let state: Locked<State>

    fileprivate struct State {
        var task: URLSessionTask?
        var gathering: Task<Void, Never>?
        var spool: SpooledBody?
        var continuation: CheckedContinuation<Received, any Error>?
        var isOver = false
        /// Why it ended before there was a continuation to resume.
        var early: (any Error)?
        /// The latest head; that of a redirect until its own comes.
        var head: HTTPURLResponse?
        var body = ReceivedBody.memory(Data())
        var progress = TransferProgress()
        /// When a byte moved last, since the call's beginning.
        var lastActivity: Duration
        /// How busy its host was when that was last looked at.
        var load = HostLoad()
        var alarm: Alarms.ID?
    }

    /// What came, as URLSession has it: it is made a response of outside of the session's queue, where all calls of a
    /// process stand in line.
    struct Received: Sendable {
        let head: HTTPURLResponse
        let body: Body
    }

    /// Where the response's body goes as it arrives.
    fileprivate enum ReceivedBody: Sendable {
        case memory(Data)
        case file(PartialFile, URL)
        case stream(BodyPipe)
    }

    // URLSession's cancel(), suspend() and resume() wait for its work queue. Inside a cancellation handler the Swift
    // task's status is locked, and that queue may be resuming that very task: a deadlock, seen on Linux.
    private static let control = DispatchQueue(label: "Talyn.URLSessionExchange.control")

    init(_ endpoint: Endpoint, _ context: CallContext, among exchanges: URLSessionExchanges) {
        self.endpoint = endpoint
        host = Self.host(of: endpoint.url)
        self.context = context
        self.exchanges = exchanges
        state = Locked(State(lastActivity: context.elapsed))
    }

    /// A URL up to its path.
    private static func host(of url: URL) -> String {
        let text = url.absoluteString
        var slashes = 0
        let end = text.utf8.firstIndex { byte in
            if byte == UInt8(ascii: "/") { slashes += 1 }
            return slashes == 3 || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
        }
        return String(text[..<(end ?? text.endIndex)])
    }

    // From this side.

    /// Starts the transfer; the continuation is resumed when it ends, or with the head of a streamed body.
    func begin(_ continuation: CheckedContinuation<Received, any Error>, on session: URLSession) {
        let early = state.withLock { state -> (any Error)? in
            if !state.isOver { state.continuation = continuation }
            return state.early
        }
        if let early { return continuation.resume(throwing: early) }
        watch()
        switch endpoint.body {
        case .none, .data: start(session.dataTask(with: endpoint.sessionRequest()))
        case .file(let file):
            do {
                try file.checkReadable()
                start(session.uploadTask(with: endpoint.sessionRequest(), fromFile: file))
            } catch { finish(.failure(error)) }
        case .stream(let stream): gather(stream, for: session)
        }
    }

    private func start(_ task: URLSessionTask) {
        let load = exchanges.add(self, as: task)
        let isOver = state.withLock { state in
            state.task = task
            state.load = load
            return state.isOver
        }
        guard isOver else { return task.resume() }
        exchanges.remove(self, task)
        end(task)
    }

    private func gather(_ stream: BodyStream, for session: URLSession) {
        let gathering = Task {
            do {
                let spool = try await SpooledBody.gather(stream) { self.touch() }
                let isOver = state.withLock { state in
                    state.spool = spool
                    return state.isOver
                }
                if isOver { return spool.remove() }
                var request = endpoint.sessionRequest()
                switch spool {
                case .data(let data):
                    request.httpBody = data
                    start(session.dataTask(with: request))
                case .file(let file): start(session.uploadTask(with: request, fromFile: file))
                }
            } catch { finish(.failure(error)) }
        }
        let isOver = state.withLock { state in
            state.gathering = gathering
            return state.isOver
        }
        if isOver { gathering.cancel() }
    }

    /// Ends the transfer from this side.
    func stop(_ error: any Error) {
        finish(.failure(error))
    }

    private func touch() {
        let now = context.elapsed
        state.withLock { $0.lastActivity = now }
    }

    // Time.

    /// Ends the transfer when nothing moves for the endpoint's timeout, or when its deadline is over.
    private func watch() {
        guard let end = nextEnd(after: context.elapsed) else { return }
        let alarm = context.setAlarm(at: end) { [weak self] in self?.ring() }
        let isOver = state.withLock { state in
            state.alarm = alarm
            return state.isOver
        }
        if isOver { context.cancelAlarm(alarm) }
    }

    /// When to look next, since the call's beginning; nil without a limit.
    private func nextEnd(after now: Duration) -> Duration? {
        let deadline = context.timeLeft(for: endpoint).map { now + $0 }
        guard let timeout = endpoint.options.timeout else { return deadline }
        let idleEnd = state.withLock { ($0.isHeldBack ? now : $0.lastActivity) + timeout }
        return deadline.map { min($0, idleEnd) } ?? idleEnd
    }

    private func ring() -> Duration? {
        let now = context.elapsed
        if let left = context.timeLeft(for: endpoint), left <= .zero {
            stop(URLError(.timedOut, text: "the deadline is over"))
            return nil
        }
        guard let end = nextEnd(after: now) else { return nil }
        if end > now { return end }
        if mayWaitForConnection() {
            touch()
            return nextEnd(after: now)
        }
        stop(URLError(.timedOut, text: "nothing came in time"))
        return nil
    }

    /// Whether nothing moved because the session has not given it a connection yet: nobody tells, but its host was as
    /// busy as it may be when that was last looked at, and has done with others since.
    private func mayWaitForConnection() -> Bool {
        let load = exchanges.load(of: host)
        return state.withLock { state in
            defer { state.load = load }
            return !state.hasMoved && (state.load.isFull || load.isFull) && state.load.ended != load.ended
        }
    }

    // What the delegate hears.

    /// A redirect, which is not followed here; its own head may or may not be told again.
    func didReceive(redirect head: HTTPURLResponse) {
        touch()
        state.withLock { $0.head = head }
    }

    func didReceive(head: HTTPURLResponse) {
        // An interim response (RFC 9110 §15.2) is not the answer yet.
        if head.statusCode < 200 { return touch() }
        let now = context.elapsed
        do {
            // Read now only by those who need it now.
            let isPlain = context.delivery == .data && context.progress == nil
            let length = try isPlain ? nil : ReceivedHead(head).checked().bodyLength
            let pipe = try state.withLock { state -> BodyPipe? in
                guard !state.isOver else { return nil }
                state.lastActivity = now
                state.head = head
                state.progress.totalToReceive = length
                switch context.delivery {
                case .file(let url) where (200...299).contains(head.statusCode):
                    state.body = .file(try PartialFile(for: url), url)
                case .data, .file: state.body = .memory(Data())
                case .stream:
                    let pipe = BodyPipe(spills: !Self.canHoldBack) { [weak self] in self?.letGo() }
                    state.body = .stream(pipe)
                    return pipe
                }
                return nil
            }
            if let pipe { deliver(pipe, head, length) }
        } catch { finish(.failure(error)) }
    }

    private func deliver(_ pipe: BodyPipe, _ head: HTTPURLResponse, _ length: Int64?) {
        let reading = URLSessionReading(pipe: pipe, exchange: self)
        let stream = BodyStream(length: length) { { try await reading.next() } }
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: Received(head: head, body: .stream(stream)))
    }

    func didReceive(_ data: Data) {
        let now = context.elapsed
        do {
            let (progress, pipe) = try state.withLock { state -> (TransferProgress, BodyPipe?) in
                guard !state.isOver else { return (state.progress, nil) }
                state.lastActivity = now
                state.progress.received += Int64(data.count)
                return (state.progress, try state.append(data))
            }
            context.progress?(progress)
            if let pipe, try pipe.push(data) { holdBack() }
        } catch { finish(.failure(error)) }
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
        let (received, task) = state.withLock { ($0.head, $0.task) }
        // On Linux a redirect without Location is handed to no delegate method.
        let head = received ?? task?.response as? HTTPURLResponse
        // A 401 that nobody answers ends as −999 on Linux, with the response complete.
        let isRefusedChallenge = (error as? URLError)?.code == .cancelled && [401, 407].contains(head?.statusCode)
        if let error, !isRefusedChallenge {
            return finish(.failure((error as? URLError).map(\.withProperCode) ?? error))
        }
        guard let head else {
            return finish(.failure(URLError(.badServerResponse, text: "the answer is not HTTP")))
        }
        finish(.success(head))
    }

    // Back-pressure of a streamed body.

    // Suspending a task on Linux takes its connection away and resuming sends the request again, or traps.
    #if canImport(FoundationNetworking)
    private static let canHoldBack = false
    #else
    private static let canHoldBack = true
    #endif

    private func holdBack() {
        Self.control.async { [self] in
            guard let (task, pipe) = state.withLock({ $0.streaming }), pipe.isFull else { return }
            task.suspend()
        }
    }

    private func letGo() {
        Self.control.async { [self] in
            touch()
            guard let (task, _) = state.withLock({ $0.streaming }), task.state == .suspended else { return }
            task.resume()
        }
    }

    // The end.

    private func finish(_ outcome: Result<HTTPURLResponse, any Error>) {
        let ended = state.withLock { state -> State? in
            if state.isOver { return nil }
            let ended = state
            state.isOver = true
            if case .failure(let error) = outcome { state.early = error }
            state.continuation = nil
            state.gathering = nil
            state.spool = nil
            state.body = .memory(Data())
            return ended
        }
        guard let ended else { return }
        if let alarm = ended.alarm { context.cancelAlarm(alarm) }
        ended.gathering?.cancel()
        ended.spool?.remove()
        if let task = ended.task {
            exchanges.remove(self, task)
            if case .failure = outcome { end(task) }
        }
        let result = ended.body.whole(outcome)
        ended.continuation?.resume(with: result)
    }

    private func end(_ task: URLSessionTask) {
        Self.control.async { task.cancel() }
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

extension URLSessionExchange.State {
    /// Whether a byte was told of.
    fileprivate var hasMoved: Bool { head != nil || progress.sent > 0 }

    /// Whether it waits for its reader, and not for the network.
    fileprivate var isHeldBack: Bool {
        if case .stream(let pipe) = body { return pipe.isFull }
        return false
    }

    fileprivate var streaming: (URLSessionTask, BodyPipe)? {
        if !isOver, let task, case .stream(let pipe) = body { (task, pipe) } else { nil }
    }

    /// Puts a piece where the body goes; a pipe is returned, to be filled outside of the lock.
    fileprivate mutating func append(_ data: Data) throws -> BodyPipe? {
        switch body {
        case .memory(var whole):
            // Let go of it first: appending to a second reference would copy what is there.
            body = .memory(Data())
            whole.append(data)
            body = .memory(whole)
            return nil
        case .file(let file, _):
            try file.write(data)
            return nil
        case .stream(let pipe): return pipe
        }
    }
}
