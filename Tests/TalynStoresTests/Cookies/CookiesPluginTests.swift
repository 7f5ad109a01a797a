import Foundation
import Talyn
import TalynTesting
import Testing

@testable import TalynStores

private enum Shop: RoutedTarget {
    case login, cart, own, without, absolute

    var baseURL: URL { Self.host }
    // The proof of `!`: the text is a URL.
    static let host = URL(string: "https://shop.example")!

    var route: Route {
        switch self {
        case .login: .post("login")
        case .cart: .get("cart")
        case .own: .get("cart").header("Cookie", "sid=own; theme=dark")
        case .without: .get("cart").cookies(false)
        case .absolute: .get("cart").header("X", "y")
        }
    }
}

@Suite struct CookiesPluginTests {
    let stubs = StubTransport()
    let jar = CookieJar()

    private var shop: Provider<Shop> { Provider(transport: stubs, plugins: [.cookies(jar)], clock: TestClock()) }
    private var sent: [String?] { stubs.requests.map { $0.headers["Cookie"] } }

    @Test func aLoginIsRememberedAndALogoutForgetsIt() async throws {
        stubs.on(Shop.login, .status(200, headers: ["Set-Cookie": "sid=1; Path=/; Secure; HttpOnly"]))
        stubs.on(Shop.cart, .text("cart"))
        _ = try await shop.request(.login)
        _ = try await shop.request(.cart)
        jar.removeAll()
        _ = try await shop.request(.cart)
        #expect(sent == [nil, "sid=1", nil])
    }

