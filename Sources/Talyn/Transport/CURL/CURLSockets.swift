#if os(Linux)
internal import CTalynCURL

/// The sockets and the time that libcurl waits for. Used only on the loop's thread.
final class CURLSockets {
    private struct Socket {
        /// Whether it belongs to a connection, so that libcurl reports its close. Others are the resolver's.
        var isConnection = false
        /// The events watched for, as ``CURLPoll``. Nil if epoll does not know the socket.
        var events: CInt?
        /// The local port of a connection; nil before it is watched, and 0 without IP.
        var port: CInt?
        /// Whether libcurl is interested in them.
        var isUsed = false
        /// The number of consecutive events in which it was ready for writing only.
        var writableEvents = 0
        /// The bytes of bodies that libcurl had taken at the last check.
        var bytesTaken: Int64 = -1
        /// The exchange that sends a body over it, by HTTP/1 without TLS.
        var uploader: CURLExchange?
        /// The events that libcurl is interested in, while it rests.
        var restingFrom: CInt?
    }

    /// The number of events within which a socket must take bytes, or else it rests.
    private static let eventsBeforeRest = 64
    /// The longest rest in milliseconds.
    private static let rest: Int64 = 20

    /// The number of times that libcurl has acted.
    var actions = 0
    /// The descriptor to wait with.
    let poll: CInt
    /// The time of libcurl's next action, in milliseconds of the monotonic clock; nil without one.
    private var nextAction: Int64?
    /// The open sockets. Epoll keeps watching the socket of an idle connection, because adding it again would cost two
    /// system calls an exchange.
    private var sockets: [CInt: Socket] = [:]
    /// The sockets of connections by their local ports. Several connections share a port without IP, or to several
    /// servers.
    private var ports: [CInt: [CInt]] = [:]
    /// The sockets of new connections whose port is not known yet.
    private var unwatched: [CInt] = []
    /// The sockets that rest, and the end of it in milliseconds of the monotonic clock.
    private var (resting, restEnd): ([CInt], Int64) = ([], 0)

    /// Nil without descriptors. `wakeUp` ends a wait.
    init?(wakeUp: CInt) {
        poll = talyn_poll_make(wakeUp)
        if poll < 0 { return nil }
    }

    deinit { talyn_close(poll) }

    /// Sets the socket and timer callbacks of a multi handle.
    func observe(_ multi: UnsafeMutableRawPointer) {
        talyn_curl_multi_observe(multi, socketChanged, timerChanged, context)
    }

    /// Sets the callback that closes the sockets of an easy handle's connections, also after its transfer.
    func observe(_ handle: CURLHandle) { handle.set(close: socketClosed, context) }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The time of libcurl's next action or the end of a rest, in milliseconds of the monotonic clock; the greatest
    /// number without either.
    var nextTime: Int64 { min(nextAction ?? .max, resting.isEmpty ? .max : restEnd) }

    /// The time until ``nextTime`` in milliseconds; −1 without one.
    var timeLeft: CInt { nextTime == .max ? -1 : CInt(clamping: max(nextTime - Self.now, 0)) }

    /// Takes libcurl's next action if its time has come.
    func takeAction() -> Bool {
        guard let time = nextAction, time <= Self.now else { return false }
        nextAction = nil
        return true
    }

    /// Returns whether libcurl waits for a socket that is ready. It does not wait for an idle connection, which the
    /// server has probably closed: libcurl notices before it would use the connection. `bytesTaken` returns the
    /// bytes of bodies that libcurl has taken so far.
    func isAwaited(_ socket: CInt, _ ready: CInt, bytesTaken: () -> Int64) -> Bool {
        guard let known = sockets[socket] else { return true }
        if !known.isUsed {
            talyn_poll_watch(poll, socket, CURLPoll.remove, 1)
            sockets[socket]?.events = nil
            return false
        }
        if ready == CURLPoll.outgoing {
            countWritable(socket, known, bytesTaken)
        } else if known.writableEvents > 0 {
            sockets[socket]?.writableEvents = 0
            wake(socket)
        }
        return true
    }

    /// Lets a socket rest that takes no bytes: libcurl 7 waits for it to become writable even if the server grants no
    /// window (RFC 9113 §5.2), and would keep a core busy. It rests until something arrives.
    private func countWritable(_ socket: CInt, _ known: Socket, _ bytesTaken: () -> Int64) {
        var known = known
        known.writableEvents += 1
        if known.writableEvents % Self.eventsBeforeRest == 0 {
            let bytes = bytesTaken()
            if bytes == known.bytesTaken, known.restingFrom == nil {
                known.restingFrom = known.events
                known.events = CURLPoll.incoming
                talyn_poll_watch(poll, socket, CURLPoll.incoming, 1)
                if resting.isEmpty { restEnd = Self.now + Self.rest }
                resting.append(socket)
            }
            known.bytesTaken = bytes
        }
        sockets[socket] = known
    }

    /// Ends the rests whose time is over.
    func wakeResting() {
        if resting.isEmpty || restEnd > Self.now { return }
        for socket in resting { wake(socket) }
        resting = []
    }

