import Foundation

@testable import Talyn

/// A server that knows which tokens are good, and a log-in as an app keeps one: what the tests of refreshes share.
final class TokenServer: Sendable {
    struct State {
        var good: Set<String> = []
        var credential: AccessCredential?
        var refreshed: [String] = []
    }

    let stubs = StubTransport()
    private let state: Locked<State>

    /// A server that refuses all tokens but the good ones, and a log-in with "old".
    init(good: Set<String> = ["new"], current: AccessCredential? = AccessCredential("old")) {
        state = Locked(State(good: good, credential: current))
        stubs.on(where: { _, _ in true }, .status(401))
        stubs.on(where: { [self] endpoint, _ in isGood(endpoint) }, .text("ok"))
    }

    private func isGood(_ endpoint: Endpoint) -> Bool {
        state.withLock { state in state.good.contains { endpoint.headers["Authorization"] == "Bearer \($0)" } }
    }

    /// What the app would send now.
    var credential: AccessCredential? {
        get { state.withLock { $0.credential } }
        set { state.withLock { $0.credential = newValue } }
    }

    /// The tokens that were replaced, in order.
    var refreshed: [String] { state.withLock { $0.refreshed } }

    /// Notes a refresh without its outcome.
    func noteRefresh(of old: AccessCredential) { state.withLock { $0.refreshed.append(old.token) } }

    /// Replaces a token.
    func replace(_ old: AccessCredential, by new: String, expires: Date? = nil) -> AccessCredential {
        let credential = AccessCredential(new, expirationDate: expires)
        noteRefresh(of: old)
        self.credential = credential
        return credential
    }

    /// Makes a token good.
    func accept(_ token: String) { state.withLock { _ = $0.good.insert(token) } }

    /// The tokens that came, in order; "none" for a request without one.
    var tokens: [String] { stubs.requests.map { $0.token } }

    /// A plugin whose refresh brings "new".
    var plugin: TokenRefreshPlugin {
        .tokenRefresh(current: { self.credential }) { self.replace($0, by: "new") }
    }

    /// A provider over this server.
    func provider(_ plugins: any Plugin..., clock: TestClock = TestClock()) -> Provider<GitHub> {
        Provider(transport: stubs, plugins: plugins, clock: clock)
    }
}

/// An API that renews its own tokens.
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

/// A gate: who comes waits until it is opened, or until so many have come.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [(Int, CheckedContinuation<Void, Never>)] = []
    private var came = 0
    private let count: Int

    init(opensAt count: Int = .max) { self.count = count }

    /// Waits here.
    func pass() async {
        came += 1
        if came >= count { open() }
        let satisfied = watching.filter { $0.0 <= came }
        watching.removeAll { $0.0 <= came }
        for (_, watcher) in satisfied { watcher.resume() }
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Lets all go.
    func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    /// Waits until so many have come.
    func arrivals(_ count: Int = 1) async {
        if came < count { await withCheckedContinuation { watching.append((count, $0)) } }
    }
}

/// A plugin that keeps what the timelines said when the calls ended.
final class TimelineRecorder: CallObserver {
    private let kept = Locked<[CallTimeline]>([])

    /// The timelines, in the order in which the calls ended.
    var timelines: [CallTimeline] { kept.withLock { $0 } }

    /// The notes of all calls, in order.
    var notes: [String] {
        timelines.flatMap(\.entries).compactMap { if case .note(let text) = $0.event { text } else { nil } }
    }

    func willSend(_ endpoint: Endpoint, context: CallContext) {}
    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
    func didFinish(_ outcome: CallOutcome, context: CallContext) { kept.withLock { $0.append(context.timeline) } }
}
