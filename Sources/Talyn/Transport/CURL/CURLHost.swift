#if os(Linux)
/// The exchanges of a host that run, and those that wait for a place: first come, first served. libcurl does not know a
/// waiting exchange, so that one that is cancelled never reaches the wire. Used by one thread at a time.
///
/// At a host that may answer over HTTP/2, one exchange at a time opens a connection. The others wait until its request
/// is on its way, because the connection may carry theirs as well.
final class CURLHost {
    /// News about a host that may answer over HTTP/2.
    enum News {
        /// A request is on its way, in a stream of HTTP/2 or not.
        case begun(hasStream: Bool)
        /// A connection was lost, and libcurl looks for another one.
        case lost
        /// A response is one of HTTP/2.
        case multiplexed
    }

    /// The streams that libcurl opens in one HTTP/2 connection: the default of `CURLMOPT_MAX_CONCURRENT_STREAMS`.
    private static let streamsPerConnection = 100

    /// A usual time that is not expected of any exchange, in microseconds.
    static let longTime: Int64 = 10_000

    private let connections: Int
    /// Whether it may answer over HTTP/2 in connections that are used again.
    let mayMultiplex: Bool
    /// The usual time of an exchange with no other in flight, in microseconds.
    private var usualTime: Int64
    /// Whether it has answered over HTTP/2.
    private(set) var isMultiplexing = false
    /// The number of running exchanges whose requests may not be sent twice.
    private var nonIdempotent = 0
    /// The number of running exchanges that may be without a connection. Twice as many after each that ended without
    /// one, so that a host that answers nobody keeps nobody waiting for long.
    private var openings: Int
    private var running = 0
    /// The number of running exchanges whose requests are on their way.
    private var begun = 0
    /// The most that had begun at a time: while there are fewer, the next one probably finds a connection.
    private var mostBegun = 0
    private var waiting: [CURLExchange] = []
    /// The index of the first that waits.
    private var first = 0
    /// The number of those that have ended while they waited.
    private var gone = 0
    /// Whether some wait for the first connection, so that their wait is idle time.
    private var someAwaitConnection = false

    init(connections: Int, mayMultiplex: Bool, usualTime: Int64 = longTime) {
        self.connections = connections
        self.usualTime = usualTime
        self.mayMultiplex = mayMultiplex
        openings = mayMultiplex ? 1 : .max
    }

    /// Whether no exchange runs or waits.
    var isIdle: Bool { running == 0 && first == waiting.count }

    /// Whether libcurl's log is needed, from which alone it is known that a stream was opened, and which ones the
    /// server will process: until the host is known to multiplex, and beside a request that may not be sent twice. To
    /// write the log takes libcurl a quarter of its time for an exchange.
    var needsLog: Bool { !mayMultiplex || !isMultiplexing || nonIdempotent > 0 }

    private var hasPlace: Bool {
        let opening = running - begun
        return running < (isMultiplexing ? connections * Self.streamsPerConnection : connections)
            && (opening < openings || opening == openings && begun < mostBegun)
    }

    /// Whether exchanges run, but none has a connection.
    private var isUnconnected: Bool { running > 0 && begun == 0 && openings < .max }

    /// Adds an exchange at the end of the line.
    func add(_ exchange: CURLExchange) {
        waiting.append(exchange)
        if isUnconnected {
            exchange.awaitConnection(true)
            someAwaitConnection = true
        }
    }

    /// Gives an exchange a place, past the line, if nobody waits and a place is free.
    func take() -> Bool {
        guard first == waiting.count, hasPlace else { return false }
        running += 1
        return true
    }

    /// Gives the first exchange of the line a place; nil if no place is free or nobody waits.
    func next() -> CURLExchange? {
        if first == waiting.count { return nil }
        var next: CURLExchange?
        while next == nil, first < waiting.count, hasPlace {
            let exchange = waiting[first]
            first += 1
            if exchange.isOver { gone -= 1 } else { next = exchange }
        }
        if next != nil { running += 1 }
        if first == waiting.count {
            waiting.removeAll(keepingCapacity: first < 256)
            (first, gone) = (0, 0)
        }
        return next
    }

