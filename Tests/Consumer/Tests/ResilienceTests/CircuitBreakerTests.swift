import Talyn
import TalynStubs
import TalynTesting
import Testing

@testable import Resilience

@Suite(.timeLimit(.minutes(1))) struct CircuitBreakerTests {
    private let clock = TestClock(isManual: true)
    private let stubs = StubTransport()
    private let breaker = CircuitBreaker(after: 3, pause: .seconds(10))
    private let origin = API.origins[0]

    private var provider: Provider<API> { Provider(transport: stubs, plugins: [breaker], clock: clock) }

    /// Opens the circuit by three failures.
    private func open() async {
        stubs.on(API.read(0), .status(503))
        for _ in 1...3 { _ = await provider.category(.read(0)) }
        #expect(breaker.state(of: origin) == .open)
    }

    @Test(
        arguments: [
            .status(500), .status(599), .failure(.cannotConnectToHost), .failure(.timedOut), .reset,
            .text("text").truncated(after: 1),
        ] as [StubAnswer])
    func threeFailuresOfTheServerInARowOpenTheCircuit(answer: StubAnswer) async {
        stubs.on(API.read(1), answer)
        for _ in 1...2 { _ = await provider.category(.read(1)) }
        #expect(breaker.state(of: origin) == .closed)
        _ = await provider.category(.read(1))
        #expect(breaker.state(of: origin) == .open)
        #expect(await provider.category(.read(1)) == .circuitOpen)
        #expect(stubs.calls.count == 3)
    }

    @Test(
        arguments: [
            .status(404), .status(429), .failure(.notConnectedToInternet), .failure(.cannotFindHost),
            .failure(.serverCertificateUntrusted), .data(Data()),
        ] as [StubAnswer])
    func otherResultsDoNotCount(answer: StubAnswer) async {
        stubs.on(API.read(1), answer)
        for _ in 1...9 { _ = await provider.category(.read(1)) }
        #expect(breaker.state(of: origin) == .closed)
        #expect(stubs.calls.count == 9)
    }

    @Test func aCompleteResponseBetweenFailuresBeginsTheCountAnew() async {
        let bad = StubAnswer.status(503)
        stubs.on(API.read(1), .sequence([bad, bad, .text("ok"), bad, bad, .text("ok"), bad, bad, bad]))
        for _ in 1...8 { _ = await provider.category(.read(1)) }
        #expect(breaker.state(of: origin) == .closed)
        _ = await provider.category(.read(1))
        #expect(breaker.state(of: origin) == .open)
    }

    @Test func streamsWhoseBodiesBreakOffOpenTheCircuit() async throws {
        stubs.on(API.feed(1), .chunks(["one", "two"], every: .zero).truncated(after: 3))
        for _ in 1...3 {
            #expect(breaker.state(of: origin) == .closed)
            let stream = try await provider.stream(.feed(1))
            await #expect(throws: MyAPIError.self) { for try await _ in stream {} }
        }
        #expect(breaker.state(of: origin) == .open)
    }

    @Test func aStreamThatIsLeftOrReadToItsEndIsASuccess() async throws {
        stubs.on(API.feed(1), .chunks(["one", "two"], every: .zero))
        stubs.on(API.read(1), .status(503))
        for _ in 1...3 {
            for _ in 1...2 { _ = await provider.category(.read(1)) }
            for try await _ in try await provider.stream(.feed(1)) {}
            for _ in 1...2 { _ = await provider.category(.read(1)) }
            for try await _ in try await provider.stream(.feed(1)) { break }
        }
        #expect(breaker.state(of: origin) == .closed)
    }

    @Test func oneProbeIsSentAfterThePauseAndClosesTheCircuit() async {
        await open()
        clock.advance(by: .seconds(9))
        #expect(await provider.category(.read(0)) == .circuitOpen)
        clock.advance(by: .seconds(1))
        stubs.on(API.read(2), .text("ok").delayed(by: .seconds(5)))
        async let probe = provider.category(.read(2))
        await clock.waitForSleepers()
        #expect(breaker.state(of: origin) == .halfOpen)
        for _ in 1...3 { #expect(await provider.category(.read(2)) == .circuitOpen) }
        clock.advance(by: .seconds(5))
        #expect(await probe == nil)
        #expect(breaker.state(of: origin) == .closed)
        #expect(stubs.count(of: API.read(2)) == 1)
    }

    @Test func aFailedProbeOpensTheCircuitForAnotherPause() async {
        await open()
        clock.advance(by: .seconds(10))
        #expect(await provider.category(.read(0)) == .status)
        #expect(breaker.state(of: origin) == .open)
        clock.advance(by: .seconds(9))
        #expect(await provider.category(.read(0)) == .circuitOpen)
        clock.advance(by: .seconds(1))
        #expect(await provider.category(.read(0)) == .status)
    }

    @Test func aCancelledProbeIsReplacedByTheNextCall() async {
        await open()
        clock.advance(by: .seconds(10))
        stubs.on(API.read(2), .text("ok").delayed(by: .seconds(5)))
        let probe = Task { await provider.category(.read(2)) }
        await clock.waitForSleepers()
        #expect(breaker.state(of: origin) == .halfOpen)
        probe.cancel()
        #expect(await probe.value == .cancelled)
        #expect(breaker.state(of: origin) == .open)
        stubs.on(API.read(2), .text("ok"))
        #expect(await provider.category(.read(2)) == nil)
        #expect(breaker.state(of: origin) == .closed)
    }

    @Test func aProbeWhoseStreamBreaksOffOpensTheCircuitAgain() async throws {
        await open()
        clock.advance(by: .seconds(10))
        stubs.on(API.feed(1), .chunks(["one", "two"], every: .zero).truncated(after: 3))
        let stream = try await provider.stream(.feed(1))
        #expect(breaker.state(of: origin) == .closed)
        await #expect(throws: MyAPIError.self) { for try await _ in stream {} }
        #expect(breaker.state(of: origin) == .open)
    }

    @Test func anExchangeThatBeganBeforeTheOpeningChangesNothingAfterIt() async {
        for (target, answer) in [(API.read(2), StubAnswer.text("ok")), (API.read(3), .status(500))] {
            stubs.on(target, answer.delayed(by: .seconds(25)))
        }
        async let good = provider.category(.read(2))
        async let bad = provider.category(.read(3))
        await clock.waitForSleepers(2)
        await open()
        stubs.on(API.read(4), .text("ok").delayed(by: .seconds(20)))
        clock.advance(by: .seconds(10))
        async let probe = provider.category(.read(4))
        await clock.waitForSleepers(3)
        clock.advance(by: .seconds(15))
        #expect(await good == nil)
        #expect(await bad == .status)
        #expect(breaker.state(of: origin) == .halfOpen)
        clock.advance(by: .seconds(5))
        #expect(await probe == nil)
        #expect(breaker.state(of: origin) == .closed)
    }

    @Test func eachOriginHasACircuitOfItsOwn() async {
        await open()
        stubs.on(API.elsewhere, .text("ok"))
        #expect(await provider.category(.elsewhere) == nil)
        #expect(breaker.state(of: "https://other.example:443") == .closed)
    }

    @Test func eachAttemptCountsAndAnOpenCircuitIsNotRetried() async {
        let clock = TestClock()
        let retrying = Provider<API>(transport: stubs, plugins: [.retry(9), breaker], clock: clock)
        stubs.on(API.read(1), .status(503))
        #expect(await retrying.category(.read(1)) == .circuitOpen)
        #expect(stubs.calls.count == 3)
        #expect(clock.slept.count == 3)
        #expect(await retrying.category(.read(1)) == .circuitOpen)
        #expect(clock.slept.count == 3)
    }

    @Test func aCallWhoseDeadlineHasPassedDoesNotCount() async {
        struct Late: ExchangeInterceptor {
            let clock: TestClock
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                clock.advance(by: .seconds(10))
                return try await next(endpoint)
            }
        }
        stubs.on(API.read(1), .text("ok"))
        let late = Provider<API>(transport: stubs, plugins: [Late(clock: clock), breaker], clock: clock)
            .withDefaults { $0.deadline = .seconds(10) }
        for _ in 1...5 { #expect(await late.category(.read(1)) == .timeout) }
        #expect(breaker.state(of: origin) == .closed)
    }

    /// A server that takes 300 ms for an answer, and begins with the first when twelve calls wait.
    private struct SlowServer: Transport {
        let label = "slow server"
        let clock: TestClock
        let counter: LoadShedding
        let isOpen = Guarded(false)

        func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
            await until { isOpen.withLock { $0 } || counter.count(of: endpoint.origin) == 12 }
            isOpen.withLock { $0 = true }
            clock.advance(by: .milliseconds(300))
            return Response(statusCode: 200, headers: [:], endpoint: endpoint)
        }
    }

    @Test func aDeadlineThatPassesInTheAppsQueueDoesNotCount() async {
        let counter = LoadShedding(above: 99)
        let server = SlowServer(clock: clock, counter: counter)
        let plugins: [any Plugin] = [breaker, counter, .concurrencyLimit(1)]
        let provider = Provider<API>(transport: server, plugins: plugins, clock: clock)
            .withDefaults { $0.deadline = .seconds(1) }
        let ends = await withTaskGroup(of: ErrorCategory?.self) { group in
            for id in 1...12 { group.addTask { await provider.category(.read(id)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.filter { $0 == .timeout }.count >= 8 && ends.allSatisfy { $0 == nil || $0 == .timeout })
        #expect(breaker.state(of: origin) == .closed)
    }

    @Test func aDeadlineThatPassesAtTheServerCountsBehindALimitToo() async {
        for id in 1...9 { stubs.on(API.read(id), .text("ok").delayed(by: .seconds(60))) }
        let counter = LoadShedding(above: 99)
        let provider = Provider<API>(transport: stubs, plugins: [breaker, counter, .concurrencyLimit(3)], clock: clock)
            .withDefaults { $0.deadline = .seconds(1) }
        let calls = (1...9).map { id in Task { await provider.category(.read(id)) } }
        await until { stubs.calls.count == 3 && counter.count(of: origin) == 9 }
        clock.advance(by: .seconds(1))
        for call in calls { #expect(await call.value == .timeout) }
        #expect(breaker.state(of: origin) == .open)
    }

    @Test func theErrorSaysWhatItIs() async throws {
        await open()
        let error = try #require(await provider.failure(.read(0)))
        #expect(error.localizedDescription == "The service is not available at the moment.")
        #expect("\(error)".hasPrefix("API.read: plugin CircuitBreaker: the circuit is open"))
    }

    @Test func aCircuitBehindALimitIsAMistake() {
        #expect(breaker.problem(behind: .concurrencyLimit(4)) != nil)
        #expect(breaker.problem(behind: RateLimiter()) != nil)
        #expect(breaker.problem(behind: .retry()) == nil)
    }
}
