import Foundation
import Testing

@testable import Talyn

@Suite struct ProviderEndpointTests {
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

    @Test func thePreparedEndpointIsTheOneThatIsSentWithoutAnExchangeRing() async throws {
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

    @Test func aPreparedEndpointThatACallRefusesIsRefused() async {
        let provider = Provider<Probe>(transport: stubs, plugins: [Changing { $0.body = .data(Data("x".utf8)) }])
        let refused = await provider.result(Probe(.get("x"))).thrown
        #expect(refused?.category == .invalidRequest)
        let error = await #expect(throws: RequestError.self) { try await provider.preparedEndpoint(Probe(.get("x"))) }
        #expect(error == refused)
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

    /// A plugin whose hooks, but for `prepare`, fail the test.
    private struct OnlyPreparing: Preparer, CallInterceptor, ExchangeInterceptor, CallObserver, Processor {
        func prepare(_ endpoint: inout Endpoint, context: CallContext) {
            endpoint.headers["X-Attempt"] = "\(context.attempt) \(context.resolved?.url.path ?? "none")"
        }
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            Issue.record("the call ring runs")
            return try await next(endpoint)
        }
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            Issue.record("the exchange ring runs")
            return try await next(endpoint)
        }
        func willSend(_ endpoint: Endpoint, context: CallContext) { Issue.record("an observer is called") }
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
        func didFinish(_ outcome: CallOutcome, context: CallContext) { Issue.record("an observer is called") }
        func process(_ result: Result<Response, RequestError>, context: CallContext) throws -> Response {
            Issue.record("a processor runs")
            return try result.get()
        }
    }

    @Test func onlyPrepareRunsAndNothingIsSent() async throws {
        let provider = Provider<Probe>(transport: stubs, plugins: [OnlyPreparing(), .retry(), .coalescing()])
        #expect(try await provider.preparedEndpoint(Probe(.get("x"))).headers == ["X-Attempt": "1 /x"])
        #expect(stubs.requests.isEmpty)
    }

    @Test func bothNeedNeitherTheScopeNorThePermitOfACall() async throws {
        let clock = TestClock(isManual: true)
        stubs.on(where: { _, _ in true }, .status(204).delayed(by: .seconds(1)))
        let provider = Provider<Probe>(transport: stubs, plugins: [.concurrencyLimit(1)], clock: clock)
        let call = Task { await provider.result(Probe(.get("x"))) }
        await clock.waitForSleepers()
        let prepared = try await withStubs(StubTransport()) { try await provider.preparedEndpoint(Probe(.get("x"))) }
        #expect(prepared.url.path == "/x")
        clock.advance(by: .seconds(1))
        #expect(await (try? call.value.get())?.statusCode == 204)
    }

    @Test func aFailureHasTheCallSiteAndTheOperation() async {
        let provider = Provider<Probe>(transport: stubs, plugins: [Failing()])
        let error = await #expect(throws: RequestError.self) { try await provider.preparedEndpoint(Probe(.get("x"))) }
        #expect(error?.operation == "Probe.call")
        #expect(error.map { "\($0.callSite as Any)".contains("Provider+EndpointTests.swift") } == true)
    }

    @Test func anotherAPIHasItsOwnBaseURLOrTheGivenOne() throws {
        let staging = try #require(URL(string: "https://user:canary@staging.example/api"))
        let other = try #require(URL(string: "https://other.example"))
        let provider = Provider<GitHub>(baseURL: staging, transport: stubs, plugins: [.retry()])
        let own = provider.for(Probe.self)
        let given = provider.for(Probe.self, baseURL: other)
        #expect(try own.endpoint(Probe(.get("x"))).url.absoluteString == "https://api.example.com/x")
        #expect(try given.endpoint(Probe(.get("x"))).url.absoluteString == "https://other.example/x")
        #expect("\(provider)" == "Provider<GitHub>(stub, own base URL, RetryPlugin)")
        #expect("\(own)" == "Provider<Probe>(stub, RetryPlugin)")
        #expect("\(given)" == "Provider<Probe>(stub, own base URL, RetryPlugin)")
        #expect(!printedText(of: provider).contains("canary"))
    }

    @Test func aCancelledTaskFailsAsCancelled() async {
        let provider = Provider<Probe>(transport: stubs, plugins: [Failing()])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(RequestError) {
                _ = try await provider.preparedEndpoint(Probe(.get("x")))
                return nil as ErrorCategory?
            } catch { return error.category }
        }
        #expect(await task.value == .cancelled)
    }
}
