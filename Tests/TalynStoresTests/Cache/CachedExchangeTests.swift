import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynStores

private enum Site: RoutedTarget {
    case get(String = "page", HTTPHeaders = [:], CachePolicy = .useProtocol)
    case head
    case post

    var baseURL: URL { Self.host }
    // The proof of `!`: the text is a URL.
    static let host = URL(string: "https://site.example")!

    var route: Route {
        switch self {
        case .get(let path, let headers, let policy):
            headers.reduce(Route.get("\(path: path)")) { $0.header($1.name, $1.value) }.cachePolicy(policy)
                .validate(.anyStatus)
        case .head: .head("page")
        case .post: .post("page")
        }
    }
}

/// The stored responses that stay, that are renewed, and for whom.
@Suite struct CachedExchangeTests {
    private let clock = TestClock(isManual: true)
    private let cache = ResponseCache()
    private let stubs = StubTransport()

    private func provider(_ plugins: [any Plugin] = [], base: URL = Site.host) -> Provider<Site> {
        Provider(baseURL: base, transport: stubs, plugins: [.cache(cache)] + plugins, clock: clock)
    }

    private func answers(_ answers: StubAnswer...) { stubs.on(where: { _, _ in true }, .sequence(answers)) }

    private func page(_ text: String, _ control: String, _ more: HTTPHeaders = [:]) -> StubAnswer {
        var headers = more
        headers["Cache-Control"] = control
        return .text(text, headers: headers)
    }

    /// Returns the text of a response and where it came from.
    private func get(_ target: Site = .get(), _ provider: Provider<Site>? = nil) async throws -> String {
        let response = try await (provider ?? self.provider()).request(target)
        let source =
            switch response.source {
            case .cache: " from the cache"
            case .revalidated: " revalidated"
            default: ""
            }
        return String(decoding: response.data, as: UTF8.self) + source
    }

    // MARK: Users

    @Test(
        arguments: [
            ("Bearer a", "Bearer b"), ("Basic YTph", "Basic YTpi"), ("password=abc1", "password=abc2"),
            ("ghp_abcdefghijkl1", "ghp_abcdefghijkl2"),
        ])
    func aShortSecretInAnyFieldIsPartOfTheKey(one: String, other: String) async throws {
        answers(page("one", "max-age=60"), page("other", "max-age=60"))
        #expect(try await get(.get("page", ["X-Identity": one])) == "one")
        #expect(try await get(.get("page", ["X-Identity": other])) == "other")
        #expect(try await get(.get("page", ["X-Identity": one])) == "one from the cache")
    }

    @Test func a304ToAUserRenewsTheResponseOfAllForItsLifetimeOnly() async throws {
        answers(
            page("all", "max-age=1", ["ETag": "\"1\"", "X-User": "nobody"]),
            .status(304, headers: ["X-User": "alice", "Set-Cookie": "sid=new", "Cache-Control": "max-age=600"]))
        _ = try await get()
        clock.advance(by: .seconds(5))
        let own = try await provider().request(.get("page", ["Cookie": "sid=alice"]))
        #expect(own.source == .revalidated && own.headers["X-User"] == "alice")
        clock.advance(by: .seconds(300))
        let others = try await provider().request(.get("page", ["Cookie": "sid=bob"]))
        #expect(others.source == .cache(age: .seconds(300)) && others.headers["X-User"] == "nobody")
        #expect(others.headers["Set-Cookie"] == nil && stubs.requests.count == 2)
    }

    @Test func a304ToASignedRequestRenewsNothing() async throws {
        answers(
            page("all", "max-age=1", ["ETag": "\"1\""]),
            .status(304, headers: ["X-User": "alice", "Cache-Control": "max-age=600"]), page("new", "max-age=1"))
        _ = try await get()
        clock.advance(by: .seconds(5))
        let signed = provider([.adapt { $0.setValue("Bearer alice", forHTTPHeaderField: "Authorization") }])
        #expect(try await get(.get(), signed) == "all revalidated")
        #expect(try await get() == "new")
    }

    // MARK: Versions

