import Talyn
import TalynStubs

enum Status: ProvidedTarget, RoutedTarget {
    case ping
    static let provider = Provider<Status>()
    var baseURL: URL { URL(string: "https://status.example")! }
    var route: Route { .get("ping") }
}

enum Orders: RoutedTarget {
    case place(Order)
    var baseURL: URL { URL(string: "https://orders.example")! }
    var route: Route {
        switch self {
        case .place(let order): .post("orders").json(order)
        }
    }
}

nonisolated struct Order: Encodable { var item: Int }
nonisolated struct Receipt: Decodable { let number: Int }
nonisolated struct Ticket: Decodable { let position: Int }

nonisolated enum Placed {
    case placed(Receipt)
    case queued(Ticket)
}

extension Call where Target == Orders, Value == Placed {
    static func place(_ order: Order) -> Self {
        Self(.place(order)) { response in
            switch response.statusCode {
            case 202: .queued(try response.decode(Ticket.self))
            default: .placed(try response.decode(Receipt.self))
            }
        }
    }
}

final class ZenModel {
    var text = ""
    private var call: StartedCall?

    func load(_ github: Provider<GitHub>) {
        call?.cancel()
        call = github.start(of: Call(.zen, as: String.self)) { [weak self] result in
            if case .success(let text) = result { self?.text = text }
        }
    }
}

final class ZenView {
    func show(_ result: Result<Response, MyAPIError>) {}

    func start(_ github: Provider<GitHub>) {
        let call = github.start(.zen) { [weak self] result in self?.show(result) }
        call.cancel()  // the result is then a failure
    }
}

