import Foundation
import Testing

@testable import Talyn

/// The requests that share an exchange, and the timeouts that apply.
@Suite(.timeLimit(.minutes(5))) struct CoalescingPluginSharingTests {
    let clock = TestClock(isManual: true)
    let stubs = StubTransport()
    let plugin = CoalescingPlugin()

    var provider: Provider<RawAPI> { Provider(transport: stubs, plugins: [plugin], clock: clock) }

    static func endpoint(_ change: (inout Endpoint) -> Void = { _ in }) -> Endpoint {
        var endpoint = Endpoint(url: RawAPI.host, headers: ["Authorization": "Bearer a"])
        change(&endpoint)
        return endpoint
    }

    static let others: [(String, Endpoint)] = [
        ("token", endpoint { $0.headers["Authorization"] = "Bearer b" }),
        ("header", endpoint { $0.headers["Accept"] = "text/plain" }),
        ("one value more", endpoint { $0.headers.add("Authorization", "Bearer a") }),
        ("method", endpoint { $0.method = .head }),
        ("URL", endpoint { $0.url = RawAPI.host.appendingPathComponent("other") }),
        ("timeout", endpoint { $0.options.timeout = .seconds(7) }),
    ]

    @Test(arguments: others)
    func aDifferentRequestDoesNotShare(_ name: String, _ other: Endpoint) async throws {
        stubs.on(where: { _, _ in true }, .status(204).delayed(by: .seconds(1)))
        async let one = provider.send(Self.endpoint())
        async let two = provider.send(other)
        await until { [plugin] in plugin.transfers.waiting == 2 }
        #expect(plugin.transfers.count == 2)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        #expect(try await [one.statusCode, two.statusCode] == [204, 204])
        #expect(stubs.requests.count == 2)
    }

    @Test(arguments: [
        (HTTPMethod.post, Body.data(Data("x".utf8))), (.put, .none), (.delete, .none),
        ("REPORT", .data(Data("x".utf8))),
    ])
    func onlyTheMethodsThatWereNamedShare(_ method: HTTPMethod, _ body: Body) async throws {
        stubs.on(where: { _, _ in true }, .status(204).delayed(by: .seconds(1)))
        let endpoint = Endpoint(method, url: RawAPI.host, body: body)
        async let one = provider.send(endpoint)
        async let two = provider.send(endpoint)
        await clock.waitForSleepers(2)
        #expect(plugin.transfers.count == 0)
        clock.advance(by: .seconds(1))
        _ = try await (one, two)
        let named = CoalescingPlugin(methods: [method])
        let sharing = Provider<RawAPI>(transport: stubs, plugins: [named], clock: clock)
        async let three = sharing.send(endpoint)
        async let four = sharing.send(endpoint)
        await until { named.transfers.waiting == 2 }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        _ = try await (three, four)
        #expect(stubs.requests.count == 3)
    }

    @Test func bodiesFromFilesAndStreamsAreNotShared() {
        let file = Endpoint(.post, url: RawAPI.host, body: .file(URL(fileURLWithPath: "/tmp/a")))
        let stream = Endpoint(.post, url: RawAPI.host, body: .stream(BodyStream { { nil } }))
        for endpoint in [file, stream] { #expect(CoalescedTransfers.Key(endpoint, CallContext()) == nil) }
        #expect(CoalescedTransfers.Key(Self.endpoint(), CallContext()) != nil)
    }

    @Test func responsesIntoFilesAndStreamsAndThoseWithProgressAreNotShared() {
        let file = URL(fileURLWithPath: "/tmp/a")
        for delivery in [BodyDelivery.stream, .file(file)] {
            #expect(CoalescedTransfers.Key(Self.endpoint(), CallContext(delivery: delivery)) == nil)
        }
        let told = CallContext(delivery: .data, clock: ContinuousClock()) { _ in }
        #expect(CoalescedTransfers.Key(Self.endpoint(), told) == nil)
    }

    @Test(arguments: [true, false])
    func eachCallersOwnDeadlineHolds(_ leaderHasIt: Bool) async throws {
        stubs.on(where: { _, _ in true }, .text("late").delayed(by: .seconds(5)))
        let hasty = Self.endpoint { $0.options.deadline = .seconds(2) }
        let provider = provider
        let first = Task { try await provider.send(leaderHasIt ? hasty : Self.endpoint()) }
        await until { [plugin] in plugin.transfers.waiting == 1 }
        let second = Task { try await provider.send(leaderHasIt ? Self.endpoint() : hasty) }
        await until { [plugin] in plugin.transfers.waiting == 2 }
        // The stub and the deadline.
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        let (cut, patient) = leaderHasIt ? (first, second) : (second, first)
        await #expect(throws: RequestError(.transport(URLError(.timedOut)))) { try await cut.value }
        #expect(plugin.transfers.waiting == 1)
        clock.advance(by: .seconds(3))
        #expect(try await patient.value.data == Data("late".utf8))
        #expect(stubs.requests.count == 1)
    }

    @Test(arguments: [(1, true), (3, false)])
    func aDeadlineHoldsOnAClockThatMovesByItself(_ seconds: Int, _ isInTime: Bool) async throws {
        let clock = TestClock()
        stubs.on(RawAPI.items, .text("ok").delayed(by: .seconds(seconds)))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [plugin], clock: clock)
            .withDefaults { $0.deadline = .seconds(2) }
        let result = await provider.result(.items, as: String.self)
        #expect(result == (isInTime ? .success("ok") : .failure(RequestError(.transport(URLError(.timedOut))))))
        #expect(clock.slept == [.seconds(seconds)])
    }

    @Test func theResponseHasTheCallersOwnOptions() async throws {
        stubs.on(where: { _, _ in true }, .text("ok"))
        let endpoint = Self.endpoint { $0.options.deadline = .seconds(9) }
        #expect(try await provider.send(endpoint).endpoint.options.deadline == .seconds(9))
    }

    @Test func scopesOfStubsDoNotSeeEachOthersAnswers() async throws {
        let provider = provider
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<4 {
                group.addTask {
                    let own = StubTransport()
                    own.on(RawAPI.items, .text("\(index)").delayed(by: .seconds(1)))
                    return try await withStubs(own) { try await provider.request(.items, as: String.self) }
                }
            }
            await clock.waitForSleepers(4)
            clock.advance(by: .seconds(1))
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers == ["0", "1", "2", "3"])
    }

    @Test func aCopyOfTheProviderShares() async throws {
        stubs.on(RawAPI.items, .text("ok").delayed(by: .seconds(1)))
        let logging = provider.adding(OutcomeRecorder())
        async let one = provider.request(.items, as: String.self)
        async let two = logging.request(.items, as: String.self)
        await until { [plugin] in plugin.transfers.waiting == 2 }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(try await [one, two] == ["ok", "ok"])
        #expect(stubs.requests.count == 1)
    }

    @Test func nothingOfARequestIsShown() async throws {
        let secret = Endpoint(url: RawAPI.host.appendingPathComponent(canary), headers: ["Authorization": canary])
        stubs.on(where: { _, _ in true }, .text(canary).delayed(by: .seconds(1)))
        async let one = provider.send(secret)
        await until { [plugin] in plugin.transfers.waiting == 1 }
        #expect(!texts(of: plugin).contains(canary))
        #expect(!texts(of: provider).contains(canary))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        _ = try await one
    }

    /// An earlier plugin that abandons a shared request and asks a mirror instead.
    private struct Mirroring: ExchangeInterceptor {
        let plugin: CoalescingPlugin

        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            let first = Task { try await next(endpoint) }
            await until { plugin.transfers.waiting == 2 }
            first.cancel()
            _ = await first.result
            var mirror = endpoint
            mirror.url = RawAPI.host.appendingPathComponent("mirror")
            return try await next(mirror)
        }
    }

    @Test func aCallThatGaveUpMayBeginAnotherExchangeWhileOthersWaitForTheFirst() async throws {
        stubs.on(where: { _, _ in true }, .status(204).delayed(by: .seconds(1)))
        let mirrored = Provider<RawAPI>(
            transport: stubs, plugins: [Mirroring(plugin: plugin), plugin], clock: clock)
        async let one = mirrored.send(Self.endpoint())
        await until { [plugin] in plugin.transfers.waiting == 1 }
        async let two = provider.send(Self.endpoint())
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        #expect(try await [one.statusCode, two.statusCode] == [204, 204])
        #expect(stubs.requests.filter { $0.url.lastPathComponent == "mirror" }.count == 1)
        #expect(stubs.requests.count == 2)
    }

    @Test func requestsInOneScopeOfStubsShare() async {
        let (provider, own) = (provider, StubTransport())
        own.on(RawAPI.items, .text("own").delayed(by: .seconds(1)))
        let calls = await withStubs(own) {
            (0..<2).map { _ in Task { await provider.result(.items, as: String.self) } }
        }
        await until { [plugin] in plugin.transfers.waiting == 2 || own.requests.count == 2 }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        for call in calls { #expect(await call.value == .success("own")) }
        #expect(own.requests.count == 1)
    }
}
