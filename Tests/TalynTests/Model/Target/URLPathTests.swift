import Foundation
import Testing

@testable import Talyn

@Suite struct URLPathTests {
    /// Returns the complete URL of a path after a base URL.
    private func url(_ path: URLPath, behind base: String = "https://h.example") throws -> String {
        try Probe(path, behind: base).resolved().url.absoluteString
    }

    @Test(
        arguments: [
            ("users", "https://h.example/users"),
            ("/users", "https://h.example/users"),
            ("//users", "https://h.example/users"),
            ("users/", "https://h.example/users/"),
            ("/users/", "https://h.example/users/"),
            ("a//b", "https://h.example/a//b"),
            ("", "https://h.example"),
            ("/", "https://h.example"),
            ("a b", "https://h.example/a%20b"),
            ("a%20b", "https://h.example/a%2520b"),
            ("한글/🦊", "https://h.example/%ED%95%9C%EA%B8%80/%F0%9F%A6%8A"),
            ("a:b@c!$&'()*+,;=~", "https://h.example/a:b@c!$&'()*+,;=~"),
            ("...", "https://h.example/..."),
            (".hidden/a.", "https://h.example/.hidden/a."),
            ("a/\u{301}b", "https://h.example/a/%CC%81b"),
        ] as [(URLPath, String)])
    func aLiteralIsAppendedToTheHost(path: URLPath, expected: String) throws {
        #expect(try url(path) == expected)
    }

    @Test(arguments: [
        ("/\u{301}abc", "%CC%81abc"), ("//\u{200D}a/\u{FE0F}b", "%E2%80%8Da/%EF%B8%8Fb"), ("/\u{20DD}", "%E2%83%9D"),
    ])
    func aMarkBehindTheLeadingSlashBeginsTheFirstSegment(text: String, encoded: String) throws {
        #expect(try url(URLPath(text)) == "https://h.example/\(encoded)")
        #expect(try url("\(raw: "/\(encoded)")") == "https://h.example/\(encoded)")
    }

    @Test(
        arguments: [
            ("https://h.example", "a", "https://h.example/a"),
            ("https://h.example/", "a", "https://h.example/a"),
            ("https://h.example/v1", "a", "https://h.example/v1/a"),
            ("https://h.example/v1/", "a", "https://h.example/v1/a"),
            ("https://h.example/v1/", "/a/", "https://h.example/v1/a/"),
            ("https://h.example/v1", "", "https://h.example/v1"),
            ("https://h.example/v1/", "", "https://h.example/v1/"),
            ("https://h.example/a%2Fb", "c", "https://h.example/a%2Fb/c"),
            ("https://h.example:8443/v1", "a", "https://h.example:8443/v1/a"),
            ("https://user:pass@h.example/v1", "a", "https://user:pass@h.example/v1/a"),
            ("http://[::1]:8080", "a", "http://[::1]:8080/a"),
            ("HTTPS://h.example", "a", "HTTPS://h.example/a"),
            ("https://h.example/v1?key=1", "a", "https://h.example/v1/a?key=1"),
            ("https://h.example?key=1", "a", "https://h.example/a?key=1"),
            ("https://h.example?", "a", "https://h.example/a"),
            ("https://h.example/v1#top", "a", "https://h.example/v1/a"),
            ("https://h.example/v1?key=1#top?x", "a", "https://h.example/v1/a?key=1"),
            ("https://h.example#a?b", "", "https://h.example"),
        ] as [(String, URLPath, String)])
    func aPathIsAppendedToWhatTheBaseHas(base: String, path: URLPath, expected: String) throws {
        #expect(try url(path, behind: base) == expected)
    }

    @Test(arguments: [
        ("api.example.com", "the URL has no http or https scheme"),
        ("/v1", "the URL has no http or https scheme"),
        ("//h.example/v1", "the URL has no http or https scheme"),
        ("mailto:a@h.example", "the URL has no http or https scheme"),
        ("file:///etc/passwd", "the URL has no http or https scheme"),
        ("ftp://h.example", "the URL has no http or https scheme"),
        ("httpx://h.example", "the URL has no http or https scheme"),
        ("https:h.example", "the URL has no http or https scheme"),
        ("https:/h.example", "the URL has no http or https scheme"),
        ("https://", "the URL has no host"),
        ("https:///v1", "the URL has no host"),
        ("https://?x=1", "the URL has no host"),
        ("https://:8080/v1", "the URL has no host"),
        ("https://user:pass@/v1", "the URL has no host"),
    ])
    func aBaseWithoutSchemeOrHostIsRefused(base: String, reason: String) throws {
        let target = try Probe("a", behind: base)
        #expect(throws: RequestError(.invalidRequest(reason))) { try target.resolved() }
        let endpoint = Endpoint(url: target.baseURL)
        #expect(endpoint.problem == reason)
    }

