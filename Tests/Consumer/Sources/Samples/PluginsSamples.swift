import Talyn
import TalynStubs

enum PluginsSamples {
    struct APIKey: Preparer {
        let key: String
        func prepare(_ endpoint: inout Endpoint, context: CallContext) {
            // An absolute URL may lead to another server, which must not see the key.
            guard context.isSameOrigin(endpoint) else { return }
            endpoint.headers["X-Api-Key"] = key
        }
    }

    actor CallCounters {
        private var calls: [String: Int] = [:]
        private var seconds: [String: Double] = [:]

        func add(_ call: CallMetrics) {
            let outcome = call.failure?.rawValue ?? "success"
            let labels = #"{operation="\#(call.operation ?? "none")",outcome="\#(outcome)"}"#
            calls[labels, default: 0] += 1
            seconds[labels, default: 0] += call.total / .seconds(1)
        }

        var text: String {
            let lines = calls.map { "calls_total\($0) \($1)" } + seconds.map { "call_seconds_sum\($0) \($1)" }
            return lines.sorted().map { $0 + "\n" }.joined()
        }
    }

    static func run() async throws {
        try await key()
        try await metrics()
    }

    static func metrics() async throws {
        let counters = CallCounters()
        let github = Provider<GitHub>(plugins: [.metrics { call in Task { await counters.add(call) } }])
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.text("Keep it logically awesome."), .status(503)]))
        await withStubs(stubs) {
            _ = await github.result(.zen)
            _ = await github.result(.zen)
        }
        // The tasks of the closure run beside this one.
        while await counters.text.filter({ $0 == "\n" }).count < 4 { await Task.yield() }
        let calls = await counters.text.split(separator: "\n").suffix(2)
        guard
            calls == [
                #"calls_total{operation="GitHub.zen",outcome="status"} 1"#,
                #"calls_total{operation="GitHub.zen",outcome="success"} 1"#,
            ]
        else { fail("metrics: \(calls)") }
    }

    static func key() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let github = Provider<GitHub>(transport: stubs, plugins: [APIKey(key: "k")])
        guard try await github.request(.zen, as: String.self) == "Keep it logically awesome." else { fail("zen") }
        guard stubs.requests.map({ $0.headers["X-Api-Key"] }) == ["k"] else { fail("the key") }
    }
}
