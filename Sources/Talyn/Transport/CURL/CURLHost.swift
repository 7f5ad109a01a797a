#if os(Linux)
/// The exchanges with a host: those that run, and a queue of those above its limits, first come, first served. libcurl
/// does not know a queued exchange, so that one that is cancelled is never sent. Used only on the loop's thread.
///
/// At a host that may answer over HTTP/2, one exchange at a time opens a connection. The others wait until its request
/// is sent, because the connection may carry theirs as well.
final class CURLHost {
    /// The streams that libcurl opens in one HTTP/2 connection: the default of `CURLMOPT_MAX_CONCURRENT_STREAMS`.
    private static let streamsPerConnection = 100

    private let connections: Int
    /// Whether it may answer over HTTP/2 in connections that are used again.
    let mayMultiplex: Bool
    /// Whether it has answered over HTTP/2.
    private(set) var isMultiplexing = false
    /// The number of running exchanges whose requests may not be sent twice.
    private var nonIdempotent = 0
    /// The number of running exchanges that may be without a connection. Doubles with each that ends without one, so
    /// that a host that answers nobody does not keep the queue waiting for long.
    private var mayConnect: Int
    private var running = 0
    /// The number of running exchanges whose requests are sent, as far as it is known.
    private(set) var sent = 0
    /// The peak of `sent`: below it, the next exchange probably finds an idle connection or a free stream.
    private var peakSent = 0
    private var queue: [CURLExchange?] = []
    /// The index of the first in the queue.
    private var first = 0
    /// The number of those that were cancelled in the queue.
    private var cancelledInQueue = 0
    /// Whether some wait for the first connection, so that their wait is idle time.
    private var someAwaitConnection = false

    init(connections: Int, mayMultiplex: Bool) {
        self.connections = connections
        self.mayMultiplex = mayMultiplex
        mayConnect = mayMultiplex ? 1 : .max
    }

    /// Whether no exchange runs or waits.
    var isIdle: Bool { running == 0 && first == queue.count }

    /// Whether libcurl's log is needed: until the host is known to multiplex, and beside a request that may not be sent
    /// twice. Only the log reports that a stream was opened, and which streams the server will process. Writing it
    /// takes libcurl a quarter of its time for an exchange.
    var needsLog: Bool { !mayMultiplex || !isMultiplexing || nonIdempotent > 0 }

    private var hasRoom: Bool {
        let connecting = running - sent
        return running < (isMultiplexing ? connections * Self.streamsPerConnection : connections)
            && (connecting < mayConnect || connecting == mayConnect && sent < peakSent)
    }

    /// Whether exchanges run, but none has a connection.
    private var isUnconnected: Bool { running > 0 && sent == 0 && mayConnect < .max }

    // MARK: The queue

    /// Adds an exchange at the end of the queue.
    func add(_ exchange: CURLExchange) {
        queue.append(exchange)
        exchange.awaitConnection(isUnconnected)
        if isUnconnected { someAwaitConnection = true }
    }

    /// Counts an exchange as running without the queue, if that is empty and the limits allow it.
    func take() -> Bool {
        guard first == queue.count, hasRoom else { return false }
        running += 1
        return true
    }

    /// Takes the first exchange of the queue, and counts it as running; nil if the queue is empty or the limits do not
    /// allow it.
    func next() -> CURLExchange? {
        if first == queue.count { return nil }
        var next: CURLExchange?
        while next == nil, first < queue.count, hasRoom {
            let exchange = queue[first]
            // An exchange has its response: the queue must not keep it.
            queue[first] = nil
            first += 1
            if exchange?.isOver ?? true { cancelledInQueue -= 1 } else { next = exchange }
        }
        if next != nil { running += 1 }
        if first == queue.count {
            queue.removeAll(keepingCapacity: first < 256)
            (first, cancelledInQueue) = (0, 0)
        } else if first > 256, first > queue.count / 2 {
            queue.removeFirst(first)
            first = 0
        }
        return next
    }

    /// Records that an exchange was cancelled in the queue, and removes such ones before they are half of it.
    func leave() {
        cancelledInQueue += 1
        if cancelledInQueue > (queue.count - first) / 2 {
            queue = queue[first...].filter { $0.map { !$0.isOver } ?? false }
            (first, cancelledInQueue) = (0, 0)
        }
    }

    // MARK: Running exchanges

    /// Records that the request of a running exchange was sent, in a stream of HTTP/2 or not. Only for a host that may
    /// multiplex.
    func didSend(hasStream: Bool) {
        if hasStream { isMultiplexing = true }
        if someAwaitConnection { for exchange in queue[first...] { exchange?.awaitConnection(false) } }
        someAwaitConnection = false
        sent += 1
        peakSent = max(peakSent, sent)
        mayConnect = isMultiplexing ? 1 : .max
    }

    /// Records that it answers over HTTP/2: its connections carry many exchanges at once.
    func multiplex() { (isMultiplexing, mayConnect) = (true, 1) }

    /// Records that a running exchange has lost its connection, and gets another one.
    func loseConnection() {
        sent -= 1
        peakSent = sent
        if !isUnconnected || someAwaitConnection || first == queue.count { return }
        for exchange in queue[first...] { exchange?.awaitConnection(true) }
        someAwaitConnection = true
    }

    /// Counts a running exchange whose request may not be sent twice. Returns whether it is the only one.
    func addNonIdempotent() -> Bool {
        nonIdempotent += 1
        return nonIdempotent == 1
    }

    func removeNonIdempotent() { nonIdempotent -= 1 }

    /// Ends a running exchange that libcurl was not given.
    func freeUnsent() { running -= 1 }

    /// Ends a running exchange, whose request was sent or not. `isLost`: whether its connection is lost.
    func free(isSent: Bool, isLost: Bool) {
        if !isSent {
            if mayConnect < connections { mayConnect *= 2 }
        } else if isLost {
            loseConnection()
        } else {
            sent -= 1
        }
        running -= 1
        // Its connections may have changed when it is called again.
        if isIdle { (peakSent, mayConnect) = (0, mayMultiplex ? 1 : .max) }
    }
}

/// The hosts that a loop calls, by their origins.
struct CURLHosts {
    private let connectionsPerHost: Int
    private var hosts: [String: CURLHost] = [:]
    /// The number of hosts above which those without exchanges are forgotten.
    private var limit = 1_000

    init(connectionsPerHost: Int) {
        self.connectionsPerHost = max(1, connectionsPerHost)
    }

    /// Whether no exchange runs or waits.
    var isEmpty: Bool { hosts.values.allSatisfy(\.isIdle) }

    /// Returns the host of an origin, as ``CURLExchange/origin``.
    mutating func host(_ origin: String, mayMultiplex: Bool) -> CURLHost {
        if let host = hosts[origin] { return host }
        if hosts.count >= limit {
            hosts = hosts.filter { !$0.value.isIdle }
            limit = max(1_000, 2 * hosts.count)
        }
        let host = CURLHost(connections: connectionsPerHost, mayMultiplex: mayMultiplex)
        hosts[origin] = host
        return host
    }
}
#endif
