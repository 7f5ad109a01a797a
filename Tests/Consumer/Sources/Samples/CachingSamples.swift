import Talyn
import TalynStores
import TalynTesting

enum CachingSamples {
    enum Feed: RoutedTarget {
        case latest
        case picture(Int)

        static let host = URL(string: "https://feed.example")!
        var baseURL: URL { Self.host }
        var route: Route {
            switch self {
            case .latest: .get("latest").cache(for: .seconds(60))  // the server says nothing
            case .picture(let id): .get("pictures/\(id)").cachePolicy(.returnCacheElseLoad)
            }
        }
    }

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(template: "latest", .text("news"))
        let folder = FileManager.default.temporaryDirectory.appending(path: "talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withStubs(stubs) {
            try await cached(in: folder, CookieJar())
            try await cached(in: folder, CookieJar())
        }
        guard stubs.requests.count == 3 else { fail("the cache: \(stubs.requests.count) requests") }
        try users(in: folder, CookieJar())
        try await comments(folder)
    }

    static func cached(in folder: URL, _ jar: CookieJar) async throws {
        let cache = try ResponseCache(folder: folder)
        let feed = Provider<Feed>(plugins: [.cookies(jar), .cache(cache), .coalescing()])
        let response = try await feed.request(.latest)
        print(response.source)  // network, cache, 12 s old, or cache, revalidated
        let fresh = try await feed.cachePolicy(.reload).request(.latest)  // pulled down by hand
        let plugin: CachePlugin = .cache(cache) { context in context.operation != "Feed.latest" }
        guard fresh.source == .network, plugin.name == "CachePlugin" else { fail("a reload") }
        let week = Date(timeIntervalSinceNow: -7 * 86_400)
        try await cache.remove { head in head.receivedAt < week }
        print(try await cache.count, try await cache.size)  // responses, bytes
    }

    enum Shop: RoutedTarget {
        case cart
        var baseURL: URL { Feed.host }
        var route: Route { .get("cart") }
    }

    static func users(in folder: URL, _ jar: CookieJar) throws {
        let cache = try ResponseCache(folder: folder, cookies: ["session"])
        let shop = Provider<Shop>(plugins: [.cookies(jar), .cache(cache)])
        _ = shop
    }

    static func landing(_ folder: URL) throws {
        let feed = Provider<Feed>(plugins: [.cache(try ResponseCache(folder: folder))])
        _ = feed
    }

    static func comments(_ folder: URL) async throws {
        do {
            let cache = ResponseCache()  // in memory
            let github = Provider<GitHub>(plugins: [.cache(cache)])
            try await cache.removeAll()  // what a logout needs
            _ = github
        }
        let cache = try ResponseCache(folder: folder)
        let github = Provider<GitHub>(plugins: [.cache(cache), .coalescing()])
        _ = github
        let provider = Provider<MultiTarget>(plugins: [.cache(cache)], clock: TestClock(isManual: true))
        _ = provider
    }
}
