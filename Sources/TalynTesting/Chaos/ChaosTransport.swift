public import Talyn

/// A transport that does badly on purpose: over stubs or the network, some requests fail, some are answered with a 500, and
/// all come late. The same in each run.
///
/// ```swift
/// let bad = ChaosTransport(over: stubs, seed: 7, failureRate: 0.2, errorRate: 0.1, delay: .seconds(1))
/// let github = Provider<GitHub>(transport: bad, clock: TestClock())
/// ```
/// What becomes of the n-th request of an endpoint depends on the seed, the endpoint (method and path, whatever the host
/// and the query) and n, and on nothing else: not on the requests of other endpoints, nor on whether those come at once.
/// Requests of one endpoint that come at once take their numbers in the order they come. Delays keep the endpoint's times
/// by arithmetic, as those of a `StubAnswer` do. Copies count their requests together.
public struct ChaosTransport: Transport {
    private let transport: any Transport
    private let seed: UInt64
    private let failureRate: Double
    private let codes: [URLError.Code]
    private let errorRate: Double
    private let errors: [StubAnswer]
    private let delay: Duration
    private let variance: Double
    /// How many requests came, by method and URL without its query.
    private let counts = Locked<[String: UInt64]>([:])

    /// That of the transport behind it.
    public var label: String { transport.label }

    /// A bad transport over another one. Rates and variance below 0 are 0, above 1 they are 1, and what is no number is 0.
    /// - Parameters:
    ///   - transport: what carries the requests that come through.
    ///   - seed: what chance begins with; another one makes another run.
    ///   - failureRate: how many of the requests get no response, from 0, the default, to 1.
    ///   - codes: what they fail with, each as likely. Default: `.networkConnectionLost`, also when there is none in it.
    ///   - errorRate: how many of the others are answered with `error`, from 0, the default, to 1.
    ///   - error: the answer of a server in trouble; of a sequence the n-th request has the n-th, over and over. Default: 500.
    ///   - delay: how long each request takes on the provider's clock before anything comes of it. Default: no time.
    ///   - variance: by which part of itself the delay is shorter or longer, from 0, the default, to 1.
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

    /// Sends the endpoint over the transport behind, unless chance has it otherwise.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        let (fate, number) = fate(of: endpoint)
        if fate.delay > .zero { try await endpoint.wait(fate.delay, context) }
        if let code = fate.failure { throw URLError(code, text: "chaos: the request failed by chance") }
        if fate.isError {
            let body = try await SentBody.read(from: endpoint, context)
            let answer = errors.isEmpty ? .status(500) : errors[Int(number % UInt64(errors.count))]
            return try await answer.respond(to: endpoint, context: context, sent: body.progress)
        }
        return try await transport.send(endpoint, context: context)
    }

    /// What becomes of one request.
    struct Fate {
        let delay: Duration
        let failure: URLError.Code?
        let isError: Bool
    }

    /// The fate of the next request of an endpoint, and its number, from 0.
    func fate(of endpoint: Endpoint) -> (Fate, UInt64) {
        var parts = URLComponents(url: endpoint.url, resolvingAgainstBaseURL: true) ?? URLComponents()
        (parts.query, parts.fragment) = (nil, nil)
        let name = "\(endpoint.method) \(parts.percentEncodedPath)"
        let number = counts.withLock { counts in
            defer { counts["\(name) \(parts.shownOrigin)", default: 0] += 1 }
            return counts["\(name) \(parts.shownOrigin)", default: 0]
        }
        var chance = SplitMix(mixing: [seed, Self.hash(name), number])
        // Always all of them, so that to change one rate changes nothing else.
        let (late, lost, which, refused) = (chance.part(), chance.part(), chance.part(), chance.part())
        let code = codes[min(Int(which * Double(codes.count)), codes.count - 1)]
        let fate = Fate(
            delay: delay.bounded * (1 + variance * (2 * late - 1)), failure: lost < failureRate ? code : nil,
            isError: refused < errorRate)
        return (fate, number)
    }

    /// A number from 0 to 1.
    private static func part(_ rate: Double) -> Double { rate > 0 ? min(rate, 1) : 0 }

    /// FNV-1a, the same in each process, as Swift's own is not.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

extension SplitMix {
    /// A generator whose numbers depend on each of several.
    fileprivate init(mixing numbers: [UInt64]) {
        self = numbers.reduce(into: SplitMix(seed: 0)) { $0 = SplitMix(seed: $0.next() ^ $1) }
    }

    /// From 0 to below 1, in steps that a Double has.
    fileprivate mutating func part() -> Double { Double(next() >> 11) * 0x1p-53 }
}

extension ChaosTransport: RedactedStringConvertible {
    /// The rates and the transport behind.
    public var description: String {
        "ChaosTransport(\(label), seed \(seed), failures \(failureRate), errors \(errorRate))"
    }
}
