import Foundation
import Testing

@testable import Talyn

@Suite struct StreamCallPagesTests {
    /// An API whose routes declare a header, a body and a tag.
    enum Shop: RoutedTarget {
        case items
        case search(String)
        case elsewhere

        static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })
        var baseURL: URL { RawAPI.host }
        var headers: HTTPHeaders { ["X-Key": "hunter2", "Accept": "application/json"] }
        var route: Route {
            switch self {
            case .items: .get("items")
            case .search(let text): .post("search").json(["q": text])
            case .elsewhere: .get("items").retryable(false)
            }
        }
    }

    private let stubs = StubTransport()
    private let recorder = OutcomeRecorder()

    private func provider(_ plugins: any Plugin...) -> Provider<Shop> {
        Provider(transport: stubs, plugins: plugins + [recorder], clock: TestClock())
            .withDefaults { $0.headers["X-Default"] = "hunter3" }
    }

    /// Answers the path and query of a URL with a number, and links it to the next.
    private func page(_ url: String, _ number: Int, next: String?) throws {
        let headers: HTTPHeaders = next.map { ["Link": "<\($0)>; rel=\"next\""] } ?? [:]
        let url = url.hasPrefix("https://") || url.hasPrefix("http://") ? url : "https://raw.example.com\(url)"
        stubs.on(
            where: { endpoint, _ in endpoint.url.absoluteString == url }, .json("\(number)", headers: headers))
    }

    private func numbers(_ provider: Provider<Shop>, _ target: Shop = .items, limit: Int = 10) async throws -> [Int] {
        var numbers: [Int] = []
        for try await number in provider.elements(of: .pages(target, as: Int.self, limit: limit)) {
            numbers.append(number)
        }
        return numbers
    }

    @Test func eachPageIsFollowedByTheOneOfItsLink() async throws {
        try page("/items", 1, next: "?page=2")
        try page("/items?page=2", 2, next: "https://raw.example.com/items?page=3&after=a%2Fb&f[x]=%20")
        try page("/items?page=3&after=a%2Fb&f%5Bx%5D=%20", 3, next: nil)
        #expect(try await numbers(provider()) == [1, 2, 3])
        #expect(recorder.outcomes.count == 3 && recorder.errors.isEmpty)
    }

    @Test func nothingIsSentBeforeAPageIsRequested() async throws {
        try page("/items", 1, next: "/2")
        let pages = provider().elements(of: .pages(.items, as: Int.self))
        var iterator = pages.makeAsyncIterator()
        #expect(stubs.requests.isEmpty)
        #expect(try await iterator.next() == 1)
        #expect(stubs.requests.count == 1)
        for try await _ in pages { break }
        #expect(stubs.requests.count == 2)
    }

    @Test func aPageThatIsAResponseHasItsHeaders() async throws {
        try page("/items", 1, next: "/2")
        try page("/2", 2, next: nil)
        var urls: [String] = []
        for try await response in provider().elements(of: .pages(.items)) { urls.append(response.url.path) }
        #expect(urls == ["/items", "/2"])
    }

    @Test func aStubOfACaseAnswersItsFirstPageOnly() async throws {
        stubs.on(Shop.items, .json("1", headers: ["Link": "</2>; rel=next"]))
        stubs.on(template: "{}", .json("2"))
        #expect(try await numbers(provider()) == [1, 2])
    }

    @Test func aKeyPathAndABoundCallLeadToTheValueOfEachPage() async throws {
        stubs.on(
            where: { endpoint, _ in endpoint.url.path == "/items" },
            .json(#"{"n":1}"#, headers: ["Link": "</2>;rel=next"]))
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/2" }, .json(#"{"n":2}"#))
        var numbers: [Int] = []
        let call: StreamCall<Shop, Int> = .pages(.items, atKeyPath: "n")
        for try await number in provider().elements(of: call) { numbers.append(number) }
        #expect(numbers == [1, 2])
    }

    @Test func aFailureIsTheTargetsOwnAndTheEndOfThePages() async throws {
        try page("/items", 1, next: "/2")
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/2" }, .status(503))
        var iterator = provider().elements(of: .pages(.items, as: Int.self)).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        do throws(RequestError) {
            _ = try await iterator.next()
            Issue.record("503 is no page")
        } catch {
            #expect(error.statusCode == 503 && error.operation == "Shop.items" && error.template == "items")
            #expect(error.callSite?.fileID.hasSuffix("StreamCall+PagesTests.swift") == true)
        }
        #expect(try await iterator.next() == nil && stubs.requests.count == 2)
    }

    @Test func pluginsSeeTheTargetOfEachPageAndRetryIt() async throws {
        try page("/items", 1, next: "/2")
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/2" }, .sequence([.status(503), .json("2")]))
        let seen = Locked<[String]>([])
        let plugin: AccessTokenPlugin = .accessToken { context in
            seen.withLock { $0.append(context.operation ?? "none") }
            return "token"
        }
        #expect(try await numbers(provider(.retry(), plugin)) == [1, 2])
        #expect(seen.withLock { $0 } == ["Shop.items", "Shop.items", "Shop.items"])
        #expect(stubs.requests.map { $0.headers["Authorization"] } == Array(repeating: "Bearer token", count: 3))
        #expect(stubs.requests.map { $0.headers["X-Key"] } == Array(repeating: "hunter2", count: 3))
    }

    @Test func anotherOriginGetsNoSecretHoweverItIsReached() async throws {
        try page("/items", 1, next: "https://other.example/2")
        try page("https://other.example/2", 2, next: "/3")
        try page("https://other.example/3", 3, next: "https://raw.example.com/4")
        try page("/4", 4, next: "https://raw.example.com:8443/5")
        try page("https://raw.example.com:8443/5", 5, next: nil)
        #expect(try await numbers(provider(.accessToken { "token" })) == [1, 2, 3, 4, 5])
        let expected: [String?] = ["hunter2", nil, nil, "hunter2", nil]
        #expect(stubs.requests.map { $0.headers["X-Key"] } == expected)
        #expect(stubs.requests.map { $0.headers["X-Default"] } == expected.map { $0 == nil ? nil : "hunter3" })
        #expect(stubs.requests.map { $0.headers["Authorization"] } == expected.map { $0 == nil ? nil : "Bearer token" })
        #expect(stubs.requests.map { $0.headers["Accept"] } == Array(repeating: "application/json", count: 5))
    }

    @Test func userInfoOfALinkIsNotSent() async throws {
        try page("/items", 1, next: "https://me:hunter2@other.example/2")
        try page("https://other.example/2", 2, next: nil)
        #expect(try await numbers(provider()) == [1, 2])
    }

    @Test func aPageAfterARequestWithABodyIsAGetWithoutOne() async throws {
        try page("/search", 1, next: "/search/2")
        try page("/search/2", 2, next: nil)
        #expect(try await numbers(provider(), .search("x")) == [1, 2])
        #expect(stubs.requests.map(\.method) == [.post, .get])
        #expect(stubs.requests[1].body == .none && !stubs.requests[1].headers.contains("Content-Type"))
    }

    @Test(arguments: [["/items"], ["/2", "/2"], ["/2", "/3", "/2"], ["/2", "/items"], ["/items#a"], [""]])
    func aLinkToAKnownPageFailsInsteadOfLoopingForever(links: [String]) async throws {
        var from = "/items"
        for (number, link) in links.enumerated() {
            try page(from, number, next: link)
            from = link
        }
        let error = await #expect(throws: RequestError.self) {
            for try await _ in provider().elements(of: .pages(.items, as: Int.self, limit: 50)) {}
        }
        guard case .invalidRequest(let reason)? = error?.kind else { return #expect(Bool(false), "\(error as Any)") }
        #expect(reason.contains("leads to a page that was requested before"))
        #expect(error?.operation == "Shop.items" && stubs.requests.count <= 3)
        #expect(recorder.errors.count == 1)
    }

    @Test func morePagesThanTheLimitFail() async throws {
        for number in 0..<5 { try page("/\(number == 0 ? "items" : "\(number)")", number, next: "/\(number + 1)") }
        var numbers: [Int] = []
        let error = await #expect(throws: RequestError.self) {
            for try await number in provider().elements(of: .pages(.items, as: Int.self, limit: 3)) {
                numbers.append(number)
            }
        }
        #expect(numbers == [0, 1, 2] && stubs.requests.count == 3)
        #expect("\(error?.reason ?? "")" == "invalid request: there are more pages than the limit of 3")
    }

    @Test(arguments: [
        ("http://raw.example.com/2", "from https to http"), ("ftp://raw.example.com/2", "not an http or https URL"),
        ("javascript:alert(1)", "not an http or https URL"), ("https://", "not an http or https URL"),
    ])
    func aLinkThatCannotBeFollowedFailsWhenItsPageIsRequested(link: String, reason: String) async throws {
        try page("/items", 1, next: link)
        var iterator = provider().elements(of: .pages(.items, as: Int.self)).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        let error = await #expect(throws: RequestError.self) { _ = try await iterator.next() }
        #expect(error?.reason.contains(reason) == true && stubs.requests.count == 1)
    }

    @Test func stubsMatchAFurtherPageByItsURLAlone() async throws {
        stubs.on(Shop.self) { _ in .json("1", headers: ["Link": "</items/2?a=b>; rel=next"]) }
        stubs.on(template: "items/{}", .json("2", headers: ["Link": "</three>; rel=next"]))
        stubs.on(Endpoint(url: RawAPI.host.appendingPathComponent("three")), .json("3"))
        #expect(try await numbers(provider(.accessToken { "token" })) == [1, 2, 3])
        #expect(stubs.targets(of: Shop.self).count == 1)
    }

    @Test func aRelativeLinkIsResolvedAgainstTheURLAfterRedirects() async throws {
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/items" }, .redirect(to: "/v2/items"))
        try page("/v2/items", 1, next: "more")
        try page("/v2/more", 2, next: nil)
        #expect(try await numbers(provider()) == [1, 2])
    }
}
