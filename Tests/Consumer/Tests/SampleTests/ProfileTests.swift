import Talyn
import TalynTestSupport
import Testing

/// The tests of the article on cassettes that replay by a trait.
@Suite struct ProfileTests {
    @Test(.cassette()) func theProfileIsDecoded() async throws {  // Cassettes/ProfileTests.theProfileIsDecoded.har
        let user = try await Provider<GitHub>().request(.user("octocat"), as: User.self)
        #expect(user.id == 583_231)
    }

    @Test(.cassette("octocat")) func theProfileIsShown() async throws {  // Cassettes/octocat.har
        let user = try await Provider<GitHub>().request(.user("octocat"), as: User.self)
        #expect(user.login == "octocat")
    }

    @Test(.cassette("octocat", matching: .anyHost, repeats: true)) func theProfileIsTheSameTwice() async throws {
        let (first, second) = (
            try await Provider<GitHub>().request(.user("octocat"), as: User.self),
            try await Provider<GitHub>().request(.user("octocat"), as: User.self)
        )
        #expect(first.id == second.id)
    }
}
