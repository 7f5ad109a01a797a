import Talyn
import TalynTesting

extension Call where Target == GitHub, Value == StubbingSamples.User {
    static func profile(_ login: String) -> Self { Self(.user(login)) }
}

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

    static func run() async throws {
        try await closure()
        try await stubbing()
        try await answers()
        try await patterns()
        try await fixtures()
        try await faults()
        try await chaos()
        try await sequences()
        try await statesAndCalls()
        try await times()
        try await previews()
        try await delays()
        try await scope()
        let quotes = try await samples()
        guard quotes["text"]?.stringValue == "Keep it logically awesome." else { fail("samples") }
    }

    static func closure() async throws {
        let stubs = StubTransport { endpoint in
            switch endpoint.url.path {
            case "/zen": .text("Keep it logically awesome.")
            case "/users/octocat": .json(User.octocat)
            default: nil
            }
        }
        let github = Provider<GitHub>(transport: stubs)
        guard try await github.request(.zen, as: String.self) == "Keep it logically awesome.",
            try await github.request(.user("octocat"), as: User.self).id == 1
        else { fail("a closure") }
        guard case .failure(.restError(let error, nil, nil)) = await github.result(.user("nobody")),
            case .unstubbed = error.kind
        else { fail("nil of a closure") }
        try await mixed()
    }

    static func mixed() async throws {
        let stubs = StubTransport { _ in .text("Keep it logically awesome.") }
        stubs.on(GitHub.user("octocat"), .sequence([.status(503), .json(User.octocat)]))
        let github = Provider<GitHub>(transport: stubs)
        guard case .failure(.restError(_, 503, nil)) = await github.result(.user("octocat")),
            try await github.request(.user("octocat"), as: User.self).id == 1,
            try await github.request(.zen, as: String.self) == "Keep it logically awesome."
        else { fail("a closure with stubs") }
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
        let github = Provider<GitHub>(transport: stubs)
        let created = try await github.request(.user("a"))
        guard created.statusCode == 201, created.headers["ETag"] == "1" else { fail("answers") }
        guard try await github.request(.user("b"), as: User.self).id == 1 else { fail("JSON as text") }
        guard try await github.request(.user("c"), as: User?.self) == nil else { fail("no body") }
        guard case .failure(.internetConnection) = await github.result(.user("d")) else { fail("a failure") }
        guard try await github.request(.user("e"), as: User.self).id == 1 else { fail("a redirect") }
    }

    static func patterns() async throws {
        let stubs = StubTransport()
        stubs.on(where: { endpoint, _ in endpoint.method == .delete }, .status(403))
        stubs.on(template: "users/{}", method: .get, .json(User.octocat))
        stubs.on(GitHub.self) { target in
            switch target {
            case .user(let login): .json(User(login: login, id: 7))
            case .zen: nil
            }
        }
        let github = Provider<GitHub>(transport: stubs)
        let deletion = Endpoint(.delete, url: GitHub.host)
        guard case .failure(.restError(_, 403, nil)) = await sending(deletion, github) else { fail("a predicate") }
        guard try await github.request(.user("a"), as: User.self).id == 7 else { fail("a pattern of cases") }
        guard case .failure = await github.result(.zen) else { fail("nil of a pattern") }
        let byHand = Endpoint(url: GitHub.host.appendingPathComponent("users/a"))
        guard case .success = await sending(byHand, github) else { fail("a template") }
        stubs.on(where: { endpoint, _ in endpoint.url.query == "sort=name&sort=date" }, .json(["a", "b"]))
        stubs.on(template: "users/{}", .json(User.octocat), times: .any)
        stubs.on(GitHub.user("nobody"), .status(404))
    }

    static func fixtures() async throws {
        let stubs = StubTransport()
        let fixtures = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: fixtures, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: fixtures) }
        try Data("zen".utf8).write(to: fixtures.appendingPathComponent("zen.txt"))
        try Data(#"{"login": "octocat", "id": 1}"#.utf8).write(to: fixtures.appendingPathComponent("GitHub.user.json"))
        stubs.on(GitHub.zen, .file(fixtures.appendingPathComponent("zen.txt")))
        stubs.on(Call.profile("octocat"), .fixture(in: fixtures))
        stubs.on(Call.profile("hubot"), returning: User(login: "hubot", id: 2))
        let github = Provider<GitHub>(transport: stubs)
        guard try await github.call(.profile("octocat")).id == 1, try await github.call(.profile("hubot")).id == 2,
            try await github.request(.zen, as: String.self) == "zen"
        else { fail("fixtures") }
        try Data("{}".utf8).write(to: fixtures.appendingPathComponent("GitHub.user.json"))
        stubs.on(Call.profile("a"), .fixture(in: fixtures))
        do {
            _ = try await github.call(.profile("a"))
            fail("a stale fixture")
        } catch {
            let text = "\(error.requestError)"
            guard text.contains("answered by the file GitHub.user.json") else { fail("a stale fixture: \(text)") }
        }
    }

    static func sending(_ endpoint: Endpoint, _ github: Provider<GitHub>) async -> Result<Response, MyAPIError> {
        do throws(MyAPIError) { return .success(try await github.send(endpoint)) } catch { return .failure(error) }
    }

    static func faults() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("a"), .noResponse)
        stubs.on(GitHub.user("b"), .json(User.octocat).truncated(after: 10))
        stubs.on(GitHub.user("c"), .json(User.octocat).stalling(after: 10))
        stubs.on(GitHub.user("d"), .json(User.octocat).dripping(10, every: .seconds(5)))
        stubs.on(GitHub.user("e"), .json(User.octocat).throttled(bytesPerSecond: 10))
        stubs.on(GitHub.user("f"), .json(User.octocat).announcing(contentLength: 1000))
        stubs.on(GitHub.user("g"), .reset)
        let github = Provider<GitHub>(transport: stubs, clock: TestClock())
        for login in ["a", "c"] {
            guard case .failure(.requestTimeout) = await github.result(.user(login)) else { fail("a stall: \(login)") }
        }
        for login in ["b", "f", "g"] {
            guard case .failure(.internetConnection(let error)) = await github.result(.user(login)),
                error.urlError?.code == .networkConnectionLost
            else { fail("a connection that is lost: \(login)") }
        }
        for login in ["d", "e"] {
            guard try await github.request(.user(login), as: User.self).id == 1 else { fail("a slow body: \(login)") }
        }
    }

    static func chaos() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let bad = ChaosTransport(over: stubs, seed: 7, failureRate: 0.2, errorRate: 0.1, delay: .seconds(1))
        let shaky = Provider<GitHub>(transport: bad, clock: TestClock())
        var failures = 0
        for _ in 1...100 { if case .failure = await shaky.result(.zen) { failures += 1 } }
        guard (10...50).contains(failures) else { fail("chaos: \(failures)") }
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

    static func statesAndCalls() async throws {
        let stubs = StubTransport()
        stubs.on(Shop.basket, .json(#"{"items": []}"#))
        stubs.on(Shop.basket, .json(#"{"items": ["tea"]}"#), when: ["basket": "full"])
        stubs.on(Shop.add("tea"), .status(201).transitioning("basket", to: "full"))
        let shop = Provider<Shop>(transport: stubs)
        guard try await shop.request(.basket, as: JSONValue.self)["items"]?[0] == nil else { fail("an empty basket") }
        try await shop.request(.add("tea"))
        assert(stubs.targets(of: Shop.self) == [.basket, .add("tea")])
        assert(stubs.count(of: Shop.basket) == 1)
        let sent = stubs.calls[1]
        assert(sent.endpoint.method == .post)
        assert(sent.body == Data(#"{"item":"tea"}"#.utf8))
        guard try await shop.request(.basket, as: JSONValue.self)["items"]?[0]?.stringValue == "tea" else {
            fail("a full basket")
        }
        try stubs.verify()
    }

    static func times() async throws {
        let stubs = StubTransport()
        let github = Provider<GitHub>(transport: stubs)
        stubs.on(GitHub.zen, .text("Keep it logically awesome."), times: 2)
        stubs.on(GitHub.user("octocat"), .json(User.octocat), times: .atMost(1))
        stubs.on(GitHub.user("nobody"), .status(404), times: 0)
        stubs.on(GitHub.user("hubot"), .json(User.octocat), times: .any)  // part of a set-up
        try await github.request(.zen)
        try await github.request(.zen)
        try stubs.verify()
        _ = await github.result(.user("nobody"))
        guard stubs.findings.count == 1 else { fail("a stub that was not to be called") }
    }

    static func previews() async throws {
        let preview = Provider<GitHub>.stubbed { target in
            switch target {
            case .user(let login): .json(User(login: login, id: 1))
            case .zen: .text("Keep it logically awesome.")
            }
        }
        guard try await preview.request(.user("a"), as: User.self).login == "a" else { fail("a preview") }
    }

    static func delays() async throws {
        let late = StubTransport()
        late.on(GitHub.zen, .text("too late").delayed(by: .seconds(60), jitter: .seconds(5)))
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
