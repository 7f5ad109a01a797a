import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct ProviderStubsTests {
    @Test func aClosureAnswersEachCase() async throws {
        let github = Provider<GitHub>.stubbed { target in
            switch target {
            case .user(let login): .json(User(login: login, id: 1))
            case .zen: .text("zen")
            case .repositories, .createIssue: .status(404)
            }
        }
        #expect(try await github.request(.user("a"), as: User.self) == User(login: "a", id: 1))
        #expect(try await github.request(.zen, as: String.self) == "zen")
        #expect(await github.result(.repositories(of: "a", page: 1)).thrown?.statusCode == 404)
    }

    @Test func pluginsAndClockAreAsInProduction() async throws {
        let clock = TestClock()
        let trace = Trace()
        let github: Provider<GitHub> = .stubbed(plugins: [TracingPlugin(name: "a", trace: trace)], clock: clock) { _ in
            .text("late").delayed(by: .seconds(3))
        }
        try await github.request(.zen)
        #expect(clock.slept == [.seconds(3)])
        #expect(trace.lines.last == "a didFinish 200")
    }

    @Test func aSequenceGoesOnWithEachEqualRequest() async throws {
        let github = Provider<GitHub>.stubbed { _ in .sequence([.text("1"), .text("2")], then: .repeatsLast) }
        var texts: [String] = []
        for target in [GitHub.zen, .zen, .user("a"), .zen] {
            texts.append(try await github.request(target, as: String.self))
        }
        #expect(texts == ["1", "2", "1", "2"])
        try await github.for(MultiTarget.self).request(MultiTarget(GitHub.zen))
    }

    @Test func aSequenceOfASampleGoesOnToo() async throws {
        struct Poll: RoutedTarget, SampledTarget {
            var baseURL: URL { Probe.host }
            var route: Route { .get("poll") }
            var sample: StubAnswer { .sequence([.status(202), .status(200)]) }
        }
        let provider = Provider<Poll>(stubbing: .immediate)
        #expect(try await provider.request(Poll()).statusCode == 202)
        #expect(try await provider.request(Poll()).statusCode == 200)
        #expect(await provider.result(Poll()).thrown?.requestError.category == .unstubbed)
    }
}
