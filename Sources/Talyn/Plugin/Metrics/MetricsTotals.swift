/// Sums over calls that have ended.
public struct MetricsTotals: Sendable, Equatable {
    /// How many calls have ended: `requests_total`.
    public private(set) var requests = 0

    /// How many of them ended with a value: `responses_total`.
    public private(set) var responses = 0

    /// How many ended with an error, by its category: `errors_total`.
    public private(set) var errors: [ErrorCategory: Int] = [:]

    /// How many attempts were started: `attempts_total`.
    public private(set) var attempts = 0

    /// How many exchanges were begun: `exchanges_total`.
    public private(set) var exchanges = 0

    /// How many of those because of a redirect: `redirects_total`.
    public private(set) var redirects = 0

    /// The bytes of the requests' bodies: `sent_bytes_total`.
    public private(set) var bytesSent: Int64 = 0

    /// The bytes of the responses' bodies: `received_bytes_total`.
    public private(set) var bytesReceived: Int64 = 0

    /// The time of all calls: `duration_seconds_sum`.
    public private(set) var duration: Duration = .zero

    /// The part of it in which an exchange was under way: `transfer_seconds_sum`.
    public private(set) var transfer: Duration = .zero

    /// The longest call; zero when there was none.
    public private(set) var longest: Duration = .zero

    /// The mean time of a call; zero when there was none.
    public var mean: Duration { requests == 0 ? .zero : duration / requests }

    /// Sums at zero.
    public init() {}

    /// Adds a call.
    public mutating func add(_ metrics: CallMetrics) {
        requests += 1
        if let failure = metrics.failure { errors[failure, default: 0] += 1 } else { responses += 1 }
        attempts += metrics.attempts
        exchanges += metrics.exchanges
        redirects += metrics.redirects
        bytesSent += metrics.bytesSent
        bytesReceived += metrics.bytesReceived
        // Bounded: sums near the end of Duration trap, and a clock of somebody else's may say anything.
        duration = (duration + metrics.total.bounded).bounded
        transfer = (transfer + metrics.transfer.bounded).bounded
        longest = max(longest, metrics.total)
    }

    /// The sums by the names that they have in a text for machines.
    static let counters: [(name: String, value: @Sendable (MetricsTotals) -> String)] = [
        ("requests_total", { "\($0.requests)" }), ("responses_total", { "\($0.responses)" }),
        ("attempts_total", { "\($0.attempts)" }), ("exchanges_total", { "\($0.exchanges)" }),
        ("redirects_total", { "\($0.redirects)" }), ("sent_bytes_total", { "\($0.bytesSent)" }),
        ("received_bytes_total", { "\($0.bytesReceived)" }),
        ("duration_seconds_sum", { "\($0.duration.seconds)" }),
        ("transfer_seconds_sum", { "\($0.transfer.seconds)" }),
    ]
}
