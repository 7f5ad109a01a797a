import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynStores

private enum Feed: RoutedTarget {
    case page, edit, picture
    case search(String)
    case policy(CachePolicy)
    case lasting(Duration)
    case with(HTTPHeaders)

    var baseURL: URL { Self.host }
    // The proof of `!`: the text is a URL.
    static let host = URL(string: "https://feed.example")!

    var route: Route {
        switch self {
        case .page: .get("page")
        case .edit: .post("page")
        case .picture: .get("picture")
        case .search(let text): .get("search").query(["q": text])
        case .policy(let policy): .get("page").cachePolicy(policy)
        case .lasting(let time): .get("page").cache(for: time)
        case .with(let headers): headers.reduce(Route.get("page")) { $0.header($1.name, $1.value) }
        }
    }
}

@Suite final class CachePluginTests {
    let stubs = StubTransport()
    let clock = TestClock()
    let cache = ResponseCache()

    private var feed: Provider<Feed> { Provider(transport: stubs, plugins: [.cache(cache)], clock: clock) }
    private var sent: Int { stubs.requests.count }

    private func text(_ target: Feed, over provider: Provider<Feed>? = nil) async throws -> String {
        try await (provider ?? feed).request(target, as: String.self)
    }

    private func answer(_ target: Feed, _ answers: StubAnswer...) { stubs.on(target, .sequence(answers)) }

    private func maxAge(_ seconds: Int, _ text: String = "one", _ more: HTTPHeaders = [:]) -> StubAnswer {
        var headers = more
        headers["Cache-Control"] = "max-age=\(seconds)\(more["Cache-Control"].map { ", \($0)" } ?? "")"
        return .text(text, headers: headers)
    }

    // MARK: Freshness

    @Test func aFreshResponseIsUsedAndSaysSo() async throws {
        answer(.page, maxAge(60, "one", ["X": "y"]), .text("two"))
        let first = try await feed.request(.page)
        clock.advance(by: .seconds(59))
        let second = try await feed.request(.page)
        #expect(first.source == .network && second.source == .cache(age: .seconds(59)))
        #expect(second.data == first.data && second.headers["X"] == "y" && second.headers["Age"] == "59")
        #expect(second.endpoint == first.endpoint && second.url == first.url)
        #expect(sent == 1)
    }

    @Test func aStaleResponseWithoutAValidatorIsReplaced() async throws {
        answer(.page, maxAge(60), maxAge(60, "two"))
        _ = try await text(.page)
        clock.advance(by: .seconds(60))
        #expect(try await text(.page) == "two")
        #expect(try await text(.page) == "two")
        #expect(sent == 2)
    }

    @Test func aStaleResponseIsValidatedAndItsHeadRenewed() async throws {
        answer(
            .page,
            maxAge(
                60, "one",
                [
                    "ETag": "\"1\"", "Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT", "A": "old",
                    "Date": "Sat, 01 Jan 2000 00:00:00 GMT",
                ]),
            .status(304, headers: ["ETag": "\"1\"", "A": "new", "Cache-Control": "max-age=60", "Content-Length": "0"]))
        let first = try await feed.request(.page)
        clock.advance(by: .seconds(61))
        let second = try await feed.request(.page)
        #expect(second.source == .revalidated && second.data == first.data && second.statusCode == 200)
        #expect(second.headers["A"] == "new" && second.headers["Content-Length"] == first.headers["Content-Length"])
        #expect(stubs.requests[1].headers["If-None-Match"] == "\"1\"")
        #expect(stubs.requests[1].headers["If-Modified-Since"] == "Sat, 01 Jan 2000 00:00:00 GMT")
        clock.advance(by: .seconds(30))
        #expect(try await feed.request(.page).source == .cache(age: .seconds(30)))
    }

    @Test func aConfirmationOfAnotherVersionIsNone() async throws {
        answer(
            .page, maxAge(1, "one", ["ETag": "\"1\""]), .status(304, headers: ["ETag": "\"2\""]),
            maxAge(60, "two", ["ETag": "\"2\""]))
        _ = try await text(.page)
        clock.advance(by: .seconds(2))
        #expect(try await text(.page) == "two")
        #expect(stubs.requests[2].headers["If-None-Match"] == nil)
    }

    @Test func aRouteSetsTheLifetimeOfResponsesThatHaveNone() async throws {
        answer(.page, .text("one"), maxAge(1, "two"), .text("three"))
        _ = try await text(.lasting(.seconds(60)))
        clock.advance(by: .seconds(59))
        #expect(try await text(.lasting(.seconds(60))) == "one")
        clock.advance(by: .seconds(1))
        #expect(try await text(.lasting(.seconds(60))) == "two")
        clock.advance(by: .seconds(2))
        #expect(try await text(.lasting(.seconds(60))) == "three")
    }

    @Test func theSystemsDateThatGoesBackLeavesNothingFreshForEver() {
        let now = Date(timeIntervalSince1970: 1_000_000_000)
        // The proof of `!`: four parts.
        let variant = CacheVariant("d-~-~~-")!
        let head = StoredHead(
            variant: variant, statusCode: 200, headers: ["Cache-Control": "max-age=60"], requestedAt: now,
            receivedAt: now)
        #expect(head.age(at: now - 59) == 0 && head.age(at: now - 61) == .infinity)
    }

    // MARK: What is stored

    @Test(arguments: ["no-store", "no-store, max-age=60", "no-cache", "max-age=60, no-cache", "max-age=0"])
    func theServerDecidesWhatIsUsed(directives: String) async throws {
        answer(.page, .text("one", headers: ["Cache-Control": directives]), .text("two"))
        _ = try await text(.page)
        #expect(try await text(.page) == "two")
    }

