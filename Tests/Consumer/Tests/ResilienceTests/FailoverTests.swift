import Talyn
import TalynStubs
import TalynTesting
import Testing

@testable import Resilience

@Suite(.timeLimit(.minutes(1))) struct FailoverTests {
    private let stubs = StubTransport.answering(.text("ok"))
    private let failover = Failover(to: [API.mirror, URL(string: "https://c.example")!])

    private func fail(_ host: String, _ answer: StubAnswer) {
        stubs.on(where: { endpoint, _ in endpoint.url.host == host }, answer)
    }

    private var hosts: [String] { stubs.requests.map { "\($0.url.host ?? "")\($0.url.path)" } }

    @Test(arguments: [URLError.Code.cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .timedOut])
    func anUnreachableHostIsReplacedByTheNext(code: URLError.Code) async throws {
        fail("a.example", .failure(code))
        fail("b.example", .failure(code))
        let provider = Provider<API>(transport: stubs, plugins: [.accessToken { "token" }, failover])
        #expect(await provider.category(.read(1)) == nil)
        #expect(
            stubs.requests.map(\.url.absoluteString) == [
                "https://a.example/items/1", "https://b.example:8443/items/1", "https://c.example/items/1",
            ])
        #expect(stubs.requests.allSatisfy { $0.headers["Authorization"] == "Bearer token" })
    }

    @Test(arguments: [
        StubAnswer.status(503), .reset, .failure(.secureConnectionFailed), .failure(.notConnectedToInternet),
    ])
    func anotherFailureEndsTheCall(answer: StubAnswer) async {
        fail("a.example", answer)
        #expect(await Provider<API>(transport: stubs, plugins: [failover]).category(.read(1)) != nil)
        #expect(hosts == ["a.example/items/1"])
    }

    @Test func theErrorOfTheLastHostIsTheCalls() async {
        fail("a.example", .failure(.timedOut))
        fail("b.example", .failure(.cannotFindHost))
        fail("c.example", .failure(.cannotConnectToHost))
        #expect(await Provider<API>(transport: stubs, plugins: [failover]).category(.read(1)) == .connect)
    }

    @Test func aRequestThatIsNotRepeatableStays() async {
        fail("a.example", .failure(.cannotConnectToHost))
        let provider = Provider<API>(transport: stubs, plugins: [failover])
        for target in [API.write(1), .change(1), .upload] { #expect(await provider.category(target) == .connect) }
        #expect(Set(stubs.requests.map(\.url.host)) == ["a.example"])
    }

    @Test func aRequestWithAKeyIsRepeatable() async {
        fail("a.example", .failure(.cannotConnectToHost))
        let provider = Provider<API>(transport: stubs, plugins: [IdempotencyKey(), failover])
        for target in [API.write(1), .pay(1)] { #expect(await provider.category(target) == nil) }
        #expect(stubs.requests.count == 4)
        #expect(stubs.requests[0].headers["Idempotency-Key"] == stubs.requests[1].headers["Idempotency-Key"])
    }

    @Test func anotherOriginHasNoMirror() async {
        fail("other.example", .failure(.cannotConnectToHost))
        #expect(await Provider<API>(transport: stubs, plugins: [failover]).category(.elsewhere) == .connect)
        #expect(hosts == ["other.example/items"])
    }

    @Test func anOpenCircuitLeadsToTheNextHostAtOnce() async {
        fail("a.example", .failure(.cannotConnectToHost))
        let breaker = CircuitBreaker(after: 1)
        let provider = Provider<API>(transport: stubs, plugins: [failover, breaker], clock: TestClock(isManual: true))
        for id in 1...2 { #expect(await provider.category(.read(id)) == nil) }
        #expect(hosts == ["a.example/items/1", "b.example/items/1", "b.example/items/2"])
        #expect(API.origins.map(breaker.state) == [.open, .closed])
    }

    @Test func failoverBehindAPluginThatMustSeeEachHostIsAMistake() {
        #expect(failover.problem(behind: TraceContext()) != nil)
        #expect(failover.problem(behind: CircuitBreaker()) != nil)
        #expect(failover.problem(behind: RateLimiter()) != nil)
        #expect(failover.problem(behind: .coalescing()) == nil)
    }
}
