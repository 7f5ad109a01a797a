import Talyn
import TalynDigest
import TalynStubs

/// The samples in the doc comments of plugins that share, limit, count, measure and sign.
enum PluginDocSamples {
    enum Mailbox: RoutedTarget {
        case inbox
        var baseURL: URL { URL(string: "https://mail.example")! }
        var route: Route { .get("inbox") }
    }

    typealias Bucket = Mailbox
    enum Camera: RoutedTarget {
        case snapshot
        var baseURL: URL { URL(string: "http://192.168.0.8")! }
        var route: Route { .get("snapshot.jpg") }
    }

    struct Signer {
        func sign(_ request: inout URLRequest) async throws { request.setValue("s", forHTTPHeaderField: "X-Signature") }
    }

    actor Spinner {
        var isShown = false
        func show(_ isShown: Bool) { self.isShown = isShown }
    }

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("ok"))
        try await withStubs(stubs) {
            try await sharing()
            try await counting()
            try await measuring()
            try await headers()
            try await signing()
        }
        let sent = stubs.requests.compactMap { $0.headers["X-Client"] ?? $0.headers["X-Signature"] }
        guard sent == ["ios", "s"] else { fail("headers: \(sent)") }
    }

    static func sharing() async throws {
        let github = Provider<GitHub>(plugins: [.coalescing(), .concurrencyLimit(4, per: .host)])
        guard try await github.request(.zen, as: String.self) == "ok" else { fail("sharing") }
    }

    static func counting() async throws {
        let spinner = Spinner()
        let activity = ActivityPlugin()
        let github = Provider<GitHub>(plugins: [activity])
        let watching = Task {
            for await count in activity.counts { await spinner.show(count > 0) }
        }
        try await github.request(.zen)
        watching.cancel()
        guard activity.count == 0 else { fail("counting") }
    }

    static func measuring() async throws {
        let github = Provider<GitHub>(plugins: [.metrics { metrics in print(metrics) }])
        try await github.request(.zen)
    }

    static func headers() async throws {
        let github = Provider<GitHub>(plugins: [.userAgent(), .acceptLanguage(), .headers(["X-Client": "ios"])])
        try await github.request(.zen)
    }

    static func signing() async throws {
        let password = "secret"
        let mailbox = Provider<Mailbox>(
            plugins: [.credentials { _ in UserCredentials(user: "ann", password: password) }])
        try await mailbox.request(.inbox)
        let camera = Provider<Camera>(
            plugins: [.digest { _ in UserCredentials(user: "ann", password: password) }])
        try await camera.request(.snapshot)
        let signer = Signer()
        let bucket = Provider<Bucket>(plugins: [.adapt { request in try await signer.sign(&request) }])
        try await bucket.request(.inbox)
    }
}
