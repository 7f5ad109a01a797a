import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct ActivityPluginTests {
    let stubs = StubTransport()
    let trace = Trace()

    var activity: ActivityPlugin {
        ActivityPlugin { [trace] change, context in trace.write("\(change) \(context.id)") }
    }

    /// The ends of a call, with the plugins around the counting one.
    enum Ending: CaseIterable, Sendable {
        case success, status, offline, retried, decoding, cancelledBefore, refusedInside, refusedOutside, answeredInside
        case refusedByPrepare, unstubbed

        var before: [any Plugin] {
            switch self {
            case .refusedOutside: [Ring { _, _ in throw URLError(.badURL) }]
            case .retried: [OnceMore()]
            default: []
            }
        }

        var behind: [any Plugin] {
            switch self {
            case .refusedInside: [Ring { _, _ in throw URLError(.badURL) }]
            case .answeredInside: [Ring { endpoint, _ in Response(statusCode: 204, endpoint: endpoint) }]
            case .refusedByPrepare: [Refusing(error: URLError(.badURL))]
            default: []
            }
        }

        var answer: StubAnswer? {
            switch self {
            case .status: .status(500)
            case .offline: .failure(.notConnectedToInternet)
            case .retried: .sequence([.status(503), .text("ok")])
            case .unstubbed: nil
            default: .text("ok")
            }
        }
    }

    /// A plugin of the call ring.
    struct Ring: CallInterceptor {
        let answer: @Sendable (Endpoint, Next) async throws -> Response
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await answer(endpoint, next)
        }
    }

    @Test(arguments: Ending.allCases)
    func everyBeginningHasOneEnd(_ ending: Ending) async {
        if let answer = ending.answer { stubs.on(RawAPI.items, answer) }
        let activity = activity
        let provider = Provider<RawAPI>(
            transport: stubs, plugins: ending.before + [activity] + ending.behind, clock: TestClock())
        let call = Task {
            if ending == .cancelledBefore { withUnsafeCurrentTask { $0?.cancel() } }
            if ending == .decoding { return await provider.result(.items, as: Int.self).thrown }
            return await provider.result(.items).thrown
        }
        let error = await call.value
        #expect((error == nil) == [.success, .retried, .answeredInside].contains(ending))
        #expect(activity.count == 0)
        let changes = trace.lines.map { $0.prefix { $0 != " " } }
        // An earlier plugin may respond without it.
        #expect(changes == (ending == .refusedOutside ? [] : ["began", "ended"]))
    }

    @Test func aCallThatCannotBeMadeIsNotCounted() async {
        let activity = activity
        let provider = Provider<Probe>(transport: stubs, plugins: [activity])
        #expect(await provider.result(Probe(.get("a/\("..")"))).thrown?.category == .invalidRequest)
        #expect(activity.count == 0)
        #expect(trace.lines.isEmpty)
    }

    @Test func theCountIsThatOfTheCallsInFlight() async {
        let clock = TestClock(isManual: true)
        stubs.on(RawAPI.items, .text("ok").delayed(by: .seconds(1)))
        let activity = activity
        let provider = Provider<RawAPI>(transport: stubs, plugins: [activity], clock: clock)
        let calls = (0..<3).map { _ in Task { await provider.result(.items) } }
        await clock.waitForSleepers(3)
        #expect(activity.count == 3)
        calls[0].cancel()
        _ = await calls[0].value
        #expect(activity.count == 2)
        clock.advance(by: .seconds(1))
        for call in calls { _ = await call.value }
        #expect(activity.count == 0)
    }

    @Test func readersSeeThePresentCountAndThenTheChanges() async {
        let clock = TestClock(isManual: true)
        stubs.on(RawAPI.items, .text("ok").delayed(by: .seconds(1)))
        let activity = ActivityPlugin()
        let provider = Provider<RawAPI>(transport: stubs, plugins: [activity], clock: clock)
        var early = activity.counts.makeAsyncIterator()
        #expect(await early.next() == 0)
        let call = Task { await provider.result(.items) }
        await clock.waitForSleepers()
        var late = activity.counts.makeAsyncIterator()
        #expect(await early.next() == 1)
        #expect(await late.next() == 1)
        clock.advance(by: .seconds(1))
        _ = await call.value
        #expect(await early.next() == 0)
        #expect(await late.next() == 0)
    }

    @Test func aSlowReaderGetsTheNewestCount() async throws {
        stubs.on(RawAPI.items, .text("ok"))
        let activity = ActivityPlugin()
        let provider = Provider<RawAPI>(transport: stubs, plugins: [activity])
        var reader = activity.counts.makeAsyncIterator()
        for _ in 0..<5 { try await provider.request(.items) }
        #expect(await reader.next() == 0)
    }

    @Test func theSequenceEndsWithThePlugin() async {
        let counts = ActivityPlugin().counts
        var seen: [Int] = []
        for await count in counts { seen.append(count) }
        #expect(seen == [0])
    }

    @Test func anAbandonedCallDoesNotCountForever() async throws {
        stubs.on(RawAPI.items, .text("ok"))
        let (left, isAsked, hasBegun) = (Locked<Task<Response, any Error>?>(nil), Locked(false), Locked(false))
        let activity = activity
        let leaving = Ring { endpoint, next in
            left.withLock { $0 = Task { try await next(endpoint) } }
            await until { hasBegun.withLock { $0 } }
            return Response(statusCode: 204, endpoint: endpoint)
        }
        let late = Ring { endpoint, next in
            hasBegun.withLock { $0 = true }
            await until { isAsked.withLock { $0 } }
            return try await next(endpoint)
        }
        let provider = Provider<RawAPI>(transport: stubs, plugins: [leaving, late, activity])
        try await provider.request(.items)
        isAsked.withLock { $0 = true }
        _ = try await left.withLock { $0 }?.value
        #expect(activity.count == 0)
        #expect(trace.lines.count == 2)
    }

    @Test func aReaderThatEndsLeavesTheOthers() async {
        let clock = TestClock(isManual: true)
        stubs.on(RawAPI.items, .text("ok").delayed(by: .seconds(1)))
        let activity = ActivityPlugin()
        let provider = Provider<RawAPI>(transport: stubs, plugins: [activity], clock: clock)
        let (staying, leaving) = (activity.counts, activity.counts)
        let left = Task { for await _ in leaving {} }
        left.cancel()
        await left.value
        let call = Task { await provider.result(.items) }
        await clock.waitForSleepers()
        // Cancelled, it reads what is there and ends.
        let reader = Task { await staying.reduce(into: []) { $0.append($1) } }
        reader.cancel()
        #expect(await reader.value == [1])
        call.cancel()
        _ = await call.value
    }
}
