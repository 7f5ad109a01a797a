import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct StubTransportTests {
    let stubs = StubTransport()
    var github: Provider<GitHub> { Provider(transport: stubs, clock: TestClock()) }

    @Test func bytesAreJSONAlready() {
        #expect(StubAnswer.json(Data("[17]".utf8)).data == Data("[17]".utf8))
    }

    // MARK: A closure

    @Test func aClosureIsATransportAndNilIsNoAnswer() async throws {
        let stubs = StubTransport { endpoint in
            switch endpoint.url.path {
            case "/zen": .text("zen")
            case "/users/octocat": .json(User.octocat)
            default: nil
            }
        }
        let github = Provider<GitHub>(transport: stubs)
        #expect(try await github.request(.zen, as: String.self) == "zen")
        #expect(try await github.request(.user("octocat"), as: User.self) == .octocat)
        let reason = await github.result(.user("hubot")).thrown?.requestError.reason
        #expect(
            reason == "no stub answers GitHub.user, GET https://api.github.com/users/{}; stubs: the closure")
        #expect(stubs.targets(of: GitHub.self) == [.zen, .user("octocat"), .user("hubot")])
        #expect(stubs.findings == ["request 3: \(reason ?? "")"])
    }

    @Test func aClosureNeedNotBeCalled() throws { try StubTransport { _ in nil }.verify() }

    @Test func anErrorOfAClosureFailsTheExchange() async {
        let stubs = StubTransport { _ in throw URLError(.notConnectedToInternet) }
        let result = await Provider<GitHub>(transport: stubs).result(.zen)
        guard case .failure(.internetConnection(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.urlError?.code == .notConnectedToInternet)
        #expect(stubs.log == "1  GitHub.zen, GET https://api.github.com/zen → URLError -1009")
    }

    @Test func aClosureSeesHeadersOfPluginsRedirectsAndAttempts() async throws {
        let stubs = StubTransport { endpoint in
            if endpoint.url.path == "/there" { return .text(endpoint.headers["X-Key"] ?? "none") }
            return .sequence([.status(503), .redirect(to: "/there")])
        }
        let github = Provider<GitHub>(
            transport: stubs, plugins: [.retry(), Changing { $0.headers["X-Key"] = "key" }], clock: TestClock())
        #expect(try await github.request(.zen, as: String.self) == "key")
        #expect(stubs.calls.map(\.attempt) == [1, 2, 2])
    }

    @Test func aClosureSeesTheBytesOfAStream() async throws {
        let stubs = StubTransport { endpoint in
            guard case .data(let data) = endpoint.body else { return nil }
            return .data(data)
        }
        let endpoint = Endpoint(.put, url: GitHub.host, body: .stream(BodyStream("abc")))
        #expect(try await Provider<GitHub>(transport: stubs).send(endpoint).string() == "abc")
    }

    @Test func aStubThatIsAddedAnswersBeforeTheClosure() async throws {
        let stubs = StubTransport { endpoint in (endpoint.target as? GitHub).map { .text("\($0)") } }
        stubs.on(GitHub.zen, .text("added"))
        let github = Provider<GitHub>(transport: stubs)
        #expect(try await github.request(.zen, as: String.self) == "added")
        #expect(try await github.request(.user("a"), as: String.self) == #"user("a")"#)
    }

    // MARK: Stubs

    @Test func aStubAnswersItsCaseAndNoOther() async throws {
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        #expect(try await github.request(.user("octocat"), as: User.self) == .octocat)
        let other = await github.result(.user("hubot"))
        #expect(other.failure?.requestError.category == .unstubbed)
    }

    @Test func aBoundCallIsStubbedByItsTarget() async throws {
        stubs.on(Call.user("octocat"), .json(User.octocat))
        #expect(try await github.call(.user("octocat")) == .octocat)
    }

    @Test func anUnstubbedRequestIsNamedWithoutItsValuesAndWithTheStubsThereAre() async {
        stubs.on(GitHub.zen, .sequence([.text("once")]))
        _ = await github.result(.zen)
        let result = await github.result(.user("octocat"))
        #expect(
            result.failure?.requestError.reason
                == "no stub answers GitHub.user, GET https://api.github.com/users/{}; stubs: GitHub.zen (used up)")
    }

    @Test func aHandMadeEndpointIsStubbedAsItWasGivenToTheCall() async throws {
        struct Signing: Preparer {
            func prepare(_ endpoint: inout Endpoint, context: CallContext) {
                endpoint.url.append(queryItems: [URLQueryItem(name: "signature", value: "1")])
            }
        }
        let endpoint = Endpoint(url: GitHub.host)
        stubs.on(endpoint, .text("ok"))
        #expect(try await github.adding(Signing()).send(endpoint).data == Data("ok".utf8))
    }

    @Test func aSequenceFailsAtItsEndUnlessToldOtherwise() async throws {
        let answers: [StubAnswer] = [.text("1"), .text("2")]
        for (end, third) in [(StubAnswer.SequenceEnd.fails, nil), (.repeatsLast, "2"), (.cycles, "1")] {
            stubs.on(GitHub.zen, .sequence(answers, then: end))
            var texts: [String?] = []
            for _ in 0..<3 { texts.append(try? await github.request(.zen, as: String.self)) }
            #expect(texts == ["1", "2", third])
        }
    }

    @Test func statusHeadersAndBodyAreTheAnswers() async throws {
        stubs.on(
            GitHub.zen,
            .text("teapot", status: 418, headers: ["X-Kind": "tea", "Set-Cookie": "a=1", "set-cookie": "b=2"]))
        let response = await github.result(.zen).failure?.requestError.response
        #expect(response?.statusCode == 418)
        #expect(response?.headers["x-kind"] == "tea")
        #expect(response?.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
        #expect(try response?.string() == "teapot")
    }

    @Test func aStubMatchesWhateverThePluginsAndTheBaseURLMakeOfIt() async throws {
        struct KeyInQuery: Preparer {
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
                endpoint.url = try #require(URL(string: endpoint.url.absoluteString + "?key=1"))
            }
        }
        stubs.on(GitHub.zen, .text("ok"))
        let provider = Provider<GitHub>(
            baseURL: URL(string: "https://staging.example.com/v3"), transport: stubs, plugins: [KeyInQuery()])
        #expect(try await provider.request(.zen, as: String.self) == "ok")
        #expect(stubs.requests.map(\.url.absoluteString) == ["https://staging.example.com/v3/zen?key=1"])
    }

    @Test func theBodyBelongsToTheMatch() async throws {
        stubs.on(GitHub.createIssue(owner: "a", repo: "b", NewIssue(title: "one")), .status(201))
        let made = try await github.request(.createIssue(owner: "a", repo: "b", NewIssue(title: "one")))
        #expect(made.statusCode == 201)
        let other = await github.result(.createIssue(owner: "a", repo: "b", NewIssue(title: "two")))
        #expect(other.failure?.requestError.category == .unstubbed)
    }

    @Test func aPredicateAnswersWhatNoSingleStubDoes() async throws {
        stubs.on(
            where: { endpoint, context in context.target(as: GitHub.self) == .zen && endpoint.method == .get },
            .text("any"))
        #expect(try await github.request(.zen, as: String.self) == "any")
        stubs.on(GitHub.zen, .text("single"))
        #expect(try await github.request(.zen, as: String.self) == "single")
    }

    @Test func aValueThatCannotBeEncodedFailsTheCallThatAsks() async {
        stubs.on(GitHub.zen, .json(Double.nan))
        #expect(await github.result(.zen).failure?.requestError.category == .unstubbed)
    }

    @Test func jsonTextIsTakenAsItIs() async throws {
        stubs.on(GitHub.user("octocat"), .json(#"{"login": "octocat", "id": 1}"#))
        #expect(try await github.request(.user("octocat"), as: User.self) == .octocat)
    }

    @Test(arguments: [URLError.Code.notConnectedToInternet, .timedOut, .networkConnectionLost, .badServerResponse])
    func aFailureOfTheTransportIsTheSameAsLive(_ code: URLError.Code) async {
        struct Live: Transport {
            let code: URLError.Code
            func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response { throw URLError(code) }
        }
        stubs.on(GitHub.zen, .failure(code))
        let stubbed = await github.result(.zen)
        let live = await Provider<GitHub>(transport: Live(code: code)).result(.zen)
        #expect(stubbed == live)
    }

    @Test func aDelayIsWaitedForOnTheClock() async throws {
        let clock = TestClock()
        stubs.on(GitHub.zen, .text("late").delayed(by: .seconds(20)))
        let provider = Provider<GitHub>(transport: stubs, clock: clock)
        #expect(try await provider.request(.zen, as: String.self) == "late")
        #expect(clock.slept == [.seconds(20)])
    }

    @Test(arguments: [(Duration.seconds(31), Duration.seconds(30)), (.seconds(3600), .seconds(30))])
    func aDelayLongerThanTheTimeoutIsATimeoutAtTheTimeout(_ delay: Duration, _ slept: Duration) async {
        let clock = TestClock()
        stubs.on(GitHub.zen, .text("late").delayed(by: delay))
        let result = await Provider<GitHub>(transport: stubs, clock: clock).result(.zen)
        guard case .failure(.requestTimeout) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(clock.slept == [slept])
    }

    @Test func aDeadlineCountsEveryAttempt() async {
        struct Again: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                while true {
                    do throws(RequestError) { return try await next(endpoint) } catch {
                        guard error.category == .status else { throw error }
                    }
                }
            }
        }
        let clock = TestClock()
        stubs.on(GitHub.zen, .status(503).delayed(by: .seconds(4)))
        let provider = Provider<GitHub>(transport: stubs, plugins: [Again()], clock: clock)
            .withDefaults { $0.deadline = .seconds(10) }
        let result = await provider.result(.zen)
        #expect(result.failure?.urlError?.code == .timedOut)
        #expect(clock.slept == [.seconds(4), .seconds(4), .seconds(2)])
    }

    @Test func headNoContentAndNotModifiedHaveNoBody() async throws {
        let target = HeadOfZen()
        stubs.on(target, .text("body"))
        #expect(try await Provider<HeadOfZen>(transport: stubs).request(target).body == Body.none)
        for status in [204, 205, 304] {
            stubs.on(GitHub.zen, .text("body", status: status))
            let response = await github.result(.zen)
            let body = (try? response.get())?.body ?? response.failure?.requestError.response?.body
            #expect(body == Body.none)
        }
    }

    @Test func aDelayOfASequenceIsADelayOfEachAndASequenceInsideIsAPartOfIt() async throws {
        let clock = TestClock()
        let inner = StubAnswer.sequence([.text("2"), .text("3")])
        stubs.on(GitHub.zen, .sequence([.text("1").delayed(by: .seconds(1)), inner]).delayed(by: .seconds(2)))
        let provider = Provider<GitHub>(transport: stubs, clock: clock)
        var texts: [String] = []
        for _ in 0..<3 { texts.append(try await provider.request(.zen, as: String.self)) }
        #expect(texts == ["1", "2", "3"])
        #expect(clock.slept == [.seconds(3), .seconds(2), .seconds(2)])
    }

    @Test func anEndlessDelayIsSleptForTenYearsAndTrapsNothing() async throws {
        let clock = TestClock()
        stubs.on(GitHub.zen, .text("late").delayed(by: .seconds(Int64.max - 1)))
        let provider = Provider<GitHub>(transport: stubs, clock: clock)
            .withDefaults { $0.timeout = .seconds(Int64.max) }
        #expect(try await provider.request(.zen, as: String.self) == "late")
        #expect(clock.slept == [.seconds(315_360_000)])
    }

    @Test func thePlaceARedirectLeadsToIsUnstubbedUnlessItHasAStub() async throws {
        stubs.on(GitHub.zen, .redirect(to: "/moved"))
        #expect(await github.result(.zen).failure?.requestError.category == .unstubbed)
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/moved" }, .text("there"))
        #expect(try await github.request(.zen, as: String.self) == "there")
    }

    @Test func casesThatDifferInAHeaderHaveStubsOfTheirOwn() async throws {
        struct Versioned: RoutedTarget {
            let version: Int
            var baseURL: URL { GitHub.host }
            var route: Route { .get("v").header("Accept", "application/vnd.v\(version)+json") }
        }
        stubs.on(Versioned(version: 1), .text("one"))
        stubs.on(Versioned(version: 2), .text("two"))
        let provider = Provider<Versioned>(transport: stubs)
        #expect(try await provider.request(Versioned(version: 1), as: String.self) == "one")
        #expect(try await provider.request(Versioned(version: 2), as: String.self) == "two")
    }

    @Test func aStreamedBodyIsMatchedWithoutItsBytes() async throws {
        struct Upload: RoutedTarget {
            var baseURL: URL { GitHub.host }
            var route: Route { .put("up").stream(BodyStream { { nil } }) }
        }
        stubs.on(Upload(), .status(201))
        #expect(try await Provider<Upload>(transport: stubs).request(Upload()).statusCode == 201)
    }

    @Test func aStubThatIsUsedUpLetsNoPredicateAnswerInItsPlace() async throws {
        stubs.on(where: { _, _ in true }, .text("any"))
        stubs.on(GitHub.zen, .sequence([.text("once")]))
        try await github.request(.zen)
        #expect(await github.result(.zen).failure?.requestError.category == .unstubbed)
    }

    @Test func anotherMethodIsAnotherRequest() async {
        struct Deleting: Preparer {
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { endpoint.method = .delete }
        }
        stubs.on(GitHub.zen, .text("ok"))
        let provider = Provider<GitHub>(transport: stubs, plugins: [Deleting()])
        #expect(await provider.result(.zen).failure?.requestError.category == .unstubbed)
    }

    @Test func progressIsToldOverStubsToo() async throws {
        let told = Locked<[TransferProgress]>([])
        stubs.on(GitHub.zen, .text("12345"))
        try await github.request(.zen, progress: { progress in told.withLock { $0.append(progress) } })
        #expect(told.withLock { $0 } == [TransferProgress(received: 5, totalToReceive: 5)])
    }

    /// As over the network, where the length of a body that is compressed, or in chunks, is not known in advance.
    @Test(
        arguments: [
            (["Content-Encoding": "gzip"], nil), (["Transfer-Encoding": "chunked"], nil),
            (["Content-Encoding": "identity"], 5), (["Content-Length": "5"], 5), ([:], 5),
        ] as [(HTTPHeaders, Int64?)])
    func aStubTellsNoTotalWhereALiveCallHasNone(headers: HTTPHeaders, total: Int64?) async throws {
        let told = Locked<[TransferProgress]>([])
        for answer in [
            StubAnswer.text("12345", headers: headers), .text("12345", headers: headers).dripping(2, every: .zero),
        ] {
            stubs.on(GitHub.zen, answer)
            try await github.request(.zen, progress: { progress in told.withLock { $0.append(progress) } })
            let endpoint = try github.endpoint(.zen)
            let response = try await stubs.send(endpoint, context: CallContext(delivery: .stream))
            guard case .stream(let stream) = response.body else { Issue.record("\(response.body)"); continue }
            #expect(stream.length == total)
        }
        #expect(told.withLock { !$0.isEmpty && $0.allSatisfy { $0.totalToReceive == total } })
        #expect(told.withLock { $0.last?.received } == 5)
    }

    @Test func progressIsToldToCallsWithValuesToo() async throws {
        let told = Locked<[Int64]>([])
        let note: @Sendable (TransferProgress) -> Void = { progress in told.withLock { $0.append(progress.received) } }
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        let size = Int64(try JSONEncoder.talyn.encode(User.octocat).count)
        #expect(try await github.request(.user("octocat"), as: User.self, progress: note) == .octocat)
        #expect(try await github.request(.user("octocat"), as: Data.self, progress: note).count == Int(size))
        try await github.request(.user("octocat"), as: Void.self, progress: note)
        #expect(try await github.call(Call(.user("octocat"), in: Bare.self), progress: note) == 1)
        #expect(try await github.call(.user("octocat"), progress: note) == .octocat)
        #expect(told.withLock { $0 } == [size, size, size, size, size])
    }

    private struct Bare: Envelope {
        var id: Int
        var payload: Int? { id }
        var rejection: Rejection? { id < 0 ? Rejection(code: id) : nil }
    }

    @Test func anEnvelopesPayloadIsAResult() async {
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        stubs.on(GitHub.user("ghost"), .json(User(login: "ghost", id: -1)))
        #expect(await github.result(of: Call(.user("octocat"), in: Bare.self)) == .success(1))
        let refused = await github.result(of: Call(.user("ghost"), in: Bare.self)).thrown
        guard case .rejected(Rejection(code: -1))? = refused?.requestError.kind else {
            return #expect(Bool(false), "\(String(describing: refused))")
        }
    }

    @Test func aScopeTakesThePlaceOfEveryTransportInItAndInItsChildTasks() async throws {
        stubs.on(GitHub.zen, .text("scoped"))
        let other = StubTransport()
        other.on(GitHub.zen, .text("outer"))
        let provider = Provider<GitHub>(transport: other)
        let texts = try await withStubs(stubs) {
            async let child = provider.request(.zen, as: String.self)
            let task = Task { try await provider.request(.zen, as: String.self) }
            let detached = Task.detached { try await provider.request(.zen, as: String.self) }
            return try await [child, task.value, detached.value]
        }
        #expect(texts == ["scoped", "scoped", "outer"])
        #expect(try await provider.request(.zen, as: String.self) == "outer")
    }

    @Test func aStubNeverAnswersInsideTheCallThatStartsIt() async throws {
        stubs.on(GitHub.zen, .text("ok"))
        let provider = github
        let order = Trace()
        let task = Task { @MainActor in
            let inner = Task { @MainActor in
                _ = try await provider.request(.zen)
                order.write("answered")
            }
            order.write("started")
            try await inner.value
        }
        try await task.value
        #expect(order.lines == ["started", "answered"])
    }
}

private struct HeadOfZen: RoutedTarget {
    var baseURL: URL { GitHub.host }
    var route: Route { .head("zen") }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
