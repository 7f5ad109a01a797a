import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct StubTransportVerifyTests {
    let stubs = StubTransport()
    var github: Provider<GitHub> { Provider(transport: stubs, clock: TestClock()) }
    private let file = "TalynStubsTests/StubTransport+VerifyTests.swift"

    @Test func verifyThrowsNothingWhenAllStubsWereUsed() async throws {
        stubs.on(GitHub.zen, .text("ok"))
        stubs.on(GitHub.user("a"), .text("never needed"), times: .any)
        try await github.request(.zen)
        try stubs.verify()
        #expect(stubs.findings.isEmpty)
    }

    @Test func everyFindingNamesItsStubAndItsLine() async throws {
        let line = #line
        stubs.on(GitHub.zen, .sequence([.text("1"), .text("2"), .text("3")]))
        stubs.on(GitHub.user(canary), .text("unused"))
        stubs.on(template: "users/{}/repos", .text("unused"), times: 2)
        stubs.on(GitHub.repositories(of: "a", page: 1), .json(Double.nan), times: .any)
        stubs.on(GitHub.user("\n"), .text("crooked"))
        try await github.request(.zen)
        _ = await github.result(.user("b"))
        let error = #expect(throws: StubVerificationError.self) { try stubs.verify() }
        #expect(
            error?.findings == [
                "GitHub.zen (\(file):\(line + 1)) has 2 answers left over",
                "GitHub.user (\(file):\(line + 2)) was never called; if it need not be: 'times: .any'",
                "users/{}/repos (\(file):\(line + 3)) was never called, expected twice",
                "GitHub.repositories (\(file):\(line + 4)) is unusable: its value of type Double cannot be encoded",
                "GitHub.user (\(file):\(line + 5)) cannot be made into a request: "
                    + "value 1 of the path contains a control character",
                "request 2: no stub answers GitHub.user, GET https://api.github.com/users/{}; "
                    + "nearest: GitHub.user (\(file):\(line + 2)): the path differs",
            ])
        #expect(!texts(of: try #require(error)).contains(canary))
    }

    @Test(
        arguments: [
            (0, 1, "was called once, expected never"), (0, 0, nil), (2, 2, nil),
            (2, 1, "was called once, expected twice"), (.exactly(3), 4, "was called 4 times, expected 3 times"),
            (.atLeast(2), 1, "was called once, expected at least twice"),
            (.atLeast(0), 0, nil), (.atMost(1), 2, "was called twice, expected at most once"), (.atMost(-3), 0, nil),
            (.between(2...3), 2, nil), (.between(2...3), 4, "was called 4 times, expected 2 to 3 times"),
            (.between(1...2), 0, "was never called, expected 1 to 2 times"), (.any, 9, nil), (-1, 0, nil),
        ] as [(StubTimes, Int, String?)])
    func aCountThatDiffersIsFound(_ times: StubTimes, _ calls: Int, _ finding: String?) async throws {
        stubs.on(GitHub.zen, .text("ok"), times: times)
        for _ in 0..<calls { try await github.request(.zen) }
        #expect(stubs.findings.count == (finding == nil ? 0 : 1))
        if let finding { #expect(stubs.findings.first?.hasSuffix(finding) == true, "\(stubs.findings)") }
    }

    @Test(arguments: [(StubAnswer.SequenceEnd.fails, 1), (.repeatsLast, 1), (.cycles, 0)])
    func answersLeftOverAreFoundUnlessTheyCycle(_ end: StubAnswer.SequenceEnd, _ findings: Int) async throws {
        stubs.on(GitHub.zen, .sequence([.text("1"), .text("2")], then: end))
        try await github.request(.zen)
        #expect(stubs.findings.count == findings)
        try await github.request(.zen)
        #expect(stubs.findings.isEmpty)
    }

    @Test func aStubThatAnotherReplacedBeforeItAnsweredIsNamed() async throws {
        let line = #line
        stubs.on(GitHub.zen, .text("first"))
        stubs.on(GitHub.zen, .text("second"))
        for _ in 0..<2 { #expect(try await github.request(.zen, as: String.self) == "second") }
        #expect(
            stubs.findings == [
                "GitHub.zen (\(file):\(line + 1)) was never called; if it need not be: 'times: .any'; "
                    + "the stub of \(file):\(line + 2) replaced it; answers in order: '.sequence'"
            ])
        #expect("\(stubs)" == "StubTransport(1 stubs, 2 requests)")
    }

    @Test(arguments: [StubTimes.any, .atMost(1), 0, .between(0...3)])
    func aReplacedStubThatNeedNotBeUsedIsNotFound(_ times: StubTimes) async throws {
        stubs.on(GitHub.zen, .sequence([.text("shared"), .text("set-up")]), times: times)
        stubs.on(GitHub.zen, .text("own"))
        try await github.request(.zen)
        try stubs.verify()
    }

    @Test func aReplacedStubThatHasAnsweredIsNotFound() async throws {
        for text in ["first", "second"] {
            stubs.on(GitHub.zen, .text(text))
            #expect(try await github.request(.zen, as: String.self) == text)
        }
        try stubs.verify()
    }

    @Test(arguments: [(0, 1), (1, 1), (2, 1)])
    func aReplacedStubIsVerifiedAsTheOthers(_ calls: Int, _ findings: Int) async throws {
        // Never called, an answer left over, called too often.
        let times: StubTimes = calls == 0 ? .atLeast(1) : .exactly(1)
        stubs.on(GitHub.zen, .sequence([.text("1"), .text("2")]), times: times)
        for _ in 0..<calls { try await github.request(.zen) }
        stubs.on(GitHub.zen, .text("own"), times: .any)
        #expect(stubs.findings.count == findings)
        #expect(stubs.findings.first?.contains(" replaced it; ") == true)
    }

    @Test func theNewestOfSeveralReplacesTheOneBeforeIt() {
        let line = #line
        stubs.on(GitHub.zen, .text("1"))
        stubs.on(GitHub.zen, .text("2"))
        stubs.on(GitHub.zen, .text("3"), times: .any)
        #expect(stubs.findings.count == 2)
        for (index, finding) in stubs.findings.enumerated() {
            #expect(finding.contains("the stub of \(file):\(line + index + 2) replaced it"), "\(finding)")
        }
    }

    @Test func stubsOfDifferentStatesReplaceNoneOfEachOther() async throws {
        stubs.on(GitHub.zen, .text("out"))
        stubs.on(GitHub.zen, .text("in"), when: ["session": "in"])
        try await github.request(.zen)
        #expect(stubs.findings.count == 1)
        #expect(
            stubs.findings.first?.hasSuffix("never called when session is in; if it need not be: 'times: .any'") == true
        )
    }

    @Test func answersLeftOverByAClosureAreCountedTogether() async throws {
        let line = #line
        stubs.on(GitHub.self) { _ in .sequence([.text("1"), .text("2")]) }
        let stub = "cases of GitHub (\(file):\(line + 1))"
        for target in [GitHub.zen, .user("a")] { try await github.request(target) }
        #expect(stubs.findings == ["\(stub) has 2 answers left over"])
        try await github.request(.zen)
        #expect(stubs.findings == ["\(stub) has 1 answer left over"])
        try await github.request(.user("a"))
        #expect(stubs.findings.isEmpty)
    }

    @Test func aStubOfEachKindIsToAnswerOnceUnlessToldOtherwise() async throws {
        let endpoint = Endpoint(url: GitHub.host.appendingPathComponent("made"))
        stubs.on(GitHub.zen, .text("single"))
        stubs.on(endpoint, .text("endpoint"))
        stubs.on(template: "users/{}", .text("template"))
        stubs.on(GitHub.self) { if case .repositories = $0 { .text("case") } else { nil } }
        stubs.on(where: { endpoint, _ in endpoint.method == .post }, .text("predicate"))
        #expect(stubs.findings.count == 5)
        #expect(stubs.findings.allSatisfy { $0.hasSuffix(" was never called; if it need not be: 'times: .any'") })
        try await github.send(endpoint)
        for target in [
            GitHub.zen, .user("a"), .repositories(of: "a", page: 1),
            .createIssue(owner: "a", repo: "b", NewIssue(title: "c")),
        ] { try await github.request(target) }
        try stubs.verify()
    }

    @Test func aRequestThatFoundItsStubUsedUpIsFoundWithTheStub() async {
        let line = #line
        stubs.on(GitHub.zen, .sequence([.text("once")]))
        _ = await github.result(.zen)
        let reason = await github.result(.zen).thrown?.requestError.reason
        #expect(reason?.hasSuffix("StubTransport+VerifyTests.swift:\(line + 1)) is used up") == true, "\(reason ?? "")")
        #expect(stubs.findings == ["request 2: \(reason ?? "")"])
    }

    // MARK: The nearest stubs

    private struct Search: RoutedTarget {
        var host = "https://api.example.com"
        var path: URLPath = "search"
        var query: QueryItems = ["page": 1, "q": "\(canary)"]
        var method = HTTPMethod.post
        var text = "body"
        var headers: HTTPHeaders = ["X-Version": "1"]
        var baseURL: URL { URL(string: host) ?? Probe.host }
        var route: Route { Route(method, path).query(query).text(text).headers(headers) }
        var operation: String { "Search.call" }
    }

    @Test(
        arguments: [
            (Search(host: "https://staging.example"), "the host differs"),
            (Search(host: "http://api.example.com"), "the scheme differs"),
            (Search(host: "https://api.example.com:8443"), "the port differs"),
            (Search(host: "http://user:\(canary)@api.example.com:8080"), "the scheme differs, the port differs"),
            (Search(host: "http://API.example.com:80"), "the scheme differs"),
            (Search(path: "search/\(canary)"), "the path differs"),
            (Search(query: ["page": 2, "q": "\(canary)"]), "query item page differs"),
            (Search(query: ["q": "\(canary)"]), "query item page is missing"),
            (Search(query: ["page": 1, "q": "\(canary)", "sort": 1]), "query item sort is unexpected"),
            (Search(method: .put), "the method is POST"), (Search(text: "other"), "the body differs"),
            (Search(headers: ["X-Version": "2"]), "header X-Version differs"),
            (Search(headers: [:]), "header X-Version is missing"),
            (
                Search(query: ["page": 3, "q": "x"], text: ""),
                "query item page differs, query item q differs, the body differs"
            ),
        ] as [(Search, String)])
    private func theComplaintNamesTheDifference(_ search: Search, _ difference: String) async throws {
        stubs.on(Search(), .text("found"))
        stubs.on(GitHub.zen, .text("far"))
        let error = await Provider<Search>(transport: stubs).result(search).thrown?.requestError
        let reason = try #require(error?.reason)
        #expect(reason.contains("; nearest: Search.call (TalynStubsTests/"), "\(reason)")
        #expect(reason.hasSuffix("): \(difference)"), "\(reason)")
        #expect(!reason.contains(canary))
        #expect(!stubs.findings.joined().contains(canary))
    }

    @Test(
        arguments: [
            (
                Route.post("a").json(["title": "x", "tag": "\(canary)"]), Route.post("a").json(["title": "y"]),
                "the body differs: JSON key tag is missing, JSON key title differs"
            ),
            (
                .post("a").json(["password": "hunter2-\(canary)", "n": 1]), .post("a").json(["password": "p", "n": 1]),
                "the body differs: JSON key password differs"
            ),
            (
                .post("a").json(["p": ["author": ["name": "a"]]]), .post("a").json(["p": ["author": ["name": "b"]]]),
                "the body differs: JSON key p.author.name differs"
            ),
            (.post("a").json([1, 2]), .post("a").json([1]), "the body differs: the JSON value differs"),
            (
                .post("a").data(Data("[1]".utf8)), .post("a").data(Data("[ 1]".utf8)),
                "the body differs: the same JSON in other bytes"
            ),
            (.post("a").json(["a": 1]), .post("a").text(canary), "header Content-Type differs, the body differs"),
            (
                .post("a").form(["x": 1, "y": 2]), .post("a").form(["x": 1, "z": 3]),
                "the body differs: form item y is missing, form item z is unexpected"
            ),
            (
                .post("a").multipart {
                    Part("x", "1"); Part("y", "2")
                },
                .post("a").multipart {
                    Part("x", "2"); Part("y", "2")
                },
                "the body differs: part x differs"
            ),
            (
                .post("a").multipart {
                    Part("file", data: Data([0x89, 1]), fileName: "a.png"); Part("caption", "2")
                },
                .post("a").multipart {
                    Part("file", data: Data([0x89, 2]), fileName: "a.png"); Part("caption", "2")
                },
                "the body differs: part file differs"
            ),
            (
                .post("a").multipart {
                    Part("file", data: Data([0x89, 1]), fileName: "a.png"); Part("caption", "2")
                },
                .post("a").multipart {
                    Part("file", data: Data([0x89, 2]), fileName: "a.png"); Part("caption", "\(canary)")
                },
                "the body differs: part file differs, part caption differs"
            ),
            (
                .post("a").multipart { Part("file", data: Data([0x89]), fileName: "a.png") },
                .post("a").multipart { Part("file", data: Data([0x89]), fileName: "\(canary).png") },
                "the body differs: part file differs"
            ),
            (
                .get("a").query(["page": 1]).headers(["X-A": "1"]), .get("a").query(["page": 2]).headers(["X-A": "2"]),
                "query item page differs, header X-A differs"
            ),
            (.get("a").query(["token": canary]), .get("a").query(["token": "1"]), "query item token differs"),
            (.get("a/\(canary)"), .get("a/b"), "the path differs"),
        ] as [(Route, Route, String)])
    func theComplaintHidesTheValueThatDiffers(_ stubbed: Route, _ sent: Route, _ difference: String) async throws {
        stubs.on(Probe(stubbed), .text("found"))
        let reason = await Provider<Probe>(transport: stubs).result(Probe(sent)).thrown?.reason ?? ""
        #expect(reason.hasSuffix("): \(difference)"), "\(reason)")
        #expect(!reason.contains(canary))
    }

    @Test func theDestinationOfARedirectIsShownAndNeedsAStubOfItsOwn() async throws {
        stubs.on(GitHub.user("a"), .redirect(to: "https://cdn.example/v2/files/7.png?sig=\(canary)"))
        let error = await github.result(.user("a")).thrown?.requestError
        let reason = try #require(error?.reason)
        #expect(
            reason.hasPrefix(
                "no stub answers GitHub.user, redirected to GET https://cdn.example/v2/files/7.png?sig; the destination "
                    + "of a redirect needs a stub of its own, such as on(Endpoint(url: …), …); "), "\(reason)")
        // Logs show nothing of a path that a server chose.
        #expect(!stubs.log.contains("7.png") && !stubs.log.contains(canary))
    }

    @Test func theMessageShowsThePathOfTheBaseURL() async throws {
        var target = Probe(.get("users/\(canary)"))
        target.baseURL = try #require(URL(string: "https://api.example.com/api/v2/"))
        let reason = await Provider<Probe>(transport: stubs).result(target).thrown?.reason ?? ""
        #expect(
            reason.hasPrefix("no stub answers Probe.call, GET https://api.example.com/api/v2/users/{}; "), "\(reason)")
    }

    @Test func theNearestAreFirstAndAtMostThree() async throws {
        for page in 1...5 { stubs.on(GitHub.repositories(of: "a", page: page), .text("\(page)")) }
        let error = await github.result(.repositories(of: "b", page: 4)).thrown?.requestError
        let near = try #require(error?.reason.components(separatedBy: "nearest: ").last).components(separatedBy: "; ")
        #expect(near.count == 3)
        #expect(near.first?.hasSuffix("): the path differs") == true)
    }

    private func reason(_ target: GitHub, _ github: Provider<GitHub>) async -> String {
        await github.result(target).thrown?.requestError.reason ?? "none"
    }

    @Test func theNearestWithAsManyDifferencesStayInTheirOrder() async {
        let line = #line
        stubs.on(GitHub.user("a"), .text("a"))
        stubs.on(GitHub.user("b"), .text("b"))
        stubs.on(GitHub.user("c"), .text("c"))
        stubs.on(GitHub.user("d"), .text("d"))
        let near = (1...3).map { "GitHub.user (\(file):\(line + $0)): the path differs" }
        let reason = await reason(.user("e"), github)
        #expect(reason.hasSuffix("; nearest: \(near.joined(separator: "; "))"), "\(reason)")
    }

    @Test(arguments: ["https://api.github.com/zen", "https://api.github.com/zen?key=1"])
    func aStubOfTheURLAsDeclaredOrAsSentIsNear(_ text: String) async throws {
        let (stubbed, sent) = (URL(string: text), URL(string: "https://api.github.com/zen?key=1"))
        stubs.on(Endpoint(.put, url: try #require(stubbed)), .text("other"))
        let reason = await reason(.zen, github.adding(Changing { $0.url = sent ?? $0.url }))
        #expect(reason.contains("; nearest: PUT ") && reason.hasSuffix("): the method is PUT"), "\(reason)")
    }

    @Test(arguments: [
        ("https://api.github.com:444/zen", "the port differs"), ("https://github.com/zen", "the host differs"),
        ("http://api.github.com/zen", "the scheme differs"), ("https://api.github.com/Zen/", "the path differs"),
    ])
    func aStubOfAnEndpointWithTheSamePathIsNear(_ text: String, _ difference: String) async throws {
        stubs.on(Endpoint(url: try #require(URL(string: text))), .text("other"))
        let reason = await reason(.zen, github)
        #expect(reason.contains("; nearest: GET ") && reason.hasSuffix("): \(difference)"), "\(reason)")
    }

    @Test(arguments: [
        ("https://h.example/a/b", "https://h.example/a/\(canary)/c", "the path differs"),
        ("https://h.example/a?x=1", "https://h.example/b?x=2", "the path differs, query item x differs"),
        ("https://h.example", "https://h.example/a", "the path differs"),
    ])
    func aHandMadeEndpointOfTheSameOriginIsNearAsItsNameHasNoPath(
        _ stubbed: String, _ sent: String, _ difference: String
    ) async throws {
        stubs.on(Endpoint(url: try #require(URL(string: stubbed))), .text("other"))
        let error = await #expect(throws: MyAPIError.self) {
            try await github.send(Endpoint(url: try #require(URL(string: sent))))
        }
        let reason = error?.requestError.reason ?? ""
        #expect(
            reason.contains("; nearest: GET https://h.example/…") && reason.hasSuffix("): \(difference)"), "\(reason)")
        #expect(!reason.contains(canary))
    }

    @Test(
        arguments: [
            ("api/v2/users/{id}", nil, "the template of the route is users/{}, without the path of the base URL"),
            ("/api/v2/users/{}", nil, "the template of the route is users/{}, without the path of the base URL"),
            (
                "https://api.example.com/api/v2/users/{}", nil,
                "the template of the route is users/{}, without the path of the base URL"
            ),
            ("users/7", nil, "the template of the route is users/{}"),
            ("users/:id", nil, "the template of the route is users/{}"),
            ("users/*", nil, "the template of the route is users/{}"),
            ("users/{}/", nil, "the template of the route is users/{}"),
            ("user/{}", nil, "the template of the route is users/{}"),
            ("users/{whatever}", .post, "the method is POST"),
            ("user/{}", .post, "the method is POST, the template of the route is users/{}"),
        ] as [(String, HTTPMethod?, String)])
    func theComplaintNamesWhatDiffersFromATemplate(
        _ template: String, _ method: HTTPMethod?, _ difference: String
    ) async throws {
        stubs.on(template: template, method: method, .text("found"))
        stubs.on(template: "far", .text("far"))
        var target = Probe(.get("users/\(canary)"))
        target.baseURL = try #require(URL(string: "https://api.example.com/api/v2/"))
        let reason = await Provider<Probe>(transport: stubs).result(target).thrown?.reason ?? ""
        #expect(reason.contains("; nearest: ") && reason.hasSuffix("): \(difference)"), "\(reason)")
        #expect(!reason.contains(canary))
    }

    @Test func aTemplateThatHasNothingInCommonIsNotNear() async {
        stubs.on(template: "films/7/cast", .text("far"))
        #expect(await reason(.user("a"), github).hasSuffix("; stubs: films/7/cast"))
    }

    @Test func aQueryItemWithoutAValueMayBeASecretAndIsNotNamed() async throws {
        let host = "https://api.example.com?\(canary)"
        stubs.on(Search(host: host), .text("found"))
        for (search, difference) in [
            (Search(host: "https://api.example.com?other"), "query item … differs"),
            (Search(), "query item … is missing"),
            (Search(host: host, query: ["page": 2, "q": "\(canary)"]), "query item page differs"),
        ] {
            let reason = await Provider<Search>(transport: stubs).result(search).thrown?.requestError.reason ?? ""
            #expect(reason.hasSuffix("): \(difference)") && !reason.contains(canary), "\(reason)")
        }
    }

    @Test func withoutANearStubTheNamesTellWhichAreUsedUp() async throws {
        let target = GitHub.createIssue(owner: "a", repo: "b", NewIssue(title: "c"))
        #expect(await reason(target, github).hasSuffix("; there are no stubs"))
        stubs.on(GitHub.zen, .text("endless"))
        stubs.on(GitHub.user("a"), .sequence([.text("once")]))
        stubs.on(GitHub.repositories(of: "a", page: 1), .text("unused"))
        for target in [GitHub.zen, .user("a")] { try await github.request(target) }
        let reason = await reason(target, github)
        #expect(reason.hasSuffix("; stubs: GitHub.repositories, GitHub.user (used up), GitHub.zen"), "\(reason)")
    }

    @Test func aProviderThatIsToMakeNoCallFailsEachOne() async {
        let error = await Provider<GitHub>.failing.result(.user(canary)).thrown?.requestError
        #expect(error?.category == .unstubbed)
        #expect(
            error?.reason
                == "a call was made through Provider.failing: GitHub.user, GET https://api.github.com/users/{}")
    }
}
