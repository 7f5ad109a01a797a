import Talyn
import TalynTesting

enum StubbingSamples {
    nonisolated struct User: Codable {
        var login: String
        var id: Int
        static let octocat = User(login: "octocat", id: 1)
    }

    enum Quotes: SampledTarget, RoutedTarget {
        case ofTheDay
        var baseURL: URL { URL(string: "https://quotes.example")! }
        var route: Route { .get("today") }
        var sample: StubAnswer { .json(#"{"text": "Keep it logically awesome."}"#) }
    }

    static func run() async throws {
        try await stubbing()
        try await answers()
        try await faults()
        try await sequences()
        try await requests()
        try await delays()
        try await scope()
        let quotes = try await samples()
        guard quotes["text"]?.stringValue == "Keep it logically awesome." else { fail("samples") }
    }

    static func stubbing() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let github = Provider<GitHub>(transport: stubs)
        let user = try await github.request(.user("octocat"), as: User.self)
        let zen = try await github.request(.zen, as: String.self)
        guard user.id == 1, zen == "Keep it logically awesome." else { fail("a stub transport") }
        guard case .failure(.restError(let error, nil, nil)) = await github.result(.user("nobody")),
            case .unstubbed = error.kind
        else { fail("what nobody stubbed") }
    }

    static func answers() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("a"), .json(User.octocat, status: 201, headers: ["ETag": "1"]))
        stubs.on(GitHub.user("b"), .json(#"{"login": "octocat", "id": 1}"#))  // text that is JSON already
        stubs.on(GitHub.user("c"), .status(204))
        stubs.on(GitHub.user("d"), .failure(.notConnectedToInternet))
        stubs.on(GitHub.user("e"), .redirect(to: "/users/a"))
        stubs.on(where: { endpoint, _ in endpoint.method == .delete }, .status(403))
        let github = Provider<GitHub>(transport: stubs)
        let created = try await github.request(.user("a"))
        guard created.statusCode == 201, created.headers["ETag"] == "1" else { fail("answers") }
        guard try await github.request(.user("b"), as: User.self).id == 1 else { fail("JSON as text") }
        guard try await github.request(.user("c"), as: User?.self) == nil else { fail("no body") }
        guard case .failure(.internetConnection) = await github.result(.user("d")) else { fail("a failure") }
        guard try await github.request(.user("e"), as: User.self).id == 1 else { fail("a redirect") }
        let deletion = Endpoint(.delete, url: GitHub.host)
        guard case .failure(.restError(_, 403, nil)) = await sending(deletion, github) else { fail("a predicate") }
    }

    static func sending(_ endpoint: Endpoint, _ github: Provider<GitHub>) async -> Result<Response, MyAPIError> {
        do throws(MyAPIError) { return .success(try await github.send(endpoint)) } catch { return .failure(error) }
    }

    static func faults() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("a"), .silence)
        stubs.on(GitHub.user("b"), .json(User.octocat).cutShort(after: 10))
        stubs.on(GitHub.user("c"), .json(User.octocat).stalling(after: 10))
        stubs.on(GitHub.user("d"), .json(User.octocat).dripping(10, every: .seconds(5)))
        let github = Provider<GitHub>(transport: stubs, clock: TestClock())
        for login in ["a", "c"] {
            guard case .failure(.requestTimeout) = await github.result(.user(login)) else { fail("a stall: \(login)") }
        }
        guard case .failure(.internetConnection(let error)) = await github.result(.user("b")),
            error.code == .networkConnectionLost
        else { fail("a body that is cut short") }
        guard try await github.request(.user("d"), as: User.self).id == 1 else { fail("drips") }
    }

    static func sequences() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.status(503), .text("Keep it logically awesome.")]))
        stubs.on(GitHub.user("octocat"), .sequence([.status(202), .json(User.octocat)], then: .repeatsLast))
        let github = Provider<GitHub>(transport: stubs)
        var outcomes: [Int?] = []
        for _ in 1...3 { outcomes.append((try? await github.request(.user("octocat")))?.statusCode) }
        for _ in 1...3 { outcomes.append((try? await github.request(.zen))?.statusCode) }
        guard outcomes == [202, 200, 200, nil, 200, nil] else { fail("sequences: \(outcomes)") }
    }

    static func requests() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        let github = Provider<GitHub>(transport: stubs)
            .withDefaults { $0.headers["Accept"] = "application/json" }
        try await github.request(.user("octocat"))
        let sent = stubs.requests
        assert(sent.map(\.method) == [.get])
        assert(sent[0].url.absoluteString == "https://api.github.com/users/octocat")
        assert(sent[0].headers["Accept"] == "application/json")
        guard sent.count == 1 else { fail("what was sent") }
    }

    static func delays() async throws {
        let late = StubTransport()
        late.on(GitHub.zen, .text("too late").delayed(by: .seconds(60)))
        let impatient = Provider<GitHub>(transport: late, clock: TestClock())
        let timedOut = await impatient.result(.zen)  // .failure(.requestTimeout), at once
        guard case .failure(.requestTimeout) = timedOut else { fail("delays: \(timedOut)") }
    }

    static func scope() async throws {
        let stubs = StubTransport()
        stubs.on(Status.ping, .text("pong"))
        let pong = try await withStubs(stubs) { try await Status.ping.request(as: String.self) }
        let inTask = try await withStubs(stubs) { try await Task { try await Status.ping.request() }.value }
        guard pong == "pong", inTask.statusCode == 200, stubs.requests.count == 2 else { fail("without injection") }
    }

    static func samples() async throws -> JSONValue {
        let quotes = Provider<Quotes>(stubbing: .immediate)
        return try await quotes.request(.ofTheDay, as: JSONValue.self)
    }
}
