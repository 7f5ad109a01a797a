import Foundation
import Measure
import Subjects
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Rounds of live calls, every second of them cancelled at a random moment.
struct CancelSoak {
    let transport: SoakedTransport
    let rounds: Int
    let calls: Int
    let seed: UInt64
    /// Whether one call hangs deliberately, to test the detection.
    let hangs: Bool
    let watchdog: Watchdog

    /// Whether the calls are URLSession's own instead of Talyn's, for comparison.
    let isFloor: Bool

    private static let inFlight = 256

    /// The end of a call.
    private enum End {
        case answered
        case cancelled
        case wrong(String)
    }

    /// A call that reports its end to the watchdog.
    private typealias Caller = @Sendable () async -> End

    func run(_ verdict: inout Verdict) async {
        let ledger = Ledger(watchdog: watchdog)
        // A short timeout, because memory that is kept until a timeout would hide memory that is never freed.
        let shop = Provider<Shop>(transport: transport.make(), plugins: [ledger])
            .withDefaults { $0.timeout = .seconds(5) }
        let session = ByHand.session()
        let ours: Caller = { await Self.end(of: shop) }
        let bare: Caller = { await self.bareEnd(over: session) }
        let caller = isFloor ? bare : ours
        let figures: SoakedTransport = isFloor ? .urlSession : transport
        var generator = SeededGenerator(seed: seed)
        var flatness = Flatness()
        print(
            "\(isFloor ? "bare URLSession" : transport.rawValue), seed \(seed), \(rounds) rounds of \(calls) calls, \(Self.inFlight) in flight"
        )
        print((["round", "answered", "cancelled", "seconds"] + Flatness.head).joined(separator: "\t"))
        for round in 1...rounds {
            // Early moments are more frequent, because more happens at the beginning of a call.
            let moments = (0..<calls).map { index -> Double? in
                let moment = Double.random(in: 0...1, using: &generator)
                return index % 2 == 0 ? moment * moment * figures.secondsOfACall : nil
            }
            let start = Instant.now
            let ends = await watchdog.watching { await self.round(moments, caller) }
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
            if isFloor { continue }
            verdict.expect(books.calls == calls, "round \(round): \(books.calls) calls are in the books")
            verdict.expect(
                books.wrong.isEmpty,
                "round \(round): \(books.wrong.count) calls did not end once, such as \(books.wrong.first as Any)")
        }
        flatness.check("cancel", kept: figures.keptOfACall * Double(calls), &verdict)
    }

    private func round(_ moments: [Double?], _ caller: @escaping Caller) async -> [End] {
        await withTaskGroup(of: End.self) { group in
            var ends: [End] = []
            var started = 0
            func start() {
                let moment = moments[started]
                let isStuck = hangs && started == moments.count / 2
                started += 1
                group.addTask {
                    if isStuck { hangForever() }
                    return await Self.end(of: caller, cancelledAfter: moment)
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

    private static func end(of caller: @escaping Caller, cancelledAfter moment: Double?) async -> End {
        let call = Task { await caller() }
        if let moment {
            // From another thread, at any point of the call.
            DispatchQueue.global().asyncAfter(deadline: .now() + moment) { call.cancel() }
        }
        let end = await call.value
        if case .cancelled = end, moment == nil { return .wrong("cancelled by nobody") }
        return end
    }

    private static func end(of shop: Provider<Shop>) async -> End {
        switch await shop.result(.repositories(of: "octocat", page: 1)) {
        case .success(let response): answered(response.data.count)
        case .failure(.cancelled): .cancelled
        case .failure(let error): .wrong("\(error)")
        }
    }

    private func bareEnd(over session: URLSession) async -> End {
        let result = await BareCall.bytes(over: session)
        watchdog.callEnded()
        return (try? result.get()).map(Self.answered) ?? .cancelled
    }

    private static func answered(_ bytes: Int) -> End {
        bytes == Listing.json.count ? .answered : .wrong("an answer of \(bytes) bytes")
    }
}

/// Waits for an event that never occurs.
@inline(never)
private func hangForever() {
    DispatchSemaphore(value: 0).wait()
}
