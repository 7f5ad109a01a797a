import Foundation
import Testing

@testable import Talyn

@Suite struct RoutedTargetTests {
    /// Counts reads of its route.
    private struct Counting: RoutedTarget {
        let count = Locked(0)
        var baseURL: URL { Probe.host }
        var route: Route {
            count.withLock { $0 += 1 }
            return .post("x").json([1]).query(["a": 1]).header("X-A", "1").validate(.codes(200...299))
        }
        var asked: Int { count.withLock { $0 } }
    }

    @Test(arguments: [
        (GitHub.zen, "GET https://api.github.com/zen", String?.none),
        (.user("octo cat"), "GET https://api.github.com/users/octo%20cat", nil),
        (.repositories(of: "a/b", page: 2), "GET https://api.github.com/users/a%2Fb/repos?page=2&per_page=50", nil),
        (
            .createIssue(owner: "a", repo: "b", NewIssue(title: "né")), "POST https://api.github.com/repos/a/b/issues",
            #"{"title":"né"}"#
        ),
    ])
    func eachCaseOfTheSwitchIsItsRequest(target: GitHub, line: String, body: String?) throws {
        let endpoint = try Provider<GitHub>(transport: StubTransport()).endpoint(target)
        #expect("\(endpoint.method) \(endpoint.url.absoluteString)" == line)
        #expect(endpoint.bodyText == body)
    }

    @Test func theOtherAspectsAreDerivedFromTheRoute() {
        let target = Probe(.post("users/\("x")").json(1).header("A", "1"))
        #expect(target.path.encoded == "users/x")
        #expect(target.path.template == "users/{}")
        #expect(target.method == .post)
        #expect("\(target.task)" == "no query, an encoded body")
        #expect(target.headers.isEmpty)
    }

    @Test func headersBesideTheRouteAreThoseOfEveryCase() throws {
        struct Shared: RoutedTarget {
            var route: Route
            var baseURL: URL { Probe.host }
            var headers: HTTPHeaders { ["Accept": "shared", "X-Shared": "1"] }
        }
        func headers(_ route: Route) throws -> [String] {
            let provider = Provider<Shared>(transport: StubTransport()).withDefaults {
                $0.headers = ["accept": "provider"]
            }
            return try provider.endpoint(Shared(route: route)).headers.fields.map { "\($0.name)=\($0.value)" }
        }
        #expect(try headers(.get("x")) == ["Accept=shared", "X-Shared=1"])
        #expect(try headers(.get("x").header("accept", "route")) == ["X-Shared=1", "accept=route"])
        #expect(try headers(.get("x").header("Accept", nil)) == ["X-Shared=1"])
        #expect(
            try headers(.get("x").header("x-shared", nil).header("X-Shared", "2")) == ["Accept=shared", "X-Shared=2"])
    }

    @Test func theRouteIsAskedForOnceACall() async throws {
        let stubs = StubTransport()
        let target = Counting()
        let sent = Endpoint(
            .post, url: try #require(URL(string: "https://api.example.com/x?a=1")), body: .data(Data("[1]".utf8)))
        stubs.on(sent, .sequence([.status(503), .status(204)]))
        let plugins: [any Plugin] = [TracingPlugin(name: "a", trace: Trace()), OnceMore()]
        let provider = Provider<Counting>(transport: stubs, plugins: plugins, clock: TestClock())
        try await provider.request(target)
        #expect(stubs.requests.count == 2)
        #expect(target.asked == 1)
    }

    @Test func theRouteIsAskedForOnceThroughAMultiTarget() throws {
        let target = Counting()
        _ = try Provider<MultiTarget>(transport: StubTransport()).endpoint(MultiTarget(target))
        #expect(target.asked == 1)
    }
}
