#if os(Linux)
/// One request and response, as every thread may see it: it begins, ends once, and knows when its last byte moved. The
/// transfer behind it (``CURLTransfer``) belongs to the loop.
final class CURLExchange: Sendable {
    /// The answer, as libcurl gave it. Its head is parsed by the caller, not by the loop that all calls share.
    struct Received: Sendable {
        let status: Int
        /// The header lines of the final head, without the status line.
        let head: [UInt8]
        let body: Body
        /// Complete at the end of the body.
        let tail: Locked<ResponseTail>
    }

    /// The number of times that a request is sent again.
    private static let maxResends = 3

    private struct State {
        var result = AwaitedResult<Received>.open
        var isOver = false
        /// Whether the loop has its result, which nothing may replace any more.
        var isClaimed = false
        /// Whether it waits for its turn.
        var isWaiting = true
        /// Whether it waits for the connection that another exchange opens.
        var awaitsConnection = false
        /// The number of times that it was sent again.
        var resends = 0
        /// The time of the last byte since the call's beginning; zero without a timeout.
        var lastActivity = Duration.zero
        var hasHead = false
        var alarm: Alarms.ID?
        /// The streamed body of the response.
        var pipe: BodyPipe?
    }

    let endpoint: Endpoint
    let context: CallContext
    /// The scheme, host and port, whose connections it shares.
    let host: String
    let upload: CURLUpload?
    /// Whether its request may be sent twice: its method is idempotent (RFC 9110 §9.2.2), unless the route decides.
    let mayBeSentTwice: Bool
    private let loop: CURLLoop
    private let state = Locked(State())

    /// - Throws: `URLError` for a file that cannot be sent.
    init(_ endpoint: Endpoint, _ context: CallContext, _ loop: CURLLoop) throws(URLError) {
        self.endpoint = endpoint
        self.context = context
        self.loop = loop
        host = endpoint.lazyURL.written.hostPart
        mayBeSentTwice = endpoint.options.tags[RetryTag.self] ?? endpoint.method.isIdempotent
        upload = endpoint.body.isEmpty ? nil : try CURLUpload(endpoint.body)
    }

    /// The time since the call's beginning; zero without a timeout, because a reading of the clock is not cheap.
    private var activity: Duration { endpoint.options.timeout == nil ? .zero : context.elapsed }

    /// Whether it has ended.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Hands the exchange to the loop. The result is that of its end, or the head of a streamed body.
    func start() {
        upload?.open { [weak self] in self?.resume() }
        loop.start(self)
    }

    /// Records whether its turn comes with the connection that another exchange opens. While the host does not answer
    /// that one either, the wait is idle time.
    func awaitConnection(_ awaits: Bool) {
        let now = activity
        state.withLock { ($0.awaitsConnection, $0.lastActivity) = (awaits, now) }
    }

    /// Starts on the wire. Returns false if it has ended.
    func willStart() -> Bool {
        let now = activity
        return state.withLock { state in
            (state.isWaiting, state.awaitsConnection) = (false, false)
            state.lastActivity = now
            return !state.isOver
        }
    }

    /// Prepares another sending of a request that the server has not processed. Returns false if its body cannot be
    /// sent again, and after ``maxResends``.
    func prepareResend() -> Bool {
        let mayResend = state.withLock { state in
            state.resends += 1
            state.isWaiting = true
            return state.resends <= Self.maxResends && !state.isOver
        }
        return mayResend && upload?.rewind { [weak self] in self?.resume() } ?? true
    }

    /// Lets the loop look at the transfer, which can go on.
    func resume() {
        touch()
        loop.resume(self)
    }

    /// Reserves the end for the loop, so that a file is moved only if the exchange succeeds. Returns false if it has
    /// ended.
    func claim() -> Bool {
        state.withLock { state in
            guard !state.isOver, !state.isClaimed else { return false }
            state.isClaimed = true
            return true
        }
    }

    /// Ends the exchange. Later calls have no effect and return false.
    @discardableResult
    func finish(_ result: Result<Received, any Error>, isClaimed: Bool = false) -> Bool {
        typealias Ended = (waiter: AwaitedResult<Received>.Waiter?, alarm: Alarms.ID?, pipe: BodyPipe?)
        let ended = state.withLock { state -> Ended? in
            if state.isOver || state.isClaimed != isClaimed { return nil }
            state.isOver = true
            defer { state.pipe = nil }
            return (state.result.settle(result), state.alarm, state.pipe)
        }
        guard let ended else { return false }
        if let alarm = ended.alarm { context.cancelAlarm(alarm) }
        upload?.close()
        if case .failure(let error) = result { ended.pipe?.end(error) } else { ended.pipe?.end(nil) }
        ended.waiter?.resume()
        return true
    }

    /// Returns the head of a streamed body to the caller, if the exchange has not ended.
    func deliver(_ head: Received, through pipe: BodyPipe) {
        let waiter = state.withLock { state -> AwaitedResult<Received>.Waiter? in
            guard !state.isOver else { return nil }
            state.pipe = pipe
            return state.result.settle(.success(head))
        }
        waiter?.resume()
    }
}

extension CURLExchange: TimedExchange {
    /// Nil while it waits for its turn or for its reader.
    var idleSince: Duration? {
        state.withLock { state in
            let waits = state.isWaiting && !state.awaitsConnection || state.pipe?.isFull ?? false
            return waits ? nil : state.lastActivity
        }
    }

    func keep(_ alarm: Alarms.ID) -> Bool {
        state.withLock { state in
            state.alarm = alarm
            return !state.isOver
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

    func withResult<Output: Sendable>(_ work: (inout AwaitedResult<Received>) -> Output) -> Output {
        state.withLock { work(&$0.result) }
    }

    /// Ends the exchange with an error of our own, and its transfer.
    func stop(_ error: any Error) {
        if finish(.failure(error)) { loop.stop(self) }
    }
}

extension String {
    /// The scheme, host and port of a URL, as text: without user info, and without the port of the scheme.
    var hostPart: String {
        var text = self
        return text.withUTF8 { bytes in
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
                return self
            }
            let start = colon + 3
            let authority = bytes[start..<(bytes[start...].firstIndex(where: \.endsAuthority) ?? bytes.endIndex)]
            var host = authority[((authority.lastIndex(of: UInt8(ascii: "@")) ?? start - 1) + 1)...]
            let port = colon == 5 ? ":443" : ":80"
            if host.suffix(port.utf8.count).elementsEqual(port.utf8) { host = host.dropLast(port.utf8.count) }
            return String(unsafeUninitializedCapacity: start + host.count) { buffer in
                var count = 0
                for byte in bytes[..<start] {
                    buffer[count] = byte.lowercased
                    count += 1
                }
                for byte in host {
                    buffer[count] = byte.lowercased
                    count += 1
                }
                return count
            }
        }
    }
}
#endif
