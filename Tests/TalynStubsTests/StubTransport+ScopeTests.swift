import Foundation
import TalynCassettes
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynStubs

/// A scope of stubs beside the provider's own transport.
@Suite(.timeLimit(.minutes(5))) struct StubTransportScopeTests {
    let scope = StubTransport()
    let own = StubTransport()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var provider: Provider<RawAPI> { Provider(transport: own, clock: TestClock()) }

    /// A transport that counts the requests that would reach the network.
    private final class Network: Transport {
        let count = Locked(0)

        func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
            count.withLock { $0 += 1 }
            return Response(statusCode: 200, body: .data(Data("live".utf8)), endpoint: endpoint)
        }
    }

    private func text(_ target: RawAPI, _ provider: Provider<RawAPI>) async throws -> String {
        try await provider.request(target, as: String.self)
    }

    private func expect(
        _ expected: String, _ target: RawAPI, _ provider: Provider<RawAPI>,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let text = try await text(target, provider)
        #expect(text == expected, sourceLocation: location)
    }

    /// The message of a call that no stub answers.
    private func message(_ target: RawAPI, _ provider: Provider<RawAPI>) async -> String {
        guard case .unstubbed(let text)? = await provider.result(target).thrown?.kind else { return "" }
        return text
    }

    private func file(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

    private func cassette(recording texts: [(RawAPI, String)]) async throws -> URL {
        let file = self.file("\(texts.count).har")
        let server = StubTransport()
        for (target, text) in texts { server.on(target, .text(text)) }
        let cassette = Cassette(at: file, mode: .all, over: server)
        for (target, _) in texts { _ = try await text(target, Provider<RawAPI>(transport: cassette)) }
        try cassette.finish()
        return file
    }

    // MARK: Who answers

    @Test func theProvidersStubsAnswerWhatTheScopeHasNoStubFor() async throws {
        scope.on(RawAPI.item(1), .text("scope's"))
        own.on(RawAPI.item(1), .text("own"), times: 0)
        own.on(RawAPI.item(2), .text("own"), times: 2)
        let texts = try await withStubs(scope) {
            [
                try await text(.item(1), provider), try await text(.item(2), provider),
                try await text(.item(2), provider),
            ]
        }
        #expect(texts == ["scope's", "own", "own"])
        try scope.verify()
        try own.verify()
        #expect(scope.targets(of: RawAPI.self) == [.item(1)] && own.targets(of: RawAPI.self) == [.item(2), .item(2)])
        #expect(scope.count(of: RawAPI.item(2)) == 0 && scope.requests.count == 1)
        #expect(
            scope.log.split(separator: "\n").last
                == "3  RawAPI.item, GET https://raw.example.com/items/{} → left to the next transport")
        try await expect("own", .item(1), provider)
    }

    @Test(arguments: ["for", "baseURL", "adding"]) func aProviderMadeInAnyWayKeepsItsStubs(_ way: String) async throws {
        own.on(RawAPI.item(1), .text("own"))
        let base = Provider<GitHub>(transport: own)
        let provider =
            switch way {
            case "for": base.for(RawAPI.self)
            case "baseURL": Provider<RawAPI>(baseURL: URL(string: "https://staging.example/v2"), transport: own)
            default: Provider<RawAPI>(transport: own).adding(.retry()).withDefaults { $0.timeout = .seconds(1) }
            }
        #expect(try await withStubs(scope) { try await text(.item(1), provider) } == "own")
        try scope.verify()
        try own.verify()
    }

    @Test func anExhaustedStubOfTheScopeLetsNoOtherAnswer() async throws {
        scope.on(RawAPI.items, .sequence([.text("once")]))
        own.on(RawAPI.items, .text("own"), times: 0)
        try await withStubs(scope) {
            try await expect("once", .items, provider)
            let complaint = await message(.items, provider)
            #expect(complaint.contains("is used up") && !complaint.contains("provider's"))
        }
        try own.verify()
        #expect(throws: StubVerificationError.self) { try scope.verify() }
    }

    @Test func anExhaustedStubOfTheProviderFails() async throws {
        own.on(RawAPI.items, .sequence([.text("once")]))
        try await withStubs(scope) {
            try await expect("once", .items, provider)
            #expect(await message(.items, provider).contains("is used up"))
        }
        #expect(scope.findings.count == 1 && own.findings.count == 1)
    }

    @Test func aStubInAnotherStateAndAClosureThatReturnsNilAnswerNothing() async throws {
        let asked = Locked(0)
        scope.on(RawAPI.items, .text("full"), when: ["basket": "full"])
        scope.on(RawAPI.self, times: .any) { target in
            asked.withLock { $0 += 1 }
            return target == .item(1) ? .text("made").transitioning("basket", to: "full") : nil
        }
        own.on(RawAPI.items, .text("own"))
        let texts = try await withStubs(scope) {
            [try await text(.items, provider), try await text(.item(1), provider), try await text(.items, provider)]
        }
        #expect(texts == ["own", "made", "full"])
        #expect(asked.withLock { $0 } == 3, "once per request")
        try scope.verify()
        try own.verify()
    }

    @Test func oneTransportAsScopeAndProviderIsAskedOnce() async throws {
        own.on(RawAPI.items, .text("own"))
        try await withStubs(own) {
            try await withStubs(own) {
                try await expect("own", .items, provider)
                #expect(
                    await message(.item(1), provider)
                        == "no stub answers RawAPI.item, GET https://raw.example.com/items/{}; stubs: RawAPI.items")
            }
        }
        #expect(own.calls.count == 2)
    }

    // MARK: Nobody answers

    @Test func theMessageNamesTheStubsOfBothAndBothReportIt() async {
        scope.on(RawAPI.items, .text("scope's"), times: .any)
        await withStubs(scope) {
            let complaint = await message(.item(7), provider)
            #expect(
                complaint == "no stub answers RawAPI.item, GET https://raw.example.com/items/{}; in the scope, "
                    + "stubs: RawAPI.items; the provider's StubTransport: there are no stubs")
            #expect(scope.findings == ["request 1: \(complaint)"])
        }
        #expect(own.findings.count == 1 && own.findings[0].contains("there are no stubs"))
    }

    @Test func aTransportThatMayReachTheNetworkIsNotAsked() async {
        let network = Network()
        for transport: any Transport in [network, ChaosTransport(over: network, seed: 1, failureRate: 1)] {
            await withStubs(scope) {
                let complaint = await message(.items, Provider(transport: transport))
                #expect(complaint.contains("; in the scope, there are no stubs; the provider's "))
                #expect(
                    complaint.hasSuffix("Transport: not asked, because it may reach the network")
                        || complaint.hasSuffix("Network: not asked, because it may reach the network"))
            }
        }
        #expect(network.count.withLock { $0 } == 0 && scope.findings.count == 2)
    }

    @Test func theBodyOfARequestThatNobodyAnswersIsKept() async {
        let stream = BodyStream { { nil } }
        await withStubs(scope) { () in
            _ = await Provider<RawAPI>(transport: Network()).sendResult(.put, .stream(stream))
            _ = await Provider<RawAPI>(transport: Network()).sendResult(.put, .data(Data("b".utf8)))
        }
        #expect(scope.calls.map(\.body) == [Data(), Data("b".utf8)])
    }

    // MARK: Other transports

    @Test func chaosOverStubsIsAsked() async throws {
        own.on(RawAPI.items, .text("own"), times: 0)
        let chaos = ChaosTransport(over: own, seed: 1, failureRate: 1)
        let error = await withStubs(scope) { await Provider<RawAPI>(transport: chaos).result(.items).thrown }
        #expect(error?.urlError?.code == .networkConnectionLost)
        let calm = ChaosTransport(over: ChaosTransport(over: own, seed: 1), seed: 2)
        #expect(try await withStubs(scope) { try await text(.items, Provider(transport: calm)) } == "own")
        try scope.verify()
    }

    private enum Sampled: SampledTarget, RoutedTarget {
        case sampled, live
        var baseURL: URL { RawAPI.host }
        var route: Route { .get("sampled") }
        var sample: StubAnswer { .text("sample") }
        static let catchChain = RawAPI.catchChain
    }

    @Test func samplesAreAskedAndTheTransportBehindThemOnlyIfItReachesNoNetwork() async throws {
        let network = Network()
        own.on(Sampled.live, .text("own"))
        let behavior: @Sendable (Sampled) -> StubBehavior = { $0 == .live ? .never : .immediate }
        let overStubs = Provider<Sampled>(stubbing: behavior, transport: own)
        let overNetwork = Provider<Sampled>(stubbing: behavior, transport: network)
        try await withStubs(scope) {
            for provider in [overStubs, overNetwork] {
                let text = try await provider.request(.sampled, as: String.self)
                #expect(text == "sample")
            }
            let text = try await overStubs.request(.live, as: String.self)
            #expect(text == "own")
            try scope.verify()
            let error = await overNetwork.result(.live).thrown
            #expect(error?.category == .unstubbed && error?.reason.contains("may reach the network") == true)
        }
        #expect(network.count.withLock { $0 } == 0 && scope.findings.count == 1)
        #expect(try await overNetwork.request(.live, as: String.self) == "live")
    }

    @Test func aProviderThatIsToMakeNoCallSaysSo() async {
        let complaint = await withStubs(scope) { await message(.items, .failing) }
        #expect(complaint.contains("there are no stubs") && complaint.contains("through Provider.failing"))
    }

    // MARK: Cassettes

    @Test func aProvidersCassetteReplaysInTheScope() async throws {
        let cassette = Cassette(at: try await cassette(recording: [(.items, "recorded")]), mode: .replay)
        scope.on(RawAPI.item(1), .text("scope's"))
        try await withStubs(scope) {
            let provider = Provider<RawAPI>(transport: cassette)
            try await expect("recorded", .items, provider)
            try await expect("scope's", .item(1), provider)
            try scope.verify()
            let complaint = await message(.item(2), provider)
            #expect(complaint.contains("stubs: RawAPI.item") || complaint.contains("nearest: RawAPI.item"))
            #expect(complaint.contains("the provider's Cassette: no entry of 1.har answers RawAPI.item"))
        }
        #expect(throws: CassetteError.self) { try cassette.finish() }
    }

    @Test(arguments: [Cassette.Mode.all, .once, .newEpisodes])
    func aProvidersCassetteRecordsNothingInTheScope(_ mode: Cassette.Mode) async throws {
        let (network, file) = (Network(), self.file("new.har"))
        let cassette = Cassette(at: file, mode: mode, over: network)
        let complaint = await withStubs(scope) { await message(.items, Provider(transport: cassette)) }
        #expect(complaint.contains("new.har does not record in a scope of stubs"))
        #expect(network.count.withLock { $0 } == 0 && scope.findings.count == 1)
        #expect(throws: CassetteError.self) { try cassette.finish() }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func aCassetteOverStubsRecordsInTheScope() async throws {
        own.on(RawAPI.items, .text("own"))
        let file = self.file("stubs.har")
        let cassette = Cassette(at: file, mode: .all, over: own)
        #expect(try await withStubs(scope) { try await text(.items, Provider(transport: cassette)) } == "own")
        try cassette.finish()
        try scope.verify()
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func aFileThatCannotBeReadIsNamed() async {
        let missing = Cassette(at: file("missing.har"), mode: .replay)
        let complaint = await withStubs(scope) { await message(.items, Provider(transport: missing)) }
        #expect(complaint.contains("there are no stubs") && complaint.contains("missing.har"))
    }

    // MARK: Scopes in scopes

    @Test func anInnerScopeLeavesTheRestToTheOneAroundItAndThatToTheProvider() async throws {
        let inner = StubTransport()
        inner.on(RawAPI.item(1), .text("inner"))
        scope.on(RawAPI.item(1), .text("outer"), times: 0)
        scope.on(RawAPI.item(2), .text("outer"))
        own.on(RawAPI.item(3), .text("own"))
        try await withStubs(scope) {
            try await withStubs(inner) {
                #expect(StubTransport.current === inner)
                var texts: [String] = []
                for id in 1...3 { texts.append(try await text(.item(id), provider)) }
                #expect(texts == ["inner", "outer", "own"])
                for stubs in [inner, scope, own] { try stubs.verify() }
                let complaint = await message(.items, provider)
                #expect(complaint.contains("; in the scope, stubs: RawAPI.item; around it, in the scope, "))
                #expect(complaint.contains("; the provider's StubTransport: stubs: RawAPI.item"))
            }
            #expect(StubTransport.current === scope)
        }
        for stubs in [inner, scope, own] { #expect(stubs.findings.count == 1) }
    }

    @Test func aReplayingCassetteInTheScopeGoesFirst() async throws {
        let file = try await cassette(recording: [(.items, "recorded")])
        scope.on(RawAPI.items, .text("scope's"), times: 0)
        scope.on(RawAPI.item(1), .text("scope's"))
        own.on(RawAPI.item(2), .text("own"))
        let texts = try await withStubs(scope) {
            try await withCassette(Cassette(at: file, mode: .replay)) {
                #expect(StubTransport.current === scope)
                return [
                    try await text(.items, provider), try await text(.item(1), provider),
                    try await text(.item(2), provider),
                ]
            }
        }
        #expect(texts == ["recorded", "scope's", "own"])
        try scope.verify()
        try own.verify()
    }

    @Test func aCassetteInTheScopeDoesNotRecord() async throws {
        let network = Network()
        let cassette = Cassette(at: file("inner.har"), mode: .all, over: network)
        await withStubs(scope) { () -> Void in
            await #expect(throws: CassetteError.self) {
                try await withCassette(cassette) {
                    let complaint = await message(.items, provider)
                    #expect(complaint.contains("inner.har does not record in a scope of stubs"))
                }
            }
        }
        #expect(network.count.withLock { $0 } == 0 && cassette.requests.count == 1)
    }

    @Test func aRecordingCassetteAroundTheScopeIsNoWayToTheNetwork() async throws {
        let network = Network()
        let cassette = Cassette(at: file("outer.har"), mode: .all, over: network)
        try await withCassette(cassette) {
            try await expect("live", .items, provider)
            await withStubs(scope) {
                let complaint = await message(.items, provider)
                #expect(complaint.contains("outer.har does not record in a scope of stubs"))
            }
        }
        #expect(network.count.withLock { $0 } == 1)
    }

    @Test func aRequestWithoutAnEntryGoesToTheProvidersStubs() async throws {
        let file = try await cassette(recording: [(.items, "recorded")])
        own.on(RawAPI.item(1), .text("own"))
        let cassette = Cassette(at: file, mode: .replay)
        try await withCassette(cassette) {
            try await expect("recorded", .items, provider)
            try await expect("own", .item(1), provider)
        }
        try own.verify()
        #expect(cassette.requests.count == 1 && cassette.log.contains("left to the next transport"))
        let network = Network()
        await #expect(throws: CassetteError.self) {
            try await withCassette(Cassette(at: file, mode: .replay, repeats: true, allowsUnused: true)) {
                let complaint = await message(.item(1), Provider(transport: network))
                #expect(
                    complaint.contains("no entry of 1.har") && complaint.contains("the provider's Network: not asked"))
            }
        }
        #expect(network.count.withLock { $0 } == 0)
    }

    // MARK: Each exchange

    @Test func eachHopOfARedirectIsAnsweredWhereItHasAStub() async throws {
        scope.on(RawAPI.items, .redirect(to: "/own"))
        own.on(where: { endpoint, _ in endpoint.url.path == "/own" }, .redirect(to: "/scope"))
        scope.on(where: { endpoint, _ in endpoint.url.path == "/scope" }, .text("there"))
        #expect(try await withStubs(scope) { try await text(.items, provider) } == "there")
        try scope.verify()
        try own.verify()
        #expect(scope.calls.count == 2 && own.calls.count == 1)
    }

    @Test func theDestinationOfARedirectWithoutAStubIsNamedOnce() async {
        scope.on(RawAPI.items, .redirect(to: "/gone"))
        let complaint = await withStubs(scope) { await message(.items, provider) }
        #expect(
            complaint.contains("redirected to GET https://raw.example.com/gone; the destination of a redirect needs"))
        #expect(complaint.components(separatedBy: "redirected to").count == 2)
    }

    @Test func eachAttemptIsAnsweredWhereItHasAStub() async throws {
        scope.on(RawAPI.items, .status(503).transitioning("server", to: "up"), when: ["server": StubTransport.started])
        own.on(RawAPI.items, .sequence([.status(503), .text("own")]))
        let provider = Provider<RawAPI>(transport: own, plugins: [.retry()], clock: TestClock())
        #expect(try await withStubs(scope) { try await text(.items, provider) } == "own")
        try scope.verify()
        try own.verify()
        #expect(own.calls.map(\.attempt) == [2, 3])
    }

    @Test func aBodyThatCanBeReadOnceReachesTheProvidersStubs() async throws {
        let pieces = Locked(["one ", "two"])
        let stream = BodyStream { { pieces.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) } } }
        scope.on(RawAPI.items, .text("scope's"), times: .any)
        own.on(where: { endpoint, _ in endpoint.method == .put }, .text("taken"))
        let response = await withStubs(scope) { await provider.sendResult(.put, .stream(stream)) }
        #expect(try response.get().data == Data("taken".utf8))
        #expect(own.calls.first?.body == Data("one two".utf8))
    }

    @Test func aBodyThatCanBeReadOnceReachesTheProvidersStubsBehindACassette() async throws {
        let pieces = Locked(["one ", "two"])
        let stream = BodyStream { { pieces.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) } } }
        let file = try await cassette(recording: [(.items, "recorded")])
        own.on(where: { endpoint, _ in endpoint.method == .put }, .text("taken"))
        let cassette = Cassette(at: file, mode: .replay, allowsUnused: true)
        let response = try await withCassette(cassette) { await provider.sendResult(.put, .stream(stream)) }
        #expect(try response.get().data == Data("taken".utf8))
        #expect(own.calls.first?.body == Data("one two".utf8))
    }

    @Test func aStreamOfTheProvidersStubsIsRead() async throws {
        own.on(RawAPI.items, .text("a\nb\n").dripping(1, every: .zero))
        let lines = try await withStubs(scope) { () in
            var lines: [String] = []
            for try await line in provider.elements(of: .lines(.items)) { lines.append(line) }
            return lines
        }
        #expect(lines == ["a", "b"])
        try own.verify()
    }

    @Test func aDownloadContinuesWhereItHasAStub() async throws {
        let bytes = Data("0123456789".utf8)
        let whole = StubAnswer.data(bytes).servingRanges()
        scope.on(
            RawAPI.items, whole.truncated(after: 4).transitioning("disk", to: "half"),
            when: ["disk": StubTransport.started])
        own.on(RawAPI.items, whole)
        let provider = Provider<RawAPI>(transport: own, plugins: [.retry()], clock: TestClock())
        let file = self.file("film")
        _ = try await withStubs(scope) { try await provider.download(.items, to: .file(file)) }
        #expect(try Data(contentsOf: file) == bytes)
        #expect(own.requests.map { $0.headers["Range"] } == ["bytes=4-"])
        try scope.verify()
        try own.verify()
    }

    @Test func equalRequestsShareAnExchangeOfTheProvidersStubs() async throws {
        let (clock, coalescing) = (TestClock(isManual: true), CoalescingPlugin())
        own.on(RawAPI.items, .text("own").delayed(by: .seconds(1)))
        let provider = Provider<RawAPI>(transport: own, plugins: [coalescing], clock: clock)
        let calls = await withStubs(scope) {
            (0..<2).map { _ in Task { try await provider.request(.items, as: String.self) } }
        }
        await until { coalescing.transfers.waiting == 2 || own.calls.count == 2 }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        for call in calls { #expect(try await call.value == "own") }
        #expect(own.calls.count == 1)
        try scope.verify()
    }

    @Test func parallelScopesOverOneProviderDoNotMeet() async throws {
        own.on(RawAPI.items, .text("own"))
        let texts = try await withThrowingTaskGroup(of: [String].self) { group in
            for id in 0..<100 {
                group.addTask { [provider] in
                    let stubs = StubTransport()
                    stubs.on(RawAPI.item(id), .text("\(id)"))
                    let texts = try await withStubs(stubs) {
                        [
                            try await provider.request(.item(id), as: String.self),
                            try await provider.request(.items, as: String.self),
                        ]
                    }
                    try stubs.verify()
                    return texts
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == Set((0..<100).map { ["\($0)", "own"] }))
        #expect(own.count(of: RawAPI.items) == 100)
    }

    @Test func aCallThatWaitsForTheProvidersStubIsCancelled() async {
        let clock = TestClock(isManual: true)
        own.on(RawAPI.items, .noResponse)
        let provider = Provider<RawAPI>(transport: own, clock: clock)
        let call = await withStubs(scope) { Task { await provider.result(.items) } }
        await until { own.calls.count == 1 }
        call.cancel()
        #expect(await call.value.thrown?.category == .cancelled)
    }
}

extension Provider where Target == RawAPI {
    /// Sends a hand-made endpoint with a body.
    fileprivate func sendResult(_ method: HTTPMethod, _ body: Body) async -> Result<Response, RequestError> {
        do throws(RequestError) {
            return .success(try await send(Endpoint(method, url: RawAPI.host, body: body)))
        } catch { return .failure(error) }
    }
}
