#if os(Linux)
internal import CTalynCURL

/// One request and its response: the call that waits for it, and its transfer in libcurl.
///
/// Unchecked for the variables of the transfer alone, which belong to the loop's thread (``CURLLoop``):
///
/// - The caller's thread sets their first values, before ``start()`` hands the exchange over under the lock of the
///   loop's inbox. From then on ``CURLMulti`` and libcurl's callbacks use them, all on the loop's thread.
/// - Other threads call ``start()``, ``stop(_:)``, ``resume()`` and the functions of ``TimedExchange``. These use only
///   constants, `state` and `upload`, which have locks of their own, and post commands to the loop.
/// - `deinit` runs on any thread, after the last reference is released: libcurl has no transfer of it then.
///
/// Further rules:
///
/// - `handle` is set exactly while libcurl has the transfer, which may then call back. ``CURLMulti`` keeps the exchange
///   for that long.
/// - The result is set once. The task that waits for it is resumed without a lock.
/// - No function of libcurl, no closure of a caller and no command to the loop runs under `state`.
final class CURLExchange: @unchecked Sendable {
    /// The response, as libcurl gave it. Its head is parsed by the caller, not by the loop that all calls share.
    struct Received: Sendable {
        let status: Int
        /// The header lines of the final head, without the status line.
        let head: [UInt8]
        let body: Body
        /// Complete at the end of the body.
        let tail: Locked<ResponseTail>
    }

    /// The step of an exchange, from the first to the last. Only a request that is sent again goes back to the queue.
    private enum Phase {
        /// In the queue of its host. If another exchange opens the connection that it waits for, the wait is idle time.
        case queued(awaitsConnection: Bool)
        /// libcurl has it.
        case transferring
        /// Its transfer has ended. Nothing replaces the result, which is nil while the loop makes it.
        case completed(Result<Received, any Error>?)
        /// The caller has the result.
        case over

        /// Whether it may still be stopped.
        var isOpen: Bool {
            switch self {
            case .queued, .transferring: true
            case .completed, .over: false
            }
        }
    }

    private struct State {
        var phase = Phase.queued(awaitsConnection: false)
        var result = AwaitedResult<Received>.open
        /// The number of times that it was sent again.
        var resends = 0
        /// The time of the last byte since the call's beginning; zero without a timeout.
        var lastActivity = Duration.zero
        /// The time at which it began to wait for a connection that others use; nil while it does not.
        var queuedSince: Duration?
        var hasHead = false
        var alarm: Alarms.ID?
        /// The streamed body of the response.
        var pipe: BodyPipe?
    }

    /// The end of the transfer, as far as it is known before libcurl reports it.
    enum Ending {
        case unknown
        /// The request was not sent, because something had arrived on the idle connection that libcurl chose.
        case unsent
        /// The response is complete unless the transfer ends with an error.
        case probablyComplete
        /// The response is complete, although the request may not be: the server has not read its body (RFC 9112 §9.5,
        /// RFC 9113 §8.1).
        case complete
        /// The transfer is ended with the response so far.
        case cutOff
        /// A callback has failed, with an error that is more precise than libcurl's for it.
        case failed(any Error)
    }

    /// The number of times that a request is sent again.
    private static let maxResends = 3

    let endpoint: Endpoint
    let context: CallContext
    /// The scheme, host and port (RFC 9110 §4.3.1), whose connections it shares.
    let origin: String
    let upload: CURLUpload?
    /// Whether its request may be sent twice: its method is idempotent (RFC 9110 §9.2.2), unless the route decides.
    let mayBeSentTwice: Bool
    let loop: CURLLoop
    private let state = Locked(State())

    // MARK: The transfer, used on the loop's thread

    /// The easy handle, while libcurl has the transfer.
    private(set) var handle: CURLHandle?
    /// The host, from the start on.
    var host: CURLHost?
    /// Whether the request was sent, as far as it is known. Always false at a host that cannot multiplex.
    var isSent = false
    /// Whether libcurl's log of it is read: see ``CURLHost/needsLog``.
    var isLogged = true
    /// Whether HTTP/2 is spoken whatever TLS says.
    var usesHTTP2 = false
    var sending = CURLSending()
    /// Whether libcurl has opened a connection since the last request.
    var hasOpened = false
    var tls = TLS()
    var ending = Ending.unknown
    var isReceivingPaused = false
    var isSendingPaused = false
    /// The bytes of the request's body that libcurl has taken.
    var bytesTaken: Int64 = 0
    var progress = TransferProgress()

