#if os(Linux)
internal import CTalynCURL

/// The transfers of a loop, over one multi handle. Used by one thread at a time.
final class CURLMulti {
    /// The result of an exchange, to be passed on without the loop's lock, because that resumes a task.
    struct Outcome {
        let exchange: CURLExchange
        let result: Result<CURLExchange.Received, any Error>

        func deliver() { exchange.finish(result, isClaimed: true) }
    }

    /// The largest number of spare handles.
    private static let maxSpareHandles = 256

    /// The descriptor to wait with.
    let poll: CInt
    /// Whether the thread ends after the last transfer.
    var isClosing = false
    /// The time of libcurl's next action, in milliseconds of the monotonic clock; nil without one.
    private(set) var nextAction: Int64?

    private let multi: UnsafeMutableRawPointer
    private let configuration: NetworkConfiguration
    private var queue: CURLQueue
    /// The transfers by their exchanges.
    private var transfers: [ObjectIdentifier: CURLTransfer] = [:]
    /// Easy handles for later transfers.
    private var spareHandles: [CURLHandle] = []
    private var outcomes: [Outcome] = []
    private let goAways = CURLGoAways()
    /// Hosts that have just answered over HTTP/2.
    private var multiplexed: [String] = []

    /// The open sockets. Epoll keeps watching that of an idle connection, because watching it anew would cost two
    /// system calls an exchange.
    private var sockets: [CInt: Socket] = [:]

    private struct Socket {
        /// Whether it belongs to a connection, so that libcurl tells of its end. Others are the resolver's.
        var isConnection = false
        /// The events watched for, as ``CURLPoll``. Nil if epoll does not know the socket.
        var events: CInt?
        /// Whether libcurl is interested in them.
        var isUsed = false
    }

