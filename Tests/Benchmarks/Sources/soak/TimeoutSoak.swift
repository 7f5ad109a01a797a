import Measure
import Subjects
import Talyn

/// Timeouts of a fraction of a second, which URLSession ignores on Linux: every call must end on time.
struct TimeoutSoak {
    let transport: SoakedTransport
    let count: Int
    let watchdog: Watchdog

    private static let inFlight = 10

    func run(_ verdict: inout Verdict) async {
        guard let server = StallServer(), let url = URL(string: "http://127.0.0.1:\(server.port)") else {
            return verdict.expect(false, "the server that stalls does not start")
        }
        let shop = Provider<Shop>(
            baseURL: url, transport: transport.make(sessionConnections: 64))
        var table = Table(["calls", "limit ms", "least ms", "median ms", "most ms", "a plain sleep, most ms"])
        let quarter = Duration.milliseconds(250)
        for (name, target, limit) in [
            ("stalls before the head", Shop.at("stall-head", timeout: quarter), 0.25),
            ("stalls in the body", Shop.at("stall-body", timeout: quarter), 0.25),
            ("drips, with a deadline", Shop.at("drip", deadline: .milliseconds(500)), 0.5),
        ] {
            // The delay of a plain sleep at the same time is not the call's.
            async let sleeps = sleeps(of: limit)
            let times = await watchdog.watching { await self.times(of: target, shop) }
            let sleep = await sleeps.max() ?? limit
            let ended = times.compactMap { $0 }
            verdict.expect(ended.count == count, "\(name): \(count - ended.count) calls did not end as timed out")
            // A busy machine runs a thread late; a transport that ignores fractions of a second is late by much more.
            let allowed = (limit * 0.9)...(sleep + 0.1)
            let late = ended.filter { !allowed.contains($0) }
            verdict.expect(late.isEmpty, "\(name): \(late.count) ends are not within 10 % before and 0.1 s after")
            verdict.expect(ended.median <= sleep + limit * 0.1, "\(name): half of the ends are more than 10 % late")
            table.add(
                ["\(ended.count), server \(name)"]
                    + [limit, ended.min() ?? 0, ended.median, ended.max() ?? 0, sleep].map { number($0 * 1000) })
        }
        print(table.text)
    }

    /// Returns the durations of several sleeps, one after the other.
    private func sleeps(of limit: Double) async -> [Double] {
        var times: [Double] = []
        for _ in 0..<count / Self.inFlight {
            let start = Instant.wallNow
            try? await Task.sleep(for: .seconds(limit))
            times.append(Instant.wallNow - start)
        }
        return times
    }

    /// Returns the durations of the calls; nil for a call that did not end with a timeout.
    private func times(of target: Shop, _ shop: Provider<Shop>) async -> [Double?] {
        await withTaskGroup(of: [Double?].self) { group in
            for _ in 0..<Self.inFlight {
                group.addTask {
                    var times: [Double?] = []
                    for _ in 0..<count / Self.inFlight {
                        let start = Instant.wallNow
                        let result = await shop.result(target)
                        let time = Instant.wallNow - start
                        watchdog.callEnded()
                        if case .failure(.requestTimeout) = result { times.append(time) } else { times.append(nil) }
                    }
                    return times
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }
}