    /// The heads of the response. Behind a pointer, because a variable of the object is checked for exclusive access
    /// with each line.
    let headPointer: UnsafeMutablePointer<CURLHead>
    var head: CURLHead { headPointer.pointee }
    /// The number of libcurl's actions when a line of a head was received last.
    var lastAction = -1
    var sink = BodySink.memory(Data())
    /// The decoder of the body; nil for one that is taken as it is.
    var decoder: ContentDecoder?
    /// The bytes of the body that were decoded, but which libcurl will deliver again, because it was paused.
    var bytesDecoded = 0
    /// The bytes of the response's body that libcurl has delivered, before they are decoded.
    var bytesDelivered: Int64 = 0
    let tail = Locked(ResponseTail())

    /// - Throws: `URLError` for a file that cannot be sent.
    init(_ endpoint: Endpoint, _ context: CallContext, _ loop: CURLLoop) throws(URLError) {
        self.endpoint = endpoint
        self.context = context
        self.loop = loop
        origin = endpoint.lazyURL.string.originPart
        mayBeSentTwice = endpoint.options.tags[RetryTag.self] ?? endpoint.method.isIdempotent
        upload = endpoint.body.isEmpty ? nil : try CURLUpload(endpoint.body)
        // Last, because an initializer that throws runs no deinitializer.
        headPointer = .allocate(capacity: 1)
        headPointer.initialize(to: CURLHead())
    }

    deinit {
        headPointer.deinitialize(count: 1)
        headPointer.deallocate()
    }

    /// The time since the call's beginning; zero without a timeout, because a reading of the clock is not cheap.
    private var activity: Duration { endpoint.options.timeout == nil ? .zero : context.elapsed }

    /// Whether the caller has the result.
    var isOver: Bool { state.withLock { if case .over = $0.phase { true } else { false } } }

    // MARK: Phases

    /// Hands the exchange to the loop. The result is available at its end, or at the head of a streamed body.
    func start() {
        upload?.open()
        loop.start(self)
    }

    /// Records that it waits in the queue, and whether for the connection that another exchange opens. While the host
    /// does not answer that one either, the wait is idle time.
    func awaitConnection(_ awaits: Bool) {
        let now = context.elapsed
        state.withLock { state in
            guard case .queued = state.phase else { return }
            (state.phase, state.lastActivity) = (.queued(awaitsConnection: awaits), now)
            state.queuedSince = awaits ? nil : now
        }
    }

    /// Leaves the queue. Returns false if it is over.
    func willStart() -> Bool {
        let now = activity
        let (isOpen, since) = state.withLock { state in
            guard state.phase.isOpen else { return (false, Duration?.none) }
            defer { state.queuedSince = nil }
            (state.phase, state.lastActivity) = (.transferring, now)
            return (true, state.queuedSince)
        }
        // Below a millisecond the connection was there.
        if let since, context.elapsed - since >= .milliseconds(1) {
            context.noteQueue(for: "a connection", since: since)
        }
        return isOpen
    }

    /// Goes back to the queue with a request that the server has not processed. Returns false if its body cannot be
    /// sent again, and after ``maxResends``.
    func prepareResend() -> Bool {
        let mayResend = state.withLock { state in
            state.resends += 1
            guard state.phase.isOpen, state.resends <= Self.maxResends else { return false }
            state.phase = .queued(awaitsConnection: false)
            return true
        }
        return mayResend && upload?.rewind() ?? true
    }

    /// Completes the exchange with the result that `make` returns. It is reserved before, so that a file is moved only
    /// if the exchange succeeds. Returns false, without a call of `make`, if the exchange is over.
    func complete(_ make: () -> Result<Received, any Error>) -> Bool {
        let isOpen = state.withLock { state in
            defer { if state.phase.isOpen { state.phase = .completed(nil) } }
            return state.phase.isOpen
        }
        guard isOpen else { return false }
        let result = make()
        state.withLock { $0.phase = .completed(result) }
        return true
    }

    /// Returns the result of a completed exchange to the caller.
    func deliver() { end { if case .completed(let result) = $0 { result } else { nil } } }

    /// Ends the exchange with a result of our own. Returns false, without an effect, if it is completed.
    @discardableResult
    func finish(_ result: Result<Received, any Error>) -> Bool { end { $0.isOpen ? result : nil } }

