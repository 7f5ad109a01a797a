#if os(Linux)
internal import CTalynCURL

/// The exchanges of a loop, and those that libcurl has as transfers of one multi handle. Used only on the loop's
/// thread.
final class CURLMulti {
    /// The largest number of spare handles.
    private static let maxSpareHandles = 256

    /// Whether the thread ends after the last exchange.
    var isClosing = false
    /// The sockets and the time that the thread waits for.
    let sockets: CURLSockets
    let goAways = CURLGoAways()

    private let multi: UnsafeMutableRawPointer
    let configuration: NetworkConfiguration
    private var hosts: CURLHosts
    /// The exchanges that libcurl has.
    private var transfers: [ObjectIdentifier: CURLExchange] = [:]
    /// Easy handles for later transfers.
    private var spareHandles: [CURLHandle] = []
    /// The exchanges whose results are to be delivered.
    private var completed: [CURLExchange] = []
    /// The hosts that may have changed within libcurl's function.
    private var changedHosts: [CURLHost] = []

    /// Nil without libcurl, memory or descriptors.
    init?(_ configuration: NetworkConfiguration, wakeUp: CInt) {
        guard CURLLibrary.isAvailable, let sockets = CURLSockets(wakeUp: wakeUp), let multi = talyn_curl_multi_init()
        else {
            return nil
        }
        self.multi = multi
        self.sockets = sockets
        self.configuration = configuration
        hosts = CURLHosts(connectionsPerHost: configuration.connectionsPerHost)
        // CURLMOPT_MAX_HOST_CONNECTIONS; CURLMOPT_MAXCONNECTS, which counts those of all hosts.
        talyn_curl_multi_set(multi, 7, configuration.connectionsPerHost)
        talyn_curl_multi_set(multi, 6, max(256, 4 * configuration.connectionsPerHost))
        sockets.observe(multi)
    }

    /// Frees everything, when it ``isOver``. Nothing may be called afterwards.
    func close() {
        // libcurl's order: the easy handles before the multi handle.
        spareHandles = []
        talyn_curl_multi_cleanup(multi)
    }

    /// Whether libcurl has no transfer.
    var isIdle: Bool { transfers.isEmpty }

    /// Whether the thread may end.
    var isOver: Bool { isClosing && transfers.isEmpty && hosts.isEmpty }

    /// Takes the exchanges whose results are to be delivered.
    func takeCompleted() -> [CURLExchange] {
        if completed.isEmpty { return [] }
        defer { completed = [] }
        return completed
    }

    // MARK: Commands

    /// Starts an exchange, or queues it.
    func start(_ exchange: CURLExchange) {
        let host = hosts.host(exchange.origin, mayMultiplex: configuration.mayUseHTTP2(exchange.origin))
        exchange.host = host
        if host.take() { return begin(exchange, at: host) }
        host.add(exchange)
        advance(host)
    }

    /// Removes an exchange that is over from libcurl or from the queue.
    func stop(_ exchange: CURLExchange) {
        if exchange.handle == nil {
            exchange.host?.leave()
        } else {
            end(exchange, isLost: true)
            exchange.sink.removeFile()
        }
    }

    /// Starts the exchanges of a host that its limits allow.
    private func advance(_ host: CURLHost) {
        while let exchange = host.next() { begin(exchange, at: host) }
    }

    /// Begins an exchange that the host has counted as running.
    private func begin(_ exchange: CURLExchange, at host: CURLHost) {
        do throws(URLError) { try send(exchange, to: host) } catch {
            if let handle = exchange.release() { keep(handle) }
            if exchange.complete({ .failure(error) }) { completed.append(exchange) }
            host.freeUnsent()
        }
    }