    @Test(arguments: ["no-store", "no-cache", "max-age=0", "min-fresh=61"])
    func theRequestMayWantANewOne(directive: String) async throws {
        answer(.page, maxAge(60), maxAge(60, "two"))
        _ = try await text(.page)
        #expect(try await text(.with(["Cache-Control": directive])) == "two")
    }

    @Test(arguments: [401, 404, 429, 500, 503])
    func anErrorThatSaysNothingIsNotStored(status: Int) async throws {
        answer(.page, maxAge(1), .status(status), .text("two"))
        _ = try await text(.page)
        clock.advance(by: .seconds(2))
        _ = await feed.result(.lasting(.seconds(60)))
        if case .failure(let error) = await feed.result(.policy(.returnCacheOnly)) { #expect(error.statusCode == nil) }
        #expect(try await text(.lasting(.seconds(60))) == "two")
    }

    @Test func aRetryAsksTheServer() async throws {
        answer(.page, .text("", status: 503, headers: ["Cache-Control": "max-age=60"]), maxAge(60, "two"))
        let provider = Provider<Feed>(transport: stubs, plugins: [.retry(), .cache(cache)], clock: TestClock())
        #expect(try await text(.page, over: provider) == "two")
    }

    @Test func aRevokedResponseIsForgotten() async throws {
        answer(
            .page, maxAge(1, "one", ["ETag": "\"1\""]), .status(403),
            .text("two", headers: ["Cache-Control": "no-store"]))
        _ = try await text(.page)
        clock.advance(by: .seconds(2))
        _ = await feed.result(.page)
        #expect(try await text(.policy(.returnCacheElseLoad)) == "two")
    }

    @Test func aValidatorThatNoRequestCanCarryIsLeftOut() async throws {
        answer(
            .page, maxAge(1, "one", ["ETag": "\"a\u{1}\""]),
            maxAge(1, "two", ["ETag": String(repeating: "e", count: 60_000)]), .text("three"))
        for expected in ["one", "two", "three"] {
            #expect(try await text(.page) == expected)
            clock.advance(by: .seconds(2))
        }
        #expect(stubs.requests.allSatisfy { !$0.headers.contains("If-None-Match") })
    }

    @Test func aRefusedResponseIsStoredAsTheServerSays() async throws {
        answer(.page, .text("gone", status: 404, headers: ["Cache-Control": "max-age=60"]), .text("two"))
        for _ in 1...2 {
            let error = await #expect(throws: MyAPIError.self) { try await self.feed.request(.page) }
            #expect(error?.statusCode == 404)
        }
        #expect(sent == 1)
    }

    @Test func anUnsafeRequestThatSucceedsForgetsTheResource() async throws {
        answer(.page, maxAge(60), maxAge(60, "two"), maxAge(60, "three"))
        stubs.on(Feed.edit, .sequence([.status(204), .status(400), .failure(.networkConnectionLost)]))
        _ = try await text(.page)
        _ = try await feed.request(.edit)
        #expect(try await text(.page) == "two")
        _ = await feed.result(.edit)
        #expect(try await text(.page) == "two")
        // It may have reached the server.
        _ = await feed.result(.edit)
        #expect(try await text(.page) == "three")
    }

    @Test func anUnsafeRequestThatDoesNotUseTheCacheForgetsTheResourceToo() async throws {
        answer(.page, maxAge(60), maxAge(60, "two"), maxAge(60, "three"))
        answer(.picture, maxAge(60), maxAge(60, "new"))
        let stored: HTTPHeaders = ["Content-Location": "/page", "Cache-Control": "max-age=60", "Location": "/picture"]
        stubs.on(Feed.edit, .sequence([.text("posted", headers: stored), .failure(.networkConnectionLost)]))
        let plugin: CachePlugin = .cache(cache) { $0.operation != "Feed.edit" }
        let provider = Provider<Feed>(transport: stubs, plugins: [plugin], clock: clock)
        for target in [Feed.page, .picture] { _ = try await text(target, over: provider) }
        #expect(try await provider.cachePolicy(.returnCacheOnly).request(.edit).source == .network)
        #expect(try await text(.picture, over: provider) == "new")
        // What it answered is not stored.
        #expect(try await text(.page, over: provider) == "two")
        _ = await provider.result(.edit)
        #expect(try await text(.page, over: provider) == "three")
    }

    @Test func aPictureOfALocationOfTheSameOriginIsForgotten() async throws {
        answer(.page, maxAge(60))
        answer(.picture, maxAge(60), maxAge(60, "two"))
        stubs.on(Feed.edit, .status(201, headers: ["Location": "/picture"]))
        _ = try await text(.picture)
        _ = try await feed.request(.edit)
        #expect(try await text(.picture) == "two")
    }

    // MARK: Who gets it

    @Test(arguments: ["Authorization", "X-Api-Key", "X-Session-Token", "X-Session", "X-Sign"])
    func nobodyGetsTheResponseOfAnotherUser(name: String) async throws {
        answer(.page, maxAge(60, "a"), maxAge(60, "b"), maxAge(60, "nobody"))
        // A short value does not look like a key: the name alone counts.
        let (a, b) = (Feed.with([name: "a"]), Feed.with([name: "b"]))
        #expect(try await text(a) == "a")
        #expect(try await text(b) == "b")
        #expect(try await text(.page) == "nobody")
        #expect(try await text(a) == "a")
        #expect(try await text(b) == "b")
        #expect(sent == 3)
    }

    @Test func aTokenInAnyFieldIsACredential() async throws {
        answer(.page, maxAge(60, "a"), maxAge(60, "b"))
        for token in ["a", "b"] {
            let plugin: AccessTokenPlugin = .accessToken(.header("X-Ordinary")) { token }
            let provider = Provider<Feed>(transport: stubs, plugins: [plugin, .cache(cache)], clock: clock)
            #expect(try await text(.page, over: provider) == token)
            #expect(try await text(.page, over: provider) == token)
        }
    }

    @Test func aResponseToCookiesIsForTheSameCookies() async throws {
        answer(.page, maxAge(60, "anybody"), maxAge(60, "a", ["Vary": "X"]))
        #expect(try await text(.page) == "anybody")
        #expect(try await text(.with(["Cookie": "sid=a"])) == "anybody")
        try await cache.removeAll()
        answer(.page, maxAge(60, "a"), maxAge(60, "b"), maxAge(60, "nobody"))
        #expect(try await text(.with(["Cookie": "sid=a"])) == "a")
        #expect(try await text(.with(["Cookie": "sid=b"])) == "b")
        #expect(try await text(.page) == "nobody")
    }

    @Test func aResponseToARequestSignedByALaterPluginIsNotStored() async throws {
        answer(.page, maxAge(60), maxAge(60, "two"))
        let signing: AdaptPlugin = .adapt { $0.setValue("Bearer secret", forHTTPHeaderField: "Authorization") }
        let provider = Provider<Feed>(transport: stubs, plugins: [.cache(cache), signing], clock: clock)
        _ = try await text(.page, over: provider)
        #expect(try await text(.page, over: provider) == "two")
    }

    @Test func aLaterPluginThatMovesTheRequestOrChangesWhatVariesLeavesItOut() async throws {
        stubs.on(Feed.page, maxAge(60))
        let moving: AdaptPlugin = .adapt { $0.url = URL(string: "https://feed.example/page?token=a") }
        let language: AdaptPlugin = .adapt { $0.setValue("de", forHTTPHeaderField: "Accept-Language") }
        stubs.on(where: { endpoint, _ in endpoint.url.query != nil }, maxAge(60, "moved"))
        for plugin in [moving, language] {
            let provider = Provider<Feed>(transport: stubs, plugins: [.cache(cache), plugin], clock: clock)
            stubs.on(Feed.page, maxAge(60, "one", ["Vary": "Accept-Language"]))
            _ = try await provider.request(.page)
            #expect(try await provider.request(.page).source == .network)
        }
    }

    @Test func aTokenByItsFormOrAFieldThatTheAppNamesIsACredential() async throws {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
        let cache = ResponseCache(credentials: ["X-Tenant"])
        let provider = Provider<Feed>(transport: stubs, plugins: [.cache(cache)], clock: clock)
        answer(.page, maxAge(60, "a"), maxAge(60, "b"), maxAge(60, "c"), maxAge(60, "d"))
        #expect(try await text(.with(["X-Identity": token]), over: provider) == "a")
        #expect(try await text(.with(["X-Identity": "none"]), over: provider) == "b")
        #expect(try await text(.with(["x-tenant": "1"]), over: provider) == "c")
        #expect(try await text(.with(["X-Tenant": "2"]), over: provider) == "d")
        #expect(try await text(.with(["X-Tenant": "1"]), over: provider) == "c")
    }

    @Test(arguments: ["*", "a, *", "../../x", "a/b", String(repeating: "long", count: 100)])
    func aVaryThatNoFileCanHaveStoresNothing(vary: String) async throws {
        answer(.page, maxAge(60, "one", ["Vary": vary]), .text("two"))
        _ = try await text(.page)
        #expect(try await text(.page) == "two")
    }

    @Test func variantsStandBesideEachOther() async throws {
        let languages = (1...50).map { "l\($0)" }
        for language in languages {
            stubs.on(
                Feed.with(["Accept-Language": language]), maxAge(60, language, ["Vary": "Accept-Language, Accept"]))
        }
        for _ in 1...2 {
            for language in languages {
                #expect(try await text(.with(["Accept-Language": language])) == language)
            }
        }
        #expect(sent == 50)
    }

    @Test func ofSeveralThatMatchTheNewestAnswers() async throws {
        answer(
            .page, maxAge(60, "old", ["Date": "Sat, 01 Jan 2000 00:00:00 GMT", "Vary": "A"]),
            maxAge(60, "new", ["Date": "Sat, 01 Jan 2000 00:00:10 GMT", "Vary": "B"]))
        _ = try await text(.page)
        clock.advance(by: .seconds(10))
        _ = try await text(.policy(.reload))
        #expect(try await text(.page) == "new")
    }

    // MARK: Policies

    @Test func aPolicyIsTheRoutesOrTheCalls() async throws {
        answer(.page, maxAge(60), maxAge(60, "two"), maxAge(60, "three"))
        _ = try await text(.page)
        #expect(try await text(.policy(.reload)) == "two")
        #expect(try await text(.page) == "two")
        #expect(try await feed.cachePolicy(.reload).request(.page, as: String.self) == "three")
        clock.advance(by: .seconds(1_000))
        #expect(try await text(.policy(.returnCacheElseLoad)) == "three")
        #expect(try await text(.policy(.returnCacheOnly)) == "three")
        #expect(sent == 3)
    }

    @Test func aURLRequestHasItsOwnPolicy() async throws {
        stubs.on(where: { _, _ in true }, .sequence(["one", "two", "three", "four"].map { maxAge(60, $0) }))
        let url = try #require(URL(string: "https://feed.example/made"))
        let policies: [(URLRequest.CachePolicy, String?)] = [
            (.returnCacheDataDontLoad, nil), (.useProtocolCachePolicy, "one"), (.returnCacheDataDontLoad, "one"),
            (.reloadIgnoringLocalCacheData, "two"), (.reloadIgnoringLocalAndRemoteCacheData, "three"),
            (.returnCacheDataElseLoad, "three"), (.reloadRevalidatingCacheData, "four"),
        ]
        for (policy, expected) in policies {
            let endpoint = try #require(Endpoint(URLRequest(url: url, cachePolicy: policy)))
            let data = try? await feed.send(endpoint).data
            #expect(data == expected.map { Data($0.utf8) }, "\(policy.rawValue)")
        }
        // The provider's policy wins.
        let stored = try #require(Endpoint(URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)))
        #expect(try await feed.cachePolicy(.returnCacheOnly).send(stored).data == Data("four".utf8))
    }

    @Test func withoutAResponseReturnCacheOnlyFailsAndSendsNothing() async {
        let error = await #expect(throws: MyAPIError.self) { try await self.feed.request(.policy(.returnCacheOnly)) }
        #expect(error?.urlError?.code == .resourceUnavailable)
        let refused = await #expect(throws: MyAPIError.self) {
            try await self.feed.request(.with(["Cache-Control": "only-if-cached"]))
        }
        #expect(refused?.statusCode == 504)
        for target in [Feed.edit, .with(["If-None-Match": "\"1\""]), .with(["Cache-Control": "no-store"])] {
            await #expect(throws: MyAPIError.self) { try await self.feed.cachePolicy(.returnCacheOnly).request(target) }
        }
        #expect(sent == 0)
    }