    /// Ends the exchange with the result for its phase, if there is one.
    @discardableResult
    private func end(_ result: (Phase) -> Result<Received, any Error>?) -> Bool {
        typealias Ended = (
            result: Result<Received, any Error>, waiter: AwaitedResult<Received>.Waiter?, alarm: Alarms.ID?,
            pipe: BodyPipe?
        )
        let ended = state.withLock { state -> Ended? in
            guard let result = result(state.phase) else { return nil }
            state.phase = .over
            defer { state.pipe = nil }
            return (result, state.result.settle(result), state.alarm, state.pipe)
        }
        guard let ended else { return false }
        if let alarm = ended.alarm { context.cancelAlarm(alarm) }
        upload?.close()
        if case .failure(let error) = ended.result { ended.pipe?.end(error) } else { ended.pipe?.end(nil) }
        ended.waiter?.resume()
        return true
    }

    /// Returns the head of a streamed body to the caller, if the exchange is not over.
    func deliver(_ head: Received, through pipe: BodyPipe) {
        let waiter = state.withLock { state -> AwaitedResult<Received>.Waiter? in
            guard state.phase.isOpen else { return nil }
            state.pipe = pipe
            return state.result.settle(.success(head))
        }
        waiter?.resume()
    }

    /// Lets the loop look at the transfer, which can go on.
    func resume() {
        touch()
        loop.resume(self)
    }
}

extension CURLExchange: TimedExchange {
    /// Nil while it waits in the queue or for its reader.
    var idleSince: Duration? {
        state.withLock { state in
            if case .queued(awaitsConnection: false) = state.phase { return nil }
            return state.pipe?.isFull ?? false ? nil : state.lastActivity
        }
    }

    func keep(_ alarm: Alarms.ID) -> Bool {
        state.withLock { state in
            state.alarm = alarm
            if case .over = state.phase { return false }
            return true
        }
    }

    var hasHead: Bool { state.withLock { $0.hasHead } }

    func touch() {
        let now = activity
        state.withLock { $0.lastActivity = now }
    }

    /// Records that the head of the response is complete.
    func didReceiveHead() {
        let now = activity
        state.withLock { ($0.lastActivity, $0.hasHead) = (now, true) }
    }

    func mayWaitLonger() -> Bool { false }

    /// Notes a wait in the queue. The wait for the connection that another exchange opens is the host's fault.
    func errorOfDeadline() -> URLError {
        guard let since = state.withLock({ $0.queuedSince }) else { return .deadlineIsOver }
        context.noteQueue(for: "a connection", since: since)
        return URLError(.timedOut, text: "the deadline has passed, and no connection to the host was free")
    }

    func withResult<Output: Sendable>(_ work: (inout AwaitedResult<Received>) -> Output) -> Output {
        state.withLock { work(&$0.result) }
    }

    /// Ends the exchange with an error of our own, and its transfer.
    func stop(_ error: any Error) {
        if finish(.failure(error)) { loop.stop(self) }
    }
}

// MARK: - The transfer

extension CURLExchange {
    /// Begins a transfer with an easy handle. A request that is sent again starts clean: its
    /// earlier transfer received no response.
    func take(_ handle: CURLHandle, at host: CURLHost) {
        (isSent, hasOpened, isReceivingPaused, isSendingPaused) = (false, false, false, false)
        (sending, tls, ending, bytesTaken, progress) = (CURLSending(), TLS(), .unknown, 0, TransferProgress())
        (self.handle, self.host, handle.exchange) = (handle, host, self)
    }

    /// Sets the request in the easy handle.
    /// - Throws: `URLError` for a request that libcurl cannot send.
    func prepare(_ configuration: NetworkConfiguration) throws(URLError) {
        guard let handle, let host else { return }
        // A plain request sets nothing that the next one would have to take back: its handle is not reset.
        let isPlain =
            upload == nil && endpoint.method == .get && configuration.pinnedPublicKeys.isEmpty && mayBeSentTwice
        if !(isPlain && handle.isPlain) {
            handle.reset()
            configuration.apply(to: handle, self)
            loop.multi.sockets.observe(handle)
        }
        handle.isPlain = isPlain
        usesHTTP2 = configuration.httpVersion == .http2WithPriorKnowledge
        tls.mayWantHTTP2 = configuration.httpVersion == .automatic && origin.hasPrefix(bytes: "https:")
        isLogged = configuration.mayUseHTTP2(origin) && (host.needsLog || !mayBeSentTwice)
        handle.set(.verbose, isLogged ? 1 : 0)
        if CURLGuard.newConnections.isNeeded, !mayBeSentTwice { handle.set(.freshConnect, 1) }
        try endpoint.write(into: handle, upload)
        if let upload {
            progress.totalToSend = upload.length
            // Otherwise libcurl does not report how much it has sent.
            handle.set(.noProgress, 0)
        }
    }

