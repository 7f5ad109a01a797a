import Talyn
import TalynTesting

/// Doc comments of what a test injects: chance, stubs for a test.
enum TestCaseSamples {
    static func run() async throws {
        try await randomness()
    }

    static func randomness() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let github = Provider<GitHub>(transport: stubs, clock: TestClock(), randomness: .seeded(7))
        try await github.request(.zen)
    }
}
