import Foundation
import TalynTesting
import Testing

@testable import Talyn

/// All plugins together, a thousand calls, some cancelled: over stubs and over sockets.
@Suite(.timeLimit(.minutes(5))) struct AllPluginsTests {
    /// The plugins in the recommended order, and their records.
    struct Everything: Sendable {
        let events = Locked<[LogEvent]>([])
        let texts = Locked<[String]>([])
        let changes: Locked<(began: Int, ended: Int)>
        let activity: ActivityPlugin
        let metrics: MetricsPlugin
        let reports = Locked<[CallMetrics]>([])
        let counter = PairCounter()
        let credential = Locked(AccessCredential("old"))
        let refreshes = Locked(0)
        let coalescing = CoalescingPlugin()
        let limit = ConcurrencyLimitPlugin(8)

        init() {
            let changes = Locked((began: 0, ended: 0))
            self.changes = changes
            activity = ActivityPlugin { change, _ in
                changes.withLock { if change == .began { $0.began += 1 } else { $0.ended += 1 } }
            }
            let reports = reports
            metrics = .metrics { metrics in reports.withLock { $0.append(metrics) } }
        }

        var refresh: TokenRefreshPlugin {
            .tokenRefresh(current: { credential.withLock { $0 } }) { _ in
                refreshes.withLock { $0 += 1 }
                let new = AccessCredential("new")
                credential.withLock { $0 = new }
                return new
            }
        }

        var retry: RetryPlugin {
            .retry {
                $0.baseDelay = .milliseconds(1)
                $0.budget = .unlimited
            }
        }

        var plugins: [any Plugin] {
            [
                .logger(.verbose, output: { text in texts.withLock { $0.append(text) } }),
                .logEvents { event in events.withLock { $0.append(event) } }, activity, refresh, retry,
                .credentials { _ in nil }, .userAgent(), .acceptLanguage(["en"]), .headers(["X-Client": "tests"]),
                .adapt { $0.setValue("1", forHTTPHeaderField: "X-Signed") }, coalescing, limit, metrics, counter,
            ]
        }
    }

    /// Counts the events of each call: a `didReceive` per `willSend`, and one end per call.
    final class PairCounter: CallObserver {
        struct Counts {
            var sent = 0
            var received = 0
            var finished = 0
        }

        let calls = Locked<[CallID: Counts]>([:])

        private func count(_ context: CallContext, _ change: (inout Counts) -> Void) {
            calls.withLock { change(&$0[context.id, default: Counts()]) }
        }

        func willSend(_ endpoint: Endpoint, context: CallContext) { count(context) { $0.sent += 1 } }
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
            count(context) { $0.received += 1 }
        }
        func didFinish(_ outcome: CallOutcome, context: CallContext) { count(context) { $0.finished += 1 } }
        var isBalanced: Bool { calls.withLock { $0.values.allSatisfy { $0.sent == $0.received } } }
    }

    /// Makes a thousand calls, a third of them cancelled at once, and returns the number that ended as expected.
    private func ended(_ provider: Provider<RawAPI>) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    let call = Task { await provider.result(.item(index % 20), as: String.self) }
                    if index.isMultiple(of: 3) { call.cancel() }
                    switch await call.value {
                    case .success(let text): return text == "\(index % 20)"
                    case .failure(let error):
                        return error.category == .cancelled
                            ? index.isMultiple(of: 3) : index % 20 == 7 && error.statusCode == 500
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    private func check(_ everything: Everything, _ provider: Provider<RawAPI>) async {
        #expect(await ended(provider) == 1000)
        // Exchanges without callers end a little later.
        await until {
            everything.limit.permits.taken == 0 && everything.counter.isBalanced
                && everything.coalescing.transfers.count == 0
        }
        let counts = everything.counter.calls.withLock { $0 }
        #expect(counts.count == 1000)
        #expect(counts.values.allSatisfy { $0.finished == 1 })
        #expect(everything.counter.isBalanced)
        let changes = everything.changes.withLock { $0 }
        #expect(changes.began == changes.ended)
        #expect(everything.activity.count == 0)
        #expect(everything.reports.withLock { $0.count } == 1000)
        #expect(everything.limit.permits.waiting == 0)
        #expect(everything.refreshes.withLock { $0 } == 1)
        let events = everything.events.withLock { $0 }
        let finished = events.filter { if case .finished = $0.kind { true } else { false } }
        #expect(Set(finished.map(\.callID)).count == 1000)
        #expect(finished.count == 1000)
        // Each event is one uninterrupted text: a first line and its details.
        for text in everything.texts.withLock({ $0 }) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.first?.hasPrefix(" ") == false && lines.dropFirst().allSatisfy { $0.hasPrefix("    ") })
            #expect(!text.contains("Bearer old") && !text.contains("Bearer new"))
        }
    }

    @Test func aThousandCallsOverStubsEachEndOnceAndAllBalances() async {
        let everything = Everything()
        let (stubs, sent) = (StubTransport(), Locked(0))
        for index in 0..<20 { stubs.on(RawAPI.item(index), index == 7 ? .status(500) : .text("\(index)")) }
        let transport = AnswerTransport { endpoint, context in
            sent.withLock { $0 += 1 }
            if endpoint.headers["Authorization"] != "Bearer new" {
                return Response(statusCode: 401, endpoint: endpoint)
            }
            return try await stubs.send(endpoint, context: context)
        }
        let provider = Provider<RawAPI>(transport: transport, plugins: everything.plugins)
        await check(everything, provider)
        #expect(everything.reports.withLock { $0.reduce(0) { $0 + $1.exchanges } } <= sent.withLock { $0 })
    }

    @Test func aThousandCallsOverSocketsEachEndOnceAndAllBalances() async throws {
        let everything = Everything()
        let server = try LoopbackServer { request in
            guard request.headers["Authorization"] == "Bearer new" else { return [.response(401, to: request)] }
            let item = request.path.split(separator: "/").last.map(String.init) ?? ""
            return [item == "7" ? .response(500, to: request) : .response(text: item, to: request)]
        }
        let provider = Provider<RawAPI>(baseURL: server.url, plugins: everything.plugins)
        await check(everything, provider)
        #expect(!server.requests.isEmpty)
    }
}
