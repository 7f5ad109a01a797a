import Foundation
import Testing

@testable import Talyn

@Suite struct ProviderDryRunTests {
    let stubs = StubTransport()

    private struct Failing: Preparer {
        struct Reason: Error {}
        func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { throw Reason() }
    }

    @Test func theEndpointIsTheOneBeforePlugins() throws {
        let provider = Provider<Probe>(transport: stubs, plugins: [Changing { $0.headers["A"] = "1" }])
        let endpoint = try provider.endpoint(Probe(.get("x")))
        #expect(endpoint == Endpoint(url: try #require(URL(string: "https://api.example.com/x"))))
        #expect(stubs.requests.isEmpty)
    }

    @Test func thePreparedEndpointIsTheOneThatIsSent() async throws {
        let plugins: [any Plugin] = [Changing { $0.headers["A"] = "1" }, Changing { $0.method = .put }]
        let provider = Provider<Probe>(transport: stubs, plugins: plugins)
        let prepared = try await provider.preparedEndpoint(Probe(.get("x")))
        #expect(stubs.requests.isEmpty)
        #expect(prepared.method == .put)
        #expect(prepared.headers == ["A": "1"])
        stubs.on(where: { _, _ in true }, .status(204))
        try await provider.request(Probe(.get("x")))
        #expect(stubs.requests == [prepared])
    }

    @Test func bothFailAsTheCallWould() async {
        let provider = Provider<Probe>(transport: stubs, plugins: [Failing()])
        let invalid = Probe(.get("a/\("")"))
        let refusal = RequestError(.invalidRequest("value 1 of the path is empty: its segment would disappear"))
        #expect(throws: refusal) { try provider.endpoint(invalid) }
        await #expect(throws: refusal) { try await provider.preparedEndpoint(invalid) }
        let failure = PluginFailure(plugin: "Failing", underlying: Failing.Reason())
        await #expect(throws: RequestError(.plugin(failure))) { try await provider.preparedEndpoint(Probe(.get("x"))) }
        #expect(stubs.requests.isEmpty)
    }

