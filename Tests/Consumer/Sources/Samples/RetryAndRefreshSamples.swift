import Talyn
import TalynTesting

enum RetryAndRefreshSamples {
    enum Shop: RoutedTarget, AccessTokenAuthorizable {
        case products
        case orders
        case partners

        var authorizationType: AuthorizationType? {
            switch self {
            case .products: nil
            case .orders, .partners: .bearer
            }
        }

        var baseURL: URL { URL(string: "https://shop.example")! }

        var route: Route {
            switch self {
            case .products: .get("products")
            case .orders: .get("orders")
            case .partners: .get("partners").authorization(.query("key"))
            }
        }
    }

    enum Account: RoutedTarget {
        case anonymous
        case renew

        var baseURL: URL { URL(string: "https://account.example")! }

        var route: Route {
            switch self {
            case .anonymous: .post("anonymous")
            case .renew: .post("token")
            }
        }
    }

    nonisolated struct Grant: Codable {
        var token: String
        var expires: Date?
    }

    nonisolated struct Reply: Decodable { let code: Int }

    nonisolated struct Keychain {
        var token: String? { get async { "secret" } }
    }

    actor Session {
        struct Ended: Error {}

        private(set) var credential: AccessCredential?
        private let accounts: Provider<Account>

        init(_ credential: AccessCredential?, accounts: Provider<Account>) {
            self.credential = credential
            self.accounts = accounts
        }

        func logIn() async throws -> AccessCredential { try await replace(nil, by: .anonymous) }
        func refresh(_ old: AccessCredential) async throws -> AccessCredential { try await replace(old, by: .renew) }
        func logOut() { credential = nil }

        private func replace(_ old: AccessCredential?, by target: Account) async throws -> AccessCredential {
            let grant = try await accounts.request(target, as: Grant.self)
            // During the request the user may have logged out, or another user in: their state stays.
            guard credential?.token == old?.token else { throw Ended() }
            let new = AccessCredential(grant.token, expirationDate: grant.expires)
            credential = new
            return new
        }
    }

    static func run() async throws {
        try await tokens()
        try await first()
        try await refreshing()
        try await loggedOutMeanwhile()
        try await refreshingByABody()
        try await retrying()
    }

    /// A provider over stubs like another: the article's providers have none.
    static func stubbed<Target: TargetType>(_ stubs: StubTransport, _ plugin: any Plugin) -> Provider<Target> {
        Provider(transport: stubs, plugins: [plugin], clock: TestClock())
    }

    static func tokens() async throws {
        let keychain = Keychain()
        let github = Provider<GitHub>(plugins: [.accessToken { await keychain.token }])
        let sent = try await github.preparedEndpoint(.zen)
        guard sent.headers["Authorization"] == "Bearer secret" else { fail("access token") }

        let plugin: AccessTokenPlugin = .accessToken(whenMissing: .fail) { context in
            context.target(as: Shop.self) == nil ? nil : await keychain.token
        }
        let shop = Provider<Shop>(plugins: [plugin])
        guard try await shop.preparedEndpoint(.products).headers.isEmpty,
            try await shop.preparedEndpoint(.orders).headers["Authorization"] == "Bearer secret",
            try await shop.preparedEndpoint(.partners).url.query == "key=secret"
        else { fail("where the token stands") }

        let plugins: [any Plugin] = [.accessToken(.custom("Token")) { await keychain.token }]
        let other = Provider<GitHub>(plugins: plugins)
        guard try await other.preparedEndpoint(.zen).headers["Authorization"] == "Token secret" else {
            fail("another word")
        }
        do {
            try await Provider<GitHub>(plugins: [plugin]).request(.zen)
            fail("a call without a token was sent")
        } catch {}
    }

    static func first() async throws {
        let stubs = StubTransport()
        stubs.on(Account.anonymous, .json(Grant(token: "first")))
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let session = Session(nil, accounts: Provider<Account>(transport: stubs))
        let anonymous: TokenRefreshPlugin = .tokenRefresh(current: { await session.credential }) {
            try await session.logIn()
        } refresh: { old in
            try await session.refresh(old)
        }
        try await Provider<GitHub>(transport: stubs, plugins: [anonymous]).request(.zen)
        let tokens = stubs.requests.map { $0.headers["Authorization"] ?? "none" }
        guard tokens == ["none", "Bearer first"] else { fail("a first token: \(tokens)") }
    }