    private func send(_ exchange: CURLExchange, to host: CURLHost) throws(URLError) {
        guard exchange.willStart() else { throw URLError(.cancelled) }
        guard let handle = spareHandles.popLast() ?? CURLHandle() else {
            throw URLError(.unknown, text: "libcurl has no memory")
        }
        exchange.take(handle, at: host)
        try exchange.prepare(configuration)
        guard talyn_curl_multi_add(multi, handle.pointer) == 0 else {
            _ = exchange.release()
            throw URLError(.unknown, text: "libcurl does not take the request")
        }
        transfers[ObjectIdentifier(exchange)] = exchange
        if !exchange.mayBeSentTwice { logAll(of: host) }
    }

    /// Keeps a handle for a later transfer, where that is safe.
    private func keep(_ handle: CURLHandle) {
        handle.forget()
        let isSafe = !handle.isSpent && !CURLGuard.newHandles.isNeeded
        if isSafe, spareHandles.count < Self.maxSpareHandles { spareHandles.append(handle) }
    }

    /// Enables the log of each transfer to a host when its first request begins that may not be sent twice: any of them
    /// may log the GOAWAY of the shared connection.
    private func logAll(of host: CURLHost) {
        guard host.addNonIdempotent(), host.mayMultiplex else { return }
        for exchange in transfers.values where exchange.host === host { exchange.startLog() }
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
        while let host = changedHosts.popLast() { advance(host) }
        endTransfers()
    }

    /// Advances a host's queue after libcurl's function: `curl_multi_add_handle` fails within a callback.
    func advanceLater(_ host: CURLHost) { if changedHosts.last !== host { changedHosts.append(host) } }

    /// Lets libcurl act on the times that have come.
    func actOnTimers() {
        sockets.wakeResting()
        // libcurl's timer expires at once while streams of HTTP/2 have bytes. Fewer actions make smaller batches of
        // results; without a bound, none might be delivered.
        for _ in 0..<16 {
            guard sockets.takeAction() else { return }
            // CURL_SOCKET_TIMEOUT.
            letAct(-1, 0)
        }
    }

    private func endTransfers() {
        var code: Int32 = 0
        var hostsWithLoss: [CURLHost] = []
        while let pointer = talyn_curl_multi_ended(multi, &code) {
            guard let exchange = CURLHandle.exchange(of: pointer) else { continue }
            if exchange.isUnsent, !exchange.isOver {
                // libcurl has closed the connection, so that there are no more retries than idle ones.
                talyn_curl_multi_remove(multi, pointer)
                exchange.retry()
                if talyn_curl_multi_add(multi, pointer) == 0 { continue }
            }
            let isLost = exchange.losesConnection(code)
            if CURLCode.ofLostConnections.contains(code), let host = exchange.host, host.isMultiplexing,
                !hostsWithLoss.contains(where: { $0 === host })
            {
                hostsWithLoss.append(host)
            }
            if exchange.mayBeSentAgain(code), exchange.prepareResend() {
                end(exchange, isLost: true)
                start(exchange)
                continue
            }
            // An exchange that was stopped meanwhile leaves no file.
            if exchange.complete({ exchange.result(code) }) {
                completed.append(exchange)
            } else {
                exchange.sink.removeFile()
            }
            end(exchange, isLost: isLost)
        }
        for host in hostsWithLoss { lookAgain(at: host) }
    }

    /// Wakes the other transfers of a host with a lost connection of HTTP/2, which libcurl reports to one of them only.
    private func lookAgain(at host: CURLHost) {
        for exchange in transfers.values where exchange.host === host { exchange.lookAgain() }
    }

    /// Removes a transfer from libcurl, and starts the next exchange of the host.
    private func end(_ exchange: CURLExchange, isLost: Bool) {
        guard let pointer = exchange.handle?.pointer, let host = exchange.host else { return }
        // libcurl may call back until it returns, so the exchange keeps its handle.
        talyn_curl_multi_remove(multi, pointer)
        transfers[ObjectIdentifier(exchange)] = nil
        // Before 8.17 libcurl counts lost connections over the life of a handle, and fails at once after five.
        if let handle = exchange.release(), !isLost { keep(handle) }
        if !exchange.mayBeSentTwice { host.removeNonIdempotent() }
        host.free(isSent: exchange.isSent, isLost: isLost)
        advance(host)
    }
}
#endif
