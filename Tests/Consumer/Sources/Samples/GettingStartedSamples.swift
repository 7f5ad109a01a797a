import Talyn

/// The plugins of the first article. Its program is the target FirstProgram, its test is in TestingOfflineTests.swift.
enum GettingStartedSamples {
    nonisolated struct Keychain {
        var token: String { get async { "secret" } }
    }

    static func run() async throws {
        let keychain = Keychain()
        let plugins: [any Plugin] = [.logger(), .retry(), .accessToken { await keychain.token }]
        let api = Provider<GitHub>(plugins: plugins)
        let prepared = try await api.preparedEndpoint(.zen)
        guard prepared.headers["Authorization"] == "Bearer secret" else { fail("the token") }
    }
}
