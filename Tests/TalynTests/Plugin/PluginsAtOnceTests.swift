import Foundation
import Testing

@testable import Talyn

/// Many calls through the plugins that keep state, at once.
@Suite(.timeLimit(.minutes(5))) struct PluginsAtOnceTests {
    @Test func aThousandCallsSomeCancelledEachEndOnceAndAllCountsBalance() async {
        let stubs = StubTransport()
        for index in 0..<20 { stubs.on(RawAPI.item(index), index == 7 ? .status(500) : .text("\(index)")) }
        let changes = Locked((began: 0, ended: 0))
        let activity = ActivityPlugin { change, _ in
            changes.withLock { if change == .began { $0.began += 1 } else { $0.ended += 1 } }
        }
        let (coalescing, limit, collector) = (CoalescingPlugin(), LimitPlugin(4, per: .host), MetricsCollector())
        let metrics = MetricsPlugin { collector.add($0) }
        let outcomes = OutcomeRecorder()
        let provider = Provider<RawAPI>(
            transport: stubs, plugins: [activity, coalescing, limit, metrics, outcomes])
        let right = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    let call = Task { await provider.result(.item(index % 20), as: String.self) }
                    if index.isMultiple(of: 3) { call.cancel() }
                    switch await call.value {
                    case .success(let text): return text == "\(index % 20)"
                    case .failure(let error) where index.isMultiple(of: 3):
                        return [.cancelled, .status].contains(error.category)
                    case .failure(let error): return index % 20 == 7 && error.statusCode == 500
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 1000)
        #expect(outcomes.outcomes.count == 1000)
        #expect(collector.totals.requests == 1000)
        let counted = changes.withLock { $0 }
        #expect(counted.began == counted.ended)
        #expect(activity.count == 0)
        #expect(coalescing.transfers.count == 0)
        // Exchanges that all had left end a little later.
        await until { limit.places.taken == 0 && metrics.pending == 0 }
        #expect(limit.places.waiting == 0)
        #expect(collector.totals.exchanges <= stubs.requests.count)
    }
}
