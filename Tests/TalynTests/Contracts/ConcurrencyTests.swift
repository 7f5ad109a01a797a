import Foundation
import Testing

@testable import Talyn

@Suite struct ConcurrencyTests {
    /// Counts the calls of each hook.
    private final class Counter: CallObserver {
        struct Counts: Equatable {
            var sent = 0
            var received = 0
            var finished: [CallID: Int] = [:]
        }

        let counts = Locked(Counts())

        func willSend(_ endpoint: Endpoint, context: CallContext) { counts.withLock { $0.sent += 1 } }

        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
            counts.withLock { $0.received += 1 }
        }

        func didFinish(_ outcome: CallOutcome, context: CallContext) {
            counts.withLock { $0.finished[context.id, default: 0] += 1 }
        }
    }

    @Test func tenThousandCallsSomeCancelledEachEndOnce() async {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("ok"))
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        let counter = Counter()
        let provider = Provider<GitHub>(transport: stubs, plugins: [counter])
        let ended = await withTaskGroup(of: (Int, Result<Response, MyAPIError>).self) { group in
            for index in 0..<10_000 {
                group.addTask {
                    let call = Task { await provider.result(index.isMultiple(of: 2) ? .zen : .user("octocat")) }
                    if index.isMultiple(of: 3) { call.cancel() }
                    return (index, await call.value)
                }
            }
            var ended: [Int: Result<Response, MyAPIError>] = [:]
            for await (index, result) in group { ended[index] = result }
            return ended
        }
        #expect(ended.count == 10_000)
        let unexpected = ended.filter { index, result in
            switch result {
            case .success(let response): response.statusCode != 200
            case .failure(let error): error != .cancelled() || !index.isMultiple(of: 3)
            }
        }
        #expect(unexpected.isEmpty)
        let counts = counter.counts.withLock { $0 }
        #expect(counts.sent == counts.received)
        #expect(counts.finished.count == 10_000)
        #expect(counts.finished.values.allSatisfy { $0 == 1 })
    }

    @Test func cancellingWhileTheStubWaitsEndsEveryCallAsCancelled() async {
        let clock = TestClock(isManual: true)
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("late").delayed(by: .seconds(5)))
        let provider = Provider<GitHub>(transport: stubs, clock: clock)
        let calls = (0..<200).map { _ in Task { await provider.result(.zen) } }
        await clock.waitForSleepers(200)
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value == .failure(.cancelled())) }
        #expect(clock.sleeping == 0)
    }

    @Test func releasingTheProviderCancelsNothing() async throws {
        let clock = TestClock(isManual: true)
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("late").delayed(by: .seconds(5)))
        var provider: Provider<GitHub>? = Provider(transport: stubs, clock: clock)
        let call = Task { [provider] in try await provider?.request(.zen, as: String.self) }
        await clock.waitForSleepers()
        provider = nil
        clock.advance(by: .seconds(5))
        #expect(try await call.value == "late")
    }

    @Test func aProviderAndItsPluginsAreReleasedWithTheLastReference() async throws {
        final class Witness: Preparer {
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {}
        }
        weak var witness: Witness?
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("ok"))
        do {
            let plugin = Witness()
            witness = plugin
            try await Provider<GitHub>(transport: stubs, plugins: [plugin]).adding(plugin).request(.zen)
        }
        #expect(witness == nil)
    }
}
