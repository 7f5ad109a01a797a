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

    /// Whether the thread ends after the last transfer.
    var isClosing = false
    /// The sockets and the time that the thread waits for.
    let sockets: CURLSockets

    private var concurrency = CURLConcurrency()
    private let multi: UnsafeMutableRawPointer
    private let configuration: NetworkConfiguration
    private var hosts: CURLHosts
    /// The transfers by their exchanges.
    private var transfers: [ObjectIdentifier: CURLTransfer] = [:]
    /// Easy handles for later transfers.
    private var spareHandles: [CURLHandle] = []
    private var outcomes: [Outcome] = []
    private let goAways = CURLGoAways()
    /// The latest news of transfers about their hosts.
    private var news: [(host: CURLHost, news: CURLHost.News)] = []

    /// Nil without libcurl, memory or descriptors.
    init?(_ configuration: NetworkConfiguration, wakeUp: CInt, usualTime: Int64) {
        guard CURLLibrary.isAvailable, let sockets = CURLSockets(wakeUp: wakeUp), let multi = talyn_curl_multi_init()
        else {
            return nil
        }
        self.multi = multi
        self.sockets = sockets
        self.configuration = configuration
        hosts = CURLHosts(connectionsPerHost: configuration.connectionsPerHost, usualTime: usualTime)
        talyn_curl_multi_set(multi, CURLMultiOption.connectionsPerHost, configuration.connectionsPerHost)
        talyn_curl_multi_set(
            multi, CURLMultiOption.keptConnections, max(256, 4 * configuration.connectionsPerHost))
        sockets.observe(multi)
    }

    /// Frees everything, when it ``isOver``. Nothing may be called afterwards.
    func close() {
        // libcurl's order: the easy handles before the multi handle.
        spareHandles = []
        talyn_curl_multi_cleanup(multi)
    }

    /// Whether no transfer runs.
    var isIdle: Bool { transfers.isEmpty }

    /// Whether a caller's thread may begin an exchange: no transfer runs, and at most two ran at once lately. With
    /// more, one thread is faster than two in turn.
    var mayBeginOnCaller: Bool { isIdle && concurrency.most <= 2 }

    /// Whether transfers ran one at a time lately, so that a caller may wait for its response.
    var isSequential: Bool { concurrency.most <= 1 }

    /// Whether the thread may end.
    var isOver: Bool { isClosing && transfers.isEmpty && hosts.isEmpty }

    /// Takes the results of the exchanges that have ended.
    func takeOutcomes() -> [Outcome] {
        if outcomes.isEmpty { return [] }
        defer { outcomes = [] }
        return outcomes
    }

    /// Whether an exchange is the only one, needs nobody else's thread, and will probably end at once.
    func isAnsweredAtOnce(_ exchange: CURLExchange) -> Bool {
        guard transfers.count == 1, let transfer = transfers[ObjectIdentifier(exchange)] else { return false }
        if case .stream = exchange.context.delivery { return false }
        return transfer.host.answersAtOnce && (exchange.upload == nil || exchange.upload?.data != nil)
    }

    // MARK: Commands

    /// Starts an exchange, or lets it wait for its turn.
    func start(_ exchange: CURLExchange) {
        let host = hosts.host(
            exchange.host,
            mayMultiplex: configuration.mayUseHTTP2(exchange.host) && !configuration.usesConnectionOnce(exchange))
        if host.take() { return begin(exchange, at: host) }
        host.add(exchange)
        advance(host)
    }

    /// Takes an exchange that has ended off the wire.
    func stop(_ exchange: CURLExchange) {
        guard let transfer = transfers[ObjectIdentifier(exchange)] else { return hosts.leave(exchange) }
        end(transfer, isLost: true)
        transfer.didStop()
    }

    /// Resumes a paused transfer if it can go on.
    func resume(_ exchange: CURLExchange) { transfers[ObjectIdentifier(exchange)]?.resume() }

    /// Starts the exchanges of a host that have a place.
    private func advance(_ host: CURLHost) {
        while let exchange = host.next() { begin(exchange, at: host) }
    }

    /// Begins an exchange that has a place.
    private func begin(_ exchange: CURLExchange, at host: CURLHost) {
        do throws(URLError) { try send(exchange, to: host) } catch {
            if exchange.claim() { outcomes.append(Outcome(exchange: exchange, result: .failure(error))) }
            host.freeUnsent()
        }
    }

    private func send(_ exchange: CURLExchange, to host: CURLHost) throws(URLError) {
        guard exchange.willStart() else { throw URLError(.cancelled) }
        guard let handle = spareHandles.popLast() ?? CURLHandle() else {
            throw URLError(.unknown, text: "libcurl has no memory")
        }
        let transfer = CURLTransfer(exchange, handle, host, goAways, sockets) { [unowned self] in
            news.append((host, $0))
        }
        do throws(URLError) { try transfer.prepare(configuration) } catch {
            keep(handle)
            throw error
        }
        transfers[ObjectIdentifier(exchange)] = transfer
        if talyn_curl_multi_add(multi, handle.pointer) != 0 {
            transfers[ObjectIdentifier(exchange)] = nil
            throw URLError(.unknown, text: "libcurl does not take the request")
        }
        concurrency.record(beside: transfers.count - 1)
        if !exchange.mayBeSentTwice { logAll(of: host) }
    }

    /// Keeps a handle for a later transfer, where that is safe.
    private func keep(_ handle: CURLHandle) {
        handle.forget()
        let isSafe = !handle.isSpent && !CURLGuard.newHandles.isNeeded
        if isSafe, spareHandles.count < Self.maxSpareHandles { spareHandles.append(handle) }
    }

    /// Starts the logs of a host's transfers with its first request that may not be sent twice: any of them may read
    /// the GOAWAY of its connection.
    private func logAll(of host: CURLHost) {
        guard host.addNonIdempotent(), host.mayMultiplex else { return }
        for transfer in transfers.values where transfer.host === host { transfer.startLog() }
    }

    // MARK: Events

    /// Lets libcurl act on a socket that is ready.
    func act(on socket: CInt, _ ready: CInt) {
        let isAwaited = sockets.isAwaited(socket, ready) { transfers.values.reduce(0) { $0 + $1.bytesTaken } }
        if isAwaited { letAct(socket, sockets.readingFirst(socket, ready)) }
    }

    private func letAct(_ socket: CInt, _ ready: CInt) {
        sockets.actions &+= 1
        talyn_curl_multi_act(multi, socket, ready)
        readNews()
        endTransfers()
    }

    /// Lets exchanges begin that have waited for the connection of another one.
    private func readNews() {
        if news.isEmpty { return }
        let events = news
        news = []
        for (host, event) in events {
            switch event {
            case .begun(let hasStream): host.begin(hasStream: hasStream)
            case .lost: host.lose()
            case .multiplexed: host.multiplex()
            }
            advance(host)
        }
    }

    /// Lets libcurl act on the times that have come.
    func actOnTimers() {
        sockets.wakeResting()
        // libcurl sets the time of the next action to now while there are streams of HTTP/2 that have bytes. With fewer
        // actions, smaller batches are delivered; without a bound, none might be.
        for _ in 0..<16 {
            guard sockets.takeAction() else { return }
            // CURL_SOCKET_TIMEOUT.
            letAct(-1, 0)
        }
    }

    private func endTransfers() {
        var code: Int32 = 0
        while let pointer = talyn_curl_multi_ended(multi, &code) {
            guard let transfer = CURLTransfer.owner(of: pointer) else { continue }
            if transfer.isRefusedConnection, !transfer.exchange.isOver {
                // libcurl has closed the connection, so that there are fewer each time.
                talyn_curl_multi_remove(multi, pointer)
                transfer.retry()
                if talyn_curl_multi_add(multi, pointer) == 0 { continue }
            }
            if transfer.mayBeSentAgain(code), transfer.exchange.prepareResend() {
                end(transfer, isLost: true)
                start(transfer.exchange)
                continue
            }
            if transfers.count == 1 { transfer.host.didAnswer(within: transfer.handle.offset(.totalTime)) }
            // One that was stopped meanwhile leaves nothing.
            if transfer.exchange.claim() {
                outcomes.append(Outcome(exchange: transfer.exchange, result: transfer.outcome(code)))
            } else {
                transfer.didStop()
            }
            end(transfer, isLost: transfer.losesConnection(code))
        }
    }

    /// Takes a transfer off the wire, and lets the next one begin.
    private func end(_ transfer: CURLTransfer, isLost: Bool) {
        let (exchange, handle) = (transfer.exchange, transfer.handle)
        talyn_curl_multi_remove(multi, handle.pointer)
        transfers[ObjectIdentifier(exchange)] = nil
        // Before 8.17 libcurl counts lost connections over the life of a handle, and fails at once after five.
        if !isLost { keep(handle) }
        if !exchange.mayBeSentTwice { transfer.host.removeNonIdempotent() }
        transfer.host.free(hasBegun: transfer.hasBegun, isLost: isLost)
        advance(transfer.host)
    }
}

/// The largest number of transfers in flight lately: in the current window and the one before it. A window ends after
/// eight transfers that begin with no other in flight.
struct CURLConcurrency {
    /// The number of transfers that begin alone in a window.
    private static let windowLength = 8

    private var current = 0
    private var previous = 0
    private var begunAlone = 0

    /// At least 1 once a transfer has begun.
    var most: Int { max(current, previous) }

    /// Records that a transfer begins beside others.
    mutating func record(beside others: Int) {
        if others == 0 { begunAlone += 1 }
        if begunAlone > Self.windowLength { (previous, current, begunAlone) = (current, 0, 1) }
        current = max(current, others + 1)
    }
}
#endif
