import Talyn
import TalynStubs

extension GitHub: SampledTarget {
    var sample: StubAnswer {
        switch self {
        case .zen: .text("Keep it logically awesome.")
        case .user: .json(#"{"login": "octocat", "id": 1}"#)
        }
    }
}

/// The samples in the doc comments of targets, endpoints and queries.
enum TargetDocSamples {
    nonisolated struct Issue: Encodable {
        var title = "t"
    }

    enum Reading: TargetType {
        case page
        var baseURL: URL { URL(string: "https://pages.example")! }
        var path: URLPath { "page" }
        var method: HTTPMethod { .get }
        var task: HTTPTask { .plain }
        var headers: HTTPHeaders { ["Accept": "application/json"] }
    }

    enum Purging: RoutedTarget {
        case page
        var baseURL: URL { URL(string: "https://pages.example")! }
        var route: Route { .get("page") }
        var method: HTTPMethod { "PURGE" }
    }

    enum Kind: String, QueryConvertible { case photo, video }

    enum Priority: CallTagKey { static let defaultValue = 0 }

    static func run() async throws {
        guard try Provider<Reading>().endpoint(.page).headers["accept"] == "application/json" else { fail("headers") }
        guard Purging.page.method.rawValue == "PURGE" else { fail("a method by its name") }
        guard try await Provider<GitHub>(stubbing: .immediate).request(.user("a"), as: User.self).id == 1 else {
            fail("samples")
        }
        try queries(page: 2, optionalText: nil)
        tags(CallContext())
        routes(login: "a", owner: "o", issue: Issue())
        headers(Endpoint(url: GitHub.host))
        try tasks()
    }

    static func queries(page: Int, optionalText: String?) throws {
        var encoder = QueryEncoder()
        encoder.arrays = .repeated
        let text = try encoder.encode(["tag": ["a", "b"], "page": 2])  // tag=a&tag=b&page=2
        guard text == "tag=a&tag=b&page=2" else { fail("repeated names: \(text)") }

        let items: QueryItems = ["page": page, "per_page": 50, "q": optionalText, "tags": ["a", "b"]]
        guard try encoder.encode(items) == "page=2&per_page=50&tags=a&tags=b" else { fail("items") }
        guard try encoder.encode(["kind": Kind.video]) == "kind=video" else { fail("a kind") }
    }

    static func tags(_ context: CallContext) {
        let route = Route.get("feed").tag(Priority.self, 5)  // on a route
        let priority = context.tags[Priority.self]  // in a plugin: 5
        guard route.options.tags[Priority.self] == 5, priority == 0 else { fail("tags") }
    }

    static func routes(login: String, owner: String, issue: Issue) {
        let page = Route.get("users/\(login)/repos").query(["page": 2, "per_page": 50])
        let report = Route.post("\(owner)/issues").json(issue).header("X-Source", "app").timeout(.seconds(5))
        guard page.path.encoded == "users/a/repos", report.headers["X-Source"] == "app",
            report.options.timeout == .seconds(5)
        else { fail("routes") }
    }

    static func headers(_ sent: Endpoint) {
        var endpoint = sent
        endpoint.headers = ["X-Trace": "1"]
        let response = Response(statusCode: 200, headers: ["Set-Cookie": "a=1", "set-cookie": "b=2"], endpoint: sent)
        endpoint.headers["X-Trace"] = nil  // removes it
        let cookies = response.headers.values(for: "Set-Cookie")  // each one
        var names: [String] = []
        func print(_ name: String) { names.append(name) }
        for field in response.headers { print(field.name) }
        guard names == ["Set-Cookie", "set-cookie"] else { fail("fields") }
        guard endpoint.headers.isEmpty, cookies == ["a=1", "b=2"] else { fail("headers") }
    }

    nonisolated static func task(
        _ number: Int, page: Int, request: Issue, issue: Issue, code: String, bytes: Data
    ) -> HTTPTask {
        switch number {
        case 1:
            .plain  // neither
        case 2:
            .query(["page": page, "per_page": 50])  // a literal, in the order written
        case 3:
            .query(encoding: request)  // an Encodable, keys sorted
        case 4:
            .json(issue)  // the target's encoder, application/json
        case 5:
            .json(issue).query(["draft": true])  // both
        case 6:
            .form(["grant_type": "password", "code": code])
        case 7:
            .json(["title": code, "labels": ["a"]])  // an object of mixed values
        case 8:
            .data(bytes, contentType: "image/png")
        default:
            .multipart { Part("file", data: bytes, fileName: "me.png") }
        }
    }

    struct Tasks: RoutedTarget {
        let task: HTTPTask
        var baseURL: URL { URL(string: "https://tasks.example")! }
        var route: Route { Route(.post, "", task: task) }
    }

    static func tasks() throws {
        let sent = try [1, 2, 3, 4, 5, 6, 8, 7].map { number in
            let task = task(number, page: 2, request: Issue(), issue: Issue(), code: "c", bytes: Data([1]))
            return try Provider<Tasks>().endpoint(Tasks(task: task))
        }
        let json = Body.data(Data(#"{"title":"t"}"#.utf8))
        guard sent.map({ $0.url.query }) == [nil, "page=2&per_page=50", "title=t", nil, "draft=1", nil, nil, nil] else {
            fail("queries of tasks")
        }
        guard
            sent.map(\.body) == [
                .none, .none, .none, json, json, .data(Data("grant_type=password&code=c".utf8)), .data(Data([1])),
                .data(Data(#"{"labels":["a"],"title":"c"}"#.utf8)),
            ]
        else { fail("bodies of tasks") }
        let form = task(9, page: 2, request: Issue(), issue: Issue(), code: "c", bytes: Data([1]))
        guard try Provider<Tasks>().endpoint(Tasks(task: form)).body.form?["file"]?.data == Data([1]) else {
            fail("a form")
        }
    }
}
