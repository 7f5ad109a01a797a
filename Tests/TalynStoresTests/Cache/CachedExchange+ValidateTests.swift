import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynStores

private enum Shop: RoutedTarget {
    case page(Int = 1, HTTPHeaders = [:])

    var baseURL: URL { Self.host }
    // The proof of `!`: the text is a URL.
    static let host = URL(string: "https://shop.example")!

    var route: Route {
        switch self {
        case .page(let number, let headers):
            headers.reduce(Route.get("pages/\(number)")) { $0.header($1.name, $1.value) }.validate(.anyStatus)
        }
    }
}

/// A server that answers by a closure, over the headers of the request and its number.
private final class Server: Transport {
    private let state = Locked([Response]())
    private let answer: @Sendable (Endpoint, Int) -> (status: Int, headers: HTTPHeaders, text: String)

    init(_ answer: @escaping @Sendable (Endpoint, Int) -> (status: Int, headers: HTTPHeaders, text: String)) {
        self.answer = answer
    }

    /// Sends the text with a tag, or a 304 if the request has that.
    convenience init(_ headers: HTTPHeaders = [:], tag: @escaping @Sendable (Endpoint) -> String) {
        self.init { endpoint, number in
            let tag = tag(endpoint)
            var fields: HTTPHeaders = [
                "Cache-Control": "max-age=600", "ETag": tag, "Set-Cookie": "lb=\(number); Path=/",
            ]
            let offered = endpoint.headers["If-None-Match"] ?? ""
            if offered.split(atBytes: ",").contains(where: { $0.trimmed.isSame(bytes: tag) }) {
                return (304, fields, "")
            }
            for field in headers.fields { fields.add(field.name, field.value) }
            return (200, fields, "body of \(tag)")
        }
    }

    func send(_ endpoint: Endpoint, context: CallContext) -> Response {
        state.withLock { sent in
            let answer = answer(endpoint, sent.count)
            let response = Response(
                statusCode: answer.status, headers: answer.headers,
                body: answer.status == 304 ? .none : .data(Data(answer.text.utf8)), endpoint: endpoint)
            sent.append(response)
            return response
        }
    }

    var statuses: [Int] { state.withLock { $0.map(\.statusCode) } }
    /// The tags of the requests so far.
    var offers: [String?] { state.withLock { $0.map { $0.endpoint.headers["If-None-Match"] } } }
    var dates: [String?] { state.withLock { $0.map { $0.endpoint.headers["If-Modified-Since"] } } }
}

