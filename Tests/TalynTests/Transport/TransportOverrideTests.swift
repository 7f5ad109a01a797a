import Foundation
import TalynTesting
import Testing

@testable import Talyn

@Suite struct TransportOverrideTests {
    let stubs = StubTransport()
    let others = StubTransport()

    /// Runs an operation on a thread that belongs to no task, as a callback does.
    private func onAThread<Output: Sendable>(_ operation: @escaping @Sendable () -> Output) async -> Output {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: operation()) }
        }
    }

    @Test func aTaskThatIsStartedInTheOverrideOnAnotherThreadHasItsTransport() async throws {
        stubs.on(GitHub.zen, .text("stubbed"))
        let override = await withStubs(stubs) { TransportOverride() }
        let task = await onAThread { override.run { Task { await Provider<GitHub>().result(.zen, as: String.self) } } }
        #expect(try await task.value.get() == "stubbed" && stubs.requests.count == 1)
    }

    @Test func theOverrideOfItsMakerTakesPrecedenceOverThatOfItsUser() async {
        let override = await withStubs(stubs) { TransportOverride() }
        let seen = await withStubs(others) { override.run { StubTransport.current } }
        #expect(seen === stubs)
        let before = await withStubs(others) {
            override.run {}
            return StubTransport.current
        }
        #expect(before === others)
    }

    @Test func anOverrideMadeWithoutScopeKeepsTheScopeOfItsUser() async {
        let override = await onAThread { TransportOverride() }
        let seen = await withStubs(others) { override.run { StubTransport.current } }
        #expect(seen === others)
        #expect(await onAThread { override.run { StubTransport.current } } == nil)
    }

    @Test func anErrorOfTheOperationIsThrown() async {
        let override = await withStubs(stubs) { TransportOverride() }
        #expect(throws: URLError.self) { try override.run { throw URLError(.timedOut) } }
    }
}
