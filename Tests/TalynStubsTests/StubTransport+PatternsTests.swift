import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct StubTransportPatternsTests {
    let stubs = StubTransport()
    var github: Provider<GitHub> { Provider(transport: stubs, clock: TestClock()) }

    private func text(_ target: GitHub) async -> String? { try? await github.request(target, as: String.self) }

    // MARK: Cases

    @Test func aClosureAnswersCasesAndLeavesTheOthers() async throws {
        stubs.on(GitHub.self) { target in
            switch target {
            case .user(let login): .json(User(login: login, id: 1))
            case .zen: .text("zen")
            case .repositories, .createIssue: nil
            }
        }
        #expect(try await github.request(.user("hubot"), as: User.self) == User(login: "hubot", id: 1))
        #expect(await text(.zen) == "zen")
        #expect(await github.result(.repositories(of: "a", page: 1)).thrown?.requestError.category == .unstubbed)
    }

    @Test func aClosureSeesTheCaseInAMultiTarget() async throws {
        stubs.on(GitHub.self) { $0 == .zen ? .text("zen") : nil }
        let provider = Provider<MultiTarget>(transport: stubs)
        #expect(try await provider.request(MultiTarget(GitHub.zen), as: String.self) == "zen")
        #expect(stubs.targets(of: GitHub.self) == [.zen])
        #expect(stubs.targets(of: MultiTarget.self).count == 1)
    }

    @Test func aSequenceOfAClosureGoesOnWithEachEqualRequest() async {
        stubs.on(GitHub.self) { _ in .sequence([.text("1"), .sequence([.text("2")])]) }
        #expect(await text(.zen) == "1")
        #expect(await text(.user("a")) == "1")
        #expect(await text(.zen) == "2")
        #expect(await text(.zen) == nil)
        #expect(await text(.user("a")) == "2")
        #expect(stubs.findings.count == 1)
    }

    @Test func aPredicateOnCasesPicksThem() async {
        stubs.on(GitHub.self) { if case .user = $0 { .text("user") } else { nil } }
        #expect(await text(.user("a")) == "user")
        #expect(await text(.zen) == nil)
    }

    @Test func aRedirectIsNobodysCase() async throws {
        stubs.on(GitHub.self) { _ in .redirect(to: "/there") }
        #expect(await github.result(.zen).thrown?.requestError.category == .unstubbed)
        #expect(stubs.requests.count == 2)
        stubs.on(template: "there", .text("there"))
        #expect(await text(.zen) == "there")
    }

    // MARK: Which stub answers

    @Test func theNewestStubThatMatchesAnswersWhateverItsKind() async {
        stubs.on(where: { _, _ in true }, .text("shared"))
        #expect(await text(.zen) == "shared")
        stubs.on(template: "zen", .text("template"))
        #expect(await text(.zen) == "template")
        stubs.on(GitHub.self) { $0 == .zen ? .text("case") : nil }
        #expect(await text(.zen) == "case")
        #expect(await text(.user("a")) == "shared")
        stubs.on(GitHub.zen, .text("single"))
        #expect(await text(.zen) == "single")
        #expect(await text(.user("a")) == "shared")
        stubs.on(where: { _, _ in true }, .text("last"))
        #expect(await text(.zen) == "last")
        #expect(await text(.user("a")) == "last")
    }

    @Test func aStubWithFewerHeadersAnswersIfItIsNewer() async throws {
        let (plain, versioned) = (Route.get("v"), Route.get("v").header("Accept", "application/vnd.v2+json"))
        let provider = Provider<Probe>(transport: stubs)
        stubs.on(Probe(plain), .text("plain"))
        stubs.on(Probe(versioned), .text("versioned"))
        #expect(try await provider.request(Probe(versioned), as: String.self) == "versioned")
        #expect(try await provider.request(Probe(plain), as: String.self) == "plain")
        stubs.on(Probe(plain), .text("newer"))
        #expect(try await provider.request(Probe(versioned), as: String.self) == "newer")
    }

    @Test func aStubOfTheRequestAsDeclaredAnswersBeforeAnOlderOneOfTheRequestAsSent() async throws {
        let staging = try #require(URL(string: "https://staging.example"))
        let provider = Provider<GitHub>(baseURL: staging, transport: stubs)
        stubs.on(Endpoint(url: staging.appendingPathComponent("zen")), .text("as sent"))
        #expect(try await provider.request(.zen, as: String.self) == "as sent")
        stubs.on(GitHub.zen, .text("as declared"))
        #expect(try await provider.request(.zen, as: String.self) == "as declared")
        stubs.on(Endpoint(url: staging.appendingPathComponent("zen")), .text("as sent"))
        #expect(try await provider.request(.zen, as: String.self) == "as sent")
    }

    /// A target that counts how often it is made into a request.
    private struct Counted: RoutedTarget {
        let count = Locked(0)
        var baseURL: URL { Probe.host }
        var route: Route {
            count.withLock { $0 += 1 }
            return .get("counted/\(1)")
        }
    }

    @Test(arguments: [false, true]) func aCallMakesItsRequestOnceWhateverStubAnswers(_ isBehindOthers: Bool)
        async throws
    {
        for add in [
            { $0.on(template: "counted/{}", .text("ok")) }, { $0.on(Counted.self) { _ in .text("ok") } },
            { $0.on(where: { _, _ in true }, .text("ok")) },
            { $0.on(Endpoint(url: Probe.host.appendingPathComponent("counted/1")), .text("ok")) },
        ] as [@Sendable (StubTransport) -> Void] {
            let (stubs, target) = (StubTransport(), Counted())
            add(stubs)
            if isBehindOthers {
                stubs.on(GitHub.zen, .text("other"))
                stubs.on(template: "other", .text("other"))
            }
            #expect(try await Provider<Counted>(transport: stubs).request(target, as: String.self) == "ok")
            #expect(target.count.withLock { $0 } == 1)
        }
    }

    @Test func aPatternThatIsUsedUpLetsNoOtherAnswer() async {
        stubs.on(where: { _, _ in true }, .text("shared"))
        stubs.on(template: "zen", .sequence([.text("once")]))
        #expect(await text(.zen) == "once")
        #expect(await text(.zen) == nil)
        stubs.on(template: "zen", .sequence([]))
        #expect(await text(.zen) == nil)
    }

    @Test func aClosureMayUseTheTransport() async throws {
        let stubs = stubs
        stubs.on(GitHub.self) { target in
            stubs.on(GitHub.user("made"), .text("made here"))
            stubs.setState("asked", to: "yes")
            return .text("\(stubs.calls.count) \(stubs.findings.count) \(stubs.count(of: target))")
        }
        stubs.on(where: { _, _ in stubs.requests.isEmpty }, .text("never"))
        #expect(await text(.zen) == "1 3 1")
        #expect(await text(.user("made")) == "made here")
        #expect(stubs.state(of: "asked") == "yes")
    }
}
