import Talyn
import TalynStores
import TalynStubs

#if canImport(WebKit)
import WebKit
#endif

enum CookiesSamples {
    nonisolated struct Cart: Decodable { let items: [String] }

    enum Shop: RoutedTarget {
        case login(String, String)
        case cart

        static let host = URL(string: "https://shop.example")!
        var baseURL: URL { Self.host }
        var route: Route {
            switch self {
            case .login(let name, let password): .post("login").form(["name": name, "password": password])
            case .cart: .get("cart")
            }
        }
    }

    typealias API = GitHub

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(template: "login", method: .post, .status(200, headers: ["Set-Cookie": "sid=1; Path=/; Secure"]))
        stubs.on(template: "cart", .text(#"{"items": ["tea"]}"#))
        try await withStubs(stubs) { try await login("name", "password") }
        guard stubs.requests.map({ $0.headers["Cookie"] }) == [nil, "sid=1"] else { fail("the cookie") }
        try files()
        shared()
    }

    static func login(_ name: String, _ password: String) async throws {
        let jar = CookieJar()
        let shop = Provider<Shop>(plugins: [.cookies(jar)])
        _ = try await shop.request(.login(name, password))  // Set-Cookie: sid=…
        let cart = try await shop.request(.cart, as: Cart.self)  // Cookie: sid=…
        jar.removeAll()  // a logout
        guard cart.items == ["tea"], jar.cookies.isEmpty else { fail("the cart") }
    }

    static func shared() {
        let jar = CookieJar()
        let shop = Provider<Shop>(plugins: [.cookies(jar), .logger()])
        let api = Provider<API>(plugins: [.cookies(jar)])  // the same login
        let plugin: CookiesPlugin = .cookies(jar) { context in context.operation != "Shop.picture" }
        _ = (shop, api)
        guard plugin.name == "CookiesPlugin" else { fail("a plugin") }
    }

    static func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let jar = try CookieJar(file: folder.appending(path: "cookies.txt"))
            guard jar.cookies.isEmpty else { fail("an empty jar") }
        }
        let listURL = folder.appending(path: "suffixes.txt")
        try Data("co.uk\n".utf8).write(to: listURL)
        let suffixes = PublicSuffixes(try String(contentsOf: listURL, encoding: .utf8))  // publicsuffix.org
        let jar = CookieJar(publicSuffixes: suffixes)
        guard jar.cookies.isEmpty, suffixes.contains("co.uk") else { fail("suffixes") }
    }

    static func comment() {
        let jar = CookieJar()  // in memory
        let github = Provider<GitHub>(plugins: [.cookies(jar)])
        jar.removeAll()  // what a logout needs
        _ = github
    }

    #if canImport(WebKit)
    static func system() {
        let jar = CookieJar(.shared)
        guard jar.cookies.isEmpty else { fail("the system's cookies") }
    }

    static func web(_ webView: WKWebView, _ store: WKHTTPCookieStore, _ jar: CookieJar) async {
        for cookie in await webView.configuration.websiteDataStore.httpCookieStore.allCookies() {
            jar.set(Cookie(cookie))
        }
        for cookie in jar.cookies.compactMap({ HTTPCookie($0) }) { await store.setCookie(cookie) }
    }
    #endif
}
