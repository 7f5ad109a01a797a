import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct MetricsPluginTests {
    /// The reports, in order.
    final class Reports: Sendable {
        private let kept = Locked<[CallMetrics]>([])
        var all: [CallMetrics] { kept.withLock { $0 } }
        func add(_ metrics: CallMetrics) { kept.withLock { $0.append(metrics) } }
    }

    let stubs = StubTransport()
    let reports = Reports()

    var provider: Provider<RawAPI> {
        Provider(transport: stubs, plugins: [OnceMore(), .metrics(reports.add)], clock: TestClock())
    }

    @Test func aCallIsMeasuredThroughItsAttempts() async throws {
        stubs.on(
            RawAPI.item(7),
            .sequence([
                .failure(.networkConnectionLost).delayed(by: .seconds(2)), .text("body").delayed(by: .seconds(3)),
            ]))
        try await provider.request(.item(7))
        let metrics = try #require(reports.all.first)
        #expect(reports.all.count == 1)
        #expect(metrics.operation == "RawAPI.item")
        #expect(metrics.template == "items/{}")
        #expect(metrics.host == "raw.example.com")
        #expect(metrics.method == .get && metrics.scheme == "https" && metrics.port == 443)
        #expect([metrics.total, metrics.transfer, metrics.waiting] == [.seconds(6), .seconds(5), .seconds(1)])
        #expect([metrics.attempts, metrics.exchanges, metrics.redirects] == ([2, 2, 0] as [Int]))
        #expect(metrics.bytesReceived == 4)
        #expect(metrics.status == 200)
        #expect(metrics.failure == nil)
        #expect("\(metrics)" == "RawAPI.item: 200 in 6.0 s (transfer 5.0 s), 2 attempts, 0 bytes sent, 4 received")
    }

    @Test(arguments: [
        ("http://a.example/x", "http", 80), ("https://a.example:8443", "https", 8443),
        ("HTTP://a.example:80", "http", 80),
        ("https://[::1]/", "https", 443),
    ])
    func methodSchemeAndPortAreThoseOfTheEndpoint(url: String, scheme: String, port: Int) async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        try await provider.send(Endpoint(.delete, url: try #require(URL(string: url))))
        let metrics = try #require(reports.all.first)
        #expect(metrics.method == .delete && metrics.scheme == scheme && metrics.port == port)
    }

    @Test func redirectsAreExchangesOfTheirOwn() async throws {
        let first = Endpoint(.put, url: RawAPI.host, body: .data(Data("12345".utf8)))
        stubs.on(where: { _, _ in true }, .status(204))
        stubs.on(first, .redirect(to: "/items", status: 307))
        try await provider.send(first)
        let metrics = try #require(reports.all.first)
        #expect([metrics.attempts, metrics.exchanges, metrics.redirects] == ([1, 2, 1] as [Int]))
        #expect(metrics.bytesSent == 10)
        #expect(metrics.operation == nil)
    }

    @Test func ofAStreamTheBytesAndTheTimeOfItsReadingCount() async throws {
        stubs.on(
            RawAPI.items, .chunks(["one\n", "two\n", "three"], every: .seconds(2)).delayed(by: .seconds(1)))
        var lines: [String] = []
        for try await line in provider.elements(of: .lines(.items)) { lines.append(line) }
        #expect(lines == ["one", "two", "three"])
        let metrics = try #require(reports.all.first)
        #expect(reports.all.count == 1)
        #expect(metrics.bytesReceived == 13)
        #expect([metrics.total, metrics.transfer] == [.seconds(5), .seconds(5)])
        #expect(metrics.transfers.count == 1)
        #expect(metrics.status == 200)
    }

    @Test func ofAStreamThatIsLeftTheBytesThatWereReadCount() async throws {
        stubs.on(RawAPI.items, .chunks(["one\n", "two\n", "three"], every: .seconds(2)))
        for try await _ in provider.elements(of: .lines(.items)) { break }
        let metrics = try #require(reports.all.first)
        #expect(metrics.bytesReceived == 4)
        #expect(metrics.failure == nil)
    }

    @Test func theExchangesBeforeAStreamEndWithTheirHeads() async throws {
        stubs.on(RawAPI.items, .sequence([.reset, .redirect(to: "/items/7").delayed(by: .seconds(2))]))
        stubs.on(RawAPI.item(7), .chunks(["one\n", "two"], every: .seconds(3)).delayed(by: .seconds(1)))
        for try await _ in provider.elements(of: .lines(.items)) {}
        let metrics = try #require(reports.all.first)
        #expect([metrics.attempts, metrics.exchanges, metrics.redirects] == ([2, 3, 1] as [Int]))
        #expect([metrics.total, metrics.transfer] == [.seconds(7), .seconds(6)])
        #expect(metrics.bytesReceived == 7 && metrics.transfers.count == 2)
    }

    @Test func ofARefusedStreamTheTimeOfItsHeadCounts() async throws {
        stubs.on(RawAPI.items, .status(404).delayed(by: .seconds(2)))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [.metrics(reports.add)], clock: TestClock())
        await #expect(throws: RequestError.self) { try await provider.stream(.items) }
        let metrics = try #require(reports.all.first)
        #expect(metrics.transfer == .seconds(2) && metrics.status == 404)
    }

    @Test func ofADownloadBehindARedirectTheTimeOfBothExchangesCounts() async throws {
        let folder = try TemporaryFolder()
        stubs.on(RawAPI.items, .redirect(to: "/items/7").delayed(by: .seconds(2)))
        stubs.on(RawAPI.item(7), .text("film").delayed(by: .seconds(3)))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [.metrics(reports.add)], clock: TestClock())
        try await provider.download(.items, to: .file(folder.url.appendingPathComponent("film")))
        let metrics = try #require(reports.all.first)
        #expect(metrics.transfer == .seconds(5) && metrics.bytesReceived == 4)
    }

    @Test func ofAStreamThatFailsTheBytesBeforeCount() async throws {
        stubs.on(RawAPI.items, .text("one\ntwo").truncated(after: 5))
        await #expect(throws: RawAPI.Failure.self) {
            let provider = Provider<RawAPI>(transport: stubs, plugins: [.metrics(reports.add)])
            for try await _ in provider.elements(of: .lines(.items)) {}
        }
        let metrics = try #require(reports.all.first)
        #expect(metrics.bytesReceived == 5)
        #expect(metrics.failure == .connectionLost)
    }

    static let endings: [(StubAnswer, ErrorCategory, Int?)] = [
        (.status(404), .status, 404), (.failure(.notConnectedToInternet), .offline, nil),
        (.text("no number"), .decoding, 200), (.noResponse, .timeout, nil),
    ]

    @Test(arguments: endings)
    func aFailureIsReportedByItsCategory(_ answer: StubAnswer, _ category: ErrorCategory, _ status: Int?) async throws {
        stubs.on(RawAPI.items, answer)
        let provider = Provider<RawAPI>(transport: stubs, plugins: [.metrics(reports.add)], clock: TestClock())
        _ = await provider.result(.items, as: Int.self)
        let metrics = try #require(reports.all.first)
        #expect(metrics.failure == category)
        #expect(metrics.status == status)
        #expect(reports.all.count == 1)
    }

    @Test func aCallThatIsNeverSentIsReportedToo() async throws {
        let provider = Provider<Probe>(transport: stubs, plugins: [.metrics(reports.add)])
        _ = await provider.result(Probe(.get("a/\("..")")))
        let metrics = try #require(reports.all.first)
        #expect(metrics.failure == .invalidRequest)
        #expect([metrics.attempts, metrics.exchanges] == ([0, 0] as [Int]))
        #expect(metrics.host == nil)
    }

    @Test func theExchangeOfACancelledCallerLeavesNothingBehind() async {
        let clock = TestClock(isManual: true)
        stubs.on(RawAPI.items, .text("ok").delayed(by: .seconds(1)))
        let coalescing = CoalescingPlugin()
        let plugin = MetricsPlugin(reports.add)
        let limit = ConcurrencyLimitPlugin(1)
        let provider = Provider<RawAPI>(transport: stubs, plugins: [coalescing, limit, plugin], clock: clock)
        let blocking = Task { await provider.result(.items) }
        await clock.waitForSleepers()
        stubs.on(RawAPI.item(1), .text("ok").delayed(by: .seconds(1)))
        let leader = Task { await provider.result(.item(1)) }
        await until { limit.permits.waiting == 1 }
        let follower = Task { await provider.result(.item(1)) }
        await until { coalescing.transfers.waiting == 3 }
        // Its exchange has not started and starts after its end.
        leader.cancel()
        _ = await leader.value
        clock.advance(by: .seconds(1))
        _ = await blocking.value
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(await (try? follower.value.get())?.statusCode == 200)
        #expect(reports.all.count == 3)
        #expect(reports.all.last?.waiting == .seconds(2))
    }

    @Test func nothingOfARequestIsShown() async {
        let provider = Provider<Vault>(transport: stubs, plugins: [.metrics(reports.add)], clock: TestClock())
        stubs.on(where: { _, _ in true }, .json(#"{"no": "\#(canary)"}"#))
        _ = await provider.result(.open(canary))
        _ = await provider.result(.crooked(id: canary))
        _ = await provider.result(.unencodable(canary))
        #expect(reports.all.count == 3)
        for value in [reports.all, provider] as [Any] {
            #expect(!texts(of: value).contains(canary))
        }
    }

    @Test func metricsAndOutcomesAndEventsAreMadeByHandInTests() {
        let metrics = CallMetrics(operation: "GitHub.zen", total: .milliseconds(210), bytesReceived: 5)
        #expect(metrics.description.hasPrefix("GitHub.zen: 200 in 210 ms (transfer"))
        let context = CallContext(target: GitHub.zen)
        let outcome = CallOutcome(result: .failure(RequestError(.status(500))), duration: .seconds(1))
        let event = LogEvent(.finished(outcome), context: context)
        #expect(outcome.attempts == 1)
        #expect((event.operation, event.callID) == ("GitHub.zen", context.id))
    }

    @Test func metricsThatAreMadeByHandAreThoseOfOneExchange() {
        let metrics = CallMetrics()
        #expect([metrics.attempts, metrics.exchanges, metrics.redirects] == ([1, 1, 0] as [Int]))
        #expect("\(metrics)" == "endpoint: 200 in 0 µs (transfer 0 µs), 1 attempt, 0 bytes sent, 0 received")
        let refused = CallMetrics(host: "h.example", attempts: 0, status: 404, failure: .status)
        #expect("\(refused)".hasPrefix("h.example: status 404 in 0 µs (transfer 0 µs), 0 attempts, "))
        #expect("\(CallMetrics(status: nil, failure: .timeout))".hasPrefix("endpoint: timeout in "))
    }

    @Test func theSizeOfABodyIsThatOfItsBytesAsFarAsItIsKnown() throws {
        let folder = try TemporaryFolder()
        let bodies: [(Body, Int64)] = [
            (.none, 0), (.data(Data(count: 3)), 3), (.stream(BodyStream("a", length: 5)), 5),
            (.stream(BodyStream("a")), 0), (.file(try folder.write(Data(count: 12), as: "film")), 12),
            (.file(folder.url.appendingPathComponent("nowhere")), 0),
        ]
        for (body, size) in bodies { #expect(body.knownSize == size) }
    }

    @Test func aStreamThatAPluginMadeIsNoExchange() async throws {
        struct Streaming: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                try await context.clock.sleep(for: .seconds(2))
                return Response(statusCode: 200, body: .stream(BodyStream("one\n", "two\n")), endpoint: endpoint)
            }
        }
        let plugins: [any Plugin] = [Streaming(), .metrics(reports.add)]
        let provider = Provider<RawAPI>(transport: stubs, plugins: plugins, clock: TestClock())
        for try await _ in provider.elements(of: .lines(.items)) {}
        let metrics = try #require(reports.all.first)
        #expect(metrics.exchanges == 0 && metrics.status == 200)
        #expect([metrics.transfer, metrics.waiting] == [.zero, .seconds(2)])
    }
}
