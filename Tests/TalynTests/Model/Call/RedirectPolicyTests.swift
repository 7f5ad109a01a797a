import Foundation
import Testing

@testable import Talyn

@Suite struct RedirectPolicyTests {
    static let origin = "https://api.example.com"
    static let secrets: HTTPHeaders = [
        "Authorization": "Bearer s", "Cookie": "a=b", "X-Api-Key": "k", "Accept": "text/plain", "User-Agent": "t",
    ]

    static func sent(
        _ method: HTTPMethod = .get, url: String = "\(origin)/a/b?x=1", headers: HTTPHeaders = secrets,
        body: Body = .none
    ) throws -> Endpoint {
        Endpoint(method, url: try #require(URL(string: url)), headers: headers, body: body)
    }

    static func next(
        _ status: Int, _ location: String?, after endpoint: Endpoint, followed: Int = 0,
        policy: RedirectPolicy = .follow
    ) throws -> Endpoint? {
        let headers = location.map { HTTPHeaders([HTTPHeaders.Field("Location", $0)]) } ?? HTTPHeaders()
        let response = Response(statusCode: status, headers: headers, endpoint: endpoint)
        return try policy.next(after: response, to: endpoint, followed: followed)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int
        let method: HTTPMethod
        let expected: HTTPMethod
        let keepsBody: Bool
        var testDescription: String { "\(status) \(method)" }
    }

    static let methods: [Case] = [
        Case(status: 301, method: .get, expected: .get, keepsBody: true),
        Case(status: 301, method: .head, expected: .head, keepsBody: true),
        Case(status: 301, method: .post, expected: .get, keepsBody: false),
        Case(status: 301, method: .put, expected: .put, keepsBody: true),
        Case(status: 302, method: .post, expected: .get, keepsBody: false),
        Case(status: 302, method: .delete, expected: .delete, keepsBody: true),
        Case(status: 303, method: .get, expected: .get, keepsBody: false),
        Case(status: 303, method: .head, expected: .head, keepsBody: true),
        Case(status: 303, method: .post, expected: .get, keepsBody: false),
        Case(status: 303, method: .put, expected: .get, keepsBody: false),
        Case(status: 307, method: .post, expected: .post, keepsBody: true),
        Case(status: 307, method: .put, expected: .put, keepsBody: true),
        Case(status: 308, method: .post, expected: .post, keepsBody: true),
        Case(status: 308, method: .patch, expected: .patch, keepsBody: true),
    ]

    @Test(arguments: methods)
    func theMethodAndTheBodyFollowTheStatus(_ row: Case) throws {
        let body = Body.data(Data("body".utf8))
        let headers: HTTPHeaders = ["Content-Type": "text/plain", "X-Kept": "1"]
        let sent = try Self.sent(row.method, headers: headers, body: body)
        let next = try #require(try Self.next(row.status, "/c", after: sent))
        #expect(next.method == row.expected)
        #expect(next.body == (row.keepsBody ? body : .none))
        #expect(next.headers["Content-Type"] == (row.keepsBody ? "text/plain" : nil))
        #expect(next.headers["X-Kept"] == "1")
        #expect(next.url.absoluteString == "\(Self.origin)/c")
    }

    @Test(arguments: [
        ("/c", "https://api.example.com/c"), ("c", "https://api.example.com/a/c"),
        ("../c", "https://api.example.com/c"), ("?y=2", "https://api.example.com/a/b?y=2"),
        ("//api.example.com/c", "https://api.example.com/c"),
        ("https://api.example.com:443/c", "https://api.example.com:443/c"),
        ("HTTPS://API.example.COM/c", "HTTPS://API.example.COM/c"), ("", "https://api.example.com/a/b?x=1"),
        ("/x?filter[name]=a%20b", "https://api.example.com/x?filter%5Bname%5D=a%20b"),
        ("?a=100%&b=%2F", "https://api.example.com/a/b?a=100%25&b=%2F"),
        ("c[1]/%2F d%", "https://api.example.com/a/c%5B1%5D/%2F%20d%25"),
    ])
    func aLocationIsResolvedAgainstTheRequestAndKeepsHeadersWithinTheOrigin(_ location: String, _ expected: String)
        throws
    {
        let next = try #require(try Self.next(302, location, after: try Self.sent()))
        #expect(next.url.absoluteString == expected)
        #expect(next.headers == Self.secrets)
    }

    @Test(arguments: [
        "https://other.example.com/c", "https://api.example.com:8443/c", "https://example.com/c",
        "https://api.example.com.evil.com/", "https://evil.com@evil.org/", "https://api.example.com@evil.org/",
    ])
    func anotherOriginGetsTheAllowedHeadersOnly(_ location: String) throws {
        for status in [301, 302, 303, 307, 308] {
            let next = try #require(try Self.next(status, location, after: try Self.sent()))
            #expect(next.headers == ["Accept": "text/plain", "User-Agent": "t"])
        }
    }

    @Test(arguments: [
        ("https://user:secret@b.example/c", "https://b.example/c"),
        ("https://u%8d:pw@b.example/", "https://b.example/"),
        ("https://%FF%00@b.example/", "https://b.example/"), ("https://:pw@b.example/", "https://b.example/"),
        ("https://@b.example/", "https://b.example/"), ("https://:@b.example", "https://b.example"),
        ("https://u:p%40q@b.example/", "https://b.example/"), ("https://u@v@b.example/", "https://b.example/"),
        ("https://u:pw@[::1]:8080/c", "https://[::1]:8080/c"), ("//u:pw@b.example/c", "https://b.example/c"),
        ("https://u\\:pw@b.example/", "https://b.example/"), ("https://u\t:p\nw@b.example/", "https://b.example/"),
        ("https://e\u{301}:pw@b.example/", "https://b.example/"),
        ("https://u:\u{301}@b.example/", "https://b.example/"),
        ("https://b.example/@c", "https://b.example/@c"), ("https://b.example?a=u@c", "https://b.example?a=u@c"),
        ("https://b.example#u@c", "https://b.example#u@c"), ("https://u:p@b.example#a@c", "https://b.example#a@c"),
        ("https://u:p@b.example?x@y", "https://b.example?x@y"),
        ("https://u:pw@api.example.com/c", "https://api.example.com/c"),
        ("https://u%8d@api.example.com/c", "https://api.example.com/c"),
    ])
    func theUserinfoOfALocationIsDropped(_ location: String, _ expected: String) throws {
        let next = try #require(try Self.next(302, location, after: try Self.sent()))
        #expect(next.url.absoluteString == expected)
    }

    @Test(arguments: [
        ("/c", "https://ann:pw@api.example.com/c"), ("https://api.example.com/c", "https://api.example.com/c"),
        ("https://eve:pw@api.example.com/c", "https://api.example.com/c"), ("//b.example/", "https://b.example/"),
        ("https://ann:pw@b.example/", "https://b.example/"),
    ])
    func theRequestsOwnUserinfoStaysWhereARelativeLocationInheritsIt(_ location: String, _ expected: String) throws {
        let sent = try Self.sent(url: "https://ann:pw@api.example.com/a")
        let next = try #require(try Self.next(302, location, after: sent))
        #expect(next.url.absoluteString == expected)
    }

    @Test(arguments: [
        ("/c", "#top"), ("", "#top"), ("?y", "#top"), ("https://b.example/c", "#top"), ("/c#own", "#own"),
        ("/c#", "#"), ("#own", "#own"),
    ])
    func aLocationWithoutAFragmentInheritsTheRequestsOwn(location: String, expected: String) throws {
        let sent = try Self.sent(url: "https://api.example.com/a?b#top")
        let next = try #require(try Self.next(302, location, after: sent))
        #expect(next.url.absoluteString.utf8.drop { $0 != UInt8(ascii: "#") }.elementsEqual(expected.utf8))
    }

    @Test func anotherSchemeIsAnotherOrigin() throws {
        let sent = try Self.sent(url: "http://api.example.com/a")
        let next = try #require(try Self.next(302, "https://api.example.com/a", after: sent))
        #expect(next.headers == ["Accept": "text/plain", "User-Agent": "t"])
    }

    @Test(arguments: ["http://api.example.com/c", "http://other.example.com/"])
    func aStepDownToHTTPIsRefused(_ location: String) throws {
        #expect(throws: RequestError(.transport(URLError(.redirectToNonExistentLocation))).with(302, try Self.sent())) {
            try Self.next(302, location, after: try Self.sent())
        }
    }

