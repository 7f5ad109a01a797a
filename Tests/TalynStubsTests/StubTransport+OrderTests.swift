import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

/// The order of items, which stubs ignore.
@Suite struct StubTransportOrderTests {
    private let stubs = StubTransport()
    private var provider: Provider<Probe> { Provider(transport: stubs) }

    @Test(arguments: [
        (Route.get("a").query(["x": 1, "y": 2]), Route.get("a").query(["y": 2, "x": 1])),
        (.get("a").query(["ids": [1, 2, 3]]), .get("a").query(["ids": [3, 1, 2]])),
        (.get("a").query(["t": "b c", "u": "d"]), .get("a").query(["u": "d", "t": "b c"])),
        (.post("a").form(["x": 1, "y": "b c"]), .post("a").form(["y": "b c", "x": 1])),
        (.post("a").form(["ids": [1, 2]]), .post("a").form(["ids": [2, 1]])),
        (
            .post("a").multipart {
                Part("x", "1"); Part("y", "2"); Part("y", "3")
            },
            .post("a").multipart {
                Part("y", "3"); Part("x", "1"); Part("y", "2")
            }
        ),
    ])
    func itemsMatchInAnyOrder(_ stubbed: Route, _ sent: Route) async throws {
        stubs.on(Probe(stubbed), .text("found"))
        stubs.on(Probe(.get("far")), .text("far"), times: .any)
        #expect(try await provider.request(Probe(sent), as: String.self) == "found")
        #expect(stubs.count(of: try stubbed.resolved()) == 1)
        try stubs.verify()
    }

    @Test func aStubOfTheSameItemsInAnotherOrderReplacesTheEarlierOne() async throws {
        stubs.on(Probe(.get("a").query(["x": 1, "y": 2])), .text("1"))
        stubs.on(Probe(.get("a").query(["y": 2, "x": 1])), .text("2"))
        #expect(try await provider.request(Probe(.get("a").query(["x": 1, "y": 2])), as: String.self) == "2")
        #expect(stubs.findings.count == 1 && stubs.findings[0].contains(" replaced it; "))
    }

    @Test func thePathAndTheNumberOfItemsCount() async throws {
        stubs.on(Probe(.get("a").query(["x": 1, "y": 2])), .text("found"))
        for route in [
            Route.get("b").query(["x": 1, "y": 2]), .get("a").query(["x": 1]), .get("a"),
            .get("a").query(["x": 1, "y": 2, "z": 3]), .get("a").query(["x": 2, "y": 1]),
            .get("a").query(["x": [1, 1], "y": 2]),
        ] { #expect(await provider.result(Probe(route)).thrown?.category == .unstubbed) }
    }

    @Test func otherBodiesAreComparedByteByByte() async throws {
        stubs.on(Probe(.post("a").text("x=1&y=2")), .text("found"))
        #expect(await provider.result(Probe(.post("a").text("y=2&x=1"))).thrown?.category == .unstubbed)
    }

    @Test func urlsMadeByHandMatchHoweverTheyAreEscaped() async throws {
        let (stubbed, sent) = (
            URL(string: "https://h.example/a?q=b+c&t=%2F"), URL(string: "https://h.example/a?t=/&q=b%20c")
        )
        stubs.on(Endpoint(url: try #require(stubbed)), .text("found"))
        #expect(try await provider.send(Endpoint(url: try #require(sent))).string() == "found")
    }

    @Test(arguments: [
        ("https://h.example/a?q=1", "https://H.Example:443/a?q=1"), ("HTTP://h.example:80/", "http://h.example/"),
        ("http://[0:0:0:0:0:0:0:1]/a", "http://[::1]/a"), ("http://[::1]:80/a?b", "http://[0::0:1]/a?b"),
        ("http://[2001:DB8::A]:8080/", "http://[2001:db8:0:0::a]:8080/"), ("https://h.example", "https://h.example/"),
        ("https://h.example/?q=1", "https://H.example?q=1"), ("https://h.example:443", "https://h.example/"),
        ("http://[0::1]", "http://[::1]/"),
        ("https://h.example:/a", "https://h.example/a"),
    ])
    func anOriginMatchesHoweverItIsWritten(_ stubbed: String, _ sent: String) async throws {
        let (stubbed, sent) = (try #require(URL(string: stubbed)), try #require(URL(string: sent)))
        for (one, other) in [(stubbed, sent), (sent, stubbed)] {
            let stubs = StubTransport()
            stubs.on(Endpoint(url: one), .text("found"))
            #expect(try await Provider<Probe>(transport: stubs).send(Endpoint(url: other)).string() == "found")
            try stubs.verify()
        }
    }

    @Test(arguments: [
        "https://h.example:80/a", "http://h.example/a", "https://other.example/a", "https://h.example/A",
        "https://u:p@h.example/a", "https://h.example/a/",
    ])
    func anotherOriginUserOrPathIsAnotherRequest(_ sent: String) async throws {
        stubs.on(Endpoint(url: try #require(URL(string: "https://h.example/a"))), .text("found"))
        let endpoint = Endpoint(url: try #require(URL(string: sent)))
        do {
            _ = try await provider.send(endpoint)
            Issue.record("it is answered")
        } catch { #expect(error.category == .unstubbed) }
    }

    @Test func aPredicateCanCompareTheOrder() async throws {
        let (one, other) = (Probe(.get("a").query(["x": 1, "y": 2])), Probe(.get("a").query(["y": 2, "x": 1])))
        let url = try one.resolved().url
        stubs.on(where: { endpoint, _ in endpoint.url == url }, .text("in order"))
        #expect(try await provider.request(one, as: String.self) == "in order")
        #expect(await provider.result(other).thrown?.category == .unstubbed)
    }

    @Test func aThousandPagesAreFoundByTheirNumber() async throws {
        for page in 1...1000 {
            stubs.on(Probe(.get("a").query(["page": page, "per": 2])), .text("\(page)"), times: .any)
        }
        for page in [1, 500, 1000] {
            #expect(
                try await provider.request(Probe(.get("a").query(["per": 2, "page": page])), as: String.self)
                    == "\(page)")
        }
    }
}
