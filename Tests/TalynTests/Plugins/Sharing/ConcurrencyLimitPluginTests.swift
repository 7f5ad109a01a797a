import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct ConcurrencyLimitPluginTests {
    let clock = TestClock(isManual: true)
    let stubs = StubTransport()

    func provider(_ plugins: any Plugin...) -> Provider<RawAPI> {
        Provider(transport: stubs, plugins: plugins, clock: clock)
    }

    /// Starts calls of items 0, 1, …, each of which waits or runs before the next one starts.
    func begin(
        _ count: Int, _ plugin: ConcurrencyLimitPlugin, _ provider: Provider<RawAPI>
    ) async -> [Task<Result<Response, RequestError>, Never>] {
        stubs.on(where: { _, _ in true }, .status(204).delayed(by: .seconds(1)))
        var calls: [Task<Result<Response, RequestError>, Never>] = []
        for index in 0..<count {
            calls.append(Task { await provider.result(.item(index)) })
            await until { plugin.permits.taken + plugin.permits.waiting == index + 1 }
        }
        return calls
    }

    var sent: [String] { stubs.requests.map(\.url.lastPathComponent) }

    @Test(arguments: [(2, 2), (1, 1), (0, 1), (-4, 1)])
    func noMoreThanTheLimitRunAndTheOthersFollowInOrder(_ limit: Int, _ places: Int) async {
        let plugin = ConcurrencyLimitPlugin(limit)
        let calls = await begin(6, plugin, provider(plugin))
        for round in 1...(6 / places) {
            await until { [clock, stubs] in clock.sleeping == places && stubs.requests.count == round * places }
            clock.advance(by: .seconds(1))
        }
        for call in calls { #expect(await (try? call.value.get())?.statusCode == 204) }
        // The calls of one round start at once, in any order.
        let rounds = stride(from: 0, to: 6, by: places).map { Set(sent[$0..<$0 + places]) }
        #expect(rounds == stride(from: 0, to: 6, by: places).map { Set(($0..<$0 + places).map(String.init)) })
        #expect(plugin.permits.taken == 0)
    }

    @Test func aCallCancelledInTheQueueLeavesItAtOnce() async {
        let plugin = ConcurrencyLimitPlugin(1)
        let calls = await begin(4, plugin, provider(plugin))
        await clock.waitForSleepers()
        calls[1].cancel()
        #expect(await calls[1].value == .failure(RequestError(.cancelled)))
        #expect(plugin.permits.waiting == 2)
        for _ in 0..<3 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            await until { [clock, plugin] in clock.sleeping == 1 || plugin.permits.taken == 0 }
        }
        for index in [0, 2, 3] { #expect(await (try? calls[index].value.get())?.statusCode == 204) }
        #expect(sent == ["0", "2", "3"])
    }

    @Test func cancellingFreesThePlace() async {
        let plugin = ConcurrencyLimitPlugin(1)
        let calls = await begin(2, plugin, provider(plugin))
        await clock.waitForSleepers()
        calls[0].cancel()
        #expect(await calls[0].value == .failure(RequestError(.cancelled)))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(await (try? calls[1].value.get())?.statusCode == 204)
        #expect(plugin.permits.taken == 0)
    }

    @Test func aFailureFreesThePlace() async {
        let plugin = ConcurrencyLimitPlugin(1)
        let provider = provider(plugin)
        stubs.on(RawAPI.items, .sequence([.failure(.timedOut), .status(500), .text("ok")]))
        #expect(await provider.result(.items).thrown?.category == .timeout)
        #expect(await provider.result(.items).thrown?.category == .status)
        #expect(await provider.result(.items, as: String.self) == .success("ok"))
        #expect(plugin.permits.taken == 0)
    }

    @Test func eachHostHasItsOwnPlaces() async throws {
        let plugin = ConcurrencyLimitPlugin(1, per: .host)
        let provider = provider(plugin)
        stubs.on(where: { _, _ in true }, .status(204).delayed(by: .seconds(1)))
        let urls = [
            "https://a.example/1", "https://A.example:443/2", "https://b.example/3", "https://b.example:8443/4",
        ]
        let calls = try urls.map { url in
            let endpoint = Endpoint(url: try #require(URL(string: url)))
            return Task { try await provider.send(endpoint) }
        }
        await until { plugin.permits.taken == 3 && plugin.permits.waiting == 1 }
        await clock.waitForSleepers(3)
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        for call in calls { #expect(try await call.value.statusCode == 204) }
        #expect(plugin.permits.taken == 0)
    }

    @Test func aDeadlineThatPassesInTheLineIsATimeout() async throws {
        let plugin = ConcurrencyLimitPlugin(1)
        let provider = provider(plugin)
        let first = await begin(1, plugin, provider)
        let second = Task { await provider.withDefaults { $0.deadline = .milliseconds(500) }.result(.item(1)) }
        await until { plugin.permits.waiting == 1 }
        await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(500))
        let error = try #require(await second.value.thrown)
        #expect(error.category == .timeout)
        #expect("\(error.timeline)" == "waited 500 ms for a permit")
        #expect(error.reason.hasSuffix("the deadline has passed, and no permit was free"))
        #expect(plugin.permits.waiting == 0)
        clock.advance(by: .milliseconds(500))
        #expect(await (try? first[0].value.get())?.statusCode == 204)
        #expect(sent == ["0"])
    }

    @Test func theTimelineSaysHowLongWasWaited() async throws {
        let plugin = ConcurrencyLimitPlugin(1)
        let outcomes = OutcomeRecorder()
        stubs.on(RawAPI.items, .status(500).delayed(by: .seconds(1)))
        let provider = provider(plugin, outcomes)
        let first = Task { await provider.result(.items) }
        await clock.waitForSleepers()
        let second = Task { await provider.result(.items) }
        await until { plugin.permits.waiting == 1 }
        clock.advance(by: .seconds(1))
        _ = await first.value
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        let error = try #require(await second.value.thrown)
        #expect("\(error.timeline)" == "stub · waited 1.0 s for a permit → attempt 1: 500 in 1.0 s")
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .zero - .seconds(5)])
    func aWaitOfAnyLengthIsNoted(waited: Duration) {
        let context = CallContext(clock: clock)
        for _ in 1...3 { context.note("waited", waited: waited) }
        #expect("\(context.timeline)".hasPrefix("waited"))
        #expect((context.timeQueued > .zero) == (waited > .zero))
    }

    @Test func anAttemptKnowsHowLongItWasQueued() async throws {
        struct Probe: ExchangeInterceptor {
            let queued: Locked<[Duration]>
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                defer { queued.withLock { $0.append(context.timeQueued) } }
                context.note("waited here", waited: .milliseconds(250))
                context.note("a note")
                return try await next(endpoint)
            }
        }
        let (plugin, queued) = (ConcurrencyLimitPlugin(1), Locked([Duration]()))
        let provider = provider(Probe(queued: queued), plugin).withDefaults { $0.deadline = .milliseconds(1_500) }
        stubs.on(RawAPI.items, .text("ok").delayed(by: .seconds(1)))
        let first = Task { await provider.result(.items) }
        await clock.waitForSleepers()
        let second = Task { await provider.result(.items) }
        await until { plugin.permits.waiting == 1 }
        clock.advance(by: .seconds(1))
        _ = await first.value
        await until { [stubs] in stubs.requests.count == 2 }
        clock.advance(by: .seconds(1))
        let error = try #require(await second.value.thrown)
        #expect(error.category == .timeout)
        #expect(queued.withLock { $0 } == [.milliseconds(250), .milliseconds(1_250)])
    }

    @Test func aCallWithinAnExchangeDoesNotWaitForItself() async throws {
        struct Asking: ExchangeInterceptor {
            let provider: Locked<Provider<RawAPI>?>
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                if endpoint.url.path == "/items" { try await provider.withLock { $0 }?.request(.item(1)) }
                return try await next(endpoint)
            }
        }
        let asking = Asking(provider: Locked(nil))
        let plugin = ConcurrencyLimitPlugin(1)
        let provider = provider(plugin, asking)
        asking.provider.withLock { $0 = provider }
        defer { asking.provider.withLock { $0 = nil } }
        stubs.on(RawAPI.items, .text("ok"))
        stubs.on(RawAPI.item(1), .text("inner"))
        #expect(try await provider.request(.items, as: String.self) == "ok")
        #expect(plugin.permits.taken == 0)
    }

    @Test func manyCallsSomeCancelledKeepTheLimitAndFreeEveryPlace() async {
        let running = Locked((now: 0, most: 0))
        let transport = AnswerTransport { endpoint, _ in
            running.withLock { running in
                running.now += 1
                running.most = max(running.most, running.now)
            }
            await Task.yield()
            running.withLock { $0.now -= 1 }
            return .make(200, "ok", endpoint: endpoint)
        }
        let plugin = ConcurrencyLimitPlugin(5)
        let provider = Provider<RawAPI>(transport: transport, plugins: [plugin])
        let ended = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    let call = Task { await provider.result(.item(index)) }
                    if index.isMultiple(of: 3) { call.cancel() }
                    let result = await call.value
                    return result.thrown.map { $0 == RequestError(.cancelled) && index.isMultiple(of: 3) } ?? true
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(ended == 1000)
        #expect(running.withLock { $0.most } <= 5)
        #expect(plugin.permits.taken == 0)
        #expect(plugin.permits.waiting == 0)
    }

    @Test func aPlaceThatWasFreedWithoutALineIsTakenAgain() async {
        let plugin = ConcurrencyLimitPlugin(2)
        let provider = provider(plugin)
        for (item, seconds) in [(0, 1), (1, 2), (2, 3), (3, 1)] {
            stubs.on(RawAPI.item(item), .status(204).delayed(by: .seconds(seconds)))
        }
        let calls = Locked<[Task<Result<Response, RequestError>, Never>]>([])
        func begin(_ item: Int) async {
            let busy = plugin.permits.taken + plugin.permits.waiting
            calls.withLock { $0.append(Task { await provider.result(.item(item)) }) }
            await until { plugin.permits.taken + plugin.permits.waiting == busy + 1 }
        }
        await begin(0)
        await begin(1)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        await until { plugin.permits.taken < 2 }
        #expect(plugin.permits.taken == 1)
        await begin(2)
        await begin(3)
        #expect(plugin.permits.taken == 2 && plugin.permits.waiting == 1)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        await until { plugin.permits.waiting == 0 || plugin.permits.taken < 2 }
        #expect(plugin.permits.waiting == 0 && plugin.permits.taken == 2)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        for call in calls.withLock({ $0 }) { #expect(await call.value.thrown == nil) }
        #expect(plugin.permits.taken == 0)
    }

    @Test func aTaskThatAnExchangeLeavesBehindNeedsAPlaceOfItsOwn() async throws {
        struct Leaving: ExchangeInterceptor {
            let provider = Locked<Provider<RawAPI>?>(nil)
            let left = Locked<Task<Response, any Error>?>(nil)
            let gate = Gate()
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                if endpoint.url.path == "/items", let provider = provider.withLock({ $0 }) {
                    left.withLock {
                        $0 = Task {
                            await gate.pass()
                            return try await provider.request(.item(1))
                        }
                    }
                }
                return try await next(endpoint)
            }
        }
        let (leaving, plugin) = (Leaving(), ConcurrencyLimitPlugin(1))
        let provider = provider(plugin, leaving)
        leaving.provider.withLock { $0 = provider }
        defer { leaving.provider.withLock { $0 = nil } }
        stubs.on(RawAPI.items, .text("ok"))
        stubs.on(RawAPI.item(1), .text("late").delayed(by: .seconds(1)))
        try await provider.request(.items)
        #expect(plugin.permits.taken == 0)
        await leaving.gate.open()
        await clock.waitForSleepers()
        #expect(plugin.permits.taken == 1)
        clock.advance(by: .seconds(1))
        #expect(try await leaving.left.withLock { $0 }?.value.statusCode == 200)
    }
}
