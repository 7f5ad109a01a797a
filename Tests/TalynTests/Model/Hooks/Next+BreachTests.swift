import Foundation
import Testing

@testable import Talyn

/// Misuse of `next`: the call fails with an error that names the plugin.
@Suite struct NextBreachTests {
    let stubs = StubTransport()

    /// A plugin of both rings, whose hook is a closure.
    struct Keeping: CallInterceptor, ExchangeInterceptor {
        typealias Hook = @Sendable (Endpoint, Next) async throws -> Response
        var call: Hook = { try await $1($0) }
        var attempt: Hook = { try await $1($0) }
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await call(endpoint, next)
        }
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await attempt(endpoint, next)
        }
    }

    /// A plugin of both rings that passes everything on.
    struct Passing: CallInterceptor, ExchangeInterceptor {
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await next(endpoint)
        }
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await next(endpoint)
        }
    }

    init() { stubs.on(GitHub.zen, .text("ok")) }

    private func provider(_ plugin: Keeping) -> Provider<GitHub> {
        Provider(transport: stubs, plugins: [Passing(), plugin, Passing()])
    }

    private func breach(of result: Result<Response, MyAPIError>) -> PluginBreach? {
        guard case .plugin(let failure) = result.thrown?.requestError.kind, failure.plugin == "Keeping" else {
            return nil
        }
        return failure.underlying as? PluginBreach
    }

    @Test func aKeptNextIsRefusedOnceItsCallIsOver() async throws {
        let kept = Locked<Next?>(nil)
        let provider = provider(
            Keeping(call: { endpoint, next in
                kept.withLock { $0 = next }
                return try await next(endpoint)
            }))
        let endpoint = try await provider.request(.zen).endpoint
        let next = try #require(kept.withLock { $0 })
        let failure = PluginFailure(plugin: "Keeping", underlying: PluginBreach.nextAfterTheEnd)
        await #expect(throws: RequestError(.plugin(failure))) { try await next(endpoint) }
        #expect(stubs.requests.count == 1)
    }

    @Test func aKeptNextIsRefusedOnceItsAttemptIsOver() async throws {
        let kept = Locked<Next?>(nil)
        let plugin = Keeping(
            call: { endpoint, next in
                _ = try await next(endpoint)
                return try await next(endpoint)
            },
            attempt: { endpoint, next in
                let first = kept.withLock { kept -> Next? in
                    defer { kept = next }
                    return kept
                }
                return try await (first ?? next)(endpoint)
            })
        #expect(breach(of: await provider(plugin).result(.zen)) == .nextAfterTheEnd)
        #expect(stubs.requests.count == 1)
    }

    @Test func anExchangeHasOneNextAtATime() async {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("ok").delayed(by: .seconds(1)))
        let plugin = Keeping(attempt: { endpoint, next in
            async let first = next(endpoint)
            await until { !stubs.requests.isEmpty }
            let second = try await next(endpoint)
            return try await [first, second][0]
        })
        let provider = Provider<GitHub>(
            transport: stubs, plugins: [Passing(), plugin, Passing()], clock: TestClock(isManual: true))
        let result = await provider.result(.zen)
        #expect(breach(of: result) == .nextTwiceAtOnce)
        #expect(stubs.requests.count == 1)
        let text = String(describing: result.thrown?.requestError.kind)
        #expect(text.contains("plugin Keeping called next while its next was running"))
    }

    /// Hooks with two calls of next, of which a task other than the hook's makes one or both.
    static let concurrent: [(String, Keeping.Hook)] = [
        (
            "two of async let",
            { endpoint, next in
                async let first = next(endpoint)
                async let second = next(endpoint)
                return try await [first, second][0]
            }
        ),
        (
            "async let and the hook",
            { endpoint, next in
                async let first = next(endpoint)
                let second = try await next(endpoint)
                return try await [first, second][0]
            }
        ),
        (
            "a task group",
            { endpoint, next in
                try await withThrowingTaskGroup(of: Response.self) { group in
                    for _ in 0..<2 { group.addTask { try await next(endpoint) } }
                    var last: Response?
                    while let response = try await group.next() { last = response }
                    return try #require(last)
                }
            }
        ),
        (
            "tasks",
            { endpoint, next in
                let tasks = (0..<2).map { _ in Task { try await next(endpoint) } }
                _ = try await tasks[0].value
                return try await tasks[1].value
            }
        ),
        (
            "the hook and then a task",
            { endpoint, next in
                _ = try await next(endpoint)
                return try await Task { try await next(endpoint) }.value
            }
        ),
    ]

    @Test(arguments: concurrent.indices)
    func aSecondNextOfAnotherTaskFailsAlways(_ index: Int) async {
        stubs.on(GitHub.zen, .text("ok"), times: .any)
        let provider = provider(Keeping(attempt: Self.concurrent[index].1))
        var failed = 0
        for _ in 0..<1_000 where breach(of: await provider.result(.zen)) == .nextTwiceAtOnce { failed += 1 }
        #expect(failed == 1_000, "\(Self.concurrent[index].0)")
    }

    @Test func afterANextThatFailedAnotherTaskMayCallItAgain() async throws {
        let failing = Locked(true)
        struct Failing: ExchangeInterceptor {
            let isFirst: Locked<Bool>
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                let fails = isFirst.withLock { value in
                    defer { value = false }
                    return value
                }
                if fails { throw URLError(.timedOut) }
                return try await next(endpoint)
            }
        }
        let plugin = Keeping(attempt: { endpoint, next in
            _ = await Task { try await next(endpoint) }.result
            return try await next(endpoint)
        })
        let provider = Provider<GitHub>(transport: stubs, plugins: [plugin, Failing(isFirst: failing)])
        #expect(try await provider.request(.zen, as: String.self) == "ok")
        // It succeeds at once now.
        #expect(breach(of: await provider.result(.zen)) == .nextTwiceAtOnce)
    }

    @Test func aChildTaskMayMakeTheOnlyNextOfEachRun() async throws {
        // The outer plugin runs the inner hook twice, which races its only next with a timer.
        let outer = Keeping(attempt: { endpoint, next in
            _ = try await next(endpoint)
            return try await next(endpoint)
        })
        let inner = Keeping(attempt: { endpoint, next in
            try await withThrowingTaskGroup(of: Response?.self) { group in
                group.addTask { try await next(endpoint) }
                group.addTask { nil }
                var found: Response?
                while let response = try await group.next() { found = response ?? found }
                return try #require(found)
            }
        })
        let provider = Provider<GitHub>(transport: stubs, plugins: [outer, Passing(), inner, Passing()])
        for _ in 0..<100 { #expect(try await provider.request(.zen, as: String.self) == "ok") }
        #expect(stubs.requests.count == 200)
    }

    @Test func anExchangeMayHaveOneNextAfterTheOther() async throws {
        let plugin = Keeping(attempt: { endpoint, next in
            _ = try await next(endpoint)
            return try await next(endpoint)
        })
        #expect(try await provider(plugin).request(.zen, as: String.self) == "ok")
        #expect(stubs.requests.count == 2)
    }

    @Test func theCallRingMayHaveManyAtOnce() async throws {
        let plugin = Keeping(call: { endpoint, next in
            try await withThrowingTaskGroup(of: Response.self) { group in
                for _ in 0..<10 { group.addTask { try await next(endpoint) } }
                var last: Response?
                while let response = try await group.next() { last = response }
                return try #require(last)
            }
        })
        #expect(try await provider(plugin).request(.zen, as: String.self) == "ok")
        #expect(stubs.requests.count == 10)
    }

    @Test func anExchangeMayOutliveTheHookThatBeganIt() async throws {
        let (left, asked, begun) = (Locked<Task<Response, any Error>?>(nil), Locked(false), Locked(false))
        struct Waiting: ExchangeInterceptor {
            let begun: Locked<Bool>
            let asked: Locked<Bool>
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                begun.withLock { $0 = true }
                await until { asked.withLock { $0 } }
                return try await next(endpoint)
            }
        }
        let plugin = Keeping(attempt: { endpoint, next in
            left.withLock { $0 = Task { try await next(endpoint) } }
            await until { begun.withLock { $0 } }
            return Response(statusCode: 204, endpoint: endpoint)
        })
        let provider = Provider<GitHub>(transport: stubs, plugins: [plugin, Waiting(begun: begun, asked: asked)])
        #expect(try await provider.request(.zen).statusCode == 204)
        asked.withLock { $0 = true }
        #expect(try await left.withLock { $0 }?.value.statusCode == 200)
    }

    @Test func aNextOfItsOwnMayBeginLater() async throws {
        let kept = Locked<Next?>(nil)
        let provider = provider(
            Keeping(attempt: { endpoint, next in
                kept.withLock { $0 = next.detached }
                return Response(statusCode: 204, endpoint: endpoint)
            }))
        let endpoint = try await provider.request(.zen).endpoint
        let next = try #require(kept.withLock { $0 })
        #expect(try await next(endpoint).statusCode == 200)
        #expect(stubs.requests.count == 1)
    }

    @Test func theFirstPluginsNextIsRefusedAfterItsCallToo() async throws {
        let kept = Locked<Next?>(nil)
        let plugin = Keeping(call: { endpoint, next in
            kept.withLock { $0 = next }
            return try await next(endpoint)
        })
        let provider = Provider<GitHub>(transport: stubs, plugins: [plugin, Passing()])
        let endpoint = try await provider.request(.zen).endpoint
        let next = try #require(kept.withLock { $0 })
        let failure = PluginFailure(plugin: "Keeping", underlying: PluginBreach.nextAfterTheEnd)
        await #expect(throws: RequestError(.plugin(failure))) { try await next(endpoint) }
        #expect(stubs.requests.count == 1)
    }
}
