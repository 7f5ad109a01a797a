import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct CoalescingPluginTests {
    let clock = TestClock(isManual: true)
    let stubs = StubTransport()
    let plugin = CoalescingPlugin()
    let outcomes = OutcomeRecorder()

    var provider: Provider<RawAPI> { Provider(transport: stubs, plugins: [plugin, outcomes], clock: clock) }

    /// Starts calls that are all in flight on return, in the order they joined.
    func begin(
        _ count: Int, _ call: @escaping @Sendable (Int) async -> Result<Response, RequestError>
    ) async -> [Task<Result<Response, RequestError>, Never>] {
        var calls: [Task<Result<Response, RequestError>, Never>] = []
        for index in 0..<count {
            calls.append(Task { await call(index) })
            await until { [plugin] in plugin.transfers.waiting == index + 1 }
        }
        return calls
    }

    @Test func aThousandEqualRequestsAreOneExchange() async {
        stubs.on(RawAPI.items, .text("all").delayed(by: .seconds(5)))
        let calls = (0..<1000).map { _ in Task { [provider] in await provider.result(.items, as: String.self) } }
        await until { [plugin] in plugin.transfers.waiting == 1000 }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        for call in calls { #expect(await call.value == .success("all")) }
        #expect(stubs.requests.count == 1)
        #expect(plugin.transfers.count == 0)
        #expect(Set(outcomes.outcomes.compactMap { try? $0.result.get().statusCode }) == [200])
        #expect(outcomes.outcomes.count == 1000)
    }

    @Test func parallelAttemptsOfOneCallAreExchangesOfTheirOwn() async throws {
        struct Twice: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                async let first = next(endpoint)
                async let second = next(endpoint)
                return try await [first, second][1]
            }
        }
        /// Answers when two requests have arrived.
        struct Pair: Transport {
            let count = Locked(0)
            func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
                count.withLock { $0 += 1 }
                await until { [count] in count.withLock { $0 } == 2 }
                return Response(statusCode: 204, endpoint: endpoint)
            }
        }
        let provider = Provider<RawAPI>(transport: Pair(), plugins: [Twice(), plugin])
        #expect(try await provider.request(.items).statusCode == 204)
        #expect(plugin.transfers.count == 0)
    }

    @Test func requestsOfOtherSettingsOfURLSessionAreNotShared() throws {
        func key(_ change: (inout URLRequest) -> Void) throws -> CoalescedTransfers.Key? {
            var request = URLRequest(url: RawAPI.host)
            change(&request)
            return CoalescedTransfers.Key(try #require(Endpoint(request)), CallContext())
        }
        let usual = try #require(try key { _ in })
        #expect(try key { _ in } == usual && key { $0.allowsCellularAccess = false } != usual)
        #expect(try key { $0.cachePolicy = .reloadIgnoringLocalCacheData } != usual)
    }

    @Test(arguments: [[0], [1], [0, 1], [1, 2], [0, 2]])
    func aCancelledCallEndsAtOnceAndTheOthersGetTheResponse(_ cancelled: [Int]) async {
        stubs.on(RawAPI.items, .text("all").delayed(by: .seconds(5)))
        let calls = await begin(3) { [provider] _ in await provider.result(.items) }
        await clock.waitForSleepers()
        for index in cancelled { calls[index].cancel() }
        for index in cancelled { #expect(await calls[index].value == .failure(RequestError(.cancelled))) }
        #expect(plugin.transfers.waiting == 3 - cancelled.count)
        #expect(clock.sleeping == 1)
        clock.advance(by: .seconds(5))
        for index in 0..<3 where !cancelled.contains(index) {
            #expect(await (try? calls[index].value.get())?.data == Data("all".utf8))
        }
        #expect(stubs.requests.count == 1)
        #expect(plugin.transfers.count == 0)
    }

    @Test func theExchangeIsCancelledWithTheLastWhoWaits() async {
        stubs.on(RawAPI.items, .text("all").delayed(by: .seconds(5)))
        let calls = await begin(3) { [provider] _ in await provider.result(.items) }
        await clock.waitForSleepers()
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value == .failure(RequestError(.cancelled))) }
        await until { [clock] in clock.sleeping == 0 }
        #expect(plugin.transfers.count == 0)
        // A later call starts a new exchange.
        let late = await begin(1) { [provider] _ in await provider.result(.items) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        #expect(await (try? late[0].value.get())?.statusCode == 200)
        #expect(stubs.requests.count == 2)
    }

    @Test func aCallCancelledBeforeItsStartLeavesNothingBehind() async {
        stubs.on(RawAPI.items, .text("all"))
        let call = Task { [provider] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await provider.result(.items)
        }
        #expect(await call.value == .failure(RequestError(.cancelled)))
        #expect(plugin.transfers.count == 0)
        #expect(await (try? provider.result(.items).get())?.statusCode == 200)
        #expect(stubs.requests.count == 1)
    }

    @Test func aFailureIsSharedAndEachErrorIsItsCallersOwn() async throws {
        stubs.on(RawAPI.items, .failure(.networkConnectionLost).delayed(by: .seconds(1)))
        let calls = await begin(3) { [provider] index in
            await provider.result(.items, fileID: "App/Feed.swift", function: "load()", line: UInt(index))
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        var errors: [RequestError] = []
        for call in calls { errors.append(try #require(await call.value.thrown)) }
        #expect(
            errors.allSatisfy { $0.category == .connectionLost && $0.attempt == 1 && $0.operation == "RawAPI.items" })
        #expect(errors.map { $0.callSite?.line } == [0, 1, 2])
        #expect(Set(errors.compactMap(\.callID)).count == 3)
        let leader = try #require(errors[0].callID)
        #expect("\(errors[0].timeline)" == "stub · attempt 1: connectionLost in 1.0 s")
        #expect("\(errors[1].timeline)" == "stub · shared with call \(leader) → attempt 1: connectionLost in 1.0 s")
    }

    @Test func aRefusalKeepsItsBodyForEach() async throws {
        stubs.on(RawAPI.items, .json(#"{"code": "gone"}"#, status: 410).delayed(by: .seconds(1)))
        let calls = await begin(2) { [provider] _ in await provider.result(.items) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        for call in calls {
            let error = try #require(await call.value.thrown)
            #expect(error.statusCode == 410)
            #expect(error.body(as: [String: String].self) == ["code": "gone"])
        }
    }

    @Test func eachDecodesToATypeOfItsOwn() async throws {
        stubs.on(RawAPI.item(1), .json(User.octocat).delayed(by: .seconds(1)))
        let one = Task { [provider] in try await provider.request(.item(1), as: User.self) }
        let two = Task { [provider] in try await provider.request(.item(1), as: String.self, atKeyPath: "login") }
        await until { [plugin] in plugin.transfers.waiting == 2 }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(try await one.value == .octocat)
        #expect(try await two.value == "octocat")
        #expect(stubs.requests.count == 1)
    }

    @Test func callsAfterOneAnotherDoNotShare() async throws {
        stubs.on(RawAPI.items, .sequence([.text("one"), .text("two")]))
        #expect(try await provider.request(.items, as: String.self) == "one")
        #expect(try await provider.request(.items, as: String.self) == "two")
    }

    @Test func eachRedirectIsSharedToo() async throws {
        stubs.on(RawAPI.items, .redirect(to: "items/1").delayed(by: .seconds(1)))
        stubs.on(RawAPI.item(1), .text("moved").delayed(by: .seconds(1)))
        let calls = await begin(3) { [provider] _ in await provider.result(.items) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await until { [plugin, clock] in plugin.transfers.waiting == 3 && clock.sleeping == 1 }
        clock.advance(by: .seconds(1))
        for call in calls { #expect(await (try? call.value.get())?.data == Data("moved".utf8)) }
        #expect(stubs.requests.map(\.url.path) == ["/items", "/items/1"])
    }

    @Test func eachAttemptIsSharedAnew() async throws {
        stubs.on(
            RawAPI.items, .sequence([.status(503).delayed(by: .seconds(1)), .text("ok").delayed(by: .seconds(1))]))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [OnceMore(), plugin], clock: clock)
        let calls = await begin(2) { _ in await provider.result(.items) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        await until { [plugin, clock] in plugin.transfers.waiting == 2 && clock.sleeping == 1 }
        clock.advance(by: .seconds(1))
        for call in calls { #expect(await (try? call.value.get())?.statusCode == 200) }
        #expect(stubs.requests.count == 2)
    }

    @Test func observersSeeTheOneExchangeAndEachEnd() async {
        stubs.on(RawAPI.items, .text("all").delayed(by: .seconds(1)))
        let trace = Trace()
        let provider = provider.adding(TracingPlugin(name: "T", trace: trace))
        let calls = await begin(2) { _ in await provider.result(.items) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        for call in calls { _ = await call.value }
        #expect(trace.lines.filter { $0 == "T willSend /items" }.count == 1)
        #expect(trace.lines.filter { $0 == "T didReceive 200" }.count == 1)
        #expect(trace.lines.filter { $0 == "T attempt 1" }.count == 1)
        #expect(trace.lines.filter { $0 == "T process 200" }.count == 2)
        #expect(trace.lines.filter { $0 == "T didFinish 200" }.count == 2)
    }

    @Test func aCallThatJoinsAtTheEndIsAnswered() async {
        stubs.on(RawAPI.items, .text("all"))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [plugin])
        let answered = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<2000 {
                group.addTask { await (try? provider.result(.items).get())?.data == Data("all".utf8) }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(answered == 2000)
        #expect(plugin.transfers.count == 0)
    }

    /// A later plugin that makes another request within an exchange, through the same provider.
    final class Asking: ExchangeInterceptor {
        let provider = Locked<Provider<RawAPI>?>(nil)
        let gate = Gate()
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            if endpoint.url.path == "/items/1" {
                await gate.pass()
                _ = try await provider.withLock { $0 }?.request(.items)
            }
            return try await next(endpoint)
        }
    }

    @Test func aCallWithinAnExchangeDoesNotJoinOneThatWaitsForItsPlace() async {
        stubs.on(where: { _, _ in true }, .text("ok"))
        let (asking, limit) = (Asking(), ConcurrencyLimitPlugin(1))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [plugin, limit, asking])
        asking.provider.withLock { $0 = provider }
        defer { asking.provider.withLock { $0 = nil } }
        let holder = Task { await provider.result(.item(1)) }
        await asking.gate.arrivals()
        let waiter = Task { await provider.result(.items) }
        await until { limit.permits.waiting == 1 }
        await asking.gate.open()
        #expect(await holder.value.thrown == nil)
        #expect(await waiter.value.thrown == nil)
        #expect(stubs.requests.count == 3)
    }

    @Test func thePluginTwiceIsAsGoodAsOnce() async throws {
        stubs.on(RawAPI.items, .text("ok"))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [plugin, plugin])
        #expect(try await provider.request(.items, as: String.self) == "ok")
        #expect(plugin.transfers.count == 0)
    }

    /// The callers that leave, and the result for those that stay.
    enum Fate: CaseIterable, Sendable { case answered, failed, refused }

    @Test(arguments: [nil, 0, 1] as [Int?], Fate.allCases)
    func waitingCallsGetTheOutcomeAndLaterOnesJoin(cancelled: Int?, fate: Fate) async throws {
        let answer: StubAnswer =
            switch fate {
            case .answered: .json(User.octocat)
            case .failed: .failure(.networkConnectionLost)
            case .refused: .status(500)
            }
        stubs.on(RawAPI.items, answer.delayed(by: .seconds(5)))
        var calls = await begin(2) { [provider] index in
            await provider.result(.items, fileID: "App/Feed.swift", function: "load()", line: UInt(index))
        }
        await clock.waitForSleepers()
        if let cancelled {
            calls[cancelled].cancel()
            #expect(await calls[cancelled].value == .failure(RequestError(.cancelled)))
        }
        let decoding = Task { [provider] in await provider.result(.items, as: [User].self) }
        await until { [plugin] in plugin.transfers.waiting == (cancelled == nil ? 3 : 2) }
        clock.advance(by: .seconds(5))
        if let cancelled { calls.remove(at: cancelled) }
        for call in calls {
            let result = await call.value
            switch fate {
            case .answered: #expect((try? result.get().decoded(User.self)) == .octocat)
            case .failed: #expect(result.thrown?.category == .connectionLost)
            case .refused: #expect(result.thrown?.statusCode == 500)
            }
            if fate != .answered { #expect([0, 1].contains(result.thrown?.callSite?.line)) }
        }
        let own = await decoding.value.thrown
        #expect(own?.category == [.answered: .decoding, .failed: .connectionLost, .refused: .status][fate])
        #expect(stubs.requests.count == 1)
        #expect(plugin.transfers.count == 0)
    }

    @Test func taskLocalsReachTheExchange() async throws {
        enum Local { @TaskLocal static var value = 0 }
        let seen = Locked<[Int]>([])
        let transport = AnswerTransport { endpoint, _ in
            seen.withLock { $0.append(Local.value) }
            return .make(200, "ok", endpoint: endpoint)
        }
        let provider = Provider<RawAPI>(transport: transport, plugins: [plugin])
        try await Local.$value.withValue(7) { _ = try await provider.request(.items) }
        #expect(seen.withLock { $0 } == [7])
    }

    /// A later plugin that counts the exchanges that have ended.
    struct Counting: ExchangeInterceptor {
        let ended = Locked(0)
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            defer { ended.withLock { $0 += 1 } }
            return try await next(endpoint)
        }
    }

    @Test func anAbandonedExchangeThatEndsLateAnswersNobody() async {
        let (gates, begun, counting) = ([Gate(), Gate()], Locked(0), Counting())
        let transport = AnswerTransport { endpoint, _ in
            let number = begun.withLock { begun in
                begun += 1
                return begun
            }
            await gates[number - 1].pass()
            return .make(200, "\(number)", contentType: "text/plain", endpoint: endpoint)
        }
        let provider = Provider<RawAPI>(transport: transport, plugins: [plugin, counting])
        let abandoned = Task { await provider.result(.items, as: String.self) }
        await gates[0].arrivals()
        abandoned.cancel()
        #expect(await abandoned.value == .failure(RequestError(.cancelled)))
        let second = Task { await provider.result(.items, as: String.self) }
        await gates[1].arrivals()
        await gates[0].open()
        await until { counting.ended.withLock { $0 } == 1 }
        for _ in 0..<1000 { await Task.yield() }
        #expect(plugin.transfers.waiting == 1)
        await gates[1].open()
        #expect(await second.value == .success("2"))
    }

    @Test func anExchangeRunsAtThePriorityOfWhatOthersMayWaitFor() async {
        let priority = Locked<TaskPriority?>(nil)
        let transport = AnswerTransport { endpoint, _ in
            priority.withLock { $0 = Task.currentPriority }
            return .make(200, "ok", endpoint: endpoint)
        }
        let provider = Provider<RawAPI>(transport: transport, plugins: [plugin])
        let call = Task.detached(priority: .background) { await provider.result(.items).thrown }
        // Not by its value, which would escalate the call.
        await until { priority.withLock { $0 != nil } }
        #expect(priority.withLock { $0 ?? .background } >= .medium)
        #expect(await call.value == nil)
    }
}
