import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct CallValueTests {
    /// A plugin that counts the events of each call, by itself and for all its instances.
    private struct Counting: CallInterceptor, Preparer, CallObserver {
        static let shared = CallValue(0)
        let own = CallValue<[String]>([])
        let report: @Sendable ([String], _ shared: Int) -> Void

        private func add(_ event: String, _ context: CallContext) {
            context.update(own) { $0.append(event) }
            context.update(Self.shared) { $0 += 1 }
        }

        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            add("call", context)
            return try await next(endpoint)
        }
        func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { add("prepare", context) }
        func willSend(_ endpoint: Endpoint, context: CallContext) { add("willSend", context) }
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) { add("didReceive", context) }
        func didFinish(_ outcome: CallOutcome, context: CallContext) {
            report(context[own], context[Self.shared])
        }
    }

    private static let attempt = ["call", "prepare", "willSend", "didReceive"]

    @Test func aValueIsSharedByTheHooksAndAttemptsOfACallAndEndsWithIt() async throws {
        let stubs = StubTransport()
        stubs.on(RawAPI.items, .sequence([.status(503), .text("ok"), .status(503), .text("ok")]))
        let reports = Locked<[[String]]>([])
        let plugin = Counting { own, _ in reports.withLock { $0.append(own) } }
        let provider = Provider<RawAPI>(transport: stubs, plugins: [OnceMore(), plugin], clock: TestClock())
        for _ in 1...2 { try await provider.request(.items) }
        #expect(reports.withLock { $0 } == [Self.attempt + Self.attempt, Self.attempt + Self.attempt])
    }

    @Test func aValueOfAnInstanceIsItsOwnAndAStaticOneIsShared() async throws {
        let stubs = StubTransport()
        stubs.on(RawAPI.items, .text("ok"))
        let reports = Locked<[Int]>([])
        let plugins = (1...2).map { _ in
            Counting { own, shared in reports.withLock { $0 += [own.count, shared] } }
        }
        try await Provider<RawAPI>(transport: stubs, plugins: plugins).request(.items)
        #expect(reports.withLock { $0 } == [4, 8, 4, 8])
    }

    @Test func parallelCallsHaveValuesOfTheirOwn() async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("ok"))
        let reports = Locked<[Int]>([])
        let plugin = Counting { own, shared in reports.withLock { $0 += [own.count, shared] } }
        let provider = Provider<RawAPI>(transport: stubs, plugins: [plugin])
        await withTaskGroup(of: Void.self) { group in
            for id in 1...200 { group.addTask { _ = await provider.result(.item(id)) } }
        }
        #expect(reports.withLock { $0 } == Array(repeating: 4, count: 400))
    }

    @Test func aValueIsReadSetAndChangedInAContext() {
        let (count, name) = (CallValue(1), CallValue<String?>(nil))
        let (context, other) = (CallContext(), CallContext())
        #expect(context[count] == 1 && context[name] == nil)
        context[count] += 1
        context[name] = "a"
        #expect(
            context.update(count) {
                $0 *= 5; return "\($0)"
            } == "10")
        context[name] = nil
        #expect(context[count] == 10 && context[name] == nil)
        #expect(other[count] == 1)
    }

    @Test func concurrentChangesAreExclusive() async {
        let (count, context) = (CallValue(0), CallContext())
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...50 { group.addTask { for _ in 1...100 { context.update(count) { $0 += 1 } } } }
        }
        #expect(context[count] == 5_000)
    }

    /// A plugin that stores an object in each call, and remembers it weakly.
    private final class Storing: Preparer {
        final class Held: Sendable {}
        struct Weak: Sendable { weak var held: Held? }
        static let held = CallValue<Held?>(nil)
        private let seen = Locked<[Weak]>([])

        var alive: Int { seen.withLock { $0.filter { $0.held != nil }.count } }
        var count: Int { seen.withLock { $0.count } }

        func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
            let held = Held()
            context[Self.held] = held
            seen.withLock { $0.append(Weak(held: held)) }
        }
    }

    @Test func aValueIsReleasedWithItsCall() async throws {
        let (stubs, storing) = (StubTransport(), Storing())
        stubs.on(RawAPI.items, .sequence([.text("ok"), .status(500), .chunks(["a", "b"]), .chunks(["a", "b"])]))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [storing])
        try await provider.request(.items)
        _ = await provider.result(.items)
        #expect(storing.alive == 0)
        for try await _ in try await provider.stream(.items) {}
        do {
            let stream = try await provider.stream(.items)
            #expect(storing.alive == 1)
            _ = stream
        }
        await until { storing.alive == 0 }
        #expect(storing.count == 4)
    }

    @Test func aValueThatHoldsItsContextIsReleasedWithItsCall() async throws {
        /// A plugin that stores an object with the context in each call, and counts the objects that are alive.
        final class Spans: Preparer, ExchangeInterceptor {
            final class Span: Sendable {
                let (context, alive): (CallContext, Locked<Int>)
                init(_ context: CallContext, _ alive: Locked<Int>) {
                    (self.context, self.alive) = (context, alive)
                    alive.withLock { $0 += 1 }
                }
                deinit { alive.withLock { $0 -= 1 } }
            }
            let (span, count) = (CallValue<Span?>(nil), Locked(0))
            let renews: Bool
            init(renews: Bool) { self.renews = renews }
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
                context[span] = Span(context, count)
            }
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                context[span] = Span(context, count)
                if renews, context.delivery == .data { _ = try await next.background(endpoint) }
                return try await next(endpoint)
            }
        }
        for (renews, observes) in [(false, false), (true, false), (false, true), (true, true)] {
            let (stubs, spans) = (StubTransport(), Spans(renews: renews))
            stubs.on(where: { endpoint, _ in endpoint.url.path == "/items" }, .chunks(["a", "b"]))
            stubs.on(RawAPI.item(1), .status(500))
            let plugins: [any Plugin] = observes ? [spans, OutcomeRecorder()] : [spans]
            let provider = Provider<RawAPI>(transport: stubs, plugins: plugins)
            try await provider.request(.items)
            _ = await provider.result(.item(1))
            _ = try await provider.preparedEndpoint(.items)
            #expect(spans.count.withLock { $0 } == 0)
            for try await _ in try await provider.stream(.items) {}
            for try await _ in try await provider.stream(.items) { break }
            await until { spans.count.withLock { $0 } == 0 }
        }
    }

    @Test func theOldValueIsReleasedOutsideOfTheLock() {
        /// An object whose release uses the value that held it.
        final class Reader: Sendable {
            let read: @Sendable () -> Void
            init(_ read: @escaping @Sendable () -> Void) { self.read = read }
            deinit { read() }
        }
        let (value, context, count) = (CallValue<Reader?>(nil), CallContext(), Locked(0))
        context[value] = Reader { if context[value] == nil { count.withLock { $0 += 1 } } }
        context[value] = nil
        #expect(count.withLock { $0 } == 1)
    }

    @Test func aClosureMayUseAnotherValueOfTheCallAndItsTimeline() {
        let (first, second, context) = (CallValue(1), CallValue(2), CallContext())
        context.update(first) { first in
            context.note("within")
            context.update(second) { $0 += first }
        }
        #expect(context[second] == 3)
        #expect("\(context.timeline)" == "within")
    }

    @Test func workInTheBackgroundHasValuesOfItsOwn() async throws {
        struct Renewing: ExchangeInterceptor {
            let done = AsyncStream<Void>.makeStream()
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                let renewal = next.background
                Task {
                    _ = try? await renewal(endpoint)
                    done.continuation.finish()
                }
                return try await next(endpoint)
            }
        }
        let stubs = StubTransport()
        stubs.on(RawAPI.items, .text("ok"))
        let reports = Locked<[[String]]>([])
        let (renewing, counting) = (Renewing(), Counting { own, _ in reports.withLock { $0.append(own) } })
        try await Provider<RawAPI>(transport: stubs, plugins: [counting, renewing]).request(.items)
        for await _ in renewing.done.stream {}
        #expect(
            Set(reports.withLock { $0 }) == [
                ["call", "prepare", "willSend", "didReceive"], ["willSend", "didReceive"],
            ])
    }
}
