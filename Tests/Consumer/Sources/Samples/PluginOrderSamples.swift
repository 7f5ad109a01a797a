import Talyn
import TalynTesting

/// The list of plugins and the timeline in the article on plugins.
enum PluginOrderSamples {
    actor Session {
        private(set) var credential = AccessCredential("old")

        func refresh(_ old: AccessCredential) async throws -> AccessCredential {
            credential = AccessCredential("new")
            return credential
        }
    }

    nonisolated struct Signer {
        func sign(_ request: inout URLRequest) async throws { request.setValue("s", forHTTPHeaderField: "X-Signature") }
    }

    /// Reports the timeline of each call.
    struct Story: CallObserver {
        let tell: @Sendable (CallTimeline) -> Void
        func willSend(_ endpoint: Endpoint, context: CallContext) {}
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
        func didFinish(_ outcome: CallOutcome, context: CallContext) { tell(context.timeline) }
    }

    struct Staging: Preparer {
        func prepare(_ endpoint: inout Endpoint, context: CallContext) {
            endpoint.url = URL(string: "https://staging.example/zen")!
        }
    }

    static func run() async throws {
        let session = Session()
        let refresh: TokenRefreshPlugin = .tokenRefresh(current: { await session.credential }) { old in
            try await session.refresh(old)
        }
        try await list(refresh)
        adding(refresh)
        try await preparing()
    }

    static func list(_ refresh: TokenRefreshPlugin) async throws {
        let (signer, activity) = (Signer(), ActivityPlugin())
        let (reports, report) = AsyncStream<CallMetrics>.makeStream()
        let signing: AdaptPlugin = .adapt { request in try await signer.sign(&request) }
        let plugins: [any Plugin] = [
            .logger(), activity,  // observe, around everything
            refresh, .retry(),  // call ring: the whole call
            .userAgent("app/1.0"),  // prepare, as refresh does too: each attempt
            signing, .coalescing(), .concurrencyLimit(4),  // exchange ring: each exchange
            .metrics { call in report.yield(call) },  // observes, at any place in the list
        ]
        let stubs = StubTransport()
        stubs.on(
            GitHub.zen,
            .sequence([
                .status(401).delayed(by: .milliseconds(120)),
                .status(503, headers: ["Retry-After": "1"]).delayed(by: .milliseconds(80)),
                .text("Keep it logically awesome.").delayed(by: .milliseconds(95)),
            ]))
        let stories = AsyncStream<String>.makeStream()
        let story = Story { stories.continuation.yield("\($0)") }
        // No chance: the wait is what the server asks for, and nothing on top.
        let github = Provider<GitHub>(
            transport: stubs, plugins: plugins, clock: TestClock(), randomness: Randomness { 0 }
        ).adding(story)
        try await github.request(.zen)

        stories.continuation.finish()
        var told: [String] = []
        for await text in stories.stream { told.append(text) }
        let steps = [
            "attempt 1: 401 in 120 ms", "token refreshed", "attempt 2: 503 in 80 ms", "retry 1 in 1.0 s",
            "attempt 3: 200 in 95 ms",
        ]
        guard told == ["stub · \(steps.joined(separator: " → "))"] else { fail("the timeline: \(told)") }
        let tokens = stubs.requests.map { $0.headers["Authorization"] ?? "none" }
        guard tokens == ["Bearer old", "Bearer new", "Bearer new"] else { fail("tokens: \(tokens)") }
        guard stubs.requests.allSatisfy({ $0.headers["X-Signature"] == "s" }) else { fail("signatures") }
        report.finish()
        var attempts = 0
        for await call in reports { attempts += call.attempts }
        guard activity.count == 0, attempts == 3 else { fail("plugins that observe") }
    }

    static func adding(_ refresh: TokenRefreshPlugin) {
        let github = Provider<GitHub>(plugins: [refresh, .retry()])
        let gentle = github.adding(.coalescing(), .concurrencyLimit(4))
        print(gentle)
        let names = "live, TokenRefreshPlugin, RetryPlugin, CoalescingPlugin, ConcurrencyLimitPlugin"
        guard "\(gentle)" == "Provider<GitHub>(\(names))" else { fail("what is added: \(gentle)") }
    }

    /// The token is checked against the URL of that moment: a later plugin that changes the URL leaks the token.
    static func preparing() async throws {
        let token: AccessTokenPlugin = .accessToken { "secret" }
        let safe = try await Provider<GitHub>(plugins: [Staging(), token]).preparedEndpoint(.zen)
        let leaking = try await Provider<GitHub>(plugins: [token, Staging()]).preparedEndpoint(.zen)
        guard safe.headers["Authorization"] == nil, leaking.headers["Authorization"] == "Bearer secret" else {
            fail("the token and the URL")
        }
    }
}
