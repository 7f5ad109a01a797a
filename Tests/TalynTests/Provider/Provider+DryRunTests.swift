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
            explanation.description == """
                Probe.call
                  resolve       POST https://api.example.com/users/{}?q \
                [Content-Type: application/json, X-Old: <hidden>, Accept: a], 15 bytes
                  call ring     OnceMore
                  call ring     tracing
                  prepare       Changing: sets header Accept, sets header Authorization, removes header X-Old
                  prepare       Changing: nothing
                  prepare       Changing: sets the method to PUT, \
                changes the URL to PUT https://h.example/users/{}?key, changes the body to 11 bytes
                  prepare       tracing: nothing
                  attempt ring  tracing
                  observe       tracing
                  send          PUT https://h.example/users/{}?key over stub
                  process       tracing
                """)
        #expect(!texts(of: explanation).contains(canary))
        #expect(stubs.requests.isEmpty)
    }

    @Test func anExplanationOfACallThatFailsEndsWithTheReason() async {
        let provider = Provider<Probe>(transport: stubs, plugins: [Failing()])
        #expect(
            await provider.explain(Probe(.get("x"))).description == """
                Probe.call
                  resolve       GET https://api.example.com/x [], no body
                  fails         plugin Failing threw Reason
                """)
        #expect(
            await provider.explain(Probe(.get("x/..\("")"))).steps.map(\.text) == [
                "invalid request: value 1 of the path makes a segment '.' or '..', "
                    + "which would be removed (RFC 3986 §5.2.4)"
            ])
    }
}
