import Talyn
import TalynTesting

@testable import Resilience

/// The list of the article on a resilient client. Its plugins are in the target Resilience, their tests in
/// ResilienceTests.
enum ResilientClientSamples {
    nonisolated struct Incoming {
        let headers: HTTPHeaders
    }

    static func run() async throws {
        try await list()
        try await trace(of: Incoming(headers: ["traceparent": "00-\(id)-00f067aa0ba902b7-01"]))
    }

    static let id = "4bf92f3577b34da6a3ce929d0e0e4736"

    static func list() async throws {
        let mirror = URL(string: "https://mirror.example")!
        let plugins: [any Plugin] = [
            .logger(), IdempotencyKey(), .retry(), Hedging(after: .seconds(1)),  // call ring
            Failover(to: [mirror]), CircuitBreaker(), LoadShedding(above: 24), RateLimiter(),  // exchange ring
            .concurrencyLimit(8, per: .host), TraceContext(),
        ]
        for (place, later) in plugins.enumerated() {
            for earlier in plugins[..<place] {
                if let problem = later.problem(behind: earlier) {
                    fail("\(later.name) behind \(earlier.name): \(problem)")
                }
            }
        }
        // The first host is down.
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .failure(.cannotConnectToHost))
        stubs.on(where: { endpoint, _ in endpoint.url.host == "mirror.example" }, .text("Keep it logically awesome."))
        // The clock stands still, so that no second attempt begins.
        let clock = TestClock(isManual: true)
        let github = Provider<GitHub>(transport: stubs, plugins: plugins, clock: clock)
        for _ in 1...6 {
            guard try await github.request(.zen, as: String.self) == "Keep it logically awesome." else { fail("zen") }
        }
        let hosts = stubs.requests.map { $0.url.host ?? "" }
        guard hosts.filter({ $0 == "api.github.com" }).count == 5, hosts.count == 11 else { fail("hosts: \(hosts)") }
        guard let breaker = plugins.compactMap({ $0 as? CircuitBreaker }).first,
            breaker.state(of: "https://api.github.com:443") == .open
        else { fail("the circuit") }
    }

    static func trace(of request: Incoming) async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let github = Provider<GitHub>(transport: stubs, plugins: [TraceContext()])
        try await TraceContext.$parent.withValue(request.headers["traceparent"]) {
            try await github.request(.zen)
        }
        let sent = stubs.requests.first?.headers["traceparent"] ?? ""
        guard sent.hasPrefix("00-\(id)-") else { fail("the trace: \(sent)") }
    }
}