    static func refreshing() async throws {
        let stubs = StubTransport()
        stubs.on(Account.renew, .json(Grant(token: "new")))
        stubs.on(GitHub.zen, .sequence([.status(401), .text("Keep it logically awesome.")]))
        let session = Session(AccessCredential("old"), accounts: Provider<Account>(transport: stubs))
        let zen = try await withStubs(stubs) {
            let refresh: TokenRefreshPlugin = .tokenRefresh(current: { await session.credential }) { old in
                try await session.refresh(old)
            }
            let github = Provider<GitHub>(plugins: [refresh, .retry()])
            return try await github.request(.zen, as: String.self)
        }
        guard zen == "Keep it logically awesome.", await session.credential?.token == "new" else { fail("refresh") }
        let tokens = stubs.requests.map { $0.headers["Authorization"] ?? "none" }
        guard tokens == ["Bearer old", "none", "Bearer new"] else { fail("tokens: \(tokens)") }
        let renewal = Route.post("token").authorization(nil)
        guard renewal.method == .post else { fail("a route without token") }
        let logOut = Route.post("logout").tokenRefresh(false)
        guard logOut.method == .post else { fail("a route that refreshes no token") }
    }

    /// A user who leaves, or makes room for another one, at any moment.
    final class Screen {
        var session: Session?
        func logOut() async { await session?.logOut() }
        func change() async throws {
            await session?.logOut()
            _ = try await session?.logIn()
        }
    }

    static func loggedOutMeanwhile() async throws {
        let stubs = StubTransport()
        stubs.on(Account.renew, .json(Grant(token: "late")))
        stubs.on(Account.anonymous, .json(Grant(token: "other")))
        stubs.on(GitHub.zen, .status(401))
        let screen = Screen()
        /// Refreshes a rejected token while the user does something else, and returns what is stored then.
        func credential(during change: @escaping @Sendable () async throws -> Void) async -> AccessCredential? {
            let done = Once()
            let plugin: AccessTokenPlugin = .accessToken {
                if await done.first() { try await change() }
                return nil
            }
            let session = Session(
                AccessCredential("old"), accounts: Provider<Account>(transport: stubs, plugins: [plugin]))
            screen.session = session
            let refresh: TokenRefreshPlugin = .tokenRefresh(current: { await session.credential }) { old in
                try await session.refresh(old)
            }
            let result = await Provider<GitHub>(transport: stubs, plugins: [refresh]).result(.zen)
            guard case .failure(let error) = result, error.response?.statusCode == 401 else {
                fail("a call of a user who has left: \(result)")
            }
            return await session.credential
        }
        guard await credential(during: { await screen.logOut() }) == nil else { fail("the refresh undid a logout") }
        let other = await credential(during: { try await screen.change() })
        guard other?.token == "other" else { fail("the refresh replaced another user: \(other?.token ?? "none")") }
        guard !stubs.requests.contains(where: { $0.headers["Authorization"] == "Bearer late" }) else {
            fail("a token of a user who has left was sent")
        }
    }

    /// Whether this is the first time.
    final class Once {
        private var isOver = false
        func first() -> Bool {
            defer { isOver = true }
            return !isOver
        }
    }

    static func refreshingByABody() async throws {
        let stubs = StubTransport()
        stubs.on(Account.renew, .json(Grant(token: "new")))
        stubs.on(GitHub.zen, .sequence([.json(["code": 40101]), .text("Keep it logically awesome.")]))
        let session = Session(AccessCredential("old"), accounts: Provider<Account>(transport: stubs))
        let byCode: TokenRefreshPlugin = .tokenRefresh(
            when: { (try? $0.decode(Reply.self))?.code == 40101 }, current: { await session.credential }
        ) { old in
            try await session.refresh(old)
        }
        let github = Provider<GitHub>(transport: stubs, plugins: [byCode])
        guard try await github.request(.zen, as: String.self) == "Keep it logically awesome." else { fail("a code") }
    }

    static func retrying() async throws {
        let patient: RetryPlugin = .retry {
            $0.maxRetries = 5
            $0.maxElapsed = .seconds(60)
            $0.methods = [.post]
            $0.shouldRetry = { error, context in context.operation != "Shop.orders" || error.statusCode != 500 }
        }
        let stubs = StubTransport()
        stubs.on(Shop.orders, .status(500))
        stubs.on(Shop.products, .sequence([.status(503), .status(429, headers: ["Retry-After": "7"]), .text("ok")]))
        let shop: Provider<Shop> = stubbed(stubs, patient)
        guard try await shop.request(.products, as: String.self) == "ok" else { fail("retry") }
        guard case .failure = await shop.result(.orders), stubs.requests.count == 4 else { fail("the last word") }

        let generous: RetryPlugin = .retry { $0.budget = RetryBudget(share: 0.5, minimumPerSecond: 50) }
        let unlimited: RetryPlugin = .retry { $0.budget = .unlimited }
        let budgets: [any Plugin] = [generous, unlimited]
        guard budgets.count == 2 else { fail("budgets") }

        let payment = Route.post("payments").header("Idempotency-Key", "8e03978e")
        let search = Route.post("search").retryable()
        let vote = Route.put("vote").retryable(false)
        guard [payment, search, vote].map(\.method) == [.post, .post, .put] else { fail("routes") }
        let github = Provider<GitHub>(plugins: [.retry()])
        guard "\(github)".contains("RetryPlugin") else { fail("a provider's plugins") }
    }
}
