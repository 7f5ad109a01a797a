import Foundation
import Testing

@testable import Talyn

/// No event follows `didFinish`, and each `willSend` has a `didReceive` before it, whatever tasks plugins leave behind.
@Suite(.timeLimit(.minutes(5))) struct CallObservationTests {
    /// Records the events of each call.
    final class Events: CallObserver {
        private let heard = Locked<[CallID: [String]]>([:])
        private let willSend: @Sendable () -> Void

        init(_ willSend: @escaping @Sendable () -> Void = {}) { self.willSend = willSend }

        var all: [[String]] { heard.withLock { $0.sorted { $0.key.number < $1.key.number }.map(\.value) } }

        private func add(_ event: String, _ context: CallContext) {
            heard.withLock { $0[context.id, default: []].append(event) }
        }
        func willSend(_ endpoint: Endpoint, context: CallContext) {
            add("willSend", context)
            willSend()
        }
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
            switch result {
            case .success(let response): add("\(response.statusCode)", context)
            case .failure(let error): add("\(error.category) \(error.endpoint?.url.path ?? "")", context)
            }
        }
        func didFinish(_ outcome: CallOutcome, context: CallContext) { add("didFinish", context) }
    }

    /// A plugin that starts `next` in a detached task and can respond itself.
    struct Detaching: ExchangeInterceptor {
        let left = Locked<[Task<Response, any Error>]>([])
        let mayAnswer: @Sendable () async throws -> Void

        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            let task = Task.detached { try await next(endpoint) }
            left.withLock { $0.append(task) }
            try await mayAnswer()
            return Response(statusCode: 203, endpoint: endpoint)
        }

        func settle() async { for task in left.withLock({ $0 }) { _ = await task.result } }
    }

    /// A later plugin that starts the exchange on request.
    struct Waiting: ExchangeInterceptor {
        let gate: Gate
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            await gate.pass()
            return try await next(endpoint)
        }
    }

    let clock = TestClock(isManual: true)
    let stubs = StubTransport()
    let events = Events()

    init() { stubs.on(RawAPI.items, .text("late").delayed(by: .seconds(1))) }

    @Test func anExchangeUnderWayEndsBeforeItsCallDoes() async throws {
        let plugin = Detaching { [stubs] in await until { !stubs.requests.isEmpty } }
        let provider = Provider<RawAPI>(transport: stubs, plugins: [plugin, events], clock: clock)
        #expect(try await provider.request(.items).statusCode == 203)
        #expect(events.all == [["willSend", "aborted /items", "didFinish"]])
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await plugin.settle()
        #expect(events.all == [["willSend", "aborted /items", "didFinish"]])
    }

    @Test func anExchangeThatBeginsAfterTheEndIsNotTold() async throws {
        let gate = Gate()
        let plugin = Detaching { await gate.arrivals() }
        let provider = Provider<RawAPI>(
            transport: stubs, plugins: [plugin, Waiting(gate: gate), events], clock: clock)
        #expect(try await provider.request(.items).statusCode == 203)
        await gate.open()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await plugin.settle()
        #expect(events.all == [["didFinish"]])
        #expect(stubs.requests.count == 1)
    }

    @Test func anExchangeThatEndsBeforeItsCallIsToldOnce() async throws {
        let (clock, stubs, events) = (clock, stubs, events)
        let plugin = Detaching {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            await until { events.all.first?.contains("200") == true }
        }
        let provider = Provider<RawAPI>(transport: stubs, plugins: [plugin, events], clock: clock)
        #expect(try await provider.request(.items).statusCode == 203)
        #expect(events.all == [["willSend", "200", "didFinish"]])
    }

    @Test func aCancelledLeadersExchangeIsCancelledForItsObservers() async throws {
        let coalescing = CoalescingPlugin()
        let provider = Provider<RawAPI>(transport: stubs, plugins: [coalescing, events], clock: clock)
        let leader = Task { await provider.result(.items) }
        await clock.waitForSleepers()
        let follower = Task { await provider.result(.items) }
        await until { coalescing.transfers.waiting == 2 }
        leader.cancel()
        #expect(await leader.value == .failure(RequestError(.cancelled)))
        #expect(events.all == [["willSend", "cancelled /items", "didFinish"]])
        clock.advance(by: .seconds(1))
        #expect(await (try? follower.value.get())?.statusCode == 200)
        #expect(events.all == [["willSend", "cancelled /items", "didFinish"], ["didFinish"]])
    }

    @Test func aLeaderWhoseTimeIsOverTimesOutForItsObservers() async throws {
        let coalescing = CoalescingPlugin()
        let provider = Provider<RawAPI>(transport: stubs, plugins: [coalescing, events], clock: clock)
        let hasty = provider.withDefaults { $0.deadline = .milliseconds(500) }
        let leader = Task { await hasty.result(.items) }
        await until { coalescing.transfers.waiting == 1 }
        let follower = Task { await provider.result(.items) }
        await until { coalescing.transfers.waiting == 2 }
        await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(500))
        #expect(await leader.value.thrown?.category == .timeout)
        #expect(events.all == [["willSend", "timeout /items", "didFinish"]])
        clock.advance(by: .milliseconds(500))
        #expect(await follower.value.thrown == nil)
        #expect(events.all == [["willSend", "timeout /items", "didFinish"], ["didFinish"]])
    }

    /// A plugin of the call ring that hedges with tasks that outlive the call.
    struct Hedging: CallInterceptor {
        let left = Locked<[Task<Response, any Error>]>([])
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            let tasks = (0..<3).map { _ in Task.detached { try await next(endpoint) } }
            left.withLock { $0 += tasks }
            return try await tasks[Int.random(in: 0..<3)].value
        }
    }

    /// Not deterministic: the exchanges that are in flight at the end of a call differ between runs.
    @Test func observersHearPairsAndThenTheEndHoweverTasksInterleave() async throws {
        let (hedging, activity, reports) = (Hedging(), ActivityPlugin(), Locked(0))
        let events = events
        let transport = AnswerTransport { endpoint, _ in
            for _ in 0..<Int.random(in: 0..<4) { await Task.yield() }
            return .make(200, "ok", endpoint: endpoint)
        }
        let metrics = MetricsPlugin { _ in reports.withLock { $0 += 1 } }
        let provider = Provider<RawAPI>(
            transport: transport, plugins: [hedging, activity, CoalescingPlugin(), events, metrics])
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                group.addTask {
                    let call = Task { await provider.result(.items) }
                    if index.isMultiple(of: 3) {
                        for _ in 0..<Int.random(in: 0..<6) { await Task.yield() }
                        call.cancel()
                    }
                    _ = await call.value
                }
            }
        }
        for task in hedging.left.withLock({ $0 }) { _ = await task.result }
        #expect(events.all.count == 500)
        for heard in events.all {
            #expect(heard.last == "didFinish" && heard.filter { $0 == "didFinish" }.count == 1)
            let begun = heard.filter { $0 == "willSend" }.count
            #expect(heard.count == 2 * begun + 1, "\(heard)")
            var open = 0
            for event in heard.dropLast() {
                open += event == "willSend" ? 1 : -1
                #expect(open >= 0, "\(heard)")
            }
        }
        #expect(reports.withLock { $0 } == 500)
        await until { activity.count == 0 }
    }

    /// A plugin of the call ring that leaves an exchange behind and responds with a later one.
    struct Overtaking: CallInterceptor {
        let stubs: StubTransport
        let left = Locked<Task<Response, any Error>?>(nil)
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            left.withLock { $0 = Task.detached { try await next(endpoint) } }
            await until { stubs.requests.count == 1 }
            var other = endpoint
            other.url = RawAPI.host.appendingPathComponent("items/1")
            return try await next(other)
        }
    }

    @Test func ofTwoExchangesTheOneThatIsLeftIsTold() async throws {
        stubs.on(RawAPI.item(1), .text("ok"))
        let plugin = Overtaking(stubs: stubs)
        let provider = Provider<RawAPI>(transport: stubs, plugins: [plugin, events], clock: clock)
        try await provider.request(.items)
        #expect(events.all == [["willSend", "willSend", "200", "aborted /items", "didFinish"]])
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        _ = await plugin.left.withLock { $0 }?.result
        #expect(events.all.map(\.count) == [5])
    }
}
