import Foundation
import Testing

@testable import Talyn

/// Refreshes ahead of expiry, and their limit.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginTimeTests {
    let server = TokenServer(good: ["old", "new"])
    let clock = TestClock()
    let timelines = TimelineRecorder()

    struct Broken: Error {}

    @Test(
        arguments: [
            (nil, .seconds(30), false), (31, .seconds(30), false), (30, .seconds(30), true), (29, .seconds(30), true),
            (-5, .seconds(30), true), (1, .zero, false), (0, .zero, true), (1, .seconds(-60), false),
            (-1, .seconds(-60), true), (1000, .seconds(Int64.max), true), (1e9, .seconds(Int64.max), false),
            (.nan, .seconds(30), false), (.infinity, .seconds(30), false), (-.infinity, .seconds(30), true),
        ] as [(TimeInterval?, Duration, Bool)])
    func aTokenIsReplacedBeforeItsEndByTheInjectedDate(
        rest: TimeInterval?, leeway: Duration, isReplaced: Bool
    ) async throws {
        server.credential = AccessCredential("old", expirationDate: rest.map { clock.start.addingTimeInterval($0) })
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            leeway: leeway, current: { self.server.credential }, refresh: { self.server.replace($0, by: "new") })
        try await server.provider(plugin, timelines, clock: clock).request(.zen)
        #expect(server.tokens == [isReplaced ? "new" : "old"])
        #expect(server.refreshed == (isReplaced ? ["old"] : []))
        #expect(timelines.notes == (isReplaced ? ["token refreshed before it was sent"] : []))
    }

    @Test func timePassesByTheProvidersClock() async throws {
        server.credential = AccessCredential("old", expirationDate: clock.start.addingTimeInterval(100))
        let provider = server.provider(server.plugin, clock: clock)
        for step in [0, 69, 1] as [Int64] {
            clock.advance(by: .seconds(step))
            try await provider.request(.zen)
        }
        #expect(server.tokens == ["old", "old", "new"])
    }

    @Test func aTokenThatARefreshBroughtIsReplacedBeforeItsEndToo() async throws {
        let server = TokenServer(good: ["old+", "old++"])
        server.credential = AccessCredential("old", expirationDate: clock.start)
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { server.credential }) { [clock] in
            server.replace($0, by: "\($0.token)+", expires: clock.date.addingTimeInterval(100))
        }
        let provider = server.provider(plugin, clock: clock)
        for step in [0, 69, 1] as [Int64] {
            clock.advance(by: .seconds(step))
            try await provider.request(.zen)
        }
        #expect(server.tokens == ["old+", "old+", "old++"])
    }

    @Test(arguments: [20, 0, -1] as [TimeInterval], [true, false])
    func whenARefreshAheadFailsTheServerHasTheLastWord(rest: TimeInterval, isGood: Bool) async {
        let server = TokenServer(good: isGood ? ["old"] : [])
        server.credential = AccessCredential("old", expirationDate: clock.start.addingTimeInterval(rest))
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { server.credential }) { old in
            server.noteRefresh(of: old)
            throw Broken()
        }
        let error = await server.provider(plugin, clock: clock).result(.zen).thrown?.requestError
        #expect(server.tokens == ["old"] && server.refreshed == ["old"])
        #expect((error == nil) == isGood)
        #expect(error?.statusCode == (isGood ? nil : 401))
        #expect(error?.category == (isGood ? nil : .plugin))
    }

    @Test func aNewTokenThatLooksEndedIsSentAndTheServerHasTheLastWord() async throws {
        let past = clock.start.addingTimeInterval(-1)
        server.credential = AccessCredential("old", expirationDate: past)
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            current: { self.server.credential }, refresh: { self.server.replace($0, by: "new", expires: past) })
        let provider = server.provider(plugin, clock: clock)
        for _ in 0..<8 { try await provider.request(.zen) }
        #expect(server.refreshed == ["old"])
        #expect(server.tokens == Array(repeating: "new", count: 8))
    }

    @Test(
        arguments: [
            (5, .seconds(30), 5), (1, .seconds(30), 1), (0, .seconds(30), 0), (-3, .seconds(30), 0), (5, .zero, 8),
            (5, .seconds(-1), 8), (.max, .seconds(Int64.max), 8), (2, .seconds(Int64.max), 2),
        ] as [(Int, Duration, Int)])
    func noMoreRefreshesBeginThanAllowed(limit: Int, window: Duration, expected: Int) async {
        let server = TokenServer(good: [])
        let plugin: TokenRefreshPlugin = .tokenRefresh(limit: limit, per: window, current: { server.credential }) {
            server.replace($0, by: "\($0.token)+")
        }
        let provider = server.provider(plugin, clock: clock)
        var failures: [MyAPIError?] = []
        for _ in 0..<8 { failures.append(await provider.result(.zen).thrown) }
        #expect(server.refreshed.count == expected)
        #expect(failures.prefix(expected).allSatisfy { $0?.statusCode == 401 })
        for failure in failures.dropFirst(expected) {
            guard case .plugin(let failure) = failure?.requestError.kind,
                let error = failure.underlying as? TokenRefreshPlugin.TooManyRefreshes
            else {
                Issue.record("\(String(describing: failure))")
                continue
            }
            #expect(error.limit == max(limit, 0))
            #expect(failures.last??.statusCode == 401)
            #expect("\(failure)" == "plugin TokenRefreshPlugin threw TooManyRefreshes")
        }
    }

    @Test func afterTheWindowRefreshesBeginAgain() async {
        let server = TokenServer(good: [])
        let plugin: TokenRefreshPlugin = .tokenRefresh(limit: 2, current: { server.credential }) {
            server.replace($0, by: "\($0.token)+")
        }
        let provider = server.provider(plugin, clock: clock)
        for (step, expected) in [(0, 1), (10, 2), (19, 2), (1, 3), (9, 3), (1, 4)] as [(Int64, Int)] {
            clock.advance(by: .seconds(step))
            _ = await provider.result(.zen)
            #expect(server.refreshed.count == expected)
        }
    }
}
