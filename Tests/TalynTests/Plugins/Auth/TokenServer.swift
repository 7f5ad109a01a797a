import Foundation

@testable import Talyn

/// A server with a set of valid tokens, and an app's stored login, shared by the refresh tests.
final class TokenServer: Sendable {
    struct State {
        var good: Set<String> = []
        var credential: AccessCredential?
        var refreshed: [String] = []
    }

    let stubs = StubTransport()
    private let state: Locked<State>

    /// Makes a server that rejects all but the valid tokens, and a login with "old".
    init(good: Set<String> = ["new"], current: AccessCredential? = AccessCredential("old")) {
        state = Locked(State(good: good, credential: current))
        stubs.on(where: { _, _ in true }, .status(401))
        stubs.on(where: { [self] endpoint, _ in isGood(endpoint) }, .text("ok"))
    }

    private func isGood(_ endpoint: Endpoint) -> Bool {
        state.withLock { state in state.good.contains { endpoint.headers["Authorization"] == "Bearer \($0)" } }
    }

    /// The credential that the app would send now.
    var credential: AccessCredential? {
        get { state.withLock { $0.credential } }
        set { state.withLock { $0.credential = newValue } }
    }

    /// The replaced tokens, in order.
    var refreshed: [String] { state.withLock { $0.refreshed } }

    /// Records a refresh without its result.
    func noteRefresh(of old: AccessCredential) { state.withLock { $0.refreshed.append(old.token) } }

    /// Replaces a token.
    func replace(_ old: AccessCredential, by new: String, expires: Date? = nil) -> AccessCredential {
        let credential = AccessCredential(new, expirationDate: expires)
        noteRefresh(of: old)
        self.credential = credential
        return credential
    }

    /// Makes a token valid.
    func accept(_ token: String) { state.withLock { _ = $0.good.insert(token) } }

    /// The tokens received, in order; "none" for a request without one.
    var tokens: [String] { stubs.requests.map { $0.token } }

    /// A plugin whose refresh returns "new".
    var plugin: TokenRefreshPlugin {
        .tokenRefresh(current: { self.credential }) { self.replace($0, by: "new") }
    }

    /// Returns a provider over this server.
    func provider(_ plugins: any Plugin..., clock: TestClock = TestClock()) -> Provider<GitHub> {
        Provider(transport: stubs, plugins: plugins, clock: clock)
    }
}

/// An API that refreshes its own tokens.
enum TokenLogin: RoutedTarget, Equatable {
    case me, refresh, openRefresh

    var baseURL: URL { URL(string: "https://login.example")! }
    var route: Route {
        switch self {
        case .me: .get("me")
        case .refresh: .post("refresh")
        case .openRefresh: .post("refresh").authorization(nil)
        }
    }
}

extension Endpoint {
    /// The bearer token; "none" without one.
    var token: String { headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) } ?? "none" }
}

/// A gate: callers wait until it is opened, or until a number of them has arrived.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [(Int, CheckedContinuation<Void, Never>)] = []
    private var came = 0
    private let count: Int

    init(opensAt count: Int = .max) { self.count = count }

    /// Waits at the gate.
    func pass() async {
        came += 1
        if came >= count { open() }
        let satisfied = watching.filter { $0.0 <= came }
        watching.removeAll { $0.0 <= came }
        for (_, watcher) in satisfied { watcher.resume() }
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Releases all waiting callers.
    func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    /// Waits for a number of arrivals.
    func arrivals(_ count: Int = 1) async {
        if came < count { await withCheckedContinuation { watching.append((count, $0)) } }
    }
}
