import Foundation
import Talyn
import TalynCassettes
import TalynTestSupport
import TalynTesting
import Testing
import XCTest

// The article on testing offline, as tests that run.

enum GitHub: RoutedTarget, Equatable {
    case zen
    case user(String)
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route {
        switch self {
        case .zen: .get("zen")
        case .user(let login): .get("users/\(login)")
        }
    }
}

nonisolated struct User: Codable, Equatable {
    let login: String
    let id: Int
    static let octocat = User(login: "octocat", id: 1)
}

extension Call where Target == GitHub, Value == User {
    static func profile(_ login: String) -> Self { Self(.user(login)) }
}

struct Profile { var name = "" }

@Suite struct TestingOfflineTests {
    @Test func aBusyServerIsAskedAgain() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.status(503), .text("Keep it logically awesome.")]))
        let github = Provider<GitHub>(transport: stubs)
        await #expect(throws: MyAPIError.self) { try await github.request(.zen) }
        #expect(try await github.request(.zen, as: String.self) == "Keep it logically awesome.")
        #expect(stubs.targets(of: GitHub.self) == [.zen, .zen])
        try stubs.verify()
    }

    @Test func zenIsRetried() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.status(503), .text("Keep it logically awesome.")]))
        let github = Provider<GitHub>(transport: stubs, plugins: [.retry()], clock: TestClock())
        #expect(try await github.request(.zen, as: String.self) == "Keep it logically awesome.")
        try stubs.verify()  // every answer was used, every request had one
    }

    @Test func aBodyThatBreaksOffIsALostConnection() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome.").truncated(after: 7))
        let result = await Provider<GitHub>(transport: stubs).result(.zen)
        guard case .failure(.internetConnection(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.urlError?.code == .networkConnectionLost)
    }

    @Test func anAnswerAfterAMinuteIsTooLate() async throws {
        let clock = TestClock()
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("too late").delayed(by: .seconds(60)))
        let result = await Provider<GitHub>(transport: stubs, clock: clock).result(.zen)
        guard case .failure(.requestTimeout) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(clock.slept == [.seconds(30)])
    }

    @Test(.stubs { $0.on(GitHub.zen, .text("Keep it logically awesome.")) })
    func zenIsShown() async throws {
        let zen = try await Provider<GitHub>().request(.zen, as: String.self)
        #expect(zen == "Keep it logically awesome.")
    }

    @Suite(.stubs { $0.on(template: "users/{}", .json(User.octocat), times: .any) }) struct UserTests {
        @Test func theProfileIsShown() async throws {
            #expect(try await Provider<GitHub>().request(.user("octocat"), as: User.self).id == 1)
        }

        @Test(.stubs { $0.on(GitHub.user("nobody"), .status(404)) }) func anUnknownUserIsAnError() async {
            await #expect(throws: MyAPIError.self) { try await Provider<GitHub>().request(.user("nobody")) }
        }
    }

    @Suite(.stubs { _ in }) struct ProfileTests {
        @Test func theProfileIsEmptyAtFirst() { #expect(Profile().name.isEmpty) }
    }

    @Test func aProvidersOwnStubsAnswerInAScope() async throws {
        let own = StubTransport()
        own.on(GitHub.zen, .text("Keep it logically awesome."))
        let github = Provider<GitHub>(transport: own)
        let zen = try await withStubs(StubTransport()) { try await github.request(.zen, as: String.self) }
        try own.verify()
        #expect(zen == "Keep it logically awesome.")
    }

    @Test func aCassetteAnswers() async throws {
        let github = Provider<GitHub>()
        let cassette = Cassette("octocat")  // Cassettes/octocat.har, beside this source
        let user = try await withCassette(cassette) {
            try await github.request(.user("octocat"), as: User.self)
        }
        #expect(user.login == "octocat")
    }
}

nonisolated final class ZenTests: XCTestCase {
    func testZenIsShown() async throws {
        try await withVerifiedStubs { stubs in
            stubs.on(GitHub.zen, .text("Keep it logically awesome."))
            let zen = try await Provider<GitHub>().request(.zen, as: String.self)
            XCTAssertEqual(zen, "Keep it logically awesome.")
        }
    }
}
