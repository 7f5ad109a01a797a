import Foundation
import Testing

@testable import Talyn

/// The URLs that may receive credentials.
@Suite struct CallContextOriginTests {
    private func isSameOrigin(_ url: String, _ base: String) throws -> Bool {
        var target = Probe(.get("a"))
        target.baseURL = try #require(URL(string: base))
        let context = CallContext(target: target)
        return context.isSameOrigin(Endpoint(url: try #require(URL(string: url))))
    }

    @Test(arguments: [
        ("https://a.example", "https://a.example"), ("https://a.example/b", "https://a.example/c?d"),
        ("https://a.example?b", "https://a.example"), ("https://a.example#b", "https://a.example/"),
        ("HTTPS://A.Example/b", "https://a.example"), ("https://a.example:443/b", "https://a.example"),
        ("https://a.example/b", "https://a.example:443"), ("http://a.example:80", "http://a.example"),
        ("https://ann:pw@a.example/b", "https://a.example"), ("https://a.example/b", "https://ann:pw@a.example"),
        ("http://127.0.0.1:8080/b", "http://127.0.0.1:8080/v1"), ("https://[::1]:1/b", "https://[::1]:1"),
    ])
    func theSameOriginIsFoundHoweverItIsWritten(url: String, base: String) throws {
        #expect(try isSameOrigin(url, base))
    }

    @Test func theProvidersBaseURLComesFirstAndWithoutAnyNoEndpointHasTheOrigin() async throws {
        let staging = try #require(URL(string: "https://staging.example/v1"))
        let asked = Locked<[Bool]>([])
        let plugin = HeadersPlugin { context in
            let urls = ["https://staging.example/a", "https://a.example/a"].compactMap(URL.init(string:))
            asked.withLock { $0 += urls.map { context.isSameOrigin(Endpoint(url: $0)) } }
            return [:]
        }
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        var target = Probe(.get("a"))
        target.baseURL = try #require(URL(string: "https://a.example"))
        try await Provider<Probe>(baseURL: staging, transport: stubs, plugins: [plugin]).request(target)
        try await Provider<Probe>(transport: stubs, plugins: [plugin]).request(target)
        _ = try await Provider<Probe>(transport: stubs, plugins: [plugin]).send(Endpoint(url: staging))
        #expect(asked.withLock { $0 } == [true, false, false, true, false, false])
    }

    @Test(arguments: [
        ("https://a.example.evil.example/", "https://a.example"),
        ("https://a.example@evil.example/", "https://a.example"),
        ("https://a.example:pw@evil.example/", "https://a.example"), ("https://a.example:8443/", "https://a.example"),
        ("https://a.example:4431/", "https://a.example:443"), ("http://a.example/", "https://a.example"),
        ("https://evil.example/https://a.example/", "https://a.example"), ("https:///b", "https:///"),
        ("https://b.example/", "https://a.example/b.example"), ("file:///a", "file:///a"), ("a", "a"),
    ])
    func anotherOriginIsNot(url: String, base: String) throws {
        #expect(try !isSameOrigin(url, base))
    }
}
