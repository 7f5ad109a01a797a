import Talyn
import TalynConformance
import Testing

/// Adds a header to each request and sends it over URLSession.
struct TracingTransport: Transport {
    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        var endpoint = endpoint
        endpoint.headers["X-Trace"] = "1"
        return try await URLSessionTransport.shared.send(endpoint, context: context)
    }
}

@Suite(.timeLimit(.minutes(5))) struct TracingTransportTests {
    @Test(arguments: TransportScenario.all)
    func conforms(_ scenario: TransportScenario) async {
        let findings = await scenario.check(over: TracingTransport(), except: .urlSession)
        #expect(findings.isEmpty)
    }
}
