import Talyn
import TalynStubs

enum DeclaringSamples {
    enum GitHub: RoutedTarget {
        case zen
        case user(String)
        case repositories(of: String, page: Int)
        case createIssue(owner: String, repo: String, NewIssue)

        var baseURL: URL { Self.host }
        static let host = URL(string: "https://api.github.com")!

        var route: Route {
            switch self {
            case .zen: .get("zen")
            case .user(let login): .get("users/\(login)")
            case .repositories(let login, let page): .get("users/\(login)/repos").query(["page": page, "per_page": 50])
            case .createIssue(let owner, let repo, let issue): .post("repos/\(owner)/\(repo)/issues").json(issue)
            }
        }
    }

    nonisolated struct NewIssue: Encodable { var title: String }

    enum Shop: RoutedTarget {
        case orders(since: Date)

        var baseURL: URL { Self.host }
        static let host = URL(string: "https://shop.example/api/v2?client=app")!

        var route: Route {
            switch self {
            case .orders(let date): .get("orders").query(["since": date])
            }
        }

        var headers: HTTPHeaders { ["Accept": "application/json"] }
        var queryEncoder: QueryEncoder {
            var encoder = QueryEncoder.standard
            encoder.dates = .secondsSince1970
            return encoder
        }
    }

    enum Diary: RoutedTarget {
        case write(Entry)
        case move(Int, to: Date)
        case entry(Int)

        var baseURL: URL { URL(string: "https://diary.example")! }
        var route: Route {
            switch self {
            case .write(let entry): .post("entries").json(entry)
            case .move(let id, let date): .patch("entries/\(id)").json(["date": date])
            case .entry(let id): .get("entries/\(id)")
            }
        }

        var encoder: any BodyEncoder { Self.jsonEncoder }
        static let jsonEncoder: JSONEncoder = {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]  // equal values have equal bytes
            encoder.dateEncodingStrategy = .iso8601
            return encoder
        }()