    @Test func theSystemsDateThatGoesBackEndsNoProgram() async throws {
        answer(.page, maxAge(60), .text("two"))
        _ = try await text(.page)
        let earlier = Provider<Feed>(
            transport: stubs, plugins: [.cache(cache)], clock: TestClock(start: Date(timeIntervalSince1970: 0)))
        #expect(try await text(.policy(.returnCacheElseLoad), over: earlier) == "one")
        #expect(try await text(.with(["Cache-Control": "max-stale"]), over: earlier) == "one")
        #expect(try await text(.page, over: earlier) == "two")
        #expect(try await text(.policy(.returnCacheOnly), over: earlier) == "two")
    }

    @Test(arguments: [false, true], [1, 59, 60, 61, 3_600])
    func afterTheDateWentBackAReloadReplacesWhatIsStored(inFolder: Bool, seconds: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = inFolder ? try ResponseCache(folder: folder) : self.cache
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        func provider(_ date: Date, _ cache: ResponseCache) -> Provider<Feed> {
            Provider(transport: stubs, plugins: [.cache(cache)], clock: TestClock(start: date))
        }
        answer(
            .page, maxAge(600, "one"), maxAge(600, "two"), maxAge(600, "three"),
            .text("four", headers: ["Cache-Control": "no-store"]), maxAge(600, "five"), maxAge(600, "six"))
        _ = try await text(.page, over: provider(now, cache))
        // Also in a process that begins then.
        let later = inFolder ? try ResponseCache(folder: folder) : cache
        let earlier = provider(now - Double(seconds), later)
        #expect(try await text(.policy(.reload), over: earlier) == "two")
        #expect(try await text(.policy(.returnCacheOnly), over: earlier) == "two")
        let evenEarlier = provider(now - Double(seconds) - 30, later)
        #expect(try await text(.with(["Cache-Control": "no-cache"]), over: evenEarlier) == "three")
        #expect(try await text(.policy(.returnCacheOnly), over: evenEarlier) == "three")
        // One that may not be stored takes its place, too.
        let earliest = provider(now - Double(seconds) - 45, later)
        #expect(try await text(.policy(.reload), over: earliest) == "four")
        await #expect(throws: MyAPIError.self) { try await self.text(.policy(.returnCacheOnly), over: earliest) }
        #expect(try await text(.page, over: earliest) == "five")
        // The caller's own condition.
        #expect(try await text(.with(["If-None-Match": "\"x\""]), over: provider(now - 3_700, later)) == "six")
        #expect(try await text(.policy(.returnCacheOnly), over: provider(now - 3_700, later)) == "six")
    }