    @Test(
        arguments: [
            (["ETag": "\"2\""], ["Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"]),
            (["ETag": "\"2\"", "Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"], [:]),
            (["ETag": "\"2\""], ["ETag": "\"1\""]),
        ] as [(HTTPHeaders, HTTPHeaders)])
    func aHeadWithAValidatorThatTheStoredResponseLacksRemovesIt(new: HTTPHeaders, stored: HTTPHeaders) async throws {
        answers(page("one", "max-age=600", stored), .status(200, headers: new), page("two", "max-age=600"))
        _ = try await get()
        _ = try await provider().cachePolicy(.reload).request(.head)
        #expect(try await get() == "two")
    }

    @Test func a304OfAVersionThatTheStoredResponseIsNotFetchesTheNewOne() async throws {
        let date = "Sat, 01 Jan 2000 00:00:00 GMT"
        answers(
            page("one", "max-age=1", ["Last-Modified": date]), .status(304, headers: ["ETag": "\"2\""]),
            page("two", "max-age=600", ["ETag": "\"2\""]))
        _ = try await get()
        clock.advance(by: .seconds(5))
        #expect(try await get() == "two")
        #expect(stubs.requests.count == 3)
    }

    @Test func aWeakTagBesideTheSameDateIsTheSameVersion() async throws {
        let date = "Sat, 01 Jan 2000 00:00:00 GMT"
        answers(
            page("one", "max-age=1", ["Last-Modified": date]),
            .status(304, headers: ["ETag": "W/\"2\"", "Last-Modified": date]))
        _ = try await get()
        clock.advance(by: .seconds(5))
        #expect(try await get() == "one revalidated")
    }

    // MARK: What may not be stored any more

    @Test(arguments: [false, true])
    func noStoreInA304OrAHeadRemovesTheStoredResponse(isHead: Bool) async throws {
        let modified: HTTPHeaders = ["ETag": "\"1\"", "Last-Modified": "Mon, 20 Dec 1999 00:00:00 GMT"]
        answers(
            page("one", "max-age=1", modified),
            .status(isHead ? 200 : 304, headers: ["ETag": "\"1\"", "Cache-Control": "no-store"]),
            page("two", "max-age=1"))
        _ = try await get()
        clock.advance(by: .seconds(10))
        _ = try await get(isHead ? .head : .get())
        clock.advance(by: .seconds(10))
        #expect(try await get() == "two")
    }

    @Test(arguments: ["*", "Accept-Language"])
    func a304WithAnotherVaryRemovesTheStoredResponse(vary: String) async throws {
        answers(
            page("one", "max-age=1", ["ETag": "\"1\""]),
            .status(304, headers: ["Vary": vary, "Cache-Control": "max-age=600"]), page("two", "max-age=600"))
        _ = try await get(.get("page", ["Accept-Language": "en"]))
        clock.advance(by: .seconds(5))
        #expect(try await get(.get("page", ["Accept-Language": "en"])) == "one revalidated")
        #expect(try await get(.get("page", ["Accept-Language": "de"])) == "two")
    }

    @Test(
        arguments: [
            StubAnswer.text("two", headers: ["Cache-Control": "no-store"]), .status(404), .status(410),
            .text("two", headers: ["Cache-Control": "max-age=60", "Vary": "*"]),
        ])
    func theAnswerToAReloadTakesThePlaceOfTheStoredOne(answer: StubAnswer) async throws {
        answers(page("one", "max-age=600"), answer, page("three", "max-age=600"))
        _ = try await get()
        _ = try await get(.get("page", [:], .reload))
        #expect(try await get() == "three")
    }