    /// Gives the handle back, which libcurl has no longer.
    func release() -> CURLHandle? {
        defer { handle = nil }
        ignoreClose()
        handle?.exchange = nil
        return handle
    }

    /// Reads libcurl's log from now on.
    func startLog() {
        if isLogged { return }
        isLogged = true
        handle?.set(.verbose, 1)
    }

    /// Lets paused directions go on that have room or bytes again.
    func unpause() {
        let receives = isReceivingPaused && !isFull
        guard receives || isSendingPaused else { return }
        if receives { isReceivingPaused = false }
        isSendingPaused = false
        if case .probablyComplete = ending { ending = .complete }
        handle?.resume(receiving: !isReceivingPaused)
    }

    /// Makes libcurl read from a connection that may have no more bytes.
    func lookAgain() {
        if isReceivingPaused { return }
        handle?.resume(receiving: false)
        handle?.resume(receiving: true)
    }

    /// Keeps the error of a callback, which then fails the transfer. The first one counts.
    func fail(_ error: any Error) {
        if case .failed = ending { return }
        ending = .failed(error)
    }

    func report() {
        guard let report = context.progress, !isOver else { return }
        report(progress)
    }

    /// Returns the result of a transfer that has ended with libcurl's code.
    func result(_ code: Int32) -> Result<Received, any Error> {
        guard let handle else { return .failure(URLError(.unknown)) }
        tail.withLock { tail in
            if !head.trailerLines.isEmpty { tail.trailers = HTTPHeaders(lines: head.trailerLines) }
            tail.metrics = TransferMetrics(handle)
        }
        // Without effect after the move of a file.
        defer { sink.removeFile() }
        switch ending {
        case .failed(let error): return .failure(error)
        // Its data are not complete.
        case .cutOff: decoder = nil
        case .complete where head.isComplete: break
        case .unknown, .unsent, .probablyComplete, .complete:
            // 101 has no body (RFC 9110 §15.2.2): the transfer was ended at its head.
            if code == CURLCode.ok || head.isComplete && head.status == 101 { break }
            // libcurl has no memory for a line of trailers above 4,096 bytes, and reads no further.
            if head.isChunked, handle.failureText.hasSuffix(bytes: "memory in chunked-encoding") {
                noteLostTrailers()
                break
            }
            return .failure(error(code, handle))
        }
        // libcurl takes a connection that is closed within the head for the end of a response without a body.
        if !head.isComplete {
            return .failure(URLError(.networkConnectionLost, text: "the connection was closed within the head"))
        }
        do throws(URLError) { try decoder?.finish() } catch {
            if !keepsStatus(head.status) { return .failure(error) }
        }
        return Result { received(try sink.body()) }
    }

    func received(_ body: Body) -> Received {
        Received(status: head.status, head: head.lines, body: body, tail: tail)
    }

    /// Returns whether the request failed, but may be sent again, because the server was closing the HTTP/2 connection:
    /// it has not processed the request, or the method is idempotent.
    func mayBeSentAgain(_ code: Int32) -> Bool {
        if case .failed = ending { return false }
        guard let handle, code != CURLCode.ok, head.status == 0, alert == nil else { return false }
        return sending.isRefused(loop.multi.goAways)
            || mayBeSentTwice
                && sending.isGivenUp(
                    code, handle.failureText, sent: handle.offset(.uploadSize), isMultiplexed: isMultiplexed)
    }

    /// Whether the request went over HTTP/2.
    var isMultiplexed: Bool { sending.hasStream || host?.isMultiplexing ?? false }

    /// Returns whether the connection is lost for others with a transfer that ends with libcurl's code.
    func losesConnection(_ code: Int32) -> Bool {
        if case .complete = ending, head.isMultiplexed { return false }
        return code != CURLCode.ok
    }
}

extension String {
    /// The scheme, host and port of a URL, as text: without user info, and without the port of the scheme.
    var originPart: String {
        var text = self
        return text.withUTF8 { bytes in
            guard let authority = bytes.authority else { return self }
            let start = authority.startIndex
            var host = authority[((authority.lastIndex(of: UInt8(ascii: "@")) ?? start - 1) + 1)...]
            let port = start == 8 ? ":443" : ":80"
            if host.suffix(port.utf8.count).elementsEqual(port.utf8) { host = host.dropLast(port.utf8.count) }
            return String(unsafeUninitializedCapacity: start + host.count) { buffer in
                var count = 0
                for part in [bytes[..<start], host] {
                    for byte in part {
                        buffer[count] = byte.lowercased
                        count += 1
                    }
                }
                return count
            }
        }
    }
}
#endif