    @Test func aURLRequestThatHandlesNoCookiesHasNone() async throws {
        stubs.on(where: { _, _ in true }, .status(200, headers: ["Set-Cookie": "sid=1; Path=/"]))
        var request = URLRequest(url: Shop.host)
        request.httpShouldHandleCookies = false
        try await shop.send(#require(Endpoint(request)))
        #expect(jar.cookies.isEmpty)
        request.httpShouldHandleCookies = true
        try await shop.send(#require(Endpoint(request)))
        request.httpShouldHandleCookies = false
        try await shop.send(#require(Endpoint(request)))
        let adapted = Provider<Shop>(
            transport: stubs, plugins: [.adapt { $0.httpShouldHandleCookies = false }, .cookies(jar)])
        _ = try await adapted.request(.cart)
        #expect(jar.cookies.count == 1 && sent == [nil, nil, nil, nil])
    }

    @Test func aCookieWithoutANameIsSent() async throws {
        stubs.on(Shop.login, .status(200, headers: ["Set-Cookie": "only-a-value; Path=/"]))
        stubs.on(Shop.cart, .text("cart"))
        _ = try await shop.request(.login)
        _ = try await shop.request(.cart)
        #expect(sent == [nil, "only-a-value"])
    }

    @Test func cookiesOfARefusedResponseCount() async {
        stubs.on(Shop.login, .status(401, headers: ["Set-Cookie": "sid=1; Path=/"]))
        _ = await shop.result(.login)
        #expect(jar.cookies.isEmpty == false)
    }

    @Test func aCookieHeaderOfTheRouteIsFirstAndItsNamesWin() async throws {
        for (name, value) in [("sid", "jar"), ("lang", "de")] {
            jar.set(Cookie(name: name, value: value, domain: "shop.example"))
        }
        stubs.on(Shop.own, .text("cart"))
        _ = try await shop.request(.own)
        #expect(sent == ["sid=own; theme=dark; lang=de"])
    }

    @Test func theFieldLineHasLessThan8190BytesAsInCurl() async throws {
        stubs.on(where: { _, _ in true }, .text("cart"))
        for (index, length) in [4_000, 4_082, 90, 4_000, 3].enumerated() {
            // "a0=" and "; " count.
            let value = String(repeating: "x", count: length)
            jar.set(Cookie(name: "a\(index)", value: value, domain: "shop.example"))
        }
        _ = try await shop.request(.cart)
        // A third one would make 8,185.
        #expect(sent.first??.utf8.count == 4_003 + 4_087)
        jar.remove { $0.name == "a2" }
        jar.set(Cookie(name: "a1", value: String(repeating: "x", count: 4_173), domain: "shop.example"))
        _ = try await shop.request(.cart)
        #expect(sent.last??.utf8.count == 8_189 - "Cookie: ".utf8.count)
        jar.set(Cookie(name: "a1", value: String(repeating: "x", count: 4_174), domain: "shop.example"))
        _ = try await shop.request(.cart)
        #expect(sent.last??.utf8.count == 4_003)
    }

    @Test func cookiesThatAreLeftOutOfTheFieldAreInTheTimeline() async throws {
        stubs.on(where: { _, _ in true }, .status(500))
        for name in ["a", "b", "c"] {
            jar.set(Cookie(name: name, value: String(repeating: "x", count: 4_094), domain: "shop.example"))
        }
        let error = await #expect(throws: MyAPIError.self) { try await self.shop.request(.cart) }
        #expect(error?.requestError.timeline.description.contains("left out the last 2 of 3 cookies") == true)
    }

    @Test func aRouteOrAConditionLeavesCookiesOut() async throws {
        jar.set(Cookie(name: "sid", value: "1", domain: "shop.example"))
        stubs.on(Shop.cart, .status(200, headers: ["Set-Cookie": "new=1"]))
        _ = try await shop.request(.without)
        let others = Provider<Shop>(transport: stubs, plugins: [.cookies(jar) { $0.operation != "Shop.cart" }])
        _ = try await others.request(.cart)
        #expect(sent == [nil, nil])
        #expect(jar.cookies.map(\.name) == ["sid"])
    }

    @Test func eachRedirectSetsAndGetsItsOwn() async throws {
        let other = try #require(URL(string: "https://other.example/end"))
        stubs.on(
            Shop.cart,
            .status(302, headers: ["Location": "https://other.example/end", "Set-Cookie": "hop=1; Path=/"]))
        stubs.on(Endpoint(url: other), .status(200, headers: ["Set-Cookie": "end=1"]))
        jar.set(Cookie(name: "sid", value: "1", domain: "shop.example"))
        jar.set(Cookie(name: "theirs", value: "1", domain: "other.example"))
        _ = try await shop.request(.cart)
        #expect(sent == ["sid=1", "theirs=1"])
        #expect(
            jar.cookies.map { "\($0)" }.sorted() == [
                "end of other.example", "hop of shop.example", "sid of shop.example", "theirs of other.example",
            ])
    }

    @Test func aRedirectToTheSameHostSeesWhatTheHopHasDeleted() async throws {
        stubs.on(
            Shop.login, .status(303, headers: ["Location": "/cart", "Set-Cookie": "sid=; Max-Age=0; Path=/"]))
        stubs.on(Shop.cart, .text("cart"))
        jar.set(Cookie(name: "sid", value: "1", domain: "shop.example"))
        _ = try await shop.request(.login)
        #expect(sent == ["sid=1", nil])
    }

    @Test func itsPlaceIsBeforeWhatTakesRequestsForEqual() {
        let cookies = CookiesPlugin(jar)
        #expect(cookies.problem(behind: .coalescing()) == "a call shares the response of another login")
        #expect(cookies.problem(behind: .cache()) == "a call gets the cached response of another login")
        #expect(cookies.problem(behind: .logger()) == nil)
    }

    @Test func aResponseBehindALogoutLogsNobodyIn() async {
        let jar = jar
        stubs.on(Shop.self) { _ in
            jar.removeAll()
            return .status(200, headers: ["Set-Cookie": "sid=1; Path=/"])
        }
        _ = await shop.result(.login)
        #expect(jar.cookies.isEmpty)
    }

    @Test func theClockOfTheProviderEndsACookie() async throws {
        let clock = TestClock()
        let shop = Provider<Shop>(transport: stubs, plugins: [.cookies(jar)], clock: clock)
        stubs.on(Shop.login, .status(200, headers: ["Set-Cookie": "sid=1; Path=/; Max-Age=60"]))
        stubs.on(Shop.cart, .text("cart"))
        _ = try await shop.request(.login)
        clock.advance(by: .seconds(59))
        _ = try await shop.request(.cart)
        clock.advance(by: .seconds(1))
        _ = try await shop.request(.cart)
        #expect(sent == [nil, "sid=1", nil])
    }
}