/// The requests that are about responses to others, and the users who get these.
@Suite final class CachedExchangeValidateTests: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
    private let clock = TestClock(isManual: true)

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func provider(
        _ server: Server, _ cache: ResponseCache, _ plugins: [any Plugin] = []
    ) -> Provider<Shop> {
        Provider(transport: server, plugins: plugins + [.cache(cache)], clock: clock)
    }

    private func text(_ provider: Provider<Shop>, _ headers: HTTPHeaders, page: Int = 1) async throws -> String {
        let response = try await provider.request(.page(page, headers))
        return String(decoding: response.data, as: UTF8.self) + (response.source == .network ? "" : " stored")
    }

    // MARK: Cookies that change each time

    private enum Rule: CaseIterable { case none, cookies, user, account }

    @Test(arguments: [false, true], Rule.allCases)
    private func fiveURLsInFourRoundsWithACookieThatChangesEachTime(inFolder: Bool, rule: Rule) async throws {
        let names: [String]? = rule == .cookies ? ["session"] : nil
        var user: (@Sendable (Endpoint) -> String?)?
        if rule == .user { user = { _ in "alice" } }
        let cache =
            inFolder
            ? try ResponseCache(folder: folder, cookies: names, user: user)
            : ResponseCache(cookies: names, user: user)
        let server = Server(tag: { "\"\($0.url.path)\"" })
        let jar = CookieJar()
        jar.set([
            Cookie(name: "session", value: "canary-s3cret", domain: "shop.example"),
            Cookie(name: "lb", value: "canary-first", domain: "shop.example"),
        ])
        let number = Locked(0)
        // The token changes each time, too.
        let token: TokenRefreshPlugin = .tokenRefresh(
            current: {
                let number = number.withLock { number in
                    number += 1
                    return number
                }
                return AccessCredential("canary-token-\(number)", account: "canary-alice")
            }, refresh: { $0 })
        let plugins: [any Plugin] = [.cookies(jar)] + (rule == .account ? [token] : [])
        let provider = provider(server, cache, plugins)
        for round in 1...4 {
            for page in 1...5 {
                let response = try await provider.request(.page(page))
                #expect(response.data == Data("body of \"/pages/\(page)\"".utf8) && response.statusCode == 200)
                let expected: Response.Source =
                    round == 1 ? .network : rule == .none ? .revalidated : .cache(age: .zero)
                #expect(response.source == expected)
            }
        }
        let full = [Int](repeating: 200, count: 5)
        #expect(server.statuses == full + (rule == .none ? [Int](repeating: 304, count: 15) : []))
        #expect(jar.cookies.first { $0.name == "lb" }?.value == "\(server.statuses.count - 1)")
        guard inFolder else { return }
        let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
        for path in files.compactMap({ $0 as? String }) {
            #expect(!path.contains("canary"))
            let content = (try? Data(contentsOf: folder.appendingPathComponent(path))) ?? Data()
            #expect(!String(decoding: content, as: UTF8.self).contains("canary"))
        }
    }

    @Test func aResponseConfirmedForOtherCookiesAnswersTheNextRequestWithThem() async throws {
        let server = Server(tag: { _ in "\"1\"" })
        let provider = provider(server, ResponseCache())
        #expect(try await text(provider, ["Cookie": "lb=1"]) == "body of \"1\"")
        for _ in 0..<3 { #expect(try await text(provider, ["Cookie": "lb=2"]) == "body of \"1\" stored") }
        #expect(try await text(provider, ["Cookie": "lb=1"]) == "body of \"1\" stored")
        #expect(server.statuses == [200, 304])
    }

    @Test(arguments: [200_000, 10]) func aStreamAndADownloadAreConfirmedToo(size: Int) async throws {
        let body = String(repeating: "x", count: size)
        let server = Server { endpoint, _ in
            let isKnown = endpoint.headers["If-None-Match"] == "\"1\""
            return (isKnown ? 304 : 200, ["ETag": "\"1\"", "Cache-Control": "max-age=600"], isKnown ? "" : body)
        }
        let cache = try ResponseCache(folder: folder)
        let provider = provider(server, cache)
        _ = try await provider.request(.page(1, ["Cookie": "lb=1"]))
        var whole = Data()
        for try await chunk in try await provider.stream(.page(1, ["Cookie": "lb=2"])) { whole.append(chunk) }
        #expect(whole == Data(body.utf8))
        let file = folder.appendingPathComponent("film")
        let downloaded = try await provider.download(.page(1, ["Cookie": "lb=3"]), to: .file(file))
        #expect(try Data(contentsOf: downloaded.url) == whole)
        #expect(server.statuses == [200, 304, 304])
        for number in 1...3 {
            #expect(try await provider.request(.page(1, ["Cookie": "lb=\(number)"])).data == whole)
        }
        #expect(server.statuses == [200, 304, 304])
    }

    @Test func cookiesThatChangeEachTimeKeepFewResponses() async throws {
        let store = MemoryCacheStore(limit: 1 << 20)
        let server = Server(tag: { _ in "\"1\"" })
        let provider = provider(server, ResponseCache(store))
        for number in 0..<100 { _ = try await text(provider, ["Cookie": "lb=\(number)"]) }
        #expect(store.count == 8)
        #expect(server.statuses.filter { $0 == 200 }.count == 1)
        // Where nothing can be offered, each may be a user's own.
        let plain = Server { _, _ in (200, ["Cache-Control": "max-age=600"], "x") }
        let other = self.provider(plain, ResponseCache(store))
        for number in 0..<100 { _ = try await text(other, ["Cookie": "lb=\(number)"], page: 2) }
        #expect(store.count == 8 + 64)
    }

    @Test func freshResponsesToManyUsersStay() async throws {
        let server = Server(tag: { "\"of \($0.headers["Cookie"]?.utf8.count ?? 0)\"" })
        let provider = provider(server, ResponseCache())
        for _ in 1...3 {
            for user in 0..<20 {
                let cookie = "sid=\(String(repeating: "x", count: user))"
                _ = try await text(provider, ["Cookie": cookie])
            }
        }
        #expect(server.statuses == [Int](repeating: 200, count: 20))
    }

    @Test(arguments: ["Authorization", "X-Api-Key"])
    func noTagOfOtherCredentialsIsOffered(field: String) async throws {
        let server = Server(["Vary": field], tag: { _ in "\"1\"" })
        let provider = provider(server, ResponseCache())
        for value in ["Bearer aaaaaaaaaaaaaaaaaaaaaaaa1", "Bearer bbbbbbbbbbbbbbbbbbbbbbbbb2", nil] {
            _ = try await text(provider, value.map { [field: $0] } ?? [:])
        }
        #expect(server.statuses == [200, 200, 200] && server.offers == [nil, nil, nil])
    }

    @Test func variantsOfVaryAreOfferedAndStay() async throws {
        let server = Server(["Vary": "Accept-Language"], tag: { _ in "\"1\"" })
        let store = MemoryCacheStore(limit: 1 << 20)
        let provider = provider(server, ResponseCache(store, cookies: ["session"]))
        for _ in 1...2 {
            for number in 0..<30 {
                _ = try await text(provider, ["Accept-Language": "l\(number)", "Cookie": "session=a; lb=\(number)"])
            }
        }
        #expect(store.count == 30)
        #expect(server.statuses == [200] + [Int](repeating: 304, count: 29))
    }

    // MARK: Who tells users apart

    @Test func namedCookiesTellUsersApart() async throws {
        let server = Server { endpoint, _ in
            (200, ["Cache-Control": "max-age=600", "Vary": "Cookie"], endpoint.headers["Cookie"] ?? "nobody")
        }
        let provider = provider(server, ResponseCache(cookies: ["session", "tenant"]))
        #expect(try await text(provider, ["Cookie": "a=1; session=x; tenant=1"]) == "a=1; session=x; tenant=1")
        #expect(try await text(provider, ["Cookie": "tenant=1;b=2;session=x"]) == "a=1; session=x; tenant=1 stored")
        for other in [
            "session=y; tenant=1", "session=x", "xsession=x; tenant=1", "session=x; tenant=2",
            "session=x; session=y; tenant=1", "session=; tenant=1", "session; tenant=1", "session=x=; tenant=1",
        ] {
            #expect(try await text(provider, ["Cookie": other]) == other)
        }
        // Those without any of them are one user; a response to none at all answers all.
        #expect(try await text(provider, ["Cookie": "lb=1"]) == "lb=1")
        #expect(try await text(provider, ["Cookie": "lb=2"]) == "lb=1 stored")
        #expect(try await text(provider, [:]) == "nobody")
    }

    @Test func theUserIsTheOneThatTheAppNames() async throws {
        let server = Server { endpoint, number in
            (200, ["Cache-Control": "max-age=600", "Vary": "Cookie, Authorization"], "\(number)")
        }
        let cache = ResponseCache(
            credentials: ["X-Tenant"], user: { $0.headers["X-User"]?.replacing(bytes: "|", with: "\n") })
        let provider = provider(server, cache)
        let alice: HTTPHeaders = ["X-User": "alice", "Cookie": "lb=1", "Authorization": "Bearer a"]
        #expect(try await text(provider, alice) == "0")
        let later: HTTPHeaders = ["X-User": "alice", "Cookie": "lb=2", "Authorization": "Bearer b"]
        #expect(try await text(provider, later) == "0 stored")
        #expect(try await text(provider, ["X-User": "bob", "Cookie": "lb=1", "Authorization": "Bearer a"]) == "1")
        // Without one, by its cookies and credentials; a field that the app names counts in any case.
        #expect(try await text(provider, ["Cookie": "lb=1", "Authorization": "Bearer a"]) == "2")
        #expect(try await text(provider, ["Cookie": "lb=2", "Authorization": "Bearer a"]) == "3")
        #expect(try await text(provider, ["X-User": "alice", "X-Tenant": "1"]) == "4")
        #expect(try await text(provider, ["X-User": "alice|x-tenant:1"]) == "5")
        #expect(try await text(provider, ["X-User": ""]) == "6")
    }

    @Test func anAccountCountsAsLongAsItsTokenIsSent() async throws {
        let server = Server { endpoint, number in (200, ["Cache-Control": "max-age=600"], "\(number)") }
        let cache = ResponseCache()
        func provider(_ account: String?, _ token: String, replacing other: String? = nil) -> Provider<Shop> {
            let credential = AccessCredential(token, account: account)
            let refresh: TokenRefreshPlugin = .tokenRefresh(current: { credential }, refresh: { $0 })
            let later: [any Plugin] = other.map { other in [.accessToken { other }] } ?? []
            return self.provider(server, cache, [refresh] + later)
        }
        #expect(try await text(provider("alice", "1"), ["Cookie": "a=1"]) == "0")
        #expect(try await text(provider("alice", "2"), ["Cookie": "a=2"]) == "0 stored")
        #expect(try await text(provider("bob", "1"), ["Cookie": "a=1"]) == "1")
        #expect(try await text(provider(nil, "1"), ["Cookie": "a=1"]) == "2")
        // Another secret, and a token that replaces that of the account.
        #expect(try await text(provider("alice", "1"), ["X-Api-Key": "k"]) == "3")
        #expect(try await text(provider("alice", "1", replacing: "bobs"), [:]) == "4")
        #expect(try await text(provider("bob", "1", replacing: "bobs"), [:]) == "4 stored")
    }

    @Test func aResponseSignedByALaterPluginForAnUnnamedUserIsNotStored() async throws {
        let server = Server { _, number in (200, ["Cache-Control": "max-age=600"], "\(number)") }
        let signing: AdaptPlugin = .adapt { $0.setValue("Bearer bob", forHTTPHeaderField: "Authorization") }
        let cache = ResponseCache(user: { _ in "alice" })
        let signed = Provider<Shop>(transport: server, plugins: [.cache(cache), signing], clock: clock)
        #expect(try await text(signed, [:]) == "0")
        #expect(try await text(provider(server, cache), [:]) == "1")
    }

    // MARK: Other users

    @Test func nobodyGetsTheResponseOfAnotherUserUnlessTheServerConfirmsIt() async throws {
        let server = Server(tag: { "\"\($0.headers["Cookie"] ?? "nobody")\"" })
        let provider = provider(server, ResponseCache())
        for _ in 1...2 {
            for user in ["sid=a", "sid=b", "sid=c"] {
                #expect(try await text(provider, ["Cookie": user]).hasPrefix("body of \"\(user)\""))
                clock.advance(by: .seconds(1))
            }
        }
        #expect(server.statuses == [200, 200, 200])
        #expect(server.offers == [nil, "\"sid=a\"", "\"sid=b\", \"sid=a\""])
    }

    @Test(arguments: [ResponseCache(cookies: ["sid"]), ResponseCache(user: { $0.headers["Cookie"] })])
    func aUserWhomTheAppNamesIsNeverAnotherOne(cache: ResponseCache) async throws {
        // A server that takes the version of a user's row for a tag.
        let server = Server(tag: { _ in "\"1\"" })
        let provider = provider(server, cache)
        #expect(try await text(provider, ["Cookie": "sid=a"]) == "body of \"1\"")
        #expect(try await text(provider, ["Cookie": "sid=b"]) == "body of \"1\"")
        #expect(server.offers == [nil, nil] && server.statuses == [200, 200])
    }

    @Test(
        arguments: [
            ["Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"], ["ETag": "W/\"1\""], ["ETag": "1"], ["ETag": "\"1"],
            ["ETag": "\"1\", \"2\""], ["ETag": "\"a b\""], ["ETag": "\""], ["ETag": ""], ["ETag": "*"],
            ["ETag": "w/\"1\""], ["ETag": "\"\u{1}\""], ["ETag": "\"1\"", "Cache-Control": "no-store"], [:],
            ["ETag": "\"\(String(repeating: "x", count: 1_100))\""],
        ] as [HTTPHeaders])
    func onlyAStrongTagOfAnotherUserIsOffered(headers: HTTPHeaders) async throws {
        let server = Server { _, number in
            var fields = headers
            if !fields.contains("Cache-Control") { fields["Cache-Control"] = "max-age=600" }
            return (number == 0 ? 200 : 304, number == 0 ? fields : [:], "alice's")
        }
        let provider = provider(server, ResponseCache())
        _ = try await text(provider, ["Cookie": "sid=alice"])
        #expect(try await text(provider, ["Cookie": "sid=bob"]) == "")
        #expect(server.offers == [nil, nil] && server.dates == [nil, nil])
    }

    @Test(
        arguments: [
            [:], ["ETag": "W/\"a\""], ["ETag": "\"b\""], ["ETag": "a"], ["ETag": "\"a\", \"a\""], ["ETag": "\"A\""],
            ["Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"], ["ETag": "\"a\" \"b\""], ["ETag": ""], ["ETag": "*"],
        ] as [HTTPHeaders])
    func a304WithoutThatTagIsNotAboutTheResponseOfAnotherUser(headers: HTTPHeaders) async throws {
        let modified: HTTPHeaders = ["Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT", "ETag": "\"a\""]
        let server = Server { _, number in
            switch number {
            case 0: (200, modified, "alice's")
            case 1: (304, headers, "")
            default: (200, ["ETag": "\"b\""], "bob's")
            }
        }
        let provider = provider(server, ResponseCache())
        _ = try await text(provider, ["Cookie": "sid=alice"])
        #expect(try await text(provider, ["Cookie": "sid=bob"]) == "bob's")
        #expect(server.offers == [nil, "\"a\"", nil])
    }

    @Test func fieldsThatMayBeAboutAnotherUserAreNotPassedOn() async throws {
        let isTold = Locked(false)
        let server = Server { endpoint, _ in
            let isKnown = endpoint.headers["If-None-Match"] != nil
            let isTold = isTold.withLock { $0 }
            let user = endpoint.headers["Cookie"] ?? ""
            var fields: HTTPHeaders = ["ETag": "\"1\"", "Cache-Control": "max-age=600", "Set-Cookie": "of=\(user)"]
            if !isKnown || isTold { fields["X-User"] = user }
            return (isKnown ? 304 : 200, fields, isKnown ? "" : "body")
        }
        let store = MemoryCacheStore(limit: 1 << 20)
        let provider = provider(server, ResponseCache(store))
        for user in ["sid=a", "sid=b", "sid=c"] {
            for _ in 1...2 {
                let response = try await provider.request(.page(1, ["Cookie": user]))
                #expect(response.headers["X-User"] == user && response.headers["Set-Cookie"] == "of=\(user)")
                #expect(response.data == Data("body".utf8))
            }
            isTold.withLock { $0 = user == "sid=b" }
        }
        // A 304 might not repeat it.
        #expect(server.statuses == [200, 200, 200])
    }

    // MARK: What a request carries

    @Test func aRequestCarriesSixteenTagsAndFourKilobytesAtMost() async throws {
        for (length, most) in [(3, 16), (500, 8), (1_022, 3)] {
            let server = Server { endpoint, number in
                let tag = "\"\(String(repeating: "x", count: length - 2))\(number % 10)\(number / 10)\""
                return (200, ["Cache-Control": "max-age=600", "ETag": tag, "Vary": "X"], "x")
            }
            let provider = provider(server, ResponseCache())
            for number in 0..<30 { _ = try await text(provider, ["X": "\(number)"]) }
            let last = try #require(server.offers.last ?? nil)
            #expect(last.utf8.count <= 4_096 && last.split(separator: ",").count == most)
        }
    }

    @Test func theOwnTagIsFirstAndWithADateOnlyItIsTheOnlyValidator() async throws {
        let date = "Sat, 01 Jan 2000 00:00:00 GMT"
        let server = Server { endpoint, number in
            switch endpoint.headers["Cookie"] {
            case "lb=1": (200, ["Cache-Control": "max-age=600", "ETag": "\"1\""], "1")
            case "lb=2": (200, ["Cache-Control": "max-age=1", "ETag": "W/\"2\"", "Last-Modified": date], "2")
            default: (200, ["Cache-Control": "max-age=1", "Last-Modified": date], "3")
            }
        }
        let provider = provider(server, ResponseCache())
        for _ in 1...2 {
            for number in 1...3 { _ = try await text(provider, ["Cookie": "lb=\(number)"]) }
            clock.advance(by: .seconds(5))
        }
        #expect(server.offers == [nil, "\"1\"", "\"1\"", "W/\"2\", \"1\"", nil])
        #expect(server.dates == [nil, nil, nil, date, date])
    }

    @Test func a304ForTheOwnResponseBesideOthersNeedsItsTag() async throws {
        let server = Server { endpoint, number in
            let cookie = endpoint.headers["Cookie"]
            let offered = endpoint.headers["If-None-Match"] ?? ""
            if offered.contains(",") { return (304, [:], "") }
            if offered == "\"2\"" { return (304, ["Cache-Control": "max-age=600"], "") }
            return (200, ["Cache-Control": "max-age=1", "ETag": cookie == "lb=1" ? "\"1\"" : "\"2\""], cookie ?? "")
        }
        let provider = provider(server, ResponseCache())
        for number in 1...2 { _ = try await text(provider, ["Cookie": "lb=\(number)"]) }
        clock.advance(by: .seconds(5))
        // Which one is meant is not said: the own one is asked about alone.
        #expect(try await text(provider, ["Cookie": "lb=2"]) == "lb=2 stored")
        #expect(server.offers == [nil, "\"1\"", "\"2\", \"1\"", "\"2\""])
    }

    @Test func stubsOfParallelTestsOfferNothingToEachOther() async throws {
        let app = Provider<Shop>(transport: StubTransport(), plugins: [.cache(ResponseCache())], clock: clock)
        for number in 1...3 {
            let stubs = StubTransport()
            stubs.on(Shop.self) { _ in .text("\(number)", headers: ["ETag": "\"1\"", "Cache-Control": "max-age=60"]) }
            let text = try await withStubs(stubs) {
                try await app.request(.page(1, ["Cookie": "a=\(number)"]), as: String.self)
            }
            #expect(text == "\(number)")
            #expect(stubs.requests.allSatisfy { !$0.headers.contains("If-None-Match") })
        }
    }
}
