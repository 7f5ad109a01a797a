import Talyn
import TalynTesting

/// The list of the article on the order of plugins; its call has the timeline that stands there.
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

    /// Tells the timeline of each call.
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
        let (signer, activity, measured) = (Signer(), ActivityPlugin(), AsyncStream<CallMetrics>.makeStream())
        let report: @Sendable (CallMetrics) -> Void = { measured.continuation.yield($0) }
        let signing: AdaptPlugin = .adapt { request in try await signer.sign(&request) }
        let plugins: [any Plugin] = [
            .logger(), activity,  // look on, around all of it
            refresh, .retry(),  // call ring: the whole call
            .userAgent("app/1.0"),  // prepare, as refresh does too: each attempt
            signing, .coalescing(), .concurrencyLimit(4),  // exchange ring: each exchange
            .metrics(report),  // looks on, wherever it stands
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
        measured.continuation.finish()
        var attempts = 0
        for await metrics in measured.stream { attempts += metrics.attempts }
        guard activity.count == 0, attempts == 3 else { fail("those who look on") }
    }

    static func adding(_ refresh: TokenRefreshPlugin) {
        let github = Provider<GitHub>(plugins: [refresh, .retry()])
        let gentle = github.adding(.coalescing(), .concurrencyLimit(4))
        print(gentle)
        let names = "live, TokenRefreshPlugin, RetryPlugin, CoalescingPlugin, ConcurrencyLimitPlugin"
        guard "\(gentle)" == "Provider<GitHub>(\(names))" else { fail("what is added: \(gentle)") }
    }

    /// The token looks at the URL that it finds: a plugin behind it takes the token along to wherever it leads.
    static func preparing() async throws {
        let token: AccessTokenPlugin = .accessToken { "secret" }
        let safe = try await Provider<GitHub>(plugins: [Staging(), token]).preparedEndpoint(.zen)
        let leaking = try await Provider<GitHub>(plugins: [token, Staging()]).preparedEndpoint(.zen)
        guard safe.headers["Authorization"] == nil, leaking.headers["Authorization"] == "Bearer secret" else {
            fail("the token and the URL")
        }
    }
}
