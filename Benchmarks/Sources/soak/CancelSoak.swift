import Foundation
import Measure
import Subjects
import Talyn

/// Rounds of live calls, every second of them cancelled at a random moment.
struct CancelSoak {
    let rounds: Int
    let calls: Int
    let seed: UInt64
    /// Whether one call is to hang, to see that it is noticed.
    let hangs: Bool
    let watchdog: Watchdog

    private static let inFlight = 256

    /// How a call ended.
    private enum End {
        case answered
        case cancelled
        case wrong(String)
    }

    func run(_ verdict: inout Verdict) async {
        let ledger = Ledger(watchdog: watchdog)
        let shop = Provider<Shop>(transport: URLSessionTransport(), plugins: [ledger])
        var generator = SeededGenerator(seed: seed)
        var flatness = Flatness()
        print("seed \(seed), \(rounds) rounds of \(calls) calls, \(Self.inFlight) in flight")
        print((["round", "answered", "cancelled", "seconds"] + Flatness.head).joined(separator: "\t"))
        for round in 1...rounds {
            // Early moments more often than late ones: within a call more happens at its beginning.
            let moments = (0..<calls).map { index -> Double? in
                let moment = Double.random(in: 0...1, using: &generator)
                return index % 2 == 0 ? moment * moment * 0.1 : nil
            }
            let start = Instant.now
            let ends = await watchdog.watching { await self.round(moments, shop) }
            let seconds = Instant.now.wall - start.wall
            let cancelled = ends.count { if case .cancelled = $0 { true } else { false } }
            let answered = ends.count { if case .answered = $0 { true } else { false } }
            print(
                (["\(round)", "\(answered)", "\(cancelled)", number(seconds)] + flatness.note())
                    .joined(separator: "\t"))
            fflush(nil)

            for case .wrong(let what) in ends.prefix(100) { verdict.expect(false, "round \(round): \(what)") }
            verdict.expect(
                answered + cancelled == calls,
                "round \(round): \(calls - answered - cancelled) calls were neither answered nor cancelled")
            let books = ledger.close()
            verdict.expect(books.calls == calls, "round \(round): \(books.calls) calls are in the books")
            verdict.expect(
                books.wrong.isEmpty,
                "round \(round): \(books.wrong.count) calls did not end once, such as \(books.wrong.first as Any)")
        }
        flatness.check("cancel", &verdict)
    }

    private func round(_ moments: [Double?], _ shop: Provider<Shop>) async -> [End] {
        await withTaskGroup(of: End.self) { group in
            var ends: [End] = []
            var started = 0
            func start() {
                let moment = moments[started]
                let isStuck = hangs && started == moments.count / 2
                started += 1
                group.addTask {
                    if isStuck { hangForever() }
                    return await Self.end(of: shop, cancelledAfter: moment)
                }
            }
            while started < min(Self.inFlight, moments.count) { start() }
            while let end = await group.next() {
                ends.append(end)
                if started < moments.count { start() }
            }
            return ends
        }
    }

    private static func end(of shop: Provider<Shop>, cancelledAfter moment: Double?) async -> End {
        let call = Task { await shop.result(.repositories(of: "octocat", page: 1)) }
        if let moment {
            // From another thread, at whatever the call is just doing.
            DispatchQueue.global().asyncAfter(deadline: .now() + moment) { call.cancel() }
        }
        switch await call.value {
        case .success(let response):
            return response.data.count == Listing.json.count
                ? .answered : .wrong("an answer of \(response.data.count) bytes")
        case .failure(.cancelled): return moment == nil ? .wrong("cancelled by nobody") : .cancelled
        case .failure(let error): return .wrong("\(error)")
        }
    }
}

/// Waits for what never comes.
@inline(never)
private func hangForever() {
    DispatchSemaphore(value: 0).wait()
}
