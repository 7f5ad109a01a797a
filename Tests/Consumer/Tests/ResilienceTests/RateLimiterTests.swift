import Talyn
import TalynStubs
import TalynTesting
import Testing

@testable import Resilience

@Suite(.timeLimit(.minutes(1))) struct RateLimiterTests {
    private let clock = TestClock(start: Date(timeIntervalSince1970: 1_700_000_000))
    private let stubs = StubTransport()
    private let limiter = RateLimiter(longestWait: .seconds(60))
    /// For tests whose clock runs while calls wait for a thread: their waits together may be any number.
    private let patient = RateLimiter(longestWait: .seconds(1_000_000))

    private var provider: Provider<API> { Provider(transport: stubs, plugins: [limiter], clock: clock) }

    /// Returns the waits of four calls, the first of which is answered with these headers.
    private func waits(after status: Int = 200, _ headers: HTTPHeaders) async -> [Duration] {
        stubs.on(API.read(1), .sequence([.status(status, headers: headers), .text("ok")], then: .repeatsLast))
        for _ in 1...4 { _ = await provider.category(.read(1)) }
        return clock.slept
    }

    @Test(
        arguments: [
            (#""default";r=0;t=30"#, [30]), (#"default;r=0;t=30"#, [30]), (#""default"; r=0; t=30 "#, [30]),
            (#""default";t=30;r=0;pk=:c2VjcmV0:"#, [30]), (#""a;r=5,b\"";r=0;t=7"#, [7]),
            (#""burst";r=0;t=3, "daily";r=90;t=7200"#, [3]), (#""daily";r=90;t=7200,"burst";r=0;t=3"#, [3]),
            (#""a";r=0;t=3, "b";r=0;t=5"#, [5]), (#""a";r=1;t=9"#, [9]), (#""a";r=2;t=9"#, [9]),
            (#""a";r=3;t=9"#, []), (#""a";r=0;t=0"#, []), (#""a";r=0"#, []), (#""a";r=x;t=9"#, []),
            (#""a";r=0;t=-9"#, []), (#""a";r;t=9"#, []), ("", []), (#""r=0;t=9""#, []), (#""a";rr=0;t=9"#, []),
            (#""a";r=0;t=9223372036854775807"#, []), (#""a";r=0;t=31622401"#, []),
        ] as [(String, [Int])])
    func theFieldOfTheDraftIsObeyed(field: String, waits: [Int]) async {
        #expect(await self.waits(["RateLimit": field]) == waits.map { .seconds($0) })
        #expect(stubs.calls.count == 4)
    }

    @Test(
        arguments: [
            (429, ["Retry-After": "20"], [20]), (503, ["Retry-After": "20"], [20]), (200, ["Retry-After": "20"], []),
            (200, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "15"], [15]),
            (200, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000025"], [25]),
            (200, ["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "15"], [15]), (429, [:], []),
            (200, ["X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "15"], []),
            (200, ["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "-15"], []),
            (200, ["X-RateLimit-Remaining": "1"], []), (200, ["X-RateLimit-Reset": "15"], []),
            (200, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "15", "Retry-After": "9"], [15]),
            (429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "15", "Retry-After": "9"], [9]),
        ] as [(Int, HTTPHeaders, [Int])])
    func retryAfterAndTheOlderFieldsAreObeyed(status: Int, headers: HTTPHeaders, waits: [Int]) async {
        #expect(await self.waits(after: status, headers) == waits.map { .seconds($0) })
    }

    @Test func aResponseThatOvertookAnotherDoesNotRaiseTheQuota() async {
        let clock = TestClock(isManual: true)
        stubs.on(API.read(1), .status(200, headers: ["RateLimit": #""a";r=9;t=60"#]).delayed(by: .seconds(2)))
        stubs.on(API.read(2), .status(200, headers: ["RateLimit": #""a";r=0;t=60"#]).delayed(by: .seconds(1)))
        let provider = Provider<API>(transport: stubs, plugins: [limiter], clock: clock)
        async let first = provider.category(.read(1))
        async let second = provider.category(.read(2))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        #expect(await second == nil)
        clock.advance(by: .seconds(1))
        #expect(await first == nil)
        async let third = provider.category(.read(2))
        await clock.waitForSleepers()
        #expect(stubs.calls.count == 2)
        clock.advance(by: .seconds(59))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(await third == nil)
    }

    @Test func callsThatWaitUseTheQuotaThatIsLeft() async {
        let clock = TestClock(isManual: true)
        stubs.on(
            API.read(1),
            .sequence([.status(200, headers: ["RateLimit": #""a";r=2;t=60"#]), .text("ok")], then: .repeatsLast))
        let provider = Provider<API>(transport: stubs, plugins: [patient], clock: clock)
        #expect(await provider.category(.read(1)) == nil)
        await withTaskGroup(of: ErrorCategory?.self) { group in
            for _ in 1...10 { group.addTask { await provider.category(.read(1)) } }
            await clock.waitForSleepers(8)
            #expect(stubs.calls.count == 3)
            clock.advance(by: .seconds(60))
            // One goes ahead; its response states no limit.
            await until {
                clock.advance(by: .milliseconds(100))
                return stubs.calls.count == 11
            }
            for await category in group { #expect(category == nil) }
        }
        #expect(stubs.calls.count == 11)
    }

    /// A server that allows five requests in two seconds.
    private struct Server: Transport {
        enum Fields: CaseIterable { case draft, older }

        let label = "server"
        let fields: Fields
        let state = Guarded((left: 5, end: Duration.zero, refused: 0))

        func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
            let now = context.now
            let (isAllowed, left, rest) = state.withLock { state in
                if now >= state.end { (state.left, state.end) = (5, now + .seconds(2)) }
                defer { if state.left > 0 { state.left -= 1 } else { state.refused += 1 } }
                return (state.left > 0, max(0, state.left - 1), state.end - now)
            }
            let seconds = Int((rest / .seconds(1)).rounded(.up))
            let headers: HTTPHeaders =
                switch fields {
                case .draft: ["RateLimit": "\"a\";r=\(left);t=\(seconds)"]
                case .older: ["X-RateLimit-Remaining": "\(left)", "X-RateLimit-Reset": "\(seconds)"]
                }
            return Response(statusCode: isAllowed ? 200 : 429, headers: headers, endpoint: endpoint)
        }
    }

    @Test(arguments: Server.Fields.allCases)
    private func callsThatWaitedKeepTheLimitOfTheNextWindows(fields: Server.Fields) async {
        let clock = TestClock(isManual: true)
        let server = Server(fields: fields)
        let provider = Provider<API>(transport: server, plugins: [patient], clock: clock)
        #expect(await provider.category(.read(0)) == nil)
        let ended = Guarded(0)
        await withTaskGroup(of: ErrorCategory?.self) { group in
            for id in 1...39 {
                group.addTask {
                    defer { ended.withLock { $0 += 1 } }
                    return await provider.category(.read(id))
                }
            }
            while ended.withLock({ $0 }) < 39, !Task.isCancelled {
                for _ in 0..<50 { await Task.yield() }
                clock.advance(by: .milliseconds(100))
            }
            for await category in group { #expect(category == nil) }
        }
        #expect(server.state.withLock { $0.refused } == 0)
    }

    @Test func aSlowRequestAfterAResetHoldsUpTheOthersForASecond() async {
        let clock = TestClock(isManual: true)
        stubs.on(API.read(1), .status(429, headers: ["Retry-After": "20"]))
        stubs.on(API.read(2), .text("ok").delayed(by: .seconds(30)))
        let provider = Provider<API>(transport: stubs, plugins: [limiter], clock: clock)
        _ = await provider.category(.read(1))
        clock.advance(by: .seconds(20))
        let calls = (1...2).map { _ in Task { await provider.category(.read(2)) } }
        await clock.waitForSleepers(2)
        #expect(stubs.count(of: API.read(2)) == 1)
        for _ in 1...9 {
            clock.advance(by: .milliseconds(100))
            await clock.waitForSleepers(2)
        }
        #expect(stubs.count(of: API.read(2)) == 1)
        clock.advance(by: .milliseconds(100))
        await clock.waitForSleepers(2)
        #expect(stubs.count(of: API.read(2)) == 2)
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value == .cancelled) }
    }

    @Test func aWaitThatIsTooLongFailsAndSaysWhen() async throws {
        stubs.on(API.read(1), .status(429, headers: ["Retry-After": "61"]))
        _ = await provider.category(.read(1))
        let error = try #require(await provider.failure(.read(1)))
        #expect(error.category == .rateLimited)
        #expect(error.localizedDescription == "Too many requests. Try again in 61 seconds.")
        #expect("\(error)".contains("the rate limit allows a request in 61 s"))
        #expect(clock.slept.isEmpty && stubs.calls.count == 1)
    }

    @Test func aWaitOfAYearIsTold() async throws {
        stubs.on(API.read(1), .status(200, headers: ["RateLimit": #""a";r=0;t=31536000"#]))
        _ = await provider.category(.read(1))
        let error = try #require(await provider.failure(.read(1)))
        #expect(error.localizedDescription == "Too many requests. Try again in 31536000 seconds.")
        clock.advance(by: .seconds(31_536_000))
        #expect(await provider.category(.read(1)) == nil)
    }

    @Test func aWaitBeyondTheDeadlineFailsAtOnce() async {
        stubs.on(API.read(1), .status(429, headers: ["Retry-After": "20"]))
        let hurried = provider.withDefaults { $0.deadline = .seconds(20) }
        #expect(await hurried.category(.read(1)) == .status)
        #expect(await hurried.category(.read(1)) == .rateLimited)
        #expect(clock.slept.isEmpty)
        #expect(await provider.withDefaults { $0.deadline = .seconds(21) }.category(.read(1)) == .status)
        #expect(clock.slept == [.seconds(20)])
    }

    @Test func retryWaitsAsLongAsTheErrorSays() async {
        stubs.on(API.read(1), .sequence([.status(429, headers: ["Retry-After": "20"]), .text("ok")]))
        let limiter = RateLimiter(longestWait: .seconds(1))
        let provider = Provider<API>(
            transport: stubs, plugins: [.retry(), limiter], clock: clock, randomness: Randomness { 0 })
        #expect(await provider.category(.read(1)) == nil)
        #expect(clock.slept == [.seconds(20)])
    }

    @Test func eachOriginHasAQuotaOfItsOwn() async {
        stubs.on(API.read(1), .status(429, headers: ["Retry-After": "20"]))
        stubs.on(API.elsewhere, .text("ok"))
        _ = await provider.category(.read(1))
        #expect(await provider.category(.elsewhere) == nil)
        #expect(clock.slept.isEmpty)
    }

    @Test func aCancelledWaitEndsAtOnce() async {
        let clock = TestClock(isManual: true)
        stubs.on(API.read(1), .status(429, headers: ["Retry-After": "20"]))
        let provider = Provider<API>(transport: stubs, plugins: [limiter], clock: clock)
        _ = await provider.category(.read(1))
        let waiting = Task { await provider.category(.read(1)) }
        await clock.waitForSleepers()
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(stubs.calls.count == 1)
    }

    @Test func aLimiterBehindALimitIsAMistake() {
        #expect(limiter.problem(behind: .concurrencyLimit(4)) != nil)
        #expect(limiter.problem(behind: LoadShedding(above: 4)) == nil)
    }
}
