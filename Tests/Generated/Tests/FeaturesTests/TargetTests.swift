import Talyn
import TalynTesting
import Testing

@testable import Features

/// Servers and authorization.
struct TargetTests {
    @Test func aServerIsTheURLOfItsVariables() {
        #expect(Features.host.absoluteString == "https://eu.example.com/v1")
        #expect(Features.server()?.absoluteString == "https://eu.example.com/v1")
        #expect(Features.server(region: "us", base: "v2")?.absoluteString == "https://us.example.com/v2")
    }

    @Test func theTokenGoesWhereTheOperationSays() async throws {
        let plugins: [any Plugin] = [.accessToken { "t" }]
        let usual = try await request(.getOldWithoutWarning, plugins: plugins)
        #expect(usual.header("Authorization") == "Bearer t")
        let open = try await request(.getPublic(), plugins: plugins)
        #expect(open.header("Authorization") == nil)
        let keyed = try await request(.getKeyed(), plugins: plugins)
        #expect(keyed.header("Authorization") == nil)
        #expect(keyed.header("X-API-Key") == "t")
        let query = try await request(.getKeyedByQuery(), plugins: plugins)
        #expect(query.query == ["api_key=t"])
        #expect(query.header("Authorization") == nil)
        #expect(try await request(.getBasic(), plugins: plugins).header("Authorization") == "Basic t")
    }
}

extension Call where Target == Features, Value == Void {
    /// The case itself is not deprecated, only its call.
    fileprivate static var getOldWithoutWarning: Self { Self(.getOld) }
}