    @Test func anExplanationTellsEachStepWithoutValues() async {
        let plugins: [any Plugin] = [
            OnceMore(),
            Changing {
                $0.headers["Authorization"] = canary
                $0.headers["X-Old"] = nil
                $0.headers["Accept"] = "*/*"
            },
            Changing { _ in },
            Changing {
                $0.method = .put
                $0.url = URL(string: "https://h.example/\(canary)?key=\(canary)")!
                $0.body = .data(Data(canary.utf8))
            },
            TracingPlugin(name: "tracing", trace: Trace()),
        ]
        let provider = Provider<Probe>(transport: stubs, plugins: plugins)
        let route = Route.post("users/\(canary)").query(["q": canary]).json([canary]).headers([
            "X-Old": canary, "Accept": "a",
        ])
        let explanation = await provider.explain(Probe(route))
        #expect(
            explanation == """
                Probe.call
                  resolve        POST https://api.example.com/users/{}?q \
                [Content-Type: application/json, X-Old: <hidden>, Accept: a], 15 bytes
                  call ring      OnceMore
                  call ring      tracing
                  prepare        Changing: sets header Accept, sets header Authorization, removes header X-Old
                  prepare        Changing: nothing
                  prepare        Changing: sets the method to PUT, \
                changes the URL to PUT https://h.example/users/{}?key, changes the body to 11 bytes
                  prepare        tracing: nothing
                  exchange ring  tracing: nothing
                  observe        tracing
                  send           PUT https://h.example/users/{}?key over stub
                  process        tracing
                """)
        #expect(!texts(of: explanation).contains(canary))
        #expect(stubs.requests.isEmpty)
    }

    /// Every plugin that changes the request, in both hooks that can.
    private var changing: [any Plugin] {
        [
            .accessToken { _ in canary },
            .adapt { request in request.setValue(canary, forHTTPHeaderField: "X-Signature") },
            .adapt { request in
                request.httpMethod = "PUT"
                request.timeoutInterval = 3
            },
        ]
    }

    @Test func whatPluginsOfTheExchangeRingChangeIsPreparedAndExplained() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let provider = Provider<Probe>(transport: stubs, plugins: changing)
        let target = Probe(.post("x").authorization(.bearer))
        let prepared = try await provider.preparedEndpoint(target)
        let explanation = await provider.explain(target)
        #expect(stubs.requests.isEmpty)
        try await provider.request(target)
        #expect(stubs.requests == [prepared])
        #expect(prepared.headers["X-Signature"] == canary)
        #expect(
            explanation == """
                Probe.call
                  resolve        POST https://api.example.com/x [], no body
                  prepare        AccessTokenPlugin: sets header Authorization
                  exchange ring  AdaptPlugin: sets header X-Signature
                  exchange ring  AdaptPlugin: sets the method to PUT, sets the timeout
                  send           PUT https://api.example.com/x over stub
                """)
        #expect(!texts(of: explanation).contains(canary))
    }

    /// A plugin of the exchange ring, like a cache or a hedge.
    private struct Exchanging: ExchangeInterceptor {
        let work: @Sendable (Endpoint, Next) async throws -> Response
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await work(endpoint, next)
        }
    }

    @Test func aPluginThatAnswersItselfEndsADryRun() async throws {
        let plugins: [any Plugin] = [
            Changing { $0.headers["A"] = "1" },
            Exchanging { endpoint, _ in Response(statusCode: 200, endpoint: endpoint) },
            Exchanging { endpoint, next in try await next(endpoint) },
        ]
        let provider = Provider<Probe>(transport: stubs, plugins: plugins)
        #expect(
            await provider.explain(Probe(.get("x")))
                .hasSuffix(bytes: "\n  exchange ring  Exchanging: answers, nothing is sent"))
        #expect(try await provider.preparedEndpoint(Probe(.get("x"))).headers == ["A": "1"])
    }

    @Test func aPluginThatTriesAgainIsExplainedByItsFirstExchange() async throws {
        let again = Exchanging { endpoint, next in
            if let response = try? await next(endpoint) { return response }
            var second = endpoint
            second.headers["Again"] = "1"
            return try await next(second)
        }
        let provider = Provider<Probe>(transport: stubs, plugins: [again])
        #expect(try await provider.preparedEndpoint(Probe(.get("x"))).headers.isEmpty)
        #expect(
            await provider.explain(Probe(.get("x"))) == """
                Probe.call
                  resolve        GET https://api.example.com/x [], no body
                  exchange ring  Exchanging: nothing
                  send           GET https://api.example.com/x over stub
                """)
    }

    @Test func aPluginThatThrowsInTheExchangeRingFailsADryRun() async {
        struct Reason: Error {}
        let provider = Provider<Probe>(transport: stubs, plugins: [.adapt { _ in throw Reason() }])
        let failure = RequestError(.plugin(PluginFailure(plugin: "AdaptPlugin", underlying: Reason())))
        await #expect(throws: failure) { try await provider.preparedEndpoint(Probe(.get("x"))) }
        #expect(
            await provider.explain(Probe(.get("x")))
                .hasSuffix(bytes: "\n  fails          plugin AdaptPlugin threw Reason"))
    }

    @Test func aDryRunMakesNoCallOfItsOwnAndIsNotObserved() async throws {
        let (trace, refreshed, outcomes) = (Trace(), Locked(0), OutcomeRecorder())
        let plugins: [any Plugin] = [
            .retry(), OnceMore(),
            .tokenRefresh(current: { AccessCredential("a") }) { old in
                refreshed.withLock { $0 += 1 }
                return old
            }, TracingPlugin(name: "T", trace: trace), outcomes,
        ]
        let provider = Provider<Probe>(transport: stubs, plugins: plugins, clock: TestClock(isManual: true))
        _ = try await provider.preparedEndpoint(Probe(.get("x")))
        _ = await provider.explain(Probe(.get("x")))
        #expect(
            trace.lines == Array(repeating: ["T prepare 1", "T attempt 1", "T attempt end"], count: 2).flatMap { $0 })
        #expect(outcomes.outcomes.isEmpty)
        #expect(refreshed.withLock { $0 } == 0)
        #expect(stubs.requests.isEmpty)
    }

    @Test func aDryRunNeitherSharesAnExchangeNorWaitsForAPlace() async throws {
        let clock = TestClock(isManual: true)
        let plugin = CoalescingPlugin()
        stubs.on(where: { _, _ in true }, .status(204).delayed(by: .seconds(1)))
        let provider = Provider<Probe>(transport: stubs, plugins: [plugin, .concurrencyLimit(1)], clock: clock)
        let call = Task { await provider.result(Probe(.get("x"))) }
        await clock.waitForSleepers()
        let prepared = try await provider.preparedEndpoint(Probe(.get("x")))
        #expect(prepared.url.path == "/x")
        #expect(plugin.transfers.waiting == 1)
        clock.advance(by: .seconds(1))
        #expect(await (try? call.value.get())?.statusCode == 204)
    }

    @Test func aDryRunWithinAScopeOfStubsSendsNothing() async throws {
        let stubs = stubs
        stubs.on(where: { _, _ in true }, .status(204))
        let provider = Provider<Probe>(transport: AnswerTransport.throwing(URLError(.unknown)))
        try await withStubs(stubs) { _ = try await provider.preparedEndpoint(Probe(.get("x"))) }
        #expect(stubs.requests.isEmpty)
    }

    @Test func anExplanationOfACallThatFailsEndsWithTheReason() async {
        let provider = Provider<Probe>(transport: stubs, plugins: [Failing()])
        #expect(
            await provider.explain(Probe(.get("x"))) == """
                Probe.call
                  resolve        GET https://api.example.com/x [], no body
                  fails          plugin Failing threw Reason
                """)
        #expect(
            await provider.explain(Probe(.get("x/..\("")"))) == """
                Probe.call
                  fails          invalid request: value 1 of the path makes a segment '.' or '..', \
                which would be removed (RFC 3986 §5.2.4)
                """)
    }
}