    @Test func revalidateAsksTheServerUnlessTheResponseIsImmutable() async throws {
        answer(.page, maxAge(60, "one", ["ETag": "\"1\""]), .status(304))
        stubs.on(Feed.picture, maxAge(60, "two", ["ETag": "\"1\"", "Cache-Control": "immutable"]))
        _ = try await text(.page)
        #expect(try await feed.request(.policy(.revalidate)).source == .revalidated)
        #expect(stubs.requests[1].headers["Cache-Control"] == "max-age=0")
        _ = try await text(.picture)
        #expect(try await feed.cachePolicy(.revalidate).request(.picture).source == .cache(age: .zero))
    }

    #if os(Linux)
    @Test(arguments: [[0xE9], [0xC3, 0xA9], [0x80, 0xFF], Array("e".utf8)] as [[UInt8]])
    func aTagGoesBackByteForByte(bytes: [UInt8]) async throws {
        let tag = [0x22] + bytes + [0x22]
        let server = try LoopbackServer { request in
            let field = Data("If-None-Match: ".utf8) + tag + Data("\r\n".utf8)
            if request.head.range(of: field) != nil { return [.send("HTTP/1.1 304 -\r\n\r\n")] }
            let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nCache-Control: no-cache\r\nETag: ".utf8)
            return [.send(head + tag + Data("\r\n\r\none".utf8))]
        }
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let caches = [ResponseCache(), try ResponseCache(folder: folder)]
        for cache in caches {
            let provider = Provider<MultiTarget>(plugins: [.cache(cache)])
            for expected in [Response.Source.network, .revalidated, .revalidated] {
                #expect(try await provider.send(Endpoint(url: server.url)).source == expected)
            }
        }
    }
    #endif

