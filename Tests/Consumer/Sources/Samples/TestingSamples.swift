import Talyn
import TalynCassettes
import TalynConformance
import TalynTesting

enum TestingSamples {
    static func run() async throws {
        try await clock()
        try await manualClock()
        try await server()
        try await cassettes()
    }

    static func clock() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("late").delayed(by: .seconds(20)))
        let clock = TestClock()
        let github = Provider<GitHub>(transport: stubs, clock: clock)
        let zen = try await github.request(.zen, as: String.self)
        guard zen == "late", clock.slept == [.seconds(20)] else { fail("a test clock") }
    }

    static func manualClock() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("late").delayed(by: .seconds(20)))
        let clock = TestClock(isManual: true)
        let github = Provider<GitHub>(transport: stubs, clock: clock)
        async let answer = github.request(.zen)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        guard try await answer.string() == "late" else { fail("a manual clock") }
    }

    static func server() async throws {
        let server = try LoopbackServer { request in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf "), .hold, .reset]
        }
        let github = Provider<GitHub>(baseURL: server.url)
        async let answer = github.result(.zen)
        try await server.waitUntilHolding()
        server.release()  // and now the connection is reset
        assert(server.requests.map(\.path) == ["/zen"])
        guard case .failure(.internetConnection(let error)) = await answer,
            error.urlError?.code == .networkConnectionLost
        else { fail("a server that resets the connection") }
    }

    static func cassettes() async throws {
        let github = Provider<GitHub>()
        let cassette = Cassette("octocat")  // Cassettes/octocat.har, beside this source
        let user = try await withCassette(cassette) { try await github.request(.user("octocat"), as: User.self) }
        guard user.login == "octocat", cassette.requests.count == 1 else { fail("a cassette") }
    }
}
