import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct StubTemplateTests {
    @Test(arguments: [
        ("users/{}", "users/{}", true), ("/users/{}", "users/{}", true), ("users/{}", "users/{login}", true),
        ("users/{login}", "users/{login}", true), ("users/{login}", "users/{}", true),
        ("users/{id}", "users/{login}", true), ("users/x{id}", "users/{login}", false),
        ("users/{}", "users/{}/", false), ("users/{}/", "users/{}/", true),
        ("users/{}", "users/{}/repos", false), ("users/octocat", "users/{}", false), ("", "", true), ("/", "", true),
        ("", "zen", false), ("v{}.json", "v{}.json", true), ("v{}.json", "v{n}.json", true), ("v{}", "v{}.json", false),
        ("a{", "a{", true), ("}{", "}{", true),
    ])
    func aTemplateIsComparedWithTheRoutes(_ stub: String, _ route: String, _ isSame: Bool) {
        #expect(StubTemplate(stub).matches(template: route) == isSame)
    }

    @Test(arguments: [
        ("users/{}", "/users/octocat", true), ("users/{}", "/users/a%2Fb", true), ("users/{}", "/users/", false),
        ("users/{}", "/users/a/b", false), ("users/{}/", "/users/a/", true), ("users/{login}", "/users/a", true),
        ("", "", true), ("/", "/", true), ("", "/a", false), ("a b", "/a%20b", true), ("v{}.json", "/v12.json", true),
        ("v{}.json", "/v.json", false), ("{}-{}", "/a-b-c", true), ("{}-{}", "/-b", false), ("{}", "", false),
        ("a", "/a/", false), ("zen", "/Zen", false), ("zen", "/xzen", false), ("v{}", "/xv1", false),
        ("{}.json", "/a.json.json", true), ("{}-{}", "/ab-c", true), ("{}-{}", "/a-b", true), ("{}-{}", "/ab", false),
        ("{}{}", "/ab", true), ("{}{}", "/a", false), ("a{}{}b", "/axyb", true), ("a{}{}b", "/axb", false),
    ])
    func aTemplateIsComparedWithAPath(_ stub: String, _ path: String, _ isLike: Bool) {
        #expect(StubTemplate(stub).matches(path: path) == isLike)
    }

    @Test func theMethodCountsWhenItIsGiven() async throws {
        let stubs = StubTransport()
        stubs.on(template: "zen", .text("any"))
        stubs.on(template: "zen", method: .post, .text("post"))
        #expect(try await Provider<GitHub>(transport: stubs).request(.zen, as: String.self) == "any")
    }

    @Test func aHopIsMatchedByItsPathAndNotByTheFirstTemplate() async throws {
        let stubs = StubTransport()
        stubs.on(template: "users/{}", .sequence([.redirect(to: "/v3/teams/7"), .text("again")]), times: 1)
        let provider = Provider<GitHub>(transport: stubs)
        #expect(await provider.result(.user("a")).thrown?.requestError.category == .unstubbed)
        stubs.on(template: "users/{}", .redirect(to: "/v3/teams/7"))
        stubs.on(template: "v3/teams/{}", .text("team"))
        #expect(try await provider.request(.user("a"), as: String.self) == "team")
    }

    @Test func aPathBehindTheTargetsBaseURLIsLikeItToo() async throws {
        let stubs = StubTransport()
        stubs.on(template: "first", .redirect(to: "/api/v2/second/1"))
        stubs.on(template: "second/{}", .text("second"))
        let probe = try Probe("first", behind: "https://api.example.com/api/v2")
        #expect(try await Provider<Probe>(transport: stubs).request(probe, as: String.self) == "second")
    }

    @Test(arguments: [
        ("/api/v2", "/", true), ("/api/v2/", "/", true), ("/api", "/", false), ("/api/v2/a/1", "a/{}", true),
        ("/api/v1/a/1", "a/{}", false), ("/other/v2/a/1", "a/{}", false), ("/a/1", "a/{}", true),
    ])
    func aHopIsMatchedByItsPathOrByTheRestBehindTheBase(_ path: String, _ template: String, _ isLike: Bool) async throws
    {
        let stubs = StubTransport()
        stubs.on(template: "first", .redirect(to: path))
        stubs.on(template: template, .text("there"))
        let probe = try Probe("first", behind: "https://api.example.com/api/v2")
        let text = try? await Provider<Probe>(transport: stubs).request(probe, as: String.self)
        #expect(text == (isLike ? "there" : nil))
    }

    @Test func theValueOfARouteIsNoTextOfATemplate() async {
        let stubs = StubTransport()
        stubs.on(template: "users/octocat", .text("octocat"))
        let error = await Provider<GitHub>(transport: stubs).result(.user("octocat")).thrown
        #expect(error?.requestError.category == .unstubbed)
    }

    @Test func anEndpointMadeByHandIsMatchedByItsPath() async throws {
        let stubs = StubTransport()
        stubs.on(template: "files/{}", method: .put, .status(201))
        let url = try #require(URL(string: "https://bucket.example/files/a?sig=\(canary)"))
        #expect(try await Provider<GitHub>(transport: stubs).send(Endpoint(.put, url: url)).statusCode == 201)
    }

    @Test func aTemplateWithAQueryIsSaidToMatchNothing() {
        let stubs = StubTransport()
        stubs.on(template: "users?page={}", .text("a"))
        #expect(stubs.findings.count == 1)
        #expect(stubs.findings.first?.contains("has a template that holds '?', which no path can contain") == true)
    }

    @Test(arguments: ["items/{", "{a}/{b", "{}{", "a{b/c", "a/{b/c}"]) func aTemplateWithAnOpenBraceIsUnusable(
        _ template: String
    ) {
        let stubs = StubTransport()
        stubs.on(template: template, .text("a"), times: .any)
        #expect(stubs.findings.count == 1)
        #expect(
            stubs.findings.first?.hasSuffix("has a template with '{' but no '}' behind it; a value is {} or {name}")
                == true)
    }
}
