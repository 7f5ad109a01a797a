import Foundation
import Testing

@testable import Talyn

/// Calls that wait for a refresh, and the refresh meanwhile.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginWaitTests {
    let server = TokenServer(good: ["new"])
    let clock = TestClock(isManual: true)

    @Test(arguments: [nil, 10] as [TimeInterval?])
    func aDeadlineThatPassesWhileACallWaitsIsATimeoutAndTheRefreshGoesOn(rest: TimeInterval?) async throws {
        server.credential = AccessCredential("old", expirationDate: rest.map { clock.start.addingTimeInterval($0) })
        let held = Gate()
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { old in
            await held.pass()
            return self.server.replace(old, by: "new")
        }
        let provider = server.provider(plugin, clock: clock)
        let hasty = Task { await provider.withDefaults { $0.deadline = .seconds(5) }.result(.zen) }
        await until { plugin.refreshes.waiting == 1 }
        let patient = Task { await provider.result(.zen) }
        await until { plugin.refreshes.waiting == 2 }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        let error = try #require(await hasty.value.thrown?.requestError)
        #expect(error.category == .timeout && error.response == nil)
        #expect("\(error)".contains("the deadline has passed, and there was no new token"))
        #expect(plugin.refreshes.waiting == 1)
        await held.open()
        #expect(await patient.value.thrown == nil)
        #expect(server.tokens == (rest == nil ? ["old", "new"] : ["new"]))
    }

    @Test func aRefreshRunsAtThePriorityOfWhatSomebodyWaitsFor() async {
        let priority = Locked<TaskPriority?>(nil)
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { old in
            priority.withLock { $0 = Task.currentPriority }
            return self.server.replace(old, by: "new")
        }
        let provider = server.provider(plugin, clock: clock)
        _ = await Task.detached(priority: .background) { await provider.result(.zen) }.value
        #expect(priority.withLock { $0 ?? .background } >= .userInitiated)
    }
}