    /// Records that the request of a running exchange is on its way, in a stream of HTTP/2 or not. Only for a host that
    /// may multiplex.
    func begin(hasStream: Bool) {
        if hasStream { isMultiplexing = true }
        if someAwaitConnection { for exchange in waiting[first...] { exchange.awaitConnection(false) } }
        someAwaitConnection = false
        begun += 1
        mostBegun = max(mostBegun, begun)
        openings = isMultiplexing ? 1 : .max
    }

    /// Records that it answers over HTTP/2: its connections carry many exchanges at once.
    func multiplex() { (isMultiplexing, openings) = (true, 1) }

    /// Records that a running exchange has lost its connection, and gets another one.
    func lose() {
        begun -= 1
        mostBegun = begun
        if !isUnconnected || someAwaitConnection || first == waiting.count { return }
        for exchange in waiting[first...] { exchange.awaitConnection(true) }
        someAwaitConnection = true
    }

    /// Counts a running exchange whose request may not be sent twice. Returns whether it is the only one.
    func addNonIdempotent() -> Bool {
        nonIdempotent += 1
        return nonIdempotent == 1
    }

    func removeNonIdempotent() { nonIdempotent -= 1 }

    /// Frees the place of an exchange that libcurl was not asked to send.
    func freeUnsent() { running -= 1 }

    /// Frees the place of an exchange, whose request was on its way or not. `isLost` tells that its connection is lost.
    func free(hasBegun: Bool, isLost: Bool) {
        if !hasBegun {
            if openings < connections { openings *= 2 }
        } else if isLost {
            lose()
        } else {
            begun -= 1
        }
        running -= 1
        // Its connections may have changed when it is called again.
        if isIdle { (mostBegun, openings) = (0, mayMultiplex ? 1 : .max) }
    }

    /// Whether an exchange with no other in flight usually takes less than 0.2 ms.
    var answersAtOnce: Bool { usualTime < 200 }

    /// Records the time of an exchange with no other in flight, in microseconds.
    func didAnswer(within time: Int64) { usualTime += (min(time, Self.longTime) - usualTime) / 8 }

    /// Records that an exchange has ended while it waited.
    func leave() {
        gone += 1
        if gone > (waiting.count - first) / 2 {
            waiting = waiting[first...].filter { !$0.isOver }
            (first, gone) = (0, 0)
        }
    }
}

/// The hosts that a loop calls, each with its line.
struct CURLHosts {
    private let connectionsPerHost: Int
    /// The usual time of exchanges with a host that was not called yet, in microseconds.
    private let usualTime: Int64
    private var hosts: [String: CURLHost] = [:]
    /// The number of hosts above which those without exchanges are forgotten.
    private var limit = 1_000

    init(connectionsPerHost: Int, usualTime: Int64 = CURLHost.longTime) {
        self.connectionsPerHost = max(1, connectionsPerHost)
        self.usualTime = usualTime
    }

    /// Whether no exchange runs or waits.
    var isEmpty: Bool { hosts.values.allSatisfy(\.isIdle) }

    /// Returns a host by its name, as ``CURLExchange/host``.
    mutating func host(_ name: String, mayMultiplex: Bool) -> CURLHost {
        if let host = hosts[name] { return host }
        if hosts.count >= limit {
            hosts = hosts.filter { !$0.value.isIdle }
            limit = max(1_000, 2 * hosts.count)
        }
        let host = CURLHost(connections: connectionsPerHost, mayMultiplex: mayMultiplex, usualTime: usualTime)
        hosts[name] = host
        return host
    }

    /// Records that an exchange has ended while it waited.
    func leave(_ exchange: CURLExchange) { hosts[exchange.host]?.leave() }
}
#endif
