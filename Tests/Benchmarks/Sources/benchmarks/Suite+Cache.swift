import Foundation
import Measure
import Subjects
import Talyn
import TalynStores
import TalynStubs

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Suite {
    /// The cases of the cache of TalynStores, with a body of 10 KB.
    static let cache = Suite(
        title: "A cache", rounds: 200,
        cases: [copiedCall, hit, signedHit, folderHit, systemHit, stubbedMiss, miss, folderMiss],
        plans: [
            .cpu("cache hit", of: "cache hit", against: "stubbed call + copy", .atMost(1)),
            .cpu("cache hit, beside the system's", of: "cache hit", against: "URLCache", .none),
            .cpu("cache hit with a token", of: "cache hit, token", against: "stubbed call + copy", .none),
            .cpu("cache hit in a folder", of: "cache hit, folder", against: "URLCache", .none),
            Plan(
                name: "cache miss: added", floor: "stubbed call", cases: ["stubbed call, miss", "cache miss"],
                unit: "µs",
                budget: .atMost(10)
            ) { ($0.cpu("cache miss") - $0.cpu("stubbed call, miss")) },
            Plan(
                name: "cache miss in a folder: added", floor: "stubbed call",
                cases: ["stubbed call, miss", "cache miss, folder"], unit: "µs", budget: .none
            ) { ($0.cpu("cache miss, folder") - $0.cpu("stubbed call, miss")) },
        ])

    private static let page = Shop.repositories(of: "octocat", page: 1)
    private static let calls = 1000
    private static let body = Data(repeating: 0x20, count: 10_000)

    private static func stub(_ lifetime: Int) -> StubTransport {
        let stubs = StubTransport()
        stubs.on(page, .data(body, headers: ["Cache-Control": "max-age=\(lifetime)"]))
        return stubs
    }

    private static let copiedCall = Case("stubbed call + copy", calls: calls) {
        let shop = Provider<Shop>(transport: stub(3_600))
        return .async {
            let data = try await shop.request(page).data
            keep(data.withUnsafeBytes { Array($0) })
        }
    }

    private static let hit = cached("cache hit", lifetime: 3_600, calls: calls) { ResponseCache() }
    private static let signedHit = cached(
        "cache hit, token", lifetime: 3_600, calls: calls, before: [.accessToken { "token" }]
    ) { ResponseCache() }
    private static let folderHit = cached("cache hit, folder", lifetime: 3_600, calls: calls / 10) {
        try inFolder("hit")
    }
    private static let miss = cached("cache miss", lifetime: 0, calls: calls / 10) { ResponseCache() }
    private static let folderMiss = cached("cache miss, folder", lifetime: 0, calls: calls / 100) {
        try inFolder("miss")
    }

    private static let stubbedMiss = Case("stubbed call, miss", calls: calls / 10) {
        let shop = Provider<Shop>(transport: stub(0))
        return .async { keep(try await shop.request(page)) }
    }

    private static func inFolder(_ name: String) throws -> ResponseCache {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-benchmark-\(name)")
        try? FileManager.default.removeItem(at: folder)
        return try ResponseCache(folder: folder)
    }

    private static func cached(
        _ name: String, lifetime: Int, calls: Int, before plugins: [any Plugin] = [],
        _ make: @escaping @Sendable () throws -> ResponseCache
    ) -> Case {
        Case(name, calls: calls) {
            let shop = Provider<Shop>(
                transport: stub(lifetime), plugins: plugins + [.cache(try make())] as [any Plugin])
            return .async { keep(try await shop.request(page)) }
        }
    }

    private static let systemHit = Case("URLCache", calls: calls / 10) {
        let cache = URLCache(memoryCapacity: 10_000_000, diskCapacity: 0, diskPath: nil)
        let request = try ByHand.request(login: "octocat", page: 1)
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Cache-Control": "max-age=3600"])
        else { throw URLError(.badURL) }
        cache.storeCachedResponse(CachedURLResponse(response: response, data: body), for: request)
        return .sync { keep(cache.cachedResponse(for: try ByHand.request(login: "octocat", page: 1))?.data) }
    }
}