    /// The dates of a file are not exactly those of the response.
    @Test func aReloadIsStoredInAFolder() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        stubs.on(where: { _, _ in true }, page("one", "max-age=600"))
        let provider = Provider<Site>(transport: stubs, plugins: [.cache(try ResponseCache(folder: folder))])
        for _ in 0..<20 {
            _ = try await get(.get(), provider)
            #expect(try await get(.get("page", [:], .reload), provider) == "one")
            #expect(try await get(.get(), provider) == "one from the cache")
        }
    }

    @Test func aReloadOfAPartLeavesTheStoredResponse() async throws {
        answers(page("one", "max-age=600"), .text("o", status: 206, headers: ["Content-Range": "bytes 0-0/3"]))
        _ = try await get()
        #expect(try await get(.get("page", ["Range": "bytes=0-0"], .reload)) == "o")
        #expect(try await get() == "one from the cache")
    }

    @Test func aFailedReloadLeavesTheStoredResponse() async throws {
        answers(page("one", "max-age=600"), .status(503), .failure(URLError(.timedOut)))
        _ = try await get()
        #expect(try await get(.get("page", [:], .reload)).isEmpty)
        await #expect(throws: (any Error).self) { try await get(.get("page", [:], .reload)) }
        #expect(try await get() == "one from the cache")
    }

    @Test(arguments: ["no-cache=X-User", "No-Cache=\"X-User\"", "no-cache=\"A, X-User\""])
    func aFieldThatNoCacheNamesIsNotStored(directive: String) async throws {
        answers(page("one", "max-age=60, \(directive)", ["X-User": "alice", "X-Other": "b"]))
        _ = try await get()
        let stored = try await provider().request(.get())
        #expect(stored.headers["X-User"] == nil && stored.headers["X-Other"] == "b")
    }

    // MARK: Equivalent URLs

    @Test(
        arguments: [
            "https://SITE.example/page", "https://site.example:443/page", "HTTPS://site.example:/page#part",
        ])
    func anEquivalentURLIsTheSameForInvalidation(text: String) async throws {
        let url = try #require(URL(string: text))
        let elsewhere = try #require(URL(string: "https://site.example:443/other/"))
        answers(
            page("one", "max-age=600"), page("two", "max-age=600"), .status(201, headers: ["Location": text]),
            page("three", "max-age=600"))
        _ = try await get()
        #expect(try await get() == "one from the cache")
        try await cache.remove(for: url)
        #expect(try await get() == "two")
        _ = try await get(.post, provider(base: elsewhere))
        #expect(try await get() == "three")
    }

    @Test(
        arguments: [
            ("https://a.example", "https://a.example/"), ("http://A.b:80?q=1", "http://a.b/?q=1"),
            ("https://a.b:80/c:443", "https://a.b:80/c:443"), ("https://U:P@A.b:443/D", "https://U:P@a.b/D"),
            ("http://[::1]:80/a", "http://[::1]/a"), ("http://[::80]/a", "http://[::80]/a"),
            ("https://a.b/C%2f?D=E", "https://a.b/C%2f?D=E"), ("https://a.b:8443", "https://a.b:8443/"),
            ("https://a.b:/c", "https://a.b/c"), ("https://a.b:443/c", "https://a.b/c"),
            ("http://[::1]:8080/", "http://[::1]:8080/"),
        ])
    func aURLHasOneNormalForm(text: String, normal: String) throws {
        #expect(Endpoint(url: try #require(URL(string: text))).normalURL == normal)
    }

    @Test func aPostIsStoredForItsOwnContentLocationOnly() async throws {
        answers(
            .text(
                "posted",
                headers: [
                    "Location": "https://site.example/page", "Content-Location": "http://[bad",
                    "Cache-Control": "max-age=60",
                ]), page("one", "max-age=600"))
        _ = try await provider().request(.post)
        #expect(try await get() == "one")
    }

    // MARK: Removals beside responses under way

    @Test(arguments: [false, true])
    func afterAChangeNobodyGetsAnOlderResponse(inFolder: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = inFolder ? try ResponseCache(folder: folder) : self.cache
        let provider = Provider<Site>(transport: Versions(), plugins: [.cache(cache)])
        // The version that is there when a change returned.
        let changed = Locked(0)
        let outdated = Locked<[String]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        if (task + round) % 5 == 0 {
                            let version = Int(try await provider.request(.post, as: String.self)) ?? 0
                            changed.withLock { $0 = max($0, version) }
                        } else {
                            let before = changed.withLock { $0 }
                            let text = try await provider.request(.get(), as: String.self)
                            if Int(text) ?? 0 < before { outdated.withLock { $0.append("\(text) < \(before)") } }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(outdated.withLock { $0 }.isEmpty)
    }
}

/// Answers a POST with the next version, and a GET with the version at its beginning, some steps later.
private struct Versions: Transport {
    private let version = Locked(0)

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        let isChange = endpoint.method == .post
        let current = version.withLock { version in
            if isChange { version += 1 }
            return version
        }
        for _ in 0..<3 { await Task.yield() }
        return Response(
            statusCode: 200, headers: ["Content-Type": "text/plain", "Cache-Control": "max-age=600"],
            body: .data(Data("\(current)".utf8)), endpoint: endpoint)
    }
}