    @Test(
        arguments: [
            ("a?b=1", "'?' in a path; put a query into the task; fragments are never sent"),
            ("a#b", "'#' in a path; put a query into the task; fragments are never sent"),
            ("a\nb", "a control character in a path"),
            ("a\u{0}", "a control character in a path"),
            ("a\u{7F}", "a control character in a path"),
            (".", "the path has a segment '.' or '..', which would be removed (RFC 3986 §5.2.4)"),
            ("..", "the path has a segment '.' or '..', which would be removed (RFC 3986 §5.2.4)"),
            ("a/../b", "the path has a segment '.' or '..', which would be removed (RFC 3986 §5.2.4)"),
            ("/./b", "the path has a segment '.' or '..', which would be removed (RFC 3986 §5.2.4)"),
            ("a/..", "the path has a segment '.' or '..', which would be removed (RFC 3986 §5.2.4)"),
        ] as [(URLPath, String)])
    func aLiteralThatWouldNotBeAPathIsRefused(path: URLPath, reason: String) {
        #expect(throws: RequestError(.invalidRequest(reason))) { try Route.get(path).resolved() }
    }

    @Test func aPathFromTextIsAsItsLiteral() throws {
        let text = "/users/" + "a b?"
        #expect(try url(URLPath("/users/a b")) == "https://h.example/users/a%20b")
        #expect(URLPath(text).problem == "'?' in a path; put a query into the task; fragments are never sent")
    }

    @Test(arguments: [
        (["users", "a/b", "repos"], "https://h.example/users/a%2Fb/repos", "{}/{}/{}"),
        (["?", "#", "%"], "https://h.example/%3F/%23/%25", "{}/{}/{}"),
        (["/"], "https://h.example/%2F", "{}"),
        ([], "https://h.example", ""),
    ])
    func segmentsAreEscapedEachAsOne(segments: [String], expected: String, template: String) throws {
        let path = URLPath(segments: segments)
        #expect(try url(path) == expected)
        #expect(path.template == template)
    }

    @Test(arguments: [
        (["a", ""], "value 2 of the path is empty: its segment would disappear"),
        (["", "a"], "value 1 of the path is empty: its segment would disappear"),
        (
            ["a", "..", "b"],
            "value 2 of the path makes a segment '.' or '..', which would be removed (RFC 3986 §5.2.4)"
        ),
    ])
    func aSegmentThatWouldDisappearIsRefusedByItsNumber(segments: [String], reason: String) {
        let route = Route.get(URLPath(segments: segments))
        #expect(throws: RequestError(.invalidRequest(reason))) { try route.resolved() }
    }

    @Test(arguments: [
        ("a%2Fb/c", "https://h.example/a%2Fb/c", "{…}"),
        ("a%2fb", "https://h.example/a%2fb", "{}"),
        ("/a/", "https://h.example/a/", "{…}"),
        ("a//b", "https://h.example/a//b", "{…}"),
        ("", "https://h.example", "{}"),
        ("%2e%2e%2e", "https://h.example/%2e%2e%2e", "{}"),
        ("%252e%252e", "https://h.example/%252e%252e", "{}"),
    ])
    func aRawPathIsSentAsItIs(text: String, expected: String, template: String) throws {
        let path = URLPath.raw(text)
        #expect(try url(path) == expected)
        #expect(path.template == template)
    }

    @Test(arguments: ["a b", "a?b", "a#b", "%", "%2", "%zz", "é", "a\nb", "a\\b", "[a]"])
    func aRawPathThatIsNotEncodedIsRefused(text: String) {
        let reason = "value 1 of the path is raw and not percent-encoded (RFC 3986 §3.3)"
        #expect(throws: RequestError(.invalidRequest(reason))) { try Route.get(.raw(text)).resolved() }
    }

    @Test(arguments: [".", "..", "a/../b", "a/.", "%2e", "%2E%2e", ".%2e/a", "a/%2E./b"])
    func aRawPathWithDotSegmentsIsRefused(text: String) {
        let reason =
            "value 1 of the path makes a segment '.' or '..', which would be removed (RFC 3986 §5.2.4)"
        #expect(throws: RequestError(.invalidRequest(reason))) { try Route.get(.raw(text)).resolved() }
    }