    /// Nil without libcurl, memory or descriptors.
    init?(_ configuration: NetworkConfiguration, wakeUp: CInt) {
        guard CURLLibrary.isAvailable else { return nil }
        let poll = talyn_poll_make(wakeUp)
        guard poll >= 0 else { return nil }
        guard let multi = talyn_curl_multi_init() else {
            talyn_close(poll)
            return nil
        }
        self.multi = multi
        self.poll = poll
        self.configuration = configuration
        queue = CURLQueue(connectionsPerHost: configuration.connectionsPerHost)
        talyn_curl_multi_set(multi, CURLMultiOption.connectionsPerHost, configuration.connectionsPerHost)
        talyn_curl_multi_set(
            multi, CURLMultiOption.keptConnections, max(256, 4 * configuration.connectionsPerHost))
        talyn_curl_multi_observe(multi, socketChanged, timerChanged, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Frees everything. Nothing may be called afterwards.
    func close() {
        // libcurl's order: the easy handles are removed, then freed, then the multi handle.
        for transfer in transfers.values { talyn_curl_multi_remove(multi, transfer.handle.pointer) }
        transfers = [:]
        spareHandles = []
        talyn_curl_multi_cleanup(multi)
        talyn_close(poll)
    }

    /// Whether the thread may end.
    var isOver: Bool { isClosing && transfers.isEmpty && queue.isEmpty }

    /// The time until libcurl's next action in milliseconds; −1 without one.
    var timeLeft: CInt { nextAction.map { CInt(clamping: max($0 - Self.now, 0)) } ?? -1 }

    /// Takes the results of the exchanges that have ended.
    func takeOutcomes() -> [Outcome] {
        if outcomes.isEmpty { return [] }
        defer { outcomes = [] }
        return outcomes
    }

    // MARK: Commands

    /// Starts an exchange, or lets it wait for its turn.
    func start(_ exchange: CURLExchange) {
        queue.add(exchange)
        advance(exchange.host)
    }

    /// Takes an exchange that has ended off the wire.
    func stop(_ exchange: CURLExchange) {
        guard let transfer = transfers[ObjectIdentifier(exchange)] else { return queue.leave(exchange) }
        end(transfer)
        transfer.didStop()
    }

    /// Resumes a paused transfer if it can go on.
    func resume(_ exchange: CURLExchange) { transfers[ObjectIdentifier(exchange)]?.resume() }

    /// Starts the exchanges of a host that have a place.
    private func advance(_ host: String) {
        while let exchange = queue.next(at: host) {
            do throws(URLError) { try send(exchange) } catch {
                if exchange.claim() { outcomes.append(Outcome(exchange: exchange, result: .failure(error))) }
                queue.free(host)
            }
        }
    }

    private func send(_ exchange: CURLExchange) throws(URLError) {
        guard exchange.willStart() else { throw URLError(.cancelled) }
        guard let handle = spareHandles.popLast() ?? CURLHandle() else {
            throw URLError(.unknown, text: "libcurl has no memory")
        }
        let transfer = CURLTransfer(exchange, handle, goAways) { [unowned self] in
            if !configuration.usesConnectionOnce(exchange) { multiplexed.append(exchange.host) }
        }
        do throws(URLError) {
            try transfer.prepare(configuration) {
                $0.set(open: socketOpened, close: socketClosed, Unmanaged.passUnretained(self).toOpaque())
            }
        } catch {
            handle.forget()
            spareHandles.append(handle)
            throw error
        }
        transfers[ObjectIdentifier(exchange)] = transfer
        if talyn_curl_multi_add(multi, handle.pointer) != 0 {
            transfers[ObjectIdentifier(exchange)] = nil
            throw URLError(.unknown, text: "libcurl does not take the request")
        }
    }

    // MARK: Events

    /// Lets libcurl act on a socket that is ready.
    func act(on socket: CInt, _ ready: CInt) {
        if let known = sockets[socket], !known.isUsed {
            // The server closed an idle connection, which libcurl notices before it would use it.
            talyn_poll_watch(poll, socket, CURLPoll.remove, 1)
            sockets[socket]?.events = nil
            return
        }
        talyn_curl_multi_act(multi, socket, ready)
        // A stream may stay open for long, so not at its end.
        while let host = multiplexed.popLast() { if queue.multiplex(host) { advance(host) } }
        endTransfers()
    }

    /// Lets libcurl act on the times that have come.
    func actOnTimers() {
        // At most a few times: an action may set the time of the next one to now.
        for _ in 0..<8 {
            guard let time = nextAction, time <= Self.now else { return }
            nextAction = nil
            act(on: -1, 0)
        }
    }

    private func endTransfers() {
        var code: Int32 = 0
        while let pointer = talyn_curl_multi_ended(multi, &code) {
            guard let transfer = CURLTransfer.owner(of: pointer) else { continue }
            if transfer.mayBeSentAgain(code), transfer.exchange.resends() {
                end(transfer)
                start(transfer.exchange)
                continue
            }
            // One that was stopped meanwhile leaves nothing.
            if transfer.exchange.claim() {
                outcomes.append(Outcome(exchange: transfer.exchange, result: transfer.outcome(code)))
            } else {
                transfer.didStop()
            }
            end(transfer)
        }
    }

    /// Takes a transfer off the wire, and lets the next one begin.
    private func end(_ transfer: CURLTransfer) {
        let (exchange, handle) = (transfer.exchange, transfer.handle)
        talyn_curl_multi_remove(multi, handle.pointer)
        transfers[ObjectIdentifier(exchange)] = nil
        if spareHandles.count < Self.maxSpareHandles { spareHandles.append(handle) }
        handle.forget()
        queue.free(exchange.host)
        advance(exchange.host)
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Watches a socket as libcurl asks.
    fileprivate func watch(_ socket: CInt, _ what: CInt) {
        var known = sockets[socket] ?? Socket()
        if what == CURLPoll.remove, !known.isConnection {
            talyn_poll_watch(poll, socket, CURLPoll.remove, 1)
            sockets[socket] = nil
            return
        }
        // An idle socket can be written to all the time.
        let events = what == CURLPoll.remove ? CURLPoll.incoming : what & CURLPoll.both
        if known.events != events { talyn_poll_watch(poll, socket, events, known.events == nil ? 0 : 1) }
        (known.events, known.isUsed) = (events, what != CURLPoll.remove)
        sockets[socket] = known
    }

    /// Records the socket of a new connection.
    fileprivate func didOpen(_ socket: CInt) {
        talyn_close_on_exec(socket)
        sockets[socket] = Socket(isConnection: true)
    }

    /// Closes a socket, at libcurl's request.
    fileprivate func didClose(_ socket: CInt) {
        // epoll would keep watching a socket that another process has inherited.
        if sockets[socket]?.events != nil { talyn_poll_watch(poll, socket, CURLPoll.remove, 1) }
        sockets[socket] = nil
        talyn_close(socket)
    }

    /// Sets the time of libcurl's next action; none for −1.
    fileprivate func setTimer(_ milliseconds: Int) {
        nextAction = milliseconds < 0 ? nil : milliseconds == 0 ? 0 : Self.now + Int64(milliseconds)
    }
}

// libcurl calls these within its own functions, on the thread that called them, with the CURLMulti as the context.
private let socketChanged: talyn_curl_socket = { _, socket, what, context, _ in
    guard let context else { return 0 }
    Unmanaged<CURLMulti>.fromOpaque(context).takeUnretainedValue().watch(socket, what)
    return 0
}

private let socketOpened: talyn_curl_open = { context, socket, _ in
    guard let context else { return 0 }
    Unmanaged<CURLMulti>.fromOpaque(context).takeUnretainedValue().didOpen(socket)
    return 0
}

private let socketClosed: talyn_curl_close = { context, socket in
    guard let context else {
        talyn_close(socket)
        return 0
    }
    Unmanaged<CURLMulti>.fromOpaque(context).takeUnretainedValue().didClose(socket)
    return 0
}

private let timerChanged: talyn_curl_timer = { _, milliseconds, context in
    guard let context else { return 0 }
    Unmanaged<CURLMulti>.fromOpaque(context).takeUnretainedValue().setTimer(milliseconds)
    return 0
}
#endif