    // MARK: Stale responses

    @Test func aStaleResponseAnswersAtOnceAndIsRenewedBehindTheCall() async throws {
        answer(
            .page, maxAge(1, "one", ["Cache-Control": "stale-while-revalidate=60", "ETag": "\"1\""]), maxAge(60, "two"))
        _ = try await text(.page)
        clock.advance(by: .seconds(10))
        #expect(try await text(.page) == "one")
        while try await text(.policy(.returnCacheOnly)) == "one" { await Task.yield() }
        #expect(try await text(.page) == "two")
        #expect(sent == 2)
    }

    @Test func observersGetTheBackgroundAsACallOfItsOwnAndTheTimelineNothing() async throws {
        /// Waits for the rest of the ring in the background before it answers.
        struct Renewing: ExchangeInterceptor {
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                let background = next.background
                _ = try await background(endpoint)
                context.note("answered")
                return Response(statusCode: 200, endpoint: endpoint)
            }
        }
        stubs.on(Feed.page, .text("one"))
        let seen = Locked<[CallMetrics]>([])
        let lines = Locked<[String]>([])
        let provider = Provider<Feed>(
            transport: stubs,
            plugins: [
                .metrics { call in seen.withLock { $0.append(call) } },
                .logEvents { event in lines.withLock { $0.append("\(event.kind)") } }, Renewing(),
            ], clock: clock)
        _ = try await provider.request(.page)
        let calls = seen.withLock { $0 }
        #expect(calls.map(\.exchanges) == [1, 0] && sent == 1)
        #expect(calls.map(\.attempts) == [1, 1] && calls.map(\.operation) == ["Feed.page", "Feed.page"])
        #expect(Set(calls.map(\.callID)).count == 2)
        #expect(lines.withLock { lines in lines.filter { $0.contains("request") }.count } == 1)
        let error = await #expect(throws: MyAPIError.self) { try await provider.request(.page, as: Int.self) }
        #expect(error?.requestError.timeline.description == "answered")
    }

    /// Returns a provider that keeps the lines of its logger and the metrics of its calls.
    private func observed(_ lines: Locked<[String]>, _ metrics: Locked<[CallMetrics]>) -> Provider<Feed> {
        Provider<Feed>(
            transport: stubs,
            plugins: [
                .logger(output: { line in lines.withLock { $0.append(line) } }),
                .metrics { call in metrics.withLock { $0.append(call) } }, .cache(cache),
            ], clock: clock)
    }

    @Test func aRenewalIsACallOfLoggersAndMetrics() async throws {
        answer(
            .page, maxAge(1, "one", ["Cache-Control": "stale-while-revalidate=60"]), maxAge(60, "two"))
        let (lines, metrics) = (Locked<[String]>([]), Locked<[CallMetrics]>([]))
        let provider = observed(lines, metrics)
        _ = try await provider.request(.page)
        clock.advance(by: .seconds(10))
        _ = try await provider.request(.page)
        while metrics.withLock({ $0.count }) < 3 { await Task.yield() }
        let calls = metrics.withLock { $0 }
        #expect(Set(calls.map(\.callID)).count == 3 && calls.map(\.exchanges).sorted() == [0, 1, 1])
        // Of the first call and the renewal, in whatever order the second call ended.
        #expect(calls.filter { $0.source == .network && $0.status == 200 }.count == 2)
        let requests = lines.withLock { $0.filter { $0.hasPrefix("REQUEST") } }
        #expect(requests.count == 2, "\(requests)")
    }

    @Test func aRenewalThatFailsIsTold() async throws {
        answer(.page, maxAge(1, "one", ["Cache-Control": "stale-while-revalidate=60"]), .failure(.timedOut))
        let metrics = Locked<[CallMetrics]>([])
        let provider = Provider<Feed>(
            transport: stubs,
            plugins: [.metrics { call in metrics.withLock { $0.append(call) } }, .cache(cache)], clock: clock)
        _ = try await provider.request(.page)
        clock.advance(by: .seconds(10))
        #expect(try await provider.request(.page).source == .cache(age: .seconds(10)))
        while metrics.withLock({ $0.count }) < 3 { await Task.yield() }
        #expect(metrics.withLock { $0.compactMap(\.failure) } == [.timeout])
    }

    // MARK: The network, else the cache

    @Test(arguments: [StubAnswer.failure(.notConnectedToInternet), .failure(.timedOut), .status(500), .status(503)])
    func theNetworkIsAskedFirstByThePolicyAndTheCacheAnswersAFailure(failure: StubAnswer) async throws {
        let directives: HTTPHeaders = ["Cache-Control": "must-revalidate", "ETag": "\"1\""]
        answer(.policy(.loadElseReturnCache), maxAge(60, "one", directives), .status(304), maxAge(60, "two"), failure)
        for expected in [Response.Source.network, .revalidated, .network] {
            #expect(try await feed.request(.policy(.loadElseReturnCache)).source == expected)
        }
        // Caches on the way ask the server, too.
        #expect(stubs.requests.map { $0.headers["Cache-Control"] } == [nil, "max-age=0", "max-age=0"])
        clock.advance(by: .seconds(100_000))
        let last = try await feed.request(.policy(.loadElseReturnCache))
        #expect(last.source == .cache(age: .seconds(100_000)) && last.data == Data("two".utf8))
    }

    @Test(arguments: [StubAnswer.failure(.notConnectedToInternet), .status(503)])
    func aRangeOfAStoredResponseAnswersAFailureByThePolicy(failure: StubAnswer) async throws {
        let part = Feed.with(["Range": "bytes=1-2"])
        answer(.page, maxAge(1, "whole", ["ETag": "\"1\""]))
        answer(part, failure)
        _ = try await feed.request(.page)
        clock.advance(by: .seconds(10))
        let response = try await feed.cachePolicy(.loadElseReturnCache).request(part)
        #expect(response.source == .cache(age: .seconds(10)) && response.statusCode == 206)
        #expect(response.data == Data("ho".utf8) && response.headers["Content-Range"] == "bytes 1-2/5")
        // It is still stored.
        #expect(try await feed.cachePolicy(.returnCacheOnly).request(.page).data == Data("whole".utf8))
    }

    @Test func aRangeThatAStoredResponseDoesNotHaveFailsByThePolicy() async throws {
        let part = Feed.with(["Range": "bytes=9-"])
        answer(.page, maxAge(1, "whole"))
        answer(part, .failure(.notConnectedToInternet))
        _ = try await feed.request(.page)
        let error = await #expect(throws: MyAPIError.self) {
            try await feed.cachePolicy(.loadElseReturnCache).request(part)
        }
        #expect(error?.isNoNetwork == true)
    }

    /// A 304 about another version is followed by a second request, which may fail like the first one.
    @Test(arguments: [StubAnswer.failure(.notConnectedToInternet), .failure(.timedOut), .status(502)])
    func aFailureBehindAnUnusable304IsAnsweredByTheCacheByThePolicy(failure: StubAnswer) async throws {
        let other = StubAnswer.status(304, headers: ["ETag": "\"2\""])
        answer(.policy(.loadElseReturnCache), maxAge(1, "one", ["ETag": "\"1\""]), other, failure, maxAge(60, "two"))
        _ = try await feed.request(.policy(.loadElseReturnCache))
        clock.advance(by: .seconds(10))
        let response = try await feed.request(.policy(.loadElseReturnCache))
        #expect(response.source == .cache(age: .seconds(10)) && response.data == Data("one".utf8) && sent == 3)
        #expect(try await feed.request(.policy(.loadElseReturnCache)).data == Data("two".utf8))
    }

    @Test func aFailureBehindAnUnusable304IsAnsweredByAStaleResponseThatMayBeUsed() async throws {
        let other = StubAnswer.status(304, headers: ["ETag": "\"2\""])
        let headers: HTTPHeaders = ["ETag": "\"1\"", "Cache-Control": "stale-if-error=60"]
        answer(.page, maxAge(1, "one", headers), other, .status(503), other, .failure(.timedOut))
        _ = try await feed.request(.page)
        clock.advance(by: .seconds(10))
        #expect(try await text(.page) == "one")
        clock.advance(by: .seconds(60))
        await #expect(throws: MyAPIError.self) { try await self.text(.page) }
    }

    @Test(arguments: [URLError.Code.serverCertificateUntrusted, .secureConnectionFailed, .clientCertificateRejected])
    func anErrorOfTLSIsNotAnsweredByAStoredResponse(code: URLError.Code) async throws {
        answer(.policy(.loadElseReturnCache), maxAge(60, "one"), .failure(code))
        _ = try await feed.request(.policy(.loadElseReturnCache))
        let error = await #expect(throws: MyAPIError.self) { try await feed.request(.policy(.loadElseReturnCache)) }
        #expect(error?.urlError?.code == code)
    }

    @Test func aRefusalIsTheAnswerAlsoIfThereIsAStoredResponse() async throws {
        answer(.policy(.loadElseReturnCache), maxAge(60, "one"), .status(404))
        _ = try await feed.request(.policy(.loadElseReturnCache))
        let error = await #expect(throws: MyAPIError.self) { try await feed.request(.policy(.loadElseReturnCache)) }
        #expect(error?.statusCode == 404)
    }

    @Test func withoutAStoredResponseTheFailureIsThatOfTheNetwork() async throws {
        answer(.policy(.loadElseReturnCache), .failure(.notConnectedToInternet))
        let error = await #expect(throws: MyAPIError.self) { try await feed.request(.policy(.loadElseReturnCache)) }
        #expect(error?.isNoNetwork == true)
    }

    // MARK: Size and removal

    @Test(arguments: [false, true]) func aCacheCountsItsResponsesAndRemovesSome(isInFolder: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = isInFolder ? try ResponseCache(folder: folder) : ResponseCache()
        #expect(try await cache.count == 0)
        #expect(try await cache.size == 0)
        answer(.page, maxAge(600, "one"))
        answer(.picture, maxAge(600, "two", ["Content-Type": "image/png"]))
        let provider = Provider<Feed>(transport: stubs, plugins: [.cache(cache)], clock: clock)
        for page in [Feed.page, .picture] { _ = try await provider.request(page) }
        #expect(try await cache.count == 2)
        #expect(try await cache.size > 6)
        try await cache.remove { $0.headers["Content-Type"] == "image/png" }
        #expect(try await cache.count == 1)
        #expect(try await provider.request(.page).source == .cache(age: .zero))
    }

    @Test func aRequestWithCookiesIsValidatedAtOnce() async throws {
        let directives: HTTPHeaders = ["Cache-Control": "stale-while-revalidate=60"]
        answer(.with(["Cookie": "sid=1"]), maxAge(1, "one", directives), maxAge(60, "two"))
        _ = try await text(.with(["Cookie": "sid=1"]))
        clock.advance(by: .seconds(10))
        #expect(try await text(.with(["Cookie": "sid=1"])) == "two")
    }

    @Test(arguments: [StubAnswer.failure(.notConnectedToInternet), .status(503)])
    func aStaleResponseAnswersInPlaceOfAnError(failure: StubAnswer) async throws {
        answer(.page, maxAge(1, "one", ["Cache-Control": "stale-if-error=60"]), failure, failure)
        _ = try await text(.page)
        clock.advance(by: .seconds(10))
        let second = try await feed.request(.page)
        #expect(second.source == .cache(age: .seconds(10)) && second.data == Data("one".utf8))
        clock.advance(by: .seconds(60))
        await #expect(throws: MyAPIError.self) { try await self.text(.page) }
    }

    @Test func mustRevalidateLetsNothingStaleAnswer() async throws {
        let directives = "stale-if-error=60, stale-while-revalidate=60, must-revalidate"
        answer(.page, maxAge(1, "one", ["Cache-Control": directives]), .failure(.notConnectedToInternet))
        _ = try await text(.page)
        clock.advance(by: .seconds(10))
        await #expect(throws: MyAPIError.self) { try await self.text(.page) }
    }

    // MARK: Methods and parts

    @Test func aHeadIsAnsweredFromAStoredGet() async throws {
        stubs.on(Feed.page, maxAge(60))
        _ = try await text(.page)
        let head = Endpoint(.head, url: try #require(URL(string: "https://feed.example/page")))
        let response = try await feed.send(head)
        #expect(response.source == .cache(age: .zero) && response.body == .none)
    }

    @Test func aHeadOfAnotherStatusRemovesWhatIsStored() async throws {
        answer(
            .page, .text("gone", status: 404, headers: ["Last-Modified": "Fri, 31 Dec 1999 00:00:00 GMT"]), .text("two")
        )
        _ = await feed.result(.page)
        clock.advance(by: .seconds(10_000))
        let head = Endpoint(.head, url: try #require(URL(string: "https://feed.example/page")))
        stubs.on(head, maxAge(60, ""))
        _ = try await feed.send(head)
        #expect(try await text(.page) == "two")
    }

    @Test func aRangeIsAnsweredFromAWholeBody() async throws {
        stubs.on(Feed.page, maxAge(60, "0123456789"))
        _ = try await text(.page)
        let part = try await feed.request(.with(["Range": "bytes=2-4"]))
        #expect(part.statusCode == 206 && part.data == Data("234".utf8))
        #expect(part.headers["Content-Range"] == "bytes 2-4/10" && part.headers["Content-Length"] == "3")
        #expect(sent == 1)
    }

    @Test func aPartIsNotStored() async throws {
        stubs.on(Feed.page, .data(Data("0123456789".utf8), headers: ["Cache-Control": "max-age=60"]).servingRanges())
        _ = try await feed.request(.with(["Range": "bytes=2-4"]))
        #expect(try await text(.page) == "0123456789")
    }

    // MARK: Bodies

    @Test func aStreamIsStoredWhenItWasReadToItsEnd() async throws {
        answer(.page, maxAge(60), maxAge(60, "two"))
        for try await _ in try await feed.stream(.page) { break }
        var whole = Data()
        for try await chunk in try await feed.stream(.page) { whole.append(chunk) }
        #expect(whole == Data("two".utf8))
        #expect(try await text(.page) == "two")
        var again = Data()
        let stream = try await feed.stream(.page)
        #expect(stream.response.source == .cache(age: .zero))
        for try await chunk in stream { again.append(chunk) }
        #expect(again == whole && sent == 2)
    }

    @Test func aStreamThatEndsEarlyWithoutAnErrorIsNotStored() async throws {
        /// A transport whose stream ends as a cancelled AsyncStream does.
        struct ShortTransport: Transport {
            func send(_ endpoint: Endpoint, context: CallContext) -> Response {
                let pieces = BodyStream(length: 10) {
                    var rest = [Data("half ".utf8)]
                    return { rest.popLast() }
                }
                return Response(
                    statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: .stream(pieces), endpoint: endpoint
                )
            }
        }
        let provider = Provider<Feed>(transport: ShortTransport(), plugins: [.cache(cache)], clock: clock)
        for try await _ in try await provider.stream(.page) {}
        await #expect(throws: MyAPIError.self) { try await self.text(.policy(.returnCacheOnly)) }
    }

    @Test func aBodyAboveTheCallsLimitComesFromTheServer() async throws {
        stubs.on(Feed.page, maxAge(60, "0123456789"))
        _ = try await text(.page)
        let small = feed.withDefaults { $0.maxBodySize = 5 }
        let error = await #expect(throws: MyAPIError.self) { try await small.request(.page) }
        #expect(error?.requestError.category == .tooLarge && sent == 2)
    }

    // MARK: Beside others

    @Test func aResponseRemovedDuringItsFetchIsNotStored() async throws {
        /// A transport during whose exchange the user logs out.
        struct LogoutTransport: Transport {
            let cache: ResponseCache
            let stubs: StubTransport

            func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
                let response = try await stubs.send(endpoint, context: context)
                try await cache.removeAll()
                return response
            }
        }
        answer(.page, maxAge(60), maxAge(60, "two"))
        let provider = Provider<Feed>(
            transport: LogoutTransport(cache: cache, stubs: stubs), plugins: [.cache(cache)], clock: clock)
        _ = try await text(.page, over: provider)
        #expect(try await text(.page, over: provider) == "two")
    }

    @Test func oneURLIsRemoved() async throws {
        stubs.on(Feed.search("a"), maxAge(60))
        stubs.on(Feed.search("b"), maxAge(60))
        for text in ["a", "b"] { _ = try await feed.request(.search(text)) }
        try await cache.remove(for: try feed.endpoint(.search("a")).url)
        for text in ["a", "b"] { _ = try await feed.request(.search(text)) }
        #expect(sent == 3)
    }

    @Test func equalCallsInFlightShareTheExchangeBehindTheCache() async throws {
        // The answer waits until all wait for it.
        let (gate, coalescing) = (TestClock(isManual: true), CoalescingPlugin())
        stubs.on(Feed.page, maxAge(60).delayed(by: .seconds(1)))
        let provider = Provider<Feed>(transport: stubs, plugins: [.cache(cache), coalescing], clock: gate)
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...20 { group.addTask { try await provider.request(.page, as: String.self) } }
            await gate.waitForSleepers()
            while coalescing.transfers.waiting < 20 { await Task.yield() }
            gate.advance(by: .seconds(1))
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "one", count: 20))
        #expect(sent == 1)
    }

    @Test func itsPlaceIsBehindCookiesAndBeforeWhatSharesAndLimits() {
        let cache = CachePlugin(cache)
        #expect(cache.problem(behind: .coalescing())?.contains("which costs more than a hit") == true)
        #expect(cache.problem(behind: .concurrencyLimit(1)) == "a cached response waits for a permit")
        let others: [any Plugin] = [.cookies(), .logger(), .retry(), CachePlugin(self.cache)]
        for other in others { #expect(cache.problem(behind: other) == nil) }
    }

    @Test func parallelTestsOfOneProviderShareNothing() async throws {
        // As an app has it, over a transport that is never asked.
        let app = Provider<Feed>(transport: StubTransport(), plugins: [.cache(cache)], clock: clock)
        let texts = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 1...20 {
                let stubs = StubTransport()
                stubs.on(Feed.page, .sequence([maxAge(60, "\(number)")]))
                group.addTask {
                    try await withStubs(stubs) {
                        [
                            try await app.request(.page, as: String.self),
                            try await app.request(.page, as: String.self), "\(number)",
                        ]
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.allSatisfy { Set($0).count == 1 })
    }

    @Test func aResponseOfTheProvidersStubsIsStoredForTheScopeOnly() async throws {
        answer(.page, maxAge(60, "one"), maxAge(60, "two"), maxAge(60, "three"))
        let app = Provider<Feed>(transport: stubs, plugins: [.cache(cache)], clock: clock)
        let (outer, inner) = (StubTransport(), StubTransport())
        var texts: [String] = []
        func call() async throws { texts.append(try await app.request(.page, as: String.self)) }
        try await withStubs(outer) {
            try await call()
            try await call()
            try await withStubs(inner) { try await call() }
            try await call()
        }
        try await call()
        try await call()
        #expect(texts == ["one", "one", "two", "one", "three", "three"])
    }

    @Test func aStoredSetCookieSetsNothingAgain() async throws {
        let jar = CookieJar()
        answer(.page, maxAge(60, "one", ["Set-Cookie": "sid=1; Path=/"]))
        let provider = Provider<Feed>(transport: stubs, plugins: [.cookies(jar), .cache(cache)], clock: clock)
        _ = try await text(.page, over: provider)
        jar.removeAll()
        #expect(try await provider.request(.page).source == .cache(age: .zero))
        #expect(jar.cookies.isEmpty)
    }

    @Test func timelineLoggerAndMetricsSayWhereItCameFrom() async throws {
        answer(.page, maxAge(60))
        let (lines, metrics) = (Locked<[String]>([]), Locked<[CallMetrics]>([]))
        let provider = observed(lines, metrics)
        _ = try await provider.request(.page)
        clock.advance(by: .seconds(12))
        _ = try await provider.request(.page)
        #expect(lines.withLock { $0.last }?.contains("from cache, 12 s old") == true)
        #expect(metrics.withLock { $0.map(\.source) } == [.network, .cache(age: .seconds(12))])
        let error = await #expect(throws: MyAPIError.self) { try await provider.request(.page, as: Int.self) }
        #expect(error.map { "\($0)" }?.contains("200 from the cache, 12 s old") == true)
    }

    @Test func noDescriptionShowsASecret() async throws {
        answer(.page, maxAge(60, "canary-body", ["Set-Cookie": "sid=canary", "ETag": "\"canary\""]))
        let provider = Provider<Feed>(transport: stubs, plugins: [.cache(cache)], clock: clock)
        _ = try await provider.request(.with(["Authorization": "Bearer canary", "Cookie": "sid=canary"]))
        for text in ["\(cache)", String(reflecting: cache), "\(CachePlugin(cache))", "\(provider)"] {
            #expect(!text.contains("canary"))
        }
        var dumped = ""
        dump(cache, to: &dumped)
        #expect(!dumped.contains("canary"))
    }
}
