import Talyn

enum PluginsSamples {
    struct APIKey: Preparer {
        let key: String
        func prepare(_ endpoint: inout Endpoint, context: CallContext) {
            // An absolute URL may lead to another server, which must not see the key.
            guard context.isSameOrigin(endpoint) else { return }
            endpoint.headers["X-Api-Key"] = key
        }
    }

    actor Totals {
        private var calls: [String: Int] = [:]
        func add(_ call: CallMetrics) {
            let outcome = call.failure.map { "\($0)" } ?? "ok"
            calls["calls_total{operation=\"\(call.operation ?? "none")\",outcome=\"\(outcome)\"}", default: 0] += 1
        }
        var prometheus: String { calls.map { "\($0.key) \($0.value)\n" }.sorted().joined() }
    }

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let github = Provider<GitHub>(transport: stubs, plugins: [APIKey(key: "k")])
        guard try await github.request(.zen, as: String.self) == "Keep it logically awesome." else { fail("zen") }
        guard stubs.requests.map({ $0.headers["X-Api-Key"] }) == ["k"] else { fail("the key") }
        try await sum(over: stubs)
    }

    static func sum(over transport: StubTransport) async throws {
        let totals = Totals()
        let github = Provider<GitHub>(
            transport: transport, plugins: [.metrics { metrics in Task { await totals.add(metrics) } }])
        try await github.request(.zen)
        while await totals.prometheus.isEmpty { await Task.yield() }
        guard await totals.prometheus == "calls_total{operation=\"GitHub.zen\",outcome=\"ok\"} 1\n" else {
            fail("totals")
        }
    }
}
