#if os(Linux)
/// The exchanges of each host that run, and those that wait for a place: first come, first served. libcurl does not
/// know a waiting exchange, so that one that is cancelled never reaches the wire.
///
/// At a host that may answer over HTTP/2, one exchange at a time opens a connection. The others wait until its request
/// is on its way, because the connection may carry theirs as well.
struct CURLQueue {
    /// The streams that libcurl opens in one HTTP/2 connection: the default of `CURLMOPT_MAX_CONCURRENT_STREAMS`.
    private static let streamsPerConnection = 100

    private struct Host {
        var places: Int
        /// The number of running exchanges that may be without a connection. Twice as many after each that ended
        /// without one, so that a host that answers nobody keeps nobody waiting for long.
        var openings: Int
        var running = 0
        /// The number of running exchanges whose requests are on their way.
        var begun = 0
        /// The most that had begun at a time: while there are fewer, the next one probably finds a connection.
        var mostBegun = 0
        var waiting: [CURLExchange] = []
        /// The index of the first that waits.
        var first = 0
        /// The number of those that have ended while they waited.
        var gone = 0
        /// Whether some wait for the first connection.
        var awaitsConnection = false

        var hasPlace: Bool {
            let opening = running - begun
            return running < places && (opening < openings || opening == openings && begun < mostBegun)
        }

        mutating func add(_ exchange: CURLExchange) {
            if running > 0, begun == 0, openings < .max {
                exchange.awaitConnection(true)
                awaitsConnection = true
            }
            waiting.append(exchange)
        }

        mutating func begin(openings: Int) {
            if awaitsConnection { for exchange in waiting[first...] { exchange.awaitConnection(false) } }
            awaitsConnection = false
            begun += 1
            mostBegun = max(mostBegun, begun)
            self.openings = openings
        }

        mutating func multiplex(places: Int) { (self.places, openings) = (places, 1) }

        mutating func free(hasBegun: Bool, mostOpenings: Int) {
            running -= 1
            if hasBegun { begun -= 1 } else if openings < mostOpenings { openings *= 2 }
        }
    }

    private let connectionsPerHost: Int
    private var hosts: [String: Host] = [:]
    /// Hosts that answered over HTTP/2.
    private var multiplexing: Set<String> = []

    init(connectionsPerHost: Int) { self.connectionsPerHost = max(1, connectionsPerHost) }

    /// Whether no exchange runs or waits.
    var isEmpty: Bool { hosts.isEmpty }

    /// Adds an exchange at the end of its host's line.
    mutating func add(_ exchange: CURLExchange, mayMultiplex: Bool) {
        let name = exchange.host
        let new = Host(places: places(at: name), openings: mayMultiplex ? 1 : .max)
        hosts[name, default: new].add(exchange)
    }

    private func places(at name: String) -> Int {
        multiplexing.contains(name) ? connectionsPerHost * Self.streamsPerConnection : connectionsPerHost
    }

    /// Gives the first exchange of a line a place; nil if no place is free or nobody waits.
    mutating func next(at name: String) -> CURLExchange? {
        guard var host = hosts[name] else { return nil }
        var next: CURLExchange?
        while next == nil, host.hasPlace, host.first < host.waiting.count {
            let exchange = host.waiting[host.first]
            host.first += 1
            if exchange.isOver { host.gone -= 1 } else { next = exchange }
        }
        if next != nil { host.running += 1 }
        if host.first == host.waiting.count { (host.waiting, host.first, host.gone) = ([], 0, 0) }
        // A host without exchanges is forgotten, so that a program that calls many hosts keeps none.
        hosts[name] = host.running == 0 && host.waiting.isEmpty ? nil : host
        return next
    }

    /// Records that the request of a running exchange is on its way, in a stream of HTTP/2 or not. Only for a host that
    /// may multiplex.
    mutating func begin(_ name: String, hasStream: Bool) {
        if hasStream { multiplex(name) }
        let openings = multiplexing.contains(name) ? 1 : Int.max
        hosts[name]?.begin(openings: openings)
    }

    /// Frees the place of an exchange, whose request was on its way or not.
    mutating func free(_ name: String, hasBegun: Bool) {
        hosts[name]?.free(hasBegun: hasBegun, mostOpenings: connectionsPerHost)
    }

    /// Records that an exchange has ended while it waited.
    mutating func leave(_ exchange: CURLExchange) {
        guard var host = hosts[exchange.host] else { return }
        host.gone += 1
        if host.gone > (host.waiting.count - host.first) / 2 {
            host.waiting = host.waiting[host.first...].filter { !$0.isOver }
            (host.first, host.gone) = (0, 0)
        }
        hosts[exchange.host] = host
    }

    /// Records that a host answers over HTTP/2: its connections carry many exchanges at once.
    mutating func multiplex(_ name: String) {
        guard multiplexing.insert(name).inserted else { return }
        if multiplexing.count > 1_000 { multiplexing = [name] }
        let places = places(at: name)
        hosts[name]?.multiplex(places: places)
    }
}
#endif
