import Talyn

nonisolated struct CircuitIsOpen: PluginError {
    static let category = ErrorCategory(rawValue: "circuitOpen")
    var category: ErrorCategory { Self.category }
    let description = "the circuit is open"
    var errorDescription: String? { "The service is not available at the moment." }
}

struct CircuitBreaker: ExchangeInterceptor {
    enum State { case closed, open, halfOpen }
    private enum Event { case failure, head, end, other }

    private struct Circuit {
        var failures = 0
        var opened: Duration?
        var isProbing = false
        /// Changes with the state. An exchange that began in another era changes nothing.
        var era = 0
    }

    private let circuits = Guarded<[String: Circuit]>([:])
    private let limit: Int
    private let pause: Duration

    init(after limit: Int = 5, pause: Duration = .seconds(30)) { (self.limit, self.pause) = (limit, pause) }

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        // Fails without a request, which is not the server's fault.
        if let left = context.timeLeft(for: endpoint), left <= .zero { return try await next(endpoint) }
        let origin = endpoint.origin
        let (start, queued) = (context.now, context.timeQueued)
        let era = try admit(to: origin, at: start)
        let report = { @Sendable (event: Event) in record(event, of: origin, in: era, at: context.now) }
        do throws(RequestError) {
            let response = try await next(endpoint)
            report(response.statusCode < 500 ? .head : .failure)
            return response.statusCode < 500 ? response.onBodyEnd { report($0.map(event) ?? .end) } : response
        } catch {
            // A deadline that passed in the app's own queues for the most part is not the server's fault.
            let isOwn =
                error.category == .timeout && (context.timeLeft(for: endpoint) ?? .seconds(1)) <= .zero
                && (context.timeQueued - queued) * 2 > context.now - start
            report(isOwn ? .other : event(error))
            throw error
        }
    }

    func problem(behind earlier: any Plugin) -> String? {
        earlier is ConcurrencyLimitPlugin || earlier is RateLimiter
            ? "calls wait before an open circuit refuses them" : nil
    }

    func state(of origin: String) -> State {
        let circuit = circuits.withLock { $0[origin] ?? Circuit() }
        return circuit.opened == nil ? .closed : circuit.isProbing ? .halfOpen : .open
    }

    private func event(_ error: RequestError) -> Event {
        [.connect, .timeout, .connectionLost].contains(error.category) ? .failure : .other
    }

    /// Returns the era of an exchange that may be sent.
    private func admit(to origin: String, at now: Duration) throws -> Int {
        try circuits.withLock { circuits in
            var circuit = circuits[origin] ?? Circuit()
            if let opened = circuit.opened {
                if circuit.isProbing || now - opened < pause { throw CircuitIsOpen() }
                (circuit.isProbing, circuit.era) = (true, circuit.era + 1)
            }
            circuits[origin] = circuit
            return circuit.era
        }
    }

    private func record(_ event: Event, of origin: String, in era: Int, at now: Duration) {
        circuits.withLock { circuits in
            guard var circuit = circuits[origin], circuit.era == era else { return }
            switch event {
            case .failure where circuit.isProbing || circuit.failures + 1 >= limit:
                (circuit.failures, circuit.opened, circuit.era) = (limit, now, era + 1)
            case .failure: circuit.failures += 1
            case .head: circuit.opened = nil  // One more failure opens it again, such as that of this body.
            case .end: circuit.failures = 0
            case .other: break
            }
            circuit.isProbing = false
            circuits[origin] = circuit
        }
    }
}