    @Test(arguments: ["ftp://example.com/", "javascript:alert(1)", "https://", "data:,x", "file:///etc/passwd"])
    func aLocationThatIsNotAnHTTPURLFailsTheCall(_ location: String) throws {
        #expect(throws: RequestError(.transport(URLError(.redirectToNonExistentLocation))).with(302, try Self.sent())) {
            try Self.next(302, location, after: try Self.sent())
        }
    }

    @Test(arguments: [300, 304, 305, 306, 200, 404])
    func otherStatusesAreNotFollowed(_ status: Int) throws {
        #expect(try Self.next(status, "/c", after: try Self.sent()) == nil)
    }

    @Test func aRedirectWithoutLocationIsAnOrdinaryResponse() throws {
        #expect(try Self.next(302, nil, after: try Self.sent()) == nil)
    }

    @Test func aPolicyThatRefusesLeavesTheResponse() throws {
        #expect(try Self.next(302, "/c", after: try Self.sent(), policy: .refuse) == nil)
    }

    @Test func aBodyThatCanBeSentOnceIsNotSentAgain() throws {
        let stream = Body.stream(BodyStream { { nil } })
        let sent = try Self.sent(.post, body: stream)
        #expect(throws: RequestError(.transport(URLError(.requestBodyStreamExhausted))).with(307, sent)) {
            try Self.next(307, "/c", after: sent)
        }
        #expect(try Self.next(303, "/c", after: sent)?.body == Body.none)
    }

    @Test func aLoopEndsAfterTwentyRedirects() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .redirect(to: "/zen"))
        let result = await Provider<GitHub>(transport: stubs).result(.zen)
        guard case .failure(let error) = result else {
            Issue.record("a loop ended as a response")
            return
        }
        #expect(error.urlError?.code == .httpTooManyRedirects)
        #expect(error.requestError.category == .redirect)
        #expect(stubs.requests.count == 21)
    }

    @Test func aRouteMayRefuseRedirects() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .redirect(to: "/c"))
        let target = RawRoute(Route.get("a").redirects(.refuse).validate(.successAndRedirectCodes))
        let response = try await Provider<RawRoute>(transport: stubs).request(target)
        #expect(response.statusCode == 302)
        #expect(stubs.requests.count == 1)
    }

    @Test func theResponseTellsItsLastPlace() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .redirect(to: "https://cdn.example.com/z"))
        stubs.on(Endpoint(url: try #require(URL(string: "https://cdn.example.com/z"))), .text("ok"))
        let provider = Provider<GitHub>(transport: stubs).withDefaults { $0.headers["Authorization"] = "Bearer s" }
        let response = try await provider.request(.zen)
        #expect(response.url.absoluteString == "https://cdn.example.com/z")
        #expect(response.description == "200, 2 bytes, GET https://cdn.example.com/…")
        #expect(stubs.requests.map { $0.headers["Authorization"] } == ["Bearer s", nil])
    }
}

private struct RawRoute: RoutedTarget {
    let route: Route
    var baseURL: URL { GitHub.host }
    init(_ route: Route) { self.route = route }
}

extension RequestError {
    /// Returns the same kind with a response, because equality includes the status code.
    fileprivate func with(_ status: Int, _ endpoint: Endpoint) -> RequestError {
        RequestError(kind, response: Response(statusCode: status, endpoint: endpoint))
    }
}
