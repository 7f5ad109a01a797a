import Talyn
import TalynStubs

enum GitHub: RoutedTarget, Equatable {
    case zen
    case user(String)
    var baseURL: URL { Self.host }
    static let host = URL(string: "https://api.github.com")!
    var route: Route {
        switch self {
        case .zen: .get("zen")
        case .user(let login): .get("users/\(login)")  // escaped as one segment
        }
    }
}

nonisolated struct User: Decodable {
    let login: String
    let id: Int
}

extension Call where Target == GitHub, Value == User {
    static func user(_ login: String) -> Self { Self(.user(login)) }
}

enum ReadmeSamples {
    static func run() async throws {
        try await firstExample()
        await errors()
        try await chain()
        try await plugins()
    }

    static func firstExample() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("octocat"), .json(#"{"login": "octocat", "id": 1}"#))
        try await withStubs(stubs) {
            let github = Provider<GitHub>()
            let user = try await github.request(.user("octocat"), as: User.self)
            print(user.login, user.id)
            guard user.id == 1 else { fail("the first example") }
        }
        try await withStubs(stubs) {
            let github = Provider<GitHub>()
            let user = try await github.call(.user("octocat"))  // a User
            guard user.login == "octocat" else { fail("the bound call") }
        }
    }

    /// A screen whose buttons start calls.
    enum Screen {
        static var seen: [String] = []
        static func show(_ user: User) { seen.append(user.login) }
        static func offerRetry() { seen.append("retry") }
        static func explain(_ statusCode: Int?, _ errorCode: String?) {
            seen.append("\(statusCode ?? 0) \(errorCode ?? "none")")
        }
        static func reportBug(_ error: MyAPIError) { seen.append("bug") }

        static func load(_ github: Provider<GitHub>) -> Task<Void, Never> {
            Task {
                do throws(MyAPIError) {
                    show(try await github.request(.user("octocat"), as: User.self))
                } catch {
                    switch error {
                    case .internetConnection, .requestTimeout: offerRetry()
                    case .restError(_, let statusCode, let errorCode): explain(statusCode, errorCode)
                    case .decoding, .empty: reportBug(error)
                    case .cancelled: break
                    }
                }
            }
        }
    }

    static func errors() async {
        let stubs = StubTransport()
        stubs.on(
            GitHub.user("octocat"),
            .sequence([
                .failure(.notConnectedToInternet), .failure(.timedOut), .json(#"{"code": 17}"#, status: 422),
                .json("[]"), .status(200), .json(#"{"login": "octocat", "id": 1}"#),
            ]))
        let github = Provider<GitHub>(transport: stubs)
        for _ in 1...6 { await Screen.load(github).value }
        let seen = Screen.seen
        guard seen == ["retry", "retry", "422 17", "bug", "bug", "octocat"] else { fail("the errors: \(seen)") }
    }

    enum MatchAPI: RoutedTarget {
        enum MatchError: Error { case cancelled, offline, signedOut, duplicated(userIDs: [Int]), server(RequestError) }
        nonisolated struct Duplicated: Decodable { let ids: [Int] }
        static let catchChain: CatchChain<MatchError> = CatchChain(cancelled: .cancelled, otherwise: { .server($0) })
            .catch(urlError: .notConnectedToInternet, .dataNotAllowed) { _ in .offline }
            .catch(status: 401) { _ in .signedOut }
            .catch(status: 409, as: Duplicated.self) { body, _ in .duplicated(userIDs: body.ids) }

        case join
        var baseURL: URL { URL(string: "https://match.example")! }
        var route: Route { .post("players") }
    }

    static func chain() async throws {
        let stubs = StubTransport()
        stubs.on(
            MatchAPI.join, .sequence([.failure(.dataNotAllowed), .json(#"{"ids": [4]}"#, status: 409)]))
        let matches = Provider<MatchAPI>(transport: stubs)
        guard case .failure(.offline) = await matches.result(.join) else { fail("the first link") }
        guard case .failure(.duplicated([4])) = await matches.result(.join) else { fail("the third link") }
    }

    struct APIKey: Preparer {
        let key: String
        func prepare(_ endpoint: inout Endpoint, context: CallContext) {
            // An absolute URL may lead to another server, which must not see the key.
            guard context.isSameOrigin(endpoint) else { return }
            endpoint.headers["X-Api-Key"] = key
        }
    }

    static func plugins() async throws {
        let github = Provider<GitHub>(plugins: [APIKey(key: "k")])
        let prepared = try await github.preparedEndpoint(.zen)
        guard prepared.headers["X-Api-Key"] == "k" else { fail("the plugin") }
    }
}