enum CallingSamples {
    static func closures() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Speak like a human."))
        let model = ZenModel()
        model.load(Provider<GitHub>(transport: stubs))
        while model.text.isEmpty { await Task.yield() }
        let view = ZenView()
        view.start(Provider<GitHub>(transport: stubs))
    }

    static func answers() async throws {
        let stubs = StubTransport()
        stubs.on(template: "orders", .sequence([.json(#"{"position": 3}"#, status: 202), .json(#"{"number": 7}"#)]))
        let orders = Provider<Orders>(transport: stubs)
        guard case .queued(let ticket) = try await orders.call(.place(Order(item: 1))), ticket.position == 3,
            case .placed(let receipt) = try await orders.call(.place(Order(item: 1))), receipt.number == 7
        else { fail("an answer by its status") }
    }

    enum Shop: RoutedTarget {
        case orders
        var baseURL: URL { URL(string: "https://shop.example")! }
        var route: Route { .get("orders") }
    }

    enum Listing: RoutedTarget {
        case repositories(of: String)
        var baseURL: URL { URL(string: "https://api.github.com")! }
        var route: Route {
            switch self {
            case .repositories(let login): .get("users/\(login)/repos").query(["per_page": 1])
            }
        }
    }

    nonisolated struct Repository: Decodable { let name: String }

    static func pages() async throws {
        let stubs = StubTransport()
        let link = #"<https://api.github.com/user/1/repos?page=2>; rel="next last""#
        stubs.on(Listing.repositories(of: "octocat"), .json(#"[{"name":"a"}]"#, headers: ["Link": link]))
        stubs.on(template: "user/{}/repos", .json(#"[{"name":"b"}]"#))
        let listing = Provider<Listing>(transport: stubs)
        var names: [String] = []
        func add(_ page: [Repository]) { names += page.map(\.name) }
        let pages = listing.elements(of: .pages(.repositories(of: "octocat"), as: [Repository].self))
        for try await page in pages { add(page) }
        guard names == ["a", "b"] else { fail("pages: \(names)") }
        let response = try await listing.request(.repositories(of: "octocat"))
        let last = response.links["last"]?.url
        guard last?.query == "page=2" else { fail("links: \(response.links)") }
    }

    static func makeStubs() -> StubTransport {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        stubs.on(GitHub.user("octocat"), .json(#"{"login": "octocat", "id": 1}"#))
        stubs.on(GitHub.user("ghost"), .status(204))
        stubs.on(Status.ping, .text("pong"))
        return stubs
    }

    static func run() async throws {
        try await withStubs(makeStubs()) { try await values() }
        try await withStubs(makeStubs()) { try await boundCalls() }
        try await withStubs(makeStubs()) { try await others() }
        try await closures()
        try await answers()
        try await pages()
        try providers()
        try await endpoints()
    }

    static func providers() throws {
        let github = Provider<GitHub>(plugins: [.logger()])
            .withDefaults { $0.headers["User-Agent"] = "app/1.0" }
        let staging = Provider<GitHub>(baseURL: URL(string: "https://staging.example/api")!)
        let shop = github.for(Shop.self)
        let stagingShop = staging.for(Shop.self, baseURL: URL(string: "https://shop.staging.example")!)
        guard try github.endpoint(.zen).headers["User-Agent"] == "app/1.0" else { fail("the defaults") }
        guard try staging.endpoint(.zen).url.absoluteString == "https://staging.example/api/zen" else {
            fail("staging")
        }
        let orders = try shop.endpoint(.orders)
        let staged = try stagingShop.endpoint(.orders).url.host
        guard staged == "shop.staging.example", "\(stagingShop)".contains("own base URL") else { fail("staging") }
        guard orders.url.host == "shop.example", orders.headers["User-Agent"] == "app/1.0" else { fail("the shop") }
    }

    static func values() async throws {
        let github = Provider<GitHub>()
        let response = try await github.request(.zen)  // Response
        let zen = try await github.request(.zen, as: String.self)  // its text
        let bytes = try await github.request(.zen, as: Data.self)  // its bytes
        let user = try await github.request(.user("octocat"), as: User.self)  // decoded
        let login = try await github.request(.user("octocat"), as: String.self, atKeyPath: "login")  // a part of it
        let perhaps = try await github.request(.user("ghost"), as: User?.self)  // nil without a body
        try await github.request(.zen, as: Void.self)  // success is all there is to know
        let result = await github.result(.user("octocat"), as: User.self)  // Result<User, MyAPIError>
        guard response.statusCode == 200, zen == "Keep it logically awesome.", bytes == Data(zen.utf8),
            user.login == "octocat", login == "octocat", perhaps == nil, try result.get().id == 1
        else { fail("values") }
    }

    static func boundCalls() async throws {
        let github = Provider<GitHub>()
        let octocat = try await github.call(.user("octocat"))  // a User
        let outcome = await github.result(of: .user("octocat"))  // Result<User, MyAPIError>
        let once = await github.result(of: Call(.user("octocat"), as: String.self, atKeyPath: "login"))
        let transfer = Transfer(of: .user("octocat"), by: github)
        let (mona, head) = try await github.call(.withResponse(.user("octocat")))  // a User, and its Response
        guard mona.id == 1, head.statusCode == 200, octocat.id == 1, try outcome.get().id == 1,
            try once.get() == "octocat",
            try await transfer.value.id == 1
        else { fail("bound calls") }
    }

    static func others() async throws {
        let github = Provider<GitHub>()
        let task = Task { await github.result(.zen, as: String.self) }
        task.cancel()
        let cancelled = await task.value  // .failure(.cancelled())
        guard cancelled == .failure(.cancelled()) else { fail("cancelling: \(cancelled)") }

        try await github.request(.zen, progress: { print($0.received, $0.totalToReceive ?? -1) })
        func show(_ fraction: Double?, _ timeLeft: Duration?) { print(fraction ?? -1, timeLeft ?? .zero) }
        let transfer = Transfer(of: Call(.zen, as: String.self), by: github)
        for await progress in transfer.progress { show(progress.fraction, progress.timeLeft) }
        let text = try await transfer.value
        guard text == "Keep it logically awesome." else { fail("a transfer: \(text)") }
        let pong = try await Status.ping.request(as: String.self)
        guard pong == "pong" else { fail("a target that knows its provider") }
        try await sending("hi", to: URL(string: "https://hooks.example/x")!)
        try await sending(to: URL(string: "https://storage.example/a?signature=s")!, Data([1]))
    }

    static func sending(to presigned: URL, _ png: Data) async throws {
        let stubs = StubTransport()
        stubs.on(Endpoint(.put, url: presigned, body: .data(png)), .status(200))
        let github = Provider<GitHub>(transport: stubs)
        try await withStubs(stubs) {
            let upload = Endpoint(.put, url: presigned, headers: ["Content-Type": "image/png"], body: .data(png))
            try await github.send(upload)
        }
        guard stubs.requests.first?.headers["Content-Type"] == "image/png" else { fail("sending an endpoint") }
    }

    static func sending(_ text: String, to url: URL) async throws {
        let stubs = StubTransport()
        stubs.on(where: { endpoint, _ in endpoint.headers["Content-Type"] == "application/json" }, .status(200))
        let github = Provider<GitHub>(transport: stubs)
        try await withStubs(stubs) {
            let hook = try Endpoint(.post, url: url, task: .json(["text": text]))
            try await github.send(hook)
        }
        guard stubs.requests.first?.body == .data(Data(#"{"text":"hi"}"#.utf8)) else { fail("an endpoint from a task") }
    }

    static func endpoints() async throws {
        let github = Provider<GitHub>(plugins: [.userAgent("app/1.0")])
        let plain = try github.endpoint(.user("octocat"))
        let prepared = try await github.preparedEndpoint(.user("octocat"))
        guard plain.headers.isEmpty, prepared.headers == ["User-Agent": "app/1.0"] else { fail("the endpoints") }
    }
}