    @Test func anAbsoluteURLTakesThePlaceOfTheBase() throws {
        let next = try #require(URL(string: "https://other.example:81/page/2?cursor=a%2Fb#top"))
        let path = URLPath.absolute(next)
        #expect(try url(path) == "https://other.example:81/page/2?cursor=a%2Fb")
        #expect(path.template == "{absolute}")
        #expect(
            try Route.get(path).query(["per_page": 5]).resolved().url.absoluteString
                == "https://other.example:81/page/2?cursor=a%2Fb&per_page=5")
        let staging = Provider<Probe>(baseURL: URL(string: "https://staging.example"), transport: StubTransport())
        #expect(try staging.endpoint(Probe(.get(path))).url.host == "other.example")
    }

    @Test func anAbsoluteURLThatIsNotHTTPIsRefused() throws {
        let file = try #require(URL(string: "file:///etc/passwd"))
        #expect(throws: RequestError(.invalidRequest("the URL has no http or https scheme"))) {
            try Route.get(.absolute(file)).resolved()
        }
    }

    @Test(arguments: [
        ("https://other.example/p?filter[a]=b%20c%&d=%2F", "https://other.example/p?filter%5Ba%5D=b%20c%25&d=%2F"),
        ("/v1/items?after=a%2Bb[]", "https://h.example/v1/items?after=a%2Bb%5B%5D"),
        ("?page=2", "https://h.example/v1/?page=2"), ("items/../all#x", "https://h.example/v1/all"),
        ("//cdn.example/a b", "https://cdn.example/a%20b"), ("https://u:p@h.example/", "https://h.example/"),
        ("", "https://h.example/v1/"), ("\n/a\n", "https://h.example/a"),
    ])
    func aTextOfAServerIsResolvedAgainstTheBaseAndNeverEscapedTwice(text: String, expected: String) throws {
        #expect(try url(.absolute(text), behind: "https://h.example/v1/") == expected)
        #expect(URLPath.absolute(text).template == "{absolute}")
    }

    @Test func aTextOfAServerIsResolvedAgainstItsResponse() throws {
        let page = try #require(URL(string: "https://api.example.com/users/1/repos?page=2"))
        let next = URLPath.absolute("?page=3&q=a%20[b]", relativeTo: page)
        #expect(try url(next) == "https://api.example.com/users/1/repos?page=3&q=a%20%5Bb%5D")
        #expect(
            try Route.get(next).query(["per_page": 5]).resolved().url.absoluteString
                == "https://api.example.com/users/1/repos?page=3&q=a%20%5Bb%5D&per_page=5")
        let staging = Provider<Probe>(baseURL: URL(string: "https://staging.example"), transport: StubTransport())
        #expect(try staging.endpoint(Probe(.get(.absolute("/a")))).url.absoluteString == "https://staging.example/a")
    }

    @Test func aTextOfAServerIsSentElsewhereWithoutTheProvidersSecrets() throws {
        let provider = Provider<Probe>(transport: StubTransport())
            .withDefaults { $0.headers = ["Accept": "a", "X-Key": "c"] }
        #expect(try provider.endpoint(Probe(.get(.absolute("//evil.example/")))).headers == ["Accept": "a"])
        #expect(try provider.endpoint(Probe(.get(.absolute("/x")))).headers == ["Accept": "a", "X-Key": "c"])
    }

    @Test(arguments: ["ftp://h/", "file:///etc/passwd", "javascript:alert(1)", "https://", "http://[::1"])
    func aTextThatIsNotAnHTTPURLFailsTheCall(text: String) {
        let reason = "the text of the path is not an http or https URL (RFC 9110 §4.2)"
        #expect(throws: RequestError(.invalidRequest(reason))) { try Route.get(.absolute(text)).resolved() }
    }

    @Test func aProvidersBaseURLTakesThePlaceOfTheTargetsOwn() throws {
        let provider = Provider<GitHub>(
            baseURL: URL(string: "http://localhost:8080/mock?run=7"), transport: StubTransport())
        #expect(
            try provider.endpoint(.repositories(of: "octocat", page: 2)).url.absoluteString
                == "http://localhost:8080/mock/users/octocat/repos?run=7&page=2&per_page=50")
        #expect(
            try provider.for(Probe.self).endpoint(Probe(.get("a"))).url.absoluteString == "https://api.example.com/a")
    }

    @Test func descriptionsShowTheTemplate() {
        let path: URLPath = "users/\("octocat")/repos"
        #expect("\(path)" == "users/{}/repos")
        #expect(String(reflecting: path) == "users/{}/repos")
        #expect(
            Mirror(reflecting: path).children.map { "\($0.label ?? ""): \($0.value)" } == ["template: users/{}/repos"])
    }
}
