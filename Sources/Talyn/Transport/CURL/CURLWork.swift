#if os(Linux)
internal import CTalynCURL

/// The transfers of a loop, over one multi handle. Used by one thread at a time.
final class CURLWork {
    /// The end of an exchange, to be delivered without the loop's lock.
    struct End {
        let exchange: CURLExchange
        let result: Result<CURLExchange.Received, any Error>

        func deliver() { exchange.finish(result, isClaimed: true) }
    }

    /// The number of easy handles kept for later transfers.
    private static let spareHandles = 256

    /// The descriptor to wait with.
    let poll: CInt
    /// Whether the thread ends after the last transfer.
    var isClosing = false
    /// The time of libcurl's next action, in milliseconds of the monotonic clock; nil without one.
    private(set) var nextAction: Int64?

    private let multi: UnsafeMutableRawPointer
    private let configuration: NetworkConfiguration
    private var queue: CURLQueue
    private var transfers: [ObjectIdentifier: CURLTransfer] = [:]
    /// The same transfers by their easy handles.
    private var running: [UnsafeMutableRawPointer: CURLTransfer] = [:]
    private var handles: [CURLHandle] = []
    private var ended: [End] = []
    /// Hosts that have just answered over HTTP/2.
    private var multiplexed: [String] = []

    /// The open sockets. Epoll keeps watching that of an idle connection, because watching it anew would cost two
    /// system calls an exchange.
    private var sockets: [CInt: Socket] = [:]

    private struct Socket {
        /// Whether it belongs to a connection, so that libcurl tells of its end. Others are the resolver's.
        var isConnection = false
        /// The events watched for: CURL_POLL_IN is 1, CURL_POLL_OUT 2. Nil if epoll does not know it.
        var events: CInt?
        /// Whether libcurl is interested in them.
        var isUsed = false
    }

    /// Nil without libcurl, memory or descriptors.
    init?(_ configuration: NetworkConfiguration, bell: CInt) {
        guard CURLLibrary.isAvailable else { return nil }
        let poll = talyn_poll_make(bell)
        guard poll >= 0 else { return nil }
        guard let multi = talyn_curl_multi_init() else {
            talyn_close(poll)
            return nil
        }
        self.multi = multi
        self.poll = poll
        self.configuration = configuration
        queue = CURLQueue(connectionsPerHost: configuration.connectionsPerHost)
        // CURLMOPT_MAX_HOST_CONNECTIONS, CURLMOPT_MAXCONNECTS: those kept for all hosts together.
        talyn_curl_multi_set(multi, 7, configuration.connectionsPerHost)
        talyn_curl_multi_set(multi, 6, max(256, 4 * configuration.connectionsPerHost))
        talyn_curl_multi_observe(multi, socketChanged, timerChanged, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Frees everything. Nothing may be called afterwards.
    func close() {
        // libcurl's order: the easy handles are removed, then freed, then the multi handle.
        for pointer in running.keys { talyn_curl_multi_remove(multi, pointer) }
        (transfers, running) = ([:], [:])
        handles = []
        talyn_curl_multi_cleanup(multi)
        talyn_close(poll)
    }

    /// Whether the thread may end.
    var isOver: Bool { isClosing && transfers.isEmpty && queue.isEmpty }

    /// The time until libcurl's next action in milliseconds; −1 without one.
    var timeLeft: CInt { nextAction.map { CInt(clamping: max($0 - Self.now, 0)) } ?? -1 }

    /// Takes the exchanges that have ended.
    func takeEnded() -> [End] {
        if ended.isEmpty { return [] }
        defer { ended = [] }
        return ended
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
                if exchange.claim() { ended.append(End(exchange: exchange, result: .failure(error))) }
                queue.free(host)
            }
        }
    }

    private func send(_ exchange: CURLExchange) throws(URLError) {
        guard exchange.willStart() else { throw URLError(.cancelled) }
        guard let handle = handles.popLast() ?? CURLHandle() else {
            throw URLError(.unknown, text: "libcurl has no memory")
        }
        let transfer = CURLTransfer(exchange, handle) { [unowned self] in multiplexed.append(exchange.host) }
        do throws(URLError) {
            try transfer.prepare(configuration) {
                $0.set(open: socketOpened, close: socketClosed, Unmanaged.passUnretained(self).toOpaque())
            }
        } catch {
            handle.forget()
            handles.append(handle)
            throw error
        }
        transfers[ObjectIdentifier(exchange)] = transfer
        running[handle.pointer] = transfer
        if talyn_curl_multi_add(multi, handle.pointer) != 0 {
            (transfers[ObjectIdentifier(exchange)], running[handle.pointer]) = (nil, nil)
            throw URLError(.unknown, text: "libcurl does not take the request")
        }
    }

    // MARK: Events

    /// Lets libcurl act on a socket that is ready.
    func act(on socket: CInt, _ ready: CInt) {
        if let known = sockets[socket], !known.isUsed {
            // The server closed an idle connection, which libcurl notices before it would use it.
            talyn_poll_watch(poll, socket, 4, 1)
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
            guard let transfer = running[pointer] else { continue }
            if transfer.wasRefused(code), transfer.exchange.resends() {
                end(transfer)
                start(transfer.exchange)
                continue
            }
            // One that was stopped meanwhile leaves nothing.
            if transfer.exchange.claim() {
                ended.append(End(exchange: transfer.exchange, result: transfer.outcome(code)))
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
        running[handle.pointer] = nil
        if handles.count < Self.spareHandles { handles.append(handle) }
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
        // CURL_POLL_REMOVE is 4.
        if what == 4, !known.isConnection {
            talyn_poll_watch(poll, socket, 4, 1)
            sockets[socket] = nil
            return
        }
        // An idle socket can be written to all the time.
        let events: CInt = what == 4 ? 1 : what & 3
        if known.events != events { talyn_poll_watch(poll, socket, events, known.events == nil ? 0 : 1) }
        (known.events, known.isUsed) = (events, what != 4)
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
        if sockets[socket]?.events != nil { talyn_poll_watch(poll, socket, 4, 1) }
        sockets[socket] = nil
        talyn_close(socket)
    }

    /// Sets the time of libcurl's next action; none for −1.
    fileprivate func setTimer(_ milliseconds: Int) {
        nextAction = milliseconds < 0 ? nil : milliseconds == 0 ? 0 : Self.now + Int64(milliseconds)
    }
}

// libcurl calls these within its own functions, on the thread that called them, with the work as the context.
private let socketChanged: talyn_curl_socket = { _, socket, what, context, _ in
    guard let context else { return 0 }
    Unmanaged<CURLWork>.fromOpaque(context).takeUnretainedValue().watch(socket, what)
    return 0
}

private let socketOpened: talyn_curl_open = { context, socket, _ in
    guard let context else { return 0 }
    Unmanaged<CURLWork>.fromOpaque(context).takeUnretainedValue().didOpen(socket)
    return 0
}

private let socketClosed: talyn_curl_close = { context, socket in
    guard let context else {
        talyn_close(socket)
        return 0
    }
    Unmanaged<CURLWork>.fromOpaque(context).takeUnretainedValue().didClose(socket)
    return 0
}

private let timerChanged: talyn_curl_timer = { _, milliseconds, context in
    guard let context else { return 0 }
    Unmanaged<CURLWork>.fromOpaque(context).takeUnretainedValue().setTimer(milliseconds)
    return 0
}
#endif
