import Talyn

nonisolated struct Signer {
    func sign(_ request: inout URLRequest) async throws {}
}
nonisolated struct Output<Line: Sendable> {
    func append(_ line: Line) {}
    func `yield`(_ line: Line) {}
}
nonisolated let (signer, activity) = (Signer(), ActivityPlugin())
nonisolated let (trace, store, report) = (Output<String>(), Output<LogEvent>(), Output<CallMetrics>())
let refresh: TokenRefreshPlugin = .tokenRefresh(current: { AccessCredential("a") }) { _ in AccessCredential("b") }
