#if os(Linux)
/// The exchanges of each host that run, and those that wait for a place: first come, first served. libcurl does not
/// know a waiting exchange, so that one that is cancelled never reaches the wire.
struct CURLQueue {
    /// The streams that libcurl opens in one HTTP/2 connection: the default of `CURLMOPT_MAX_CONCURRENT_STREAMS`.
    private static let streamsPerConnection = 100

    private struct Host {
        var places: Int
        var running = 0
        var waiting: [CURLExchange] = []
        /// The index of the first that waits.
        var first = 0
        /// The number of those that have ended while they waited.
        var gone = 0
    }

    private let connectionsPerHost: Int
    private var hosts: [String: Host] = [:]
    /// Hosts that answered over HTTP/2.
    private var multiplexing: Set<String> = []

    init(connectionsPerHost: Int) { self.connectionsPerHost = max(1, connectionsPerHost) }

    /// Whether no exchange runs or waits.
    var isEmpty: Bool { hosts.isEmpty }

    /// Adds an exchange at the end of its host's line.
    mutating func add(_ exchange: CURLExchange) {
        let places =
            multiplexing.contains(exchange.host) ? connectionsPerHost * Self.streamsPerConnection : connectionsPerHost
        hosts[exchange.host, default: Host(places: places)].waiting.append(exchange)
    }

    /// Gives the first exchange of a line a place; nil if no place is free or nobody waits.
    mutating func next(at name: String) -> CURLExchange? {
        guard var host = hosts[name] else { return nil }
        var next: CURLExchange?
        while next == nil, host.running < host.places, host.first < host.waiting.count {
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

    /// Frees a place.
    mutating func free(_ name: String) { hosts[name]?.running -= 1 }

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

    /// Records that a host answers over HTTP/2: its connections carry many exchanges at once. Returns false if that is
    /// known.
    mutating func multiplex(_ name: String) -> Bool {
        guard multiplexing.insert(name).inserted else { return false }
        if multiplexing.count > 1_000 { multiplexing = [name] }
        hosts[name]?.places = connectionsPerHost * Self.streamsPerConnection
        return true
    }
}
#endif