    private func wake(_ socket: CInt) {
        guard var known = sockets[socket], let events = known.restingFrom else { return }
        (known.restingFrom, known.events) = (nil, events)
        sockets[socket] = known
        talyn_poll_watch(poll, socket, events, 1)
    }

    /// Returns whether bytes or the end have arrived on an idle connection with a local port. If several connections
    /// have the port, each one counts.
    func hasIdleInput(at port: CInt) -> Bool {
        ports[port]?.contains { sockets[$0]?.isUsed == false && talyn_has_input($0) != 0 } ?? false
    }

    /// Lets an exchange read what is left on its connection when libcurl closes it, if the local port identifies it.
    func add(_ uploader: CURLExchange, at port: CInt) {
        // A new connection may not be watched yet.
        for socket in unwatched where talyn_local_port(socket) == port { identify(socket, port) }
        guard port > 0, let found = ports[port], found.count == 1 else { return }
        sockets[found[0]]?.uploader = uploader
    }

    func remove(_ uploader: CURLExchange, at port: CInt) {
        for socket in ports[port] ?? [] where sockets[socket]?.uploader === uploader { sockets[socket]?.uploader = nil }
    }

    private func identify(_ socket: CInt, _ port: CInt) {
        sockets[socket]?.port = port
        ports[port, default: []].append(socket)
        unwatched.removeAll { $0 == socket }
    }

    /// Returns the events that libcurl is to act on for a socket that is ready: also reading, if it waits for that and
    /// something has arrived meanwhile. It reads first, and would not read after a failure to write.
    func readingFirst(_ socket: CInt, _ ready: CInt) -> CInt {
        guard ready == CURLPoll.outgoing, sockets[socket]?.events == CURLPoll.both else { return ready }
        return talyn_has_input(socket) != 0 ? CURLPoll.both : ready
    }

    private static var now: Int64 { microseconds / 1_000 }

    /// The time of the monotonic clock.
    static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Watches a socket for a `CURL_POLL` value.
    fileprivate func watch(_ socket: CInt, _ what: CInt) {
        if let new = sockets[socket], new.isConnection, new.port == nil { identify(socket, talyn_local_port(socket)) }
        var known = sockets[socket] ?? Socket()
        if what == CURLPoll.remove, !known.isConnection {
            talyn_poll_watch(poll, socket, CURLPoll.remove, 1)
            sockets[socket] = nil
            return
        }
        // An idle socket can be written to all the time.
        let events = what == CURLPoll.remove ? CURLPoll.incoming : what & CURLPoll.both
        if known.events != events { talyn_poll_watch(poll, socket, events, known.events == nil ? 0 : 1) }
        (known.events, known.isUsed, known.restingFrom) = (events, what != CURLPoll.remove, nil)
        sockets[socket] = known
    }

    /// Records the socket of a new connection.
    func didOpen(_ socket: CInt) {
        talyn_close_on_exec(socket)
        sockets[socket] = Socket(isConnection: true)
        unwatched.append(socket)
    }

    /// Closes a socket, at libcurl's request.
    fileprivate func didClose(_ socket: CInt) {
        // epoll would keep watching a socket that another process has inherited.
        if sockets[socket]?.events != nil { talyn_poll_watch(poll, socket, CURLPoll.remove, 1) }
        if let uploader = sockets[socket]?.uploader { uploader.willClose(socket) }
        unwatched.removeAll { $0 == socket }
        if let port = sockets[socket]?.port {
            ports[port]?.removeAll { $0 == socket }
            if ports[port]?.isEmpty ?? false { ports[port] = nil }
        }
        sockets[socket] = nil
        talyn_close(socket)
    }

    /// Sets the time of libcurl's next action; none for −1.
    fileprivate func setTimer(_ milliseconds: Int) {
        nextAction = milliseconds < 0 ? nil : milliseconds == 0 ? 0 : Self.now + Int64(milliseconds)
    }
}

// libcurl calls these within its own functions, on the thread that called them, with the CURLSockets as the context.
private let socketChanged: talyn_curl_socket = { easy, socket, what, context, _ in
    guard let context else { return 0 }
    if what & CURLPoll.incoming == 0, let easy {
        CURLHandle.exchange(of: easy)?.didStopReading(from: socket, isSending: what == CURLPoll.outgoing)
    }
    Unmanaged<CURLSockets>.fromOpaque(context).takeUnretainedValue().watch(socket, what)
    return 0
}

private let socketClosed: talyn_curl_close = { context, socket in
    guard let context else {
        talyn_close(socket)
        return 0
    }
    Unmanaged<CURLSockets>.fromOpaque(context).takeUnretainedValue().didClose(socket)
    return 0
}

private let timerChanged: talyn_curl_timer = { _, milliseconds, context in
    guard let context else { return 0 }
    Unmanaged<CURLSockets>.fromOpaque(context).takeUnretainedValue().setTimer(milliseconds)
    return 0
}
#endif