        var decoder: any BodyDecoder { Self.jsonDecoder }
        static let jsonDecoder: JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }()
    }

    nonisolated struct Entry: Codable, Equatable {
        var date: Date
        var text: String
    }

    static func dates() async throws {
        let stubs = StubTransport()
        let entry = Entry(date: Date(timeIntervalSince1970: 0), text: "a")
        stubs.on(Diary.self) { target in
            if case .entry = target { .json(#"{"date":"1970-01-01T00:00:00Z","text":"a"}"#) } else { .status(204) }
        }
        let diary = Provider<Diary>(transport: stubs)
        try await diary.request(.write(entry))
        try await diary.request(.move(1, to: entry.date))
        guard try await diary.request(.entry(1), as: Entry.self) == entry,
            stubs.requests[0].body == .data(Data(#"{"date":"1970-01-01T00:00:00Z","text":"a"}"#.utf8)),
            stubs.requests[1].body == .data(Data(#"{"date":"1970-01-01T00:00:00Z"}"#.utf8))
        else { fail("dates") }
    }

    enum Hub: RoutedTarget {
        case issues(Issues)
        case users(Users)

        var baseURL: URL { GitHub.host }

        var route: Route {
            switch self {
            case .issues(let issues): issues.route
            case .users(let users): users.route
            }
        }
    }

    nonisolated enum Issues {
        case close(Int)
        var route: Route {
            switch self {
            case .close(let number): .delete("issues/\(number)")
            }
        }
    }

    nonisolated enum Users {
        case get(String)
        var route: Route {
            switch self {
            case .get(let login): .get("users/\(login)")
            }
        }
    }

    // swift-format-ignore
    enum MyAPI: TargetType {
        case getPhotos(PhotoRequest)
        var baseURL: URL { Self.host }
        static let host = URL(string: "https://api.flickr.com/")!
        var path: URLPath { "services/feeds/photos_public.gne" }
        var method: HTTPMethod { .get }
        var task: HTTPTask { switch self { case .getPhotos(let request): .query(encoding: request) } }
        var headers: HTTPHeaders { [:] }
    }

    nonisolated struct PhotoRequest: Encodable {
        var tags = "cat"
    }

    nonisolated struct Filter: Encodable {
        var to: Int
        var from: Int
    }

    static func run() async throws {
        let github = Provider<GitHub>()
        let page = try github.endpoint(.repositories(of: "a/b", page: 2))
        guard page.url.absoluteString == "https://api.github.com/users/a%2Fb/repos?page=2&per_page=50" else {
            fail("a page: \(page.url)")
        }
        let created = try github.endpoint(.createIssue(owner: "o", repo: "r", NewIssue(title: "t")))
        guard created.body == .data(Data(#"{"title":"t"}"#.utf8)), created.method == .post else { fail("an issue") }
        guard case .failure(.restError(let error, nil, nil)) = await github.result(.user("..")),
            case .invalidRequest = error.kind
        else { fail("dots in a path") }

        try await dates()
        try parameters(title: "t")
        try absent(ids: [1, 2], fields: ["a", "b"], number: 1, reason: nil)
        let orders = try Provider<Shop>().endpoint(.orders(since: Date(timeIntervalSince1970: 0)))
        guard orders.url.absoluteString == "https://shop.example/api/v2/orders?client=app&since=0" else {
            fail("orders: \(orders.url)")
        }
        guard orders.headers["Accept"] == "application/json" else { fail("headers that all cases share") }
        let hub = Provider<Hub>()
        let closing = try hub.endpoint(.issues(.close(3)))
        guard closing.method == .delete, closing.template == "issues/{}" else { fail("areas") }
        guard try hub.endpoint(.users(.get("x"))).url.path == "/users/x" else { fail("areas") }
        let photos = try Provider<MyAPI>().endpoint(.getPhotos(PhotoRequest()))
        guard photos.url.absoluteString == "https://api.flickr.com/services/feeds/photos_public.gne?tags=cat" else {
            fail("Moya's form: \(photos.url)")
        }
        paths(login: "a/b")
        try links(link: "?page=2&q[]=a%20b", response: Response(statusCode: 200, endpoint: page))
        try routes(text: "q", page: 1, code: "c", bytes: Data([1]), issue: NewIssue(title: "t"))
    }

    static func paths(login: String) {
        let path: URLPath = "users/\(login)/repos"  // "a/b" → users/a%2Fb/repos
        let named: URLPath = "users/\(login, name: "login")"  // template: users/{login}
        let several: URLPath = "repos/\(path: "owner/repo")/issues"  // repos/owner/repo/issues
        guard path.encoded == "users/a%2Fb/repos", named.template == "users/{login}",
            several.encoded == "repos/owner/repo/issues"
        else { fail("paths") }
    }

    static func links(link: String, response: Response) throws {
        let next = Route.get(.absolute(link, relativeTo: response.url))  // "?page=2&q[]=a%20b" → …?page=2&q%5B%5D=a%20b
        guard try Provider<Linked>().endpoint(Linked(route: next)).url.query == "page=2&q%5B%5D=a%20b" else {
            fail("links")
        }
    }

    struct Linked: RoutedTarget {
        var baseURL: URL { GitHub.host }
        let route: Route
    }

    static func parameters(title: String) throws {
        let created = Route.post("issues").json(["title": title, "labels": ["bug"], "milestone": 1])
        let parameters: [String: Any] = ["title": title, "labels": ["bug"], "filter": ["id": 1]]
        let listed = Route.get("issues").query(QueryItems(parameters))
        let changed = Route.patch("issues").json(QueryItems(parameters))
        let sent = try [created, listed, changed].map { try Provider<Single>().endpoint(Single(route: $0)) }
        guard sent[0].body == .data(Data(#"{"labels":["bug"],"milestone":1,"title":"t"}"#.utf8)),
            sent[1].url.query == "filter%5Bid%5D=1&labels%5B%5D=bug&title=t",
            sent[2].body == .data(Data(#"{"filter":{"id":1},"labels":["bug"],"title":"t"}"#.utf8))
        else { fail("parameters") }
    }

    static func absent(ids: [Int]?, fields: [String], number: Int, reason: NewIssue?) throws {
        let found = Route.get("pets").query(["ids": .separated(ids), "sort": .separated(fields, by: "|")])
        let closed = Route.put("issues/\(number)/close").json(ifPresent: reason)
        let sent = try [found, closed].map { try Provider<Single>().endpoint(Single(route: $0)) }
        guard sent[0].url.query == "ids=1,2&sort=a%7Cb", sent[1].body == .none, sent[1].headers.isEmpty else {
            fail("a separated list, an absent body")
        }
    }

    /// A target that is one route.
    struct Single: RoutedTarget {
        let route: Route
        var baseURL: URL { URL(string: "https://any.example")! }
    }

    static func routes(text: String, page: Int, code: String, bytes: Data, issue: NewIssue) throws {
        let filter = Filter(to: 2, from: 1)
        let search = Route.get("search").query(["q": text, "page": page, "tags": ["a", "b"]])
        let report = Route.get("report").query(encoding: filter)  // keys sorted
        let login = Route.post("login").form(["grant_type": "password", "code": code])
        let avatar = Route.put("avatar").data(bytes, contentType: "image/png")
        let draft = Route.post("issues").query(["draft": true]).json(issue).header("X-Source", "app")
        let provider = Provider<Single>()
        let sent = try [search, report, login, avatar, draft].map { try provider.endpoint(Single(route: $0)) }
        guard
            sent.map({ $0.url.query ?? "" }) == [
                "q=q&page=1&tags%5B%5D=a&tags%5B%5D=b", "from=1&to=2", "", "", "draft=1",
            ]
        else { fail("queries: \(sent.map { $0.url.query ?? "" })") }
        guard sent[2].body == .data(Data("grant_type=password&code=c".utf8)), sent[3].body == .data(bytes),
            sent[4].headers["Content-Type"] == "application/json", sent[4].headers["X-Source"] == "app"
        else { fail("bodies") }
    }
}
