import Talyn

enum PluginsSamples {
    struct APIKey: Preparer {
        let key: String
        func prepare(_ endpoint: inout Endpoint, context: CallContext) {
            // An absolute URL may lead to another server, which must not see the key.
            guard context.isSameOrigin(endpoint) else { return }
            endpoint.headers["X-Api-Key"] = key
        }
    }

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let github = Provider<GitHub>(transport: stubs, plugins: [APIKey(key: "k")])
        guard try await github.request(.zen, as: String.self) == "Keep it logically awesome." else { fail("zen") }
        guard stubs.requests.map({ $0.headers["X-Api-Key"] }) == ["k"] else { fail("the key") }
    }
}
