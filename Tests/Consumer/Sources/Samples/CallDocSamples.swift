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
        try await patterns()
        try await scenarios()
        try await times()
        try await chaos()
        try await previews()
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

    static func patterns() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.self) { target in
            switch target {
            case .user(let login): .json(User(login: login, id: 1))
            case .zen: nil
            }
        }
        let github = Provider<GitHub>(transport: stubs)
        guard try await github.request(.user("hubot"), as: User.self).login == "hubot",
            case .failure = await github.result(.zen)
        else { fail("a pattern of cases") }
    }

    enum Shop: RoutedTarget, Equatable {
        case basket
        case add(String)
        var baseURL: URL { URL(string: "https://shop.example")! }
        var route: Route {
            switch self {
            case .basket: .get("basket")
            case .add(let item): .post("basket").json(["item": item])
            }
        }
    }

    static func scenarios() async throws {
        let stubs = StubTransport()
        stubs.on(Shop.add("tea"), .status(201).transitioning("basket", to: "full"))
        stubs.on(Shop.basket, .json(["items": ["tea"]]), when: ["basket": "full"])
        let shop = Provider<Shop>(transport: stubs)
        guard case .failure = await shop.result(.basket), case .success = await shop.result(.add("tea")),
            case .success = await shop.result(.basket)
        else { fail("scenarios") }
    }

    static func times() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."), times: 2)
        stubs.on(GitHub.user("octocat"), .json(User.octocat), times: .atMost(1))
        let github = Provider<GitHub>(transport: stubs)
        try await github.request(.zen)
        guard stubs.findings.count == 1 else { fail("a count that differs") }
        try await github.request(.zen)
        try stubs.verify()
    }

    static func chaos() async throws {
        let stubs = zen()
        let bad = ChaosTransport(over: stubs, seed: 7, failureRate: 0.2, errorRate: 0.1, delay: .seconds(1))
        let github = Provider<GitHub>(transport: bad, clock: TestClock())
        var failures = 0
        for _ in 1...100 { if case .failure = await github.result(.zen) { failures += 1 } }
        guard (10...50).contains(failures) else { fail("chaos: \(failures)") }
        try await chance(stubs)
    }

    static func chance(_ stubs: StubTransport) async throws {
        let github = Provider<GitHub>(transport: stubs, clock: TestClock(), randomness: .seeded(7))
        try await github.request(.zen)
    }

    static func previews() async throws {
        let github = Provider<GitHub>.stubbed { target in
            switch target {
            case .user(let login): .json(User(login: login, id: 1))
            case .zen: .text("Keep it logically awesome.")
            }
        }
        guard try await github.request(.user("a"), as: User.self).login == "a" else { fail("a stubbed provider") }
        guard case .failure = await Provider<GitHub>.failing.result(.zen) else { fail("a failing provider") }
    }
}
