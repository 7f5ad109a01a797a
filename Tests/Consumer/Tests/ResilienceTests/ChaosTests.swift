import Talyn
import TalynStubs
import TalynTesting
import Testing

@testable import Resilience

/// All plugins together, over a bad network.
@Suite(.timeLimit(.minutes(5))) struct ChaosTests {
    /// Counts the ends of each call.
    private struct Ends: CallObserver {
        let counts = Guarded<[CallID: Int]>([:])
        func willSend(_ endpoint: Endpoint, context: CallContext) {}
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
        func didFinish(_ outcome: CallOutcome, context: CallContext) {
            counts.withLock { $0[context.id, default: 0] += 1 }
        }
    }

    /// Records what is sent.
    private struct Journal: Transport {
        struct Sent {
            let host: String?
            let call: CallID
            let key: String?
            let trace: [Substring]?
        }

        let network: any Transport
        /// The requests by the last segment of their path, which only one call has.
        let sent = Guarded<[String: [Sent]]>([:])

        func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
            let trace = endpoint.headers["traceparent"]?.split(separator: "-")
            let key = endpoint.headers["Idempotency-Key"]
            let request = Sent(host: endpoint.url.host, call: context.id, key: key, trace: trace)
            sent.withLock { $0[endpoint.url.lastPathComponent, default: []].append(request) }
            return try await network.send(endpoint, context: context)
        }
    }

    /// Answers when a number of requests has arrived.
    private final class Meeting: Transport {
        private let size: Int
        private let waiting = Guarded<[CheckedContinuation<Void, Never>]>([])

        init(of size: Int) { self.size = size }

        func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
            await withCheckedContinuation { continuation in
                let met = waiting.withLock { waiting in
                    waiting.append(continuation)
                    if waiting.count < size { return [CheckedContinuation<Void, Never>]() }
                    defer { waiting = [] }
                    return waiting
                }
                for continuation in met { continuation.resume() }
            }
            return Response(statusCode: 200, endpoint: endpoint)
        }
    }

    private static let permits = 8
    private let clock = TestClock(isManual: true)
    private let ends = Ends()
    private let breaker = CircuitBreaker(after: 4, pause: .seconds(1))
    private let shedding = LoadShedding(above: 20)
    private let plugins: [any Plugin]

    init() {
        plugins = [
            ends, .retry(), Hedging(after: .milliseconds(150)), Failover(to: [API.mirror]), breaker, shedding,
            RateLimiter(longestWait: .milliseconds(600)), .concurrencyLimit(Self.permits, per: .host), TraceContext(),
        ]
    }

    /// Returns a provider that shares the plugins with the others.
    private func provider(
        over transport: any Transport, at base: URL? = nil, hasKeys: Bool = true, seed: UInt64 = 1
    ) -> Provider<API> {
        let keys: [any Plugin] = hasKeys ? [IdempotencyKey()] : []
        return Provider(
            baseURL: base, transport: transport, plugins: keys + plugins, clock: clock, randomness: .seeded(seed))
    }

    private static func target(_ id: Int) -> API {
        switch id % 5 {
        case 0: .feed(id)
        case 1, 2: .write(id)
        case 3: .change(id)
        default: .read(id)
        }
    }

    private static func network(_ seed: UInt64) -> ChaosTransport {
        let stubs = StubTransport()
        stubs.on(API.self) { target in
            switch target {
            case .feed(let id): id % 3 == 0 ? .text("one two").truncated(after: 3) : .text("one two")
            case .read(let id) where id % 100 == 4: .status(200, headers: ["RateLimit": #""default";r=0;t=1"#])
            default: .text("ok")
            }
        }
        return ChaosTransport(
            over: stubs, seed: seed, failureRate: 0.2,
            codes: [.networkConnectionLost, .timedOut, .cannotConnectToHost, .cannotFindHost], errorRate: 0.05,
            error: .sequence([.status(503), .status(500), .status(429, headers: ["Retry-After": "1"])]),
            delay: .milliseconds(100), variance: 0.9)
    }

    /// Makes one call, and perhaps cancels it. Returns its end.
    private func call(_ id: Int, _ provider: Provider<API>, _ seed: UInt64) async -> String {
        var chance = Randomness.seeded(seed &* 1_000_003 &+ UInt64(id))
        try? await clock.sleep(for: .milliseconds(Int.random(in: 0...400, using: &chance)))
        let leaves = Int.random(in: 0..<4, using: &chance) == 0
        let call = Task { () -> String in
            let target = Self.target(id)
            guard case .feed = target else { return await provider.category(target)?.rawValue ?? "success" }
            do {
                for try await _ in try await provider.stream(target) where leaves { break }
                return "success"
            } catch { return (error as? MyAPIError)?.requestError.category.rawValue ?? "\(error)" }
        }
        let isCancelled = Int.random(in: 0..<8, using: &chance) == 0
        let delay = Duration.milliseconds(Int.random(in: 0...400, using: &chance))
        guard isCancelled else { return await call.value }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in
                try? await clock.sleep(for: delay)
                call.cancel()
            }
            let end = await call.value
            group.cancelAll()
            return end
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func tenThousandCallsEndOnceAndLeaveNothingBehind(seed: UInt64) async throws {
        let journal = Journal(network: Self.network(seed))
        let keyed = provider(over: journal, seed: seed)
        let unkeyed = provider(over: journal, hasKeys: false, seed: seed + 1)
        // Time passes as soon as a task waits for it.
        let time = Task { [clock] in
            while !Task.isCancelled {
                await clock.waitForSleepers()
                clock.advanceToNextDeadline()
            }
        }
        let next = Guarded(0)
        var results: [String: Int] = [:]
        await withTaskGroup(of: [String].self) { group in
            for _ in 1...32 {
                group.addTask {
                    var results: [String] = []
                    while true {
                        let id = next.withLock { id in
                            id += 1
                            return id
                        }
                        if id > 10_000 { return results }
                        results.append(await call(id, id.isMultiple(of: 2) ? keyed : unkeyed, seed))
                    }
                }
            }
            for await part in group { for result in part { results[result, default: 0] += 1 } }
        }
        time.cancel()
        await time.value
        #expect(results.values.reduce(0, +) == 10_000)
        let counts = ends.counts.withLock { $0 }
        #expect(counts.count == 10_000 && counts.values.allSatisfy { $0 == 1 })
        // The network was as bad as it should be.
        for end in ["success", "cancelled", "circuitOpen", "overloaded", "rateLimited", "connectionLost"] {
            #expect(results[end, default: 0] > 10, "\(end)")
        }
        try verify(journal.sent.withLock { $0 })
        await verifyThatNothingIsLeft()
    }

    private func verify(_ sent: [String: [Journal.Sent]]) throws {
        for id in 1...10_000 {
            let target = Self.target(id)
            let requests = sent["\(id)"] ?? []
            let isRepeatable = id.isMultiple(of: 2) || target.route.method.isIdempotent
            // Three attempts, each hedged, at two hosts.
            #expect(requests.count <= (isRepeatable ? 12 : 1), "\(target)")
            #expect(Set(requests.map(\.call)).count <= 1)
            let needsKey = id.isMultiple(of: 2) && !target.route.method.isIdempotent
            #expect(Set(requests.map(\.key)).count <= 1 && requests.allSatisfy { ($0.key != nil) == needsKey })
            let traces = requests.filter { $0.host == "a.example" }.map(\.trace)
            #expect(Set(traces.map { $0?[1] }).count <= 1 && Set(traces.map { $0?[2] }).count == traces.count)
            #expect(requests.allSatisfy { ($0.trace == nil) == ($0.host == "b.example") })
        }
        #expect(sent.values.contains { $0.contains { $0.host == "b.example" } })
    }

    /// All permits are free, no circuit has a probe, and nothing waits.
    private func verifyThatNothingIsLeft() async {
        #expect(clock.sleeping == 0)
        for origin in API.origins {
            #expect(breaker.state(of: origin) != .halfOpen)
            #expect(shedding.count(of: origin) == 0)
        }
        clock.advance(by: .seconds(60))
        for base in [API.host, API.mirror] {
            let healthy = provider(over: StubTransport.answering(.text("ok")), at: base)
            #expect(await healthy.category(.read(1)) == nil)
            let meeting = provider(over: Meeting(of: Self.permits), at: base)
            await withTaskGroup(of: ErrorCategory?.self) { group in
                for id in 1...Self.permits { group.addTask { await meeting.category(.read(id)) } }
                for await category in group { #expect(category == nil) }
            }
        }
        #expect(API.origins.allSatisfy { breaker.state(of: $0) == .closed })
    }
}
