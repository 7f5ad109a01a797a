import Talyn
import TalynTesting

/// The samples in the doc comments of providers and stubs.
enum CallDocSamples {
    nonisolated struct User: Codable {
        var login: String
        var id: Int
        static let octocat = User(login: "octocat", id: 1)
    }

    static func run() async throws {
        try await calls()
        try await wrapped()
        try await stubs()
        try await answers()
    }

    static func calls() async throws {
        try await withStubs(zen()) {
            let github = Provider<GitHub>(plugins: [.logger()])
            let zen = try await github.request(.zen, as: String.self)
            guard zen == "Keep it logically awesome." else { fail("a call") }
        }
        let github = Provider<GitHub>().withDefaults { $0.headers["User-Agent"] = "app/1.0" }
        guard try github.endpoint(.zen).headers["User-Agent"] == "app/1.0" else { fail("defaults") }
    }

    static func wrapped() async throws {
        try await withStubs(zen()) {
            let provider = Provider<MultiTarget>()
            try await provider.request(MultiTarget(GitHub.zen))
        }
    }

    static func zen() -> StubTransport {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        return stubs
    }

    static func stubs() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        let github = Provider<GitHub>(transport: stubs)
        guard try await github.request(.user("octocat"), as: User.self).id == 1 else { fail("a stub") }
    }

    static func answers() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        stubs.on(GitHub.zen, .sequence([.status(503), .text("Keep it logically awesome.")]))
        let github = Provider<GitHub>(transport: stubs, clock: TestClock())
        guard case .failure(.restError(_, 503, nil)) = await github.result(.zen),
            case .success = await github.result(.zen), case .success = await github.result(.user("octocat"))
        else { fail("a sequence") }
        stubs.on(GitHub.zen, .failure(.notConnectedToInternet).delayed(by: .seconds(2)))
        guard case .failure(.internetConnection) = await github.result(.zen) else { fail("a delayed failure") }
        stubs.on(GitHub.zen, .text("Keep it logically awesome.").stalling(after: 4))
        let impatient = Provider<GitHub>(transport: stubs, clock: TestClock())
        guard case .failure(.requestTimeout) = await impatient.result(.zen) else { fail("a body that stalls") }
    }
}
