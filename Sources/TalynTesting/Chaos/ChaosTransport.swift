public import Talyn
public import TalynStubs

/// A transport that simulates a bad network over stubs or a real one: some requests fail, some are answered with a 500,
/// and all are delayed. The same seed gives the same results in each run.
///
/// ```swift
/// let bad = ChaosTransport(over: stubs, seed: 7, failureRate: 0.2, errorRate: 0.1, delay: .seconds(1))
/// let github = Provider<GitHub>(transport: bad, clock: TestClock())
/// ```
/// The result of the n-th request of an endpoint depends only on the seed, on the endpoint's method and path (whatever
/// the host and the query) and on n, not on requests of other endpoints or on concurrency. Concurrent requests of one
/// endpoint are numbered in the order in which they arrive. Delays respect the endpoint's timeout and deadline by
/// arithmetic, as those of a `StubAnswer` do. Copies share their counts.
public struct ChaosTransport: Transport {
    private let transport: any Transport
    private let seed: UInt64
    private let failureRate: Double
    private let codes: [URLError.Code]
    private let errorRate: Double
    private let errors: [StubAnswer]
    private let delay: Duration
    private let variance: Double
    /// The number of requests, by method and URL without its query.
    private let counts = Locked<[String: UInt64]>([:])

    /// The label of the underlying transport.
    public var label: String { transport.label }

    /// A bad network over another transport. Rates and variance below 0 and NaN count as 0, above 1 as 1.
    /// - Parameters:
    ///   - transport: the transport for the other requests.
    ///   - seed: the seed of the random numbers.
    ///   - failureRate: the share of requests that get no response, from 0 (default) to 1.
    ///   - codes: the codes of the failures, with equal probability. Default, also when empty:
    ///     `.networkConnectionLost`.
    ///   - errorRate: the share of the other requests that are answered with `error`, from 0 (default) to 1.
    ///   - error: the error response; the n-th request gets the n-th answer of a sequence, cyclically. Default: 500.
    ///   - delay: the delay of each request on the provider's clock. Default: none.
    ///   - variance: the share by which a delay is shorter or longer, from 0 (default) to 1.
    public init(
        over transport: any Transport, seed: UInt64, failureRate: Double = 0,
        codes: [URLError.Code] = [.networkConnectionLost], errorRate: Double = 0, error: StubAnswer = .status(500),
        delay: Duration = .zero, variance: Double = 0
    ) {
        self.transport = transport
        self.seed = seed
        self.failureRate = Self.part(failureRate)
        self.codes = codes.isEmpty ? [.networkConnectionLost] : codes
        self.errorRate = Self.part(errorRate)
        errors = error.flattened
        self.delay = delay.sleepable
        self.variance = Self.part(variance)
    }

    /// Sends the endpoint over the underlying transport, unless the request is to fail.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await send(endpoint, context, staysOffline: false)
    }

    private func send(_ endpoint: Endpoint, _ context: CallContext, staysOffline: Bool) async throws -> Response {
        let (fate, number) = fate(of: endpoint)
        if fate.delay > .zero { try await endpoint.wait(fate.delay, context) }
        if let code = fate.failure { throw URLError(code, text: "chaos: the request failed by chance") }
        if fate.isError {
            let body = try await SentBody.read(from: endpoint, context)
            let answer = errors.isEmpty ? .status(500) : errors[Int(number % UInt64(errors.count))]
            return try await answer.respond(to: endpoint, context: context, sent: body.progress)
        }
        if staysOffline { return try await transport.sendOffline(endpoint, context: context) }
        return try await transport.send(endpoint, context: context)
    }

    /// The result of one request.
    struct Fate {
        let delay: Duration
        let failure: URLError.Code?
        let isError: Bool
    }

    /// Returns the fate of the next request of an endpoint, and its number, from 0.
    func fate(of endpoint: Endpoint) -> (Fate, UInt64) {
        var parts = URLComponents(url: endpoint.url, resolvingAgainstBaseURL: true) ?? URLComponents()
        (parts.query, parts.fragment) = (nil, nil)
        let name = "\(endpoint.method) \(parts.percentEncodedPath)"
        let number = counts.withLock { counts in
            defer { counts["\(name) \(parts.shownOrigin)", default: 0] += 1 }
            return counts["\(name) \(parts.shownOrigin)", default: 0]
        }
        var chance = SplitMix(mixing: [seed, Self.hash(name), number])
        // All are drawn each time: changing one rate changes nothing else.
        let (late, lost, which, refused) = (chance.part(), chance.part(), chance.part(), chance.part())
        let code = codes[min(Int(which * Double(codes.count)), codes.count - 1)]
        let fate = Fate(
            delay: delay.bounded * (1 + variance * (2 * late - 1)), failure: lost < failureRate ? code : nil,
            isError: refused < errorRate)
        return (fate, number)
    }

    /// Returns the rate limited to 0 to 1.
    private static func part(_ rate: Double) -> Double { rate > 0 ? min(rate, 1) : 0 }

    /// FNV-1a. Swift's own hash differs in each process.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

extension SplitMix {
    /// A generator whose numbers depend on all of these.
    fileprivate init(mixing numbers: [UInt64]) {
        self = numbers.reduce(into: SplitMix(seed: 0)) { $0 = SplitMix(seed: $0.next() ^ $1) }
    }

    /// Returns a number from 0 to below 1.
    fileprivate mutating func part() -> Double { Double(next() >> 11) * 0x1p-53 }
}

extension ChaosTransport: OfflineTransport {
    // Its faults are those of the underlying transport.
    package var isOffline: Bool { transport.offline != nil }

    package func respondOffline(to endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await send(endpoint, context, staysOffline: true)
    }
}

extension ChaosTransport: RedactedStringConvertible {
    /// The rates and the underlying transport's label.
    public var description: String {
        "ChaosTransport(\(label), seed \(seed), failures \(failureRate), errors \(errorRate))"
    }
}
