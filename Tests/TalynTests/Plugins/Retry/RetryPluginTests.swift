import Foundation
import Testing

@testable import Talyn

@Suite struct RetryPluginTests {
    let stubs = StubTransport()
    let clock = TestClock()

    private func provider(_ plugins: any Plugin...) -> Provider<Probe> {
        Provider(transport: stubs, plugins: plugins, clock: clock, randomness: .seeded(7))
    }

    /// A kind of body by name.
    enum Kind: String, CaseIterable, Sendable {
        case none, data, file, repeatable, once

        func put(on route: Route) -> Route {
            switch self {
            case .none: route
            case .data: route.text("a")
            case .file: route.file(URL(fileURLWithPath: "\(#filePath)"))
            case .repeatable: route.stream(BodyStream(isRepeatable: true) { { nil } })
            case .once: route.stream(BodyStream { { nil } })
            }
        }
    }

    @Test(
        arguments: ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "POST", "PATCH", "PURGE", "get"], Kind.allCases)
    func statusMethodAndBodyDecide(method: String, body: Kind) async {
        guard body == .none || (method != "GET" && method != "HEAD") else { return }
        let statuses = [100...103, 300...310, 400...451, 500...511, 599...599, 999...999].flatMap { Array($0) }
        for status in statuses {
            let target = Probe(body.put(on: Route(HTTPMethod(rawValue: method), "a")))
            let stubs = StubTransport()
            stubs.on(where: { _, _ in true }, .status(status))
            let provider = Provider<Probe>(transport: stubs, plugins: [.retry()], clock: TestClock())
            let error = await provider.result(target).thrown
            let isPassing = "408 429 500 502 503 504".contains("\(status)")
            let isIdempotent = "GET HEAD OPTIONS TRACE PUT DELETE".contains(method)
            let isTriedAgain = isPassing && isIdempotent && body.rawValue != "once"
            #expect(stubs.requests.count == (isTriedAgain ? 3 : 1), "\(status)")
            #expect(error?.statusCode == status)
        }
    }

    @Test(arguments: [(false, 1), (true, 3)])
    func theMethodThatAPluginMadeOfItCountsToo(isIdempotent: Bool, requests: Int) async {
        struct Changing: Preparer {
            let method: HTTPMethod
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { endpoint.method = method }
        }
        stubs.on(where: { _, _ in true }, .status(503))
        _ = await provider(.retry(), Changing(method: isIdempotent ? .put : .post)).result(Probe(.get("a")))
        #expect(stubs.requests.count == requests)
    }

    @Test(arguments: URLErrorTable.codes)
    func codesThatMayPassAreTriedAgain(code: Int) async throws {
        guard let code = URLError.Code(rawValue: code) as URLError.Code? else { return }
        for (method, allowed) in [(HTTPMethod.get, true), (.post, false)] {
            let stubs = StubTransport()
            stubs.on(where: { _, _ in true }, .failure(code))
            let provider = Provider<Probe>(transport: stubs, plugins: [.retry(1)], clock: TestClock())
            let error = await provider.result(Probe(Route(method, "a"))).thrown
            let mayPass = [-1001, -1005, -1009, -1003, -1006, -1004, -1200, -1011, -3006, -3007].contains(code.rawValue)
            #expect(stubs.requests.count == (mayPass && allowed ? 2 : 1))
            // Broken compression has two codes, which are mapped to one.
            #expect(error?.urlError?.code == (code == .cannotDecodeRawData ? .cannotDecodeContentData : code))
        }
    }

    @Test(arguments: [(-1, 1), (0, 1), (1, 2), (2, 3), (4, 5), (.max, 60)])
    func thereAreAtMostSoManyRetries(limit: Int, attempts: Int) async {
        let refusals: [StubAnswer] = Array(repeating: .status(503), count: 59)
        stubs.on(where: { _, _ in true }, .sequence(refusals + [.text("ok")]))
        let result = await provider(.retry(limit)).result(Probe(.get("a")))
        #expect(stubs.requests.count == attempts)
        #expect((result.thrown == nil) == (attempts == 60))
    }

    @Test func eachAttemptIsPreparedAnewAndToldInTheTimeline() async {
        stubs.on(where: { _, _ in true }, .status(503))
        let trace = Trace()
        let exact = Provider<Probe>(
            transport: stubs, plugins: [.retry(), TracingPlugin(name: "a", trace: trace)], clock: clock,
            randomness: Randomness { .max })
        let error = await exact.result(Probe(.get("a"))).thrown
        #expect(trace.lines.filter { $0.contains("prepare") } == ["a prepare 1", "a prepare 2", "a prepare 3"])
        let story =
            "stub · attempt 1: 503 in 0 µs → retry 1 in 500 ms → attempt 2: 503 in 0 µs → retry 2 in 1.0 s"
            + " → attempt 3: 503 in 0 µs"
        #expect(error?.timeline.description == story)
        #expect(clock.slept == [.milliseconds(500), .seconds(1)])
    }

    @Test(
        arguments: [
            (Route.post("a"), "POST is not idempotent"), (.patch("a"), "PATCH is not idempotent"),
            (.post("a").header("Idempotency-Key", ""), "POST is not idempotent"),
            (.get("a").retryable(false), "the route forbids it"), (.post("a").retryable(false), "the route forbids it"),
            (.get("b"), nil),
        ] as [(Route, String?)])
    func aRequestThatMayNotBeSentTwiceLeavesANote(_ route: Route, _ reason: String?) async {
        stubs.on(where: { _, _ in true }, .status(503))
        let timeline = await provider(.retry()).result(Probe(route)).thrown?.timeline.description ?? ""
        #expect(timeline.hasSuffix("503 in 0 µs\(reason.map { " → no retry: \($0)" } ?? "")"), "\(timeline)")
        // No note where there is nothing to leave alone.
        for plugin in [RetryPlugin.retry(0), .retry { $0.statuses = [] }] {
            let error = await provider(plugin).result(Probe(route)).thrown
            #expect(error?.timeline.description.contains("no retry") == false)
        }
    }

    @Test func aRequestThatAPluginMadeAPOSTLeavesANote() async {
        struct Posting: Preparer {
            func prepare(_ endpoint: inout Endpoint, context: CallContext) { endpoint.method = .post }
        }
        stubs.on(where: { _, _ in true }, .status(503))
        let error = await provider(.retry(), Posting()).result(Probe(.get("a"))).thrown
        #expect(error?.timeline.description.hasSuffix("no retry: POST is not idempotent") == true)
    }

    @Test func aPermanentFailureIsNotRetried() async {
        stubs.on(where: { endpoint, _ in endpoint.url.path != "/nobody" }, .text("no JSON"))
        let provider = provider(.retry())
        #expect(await provider.result(Probe(.get("a")), as: Int.self).thrown?.category == .decoding)
        #expect(await provider.result(Probe(.get("nobody"))).thrown?.category == .unstubbed)
        #expect(
            await self.provider(.retry(), Refusing(error: URLError(.timedOut))).result(Probe(.get("a"))).thrown != nil)
        var accepting = Probe(.get("503"))
        accepting.validation = .anyStatus
        stubs.on(accepting, .status(503))
        #expect(await provider.result(accepting).thrown == nil)
        #expect(stubs.requests.count == 3)
        #expect(clock.slept.isEmpty)
    }

    @Test(
        arguments: [
            (Route.post("a").header("Idempotency-Key", "k"), 3), (.patch("a").header("idempotency-key", "k"), 3),
            (.post("a").header("Idempotency-Key", ""), 1), (Route("LOCK", "a").header("Idempotency-Key", "k"), 1),
            (.post("a").retryable(), 3), (.get("a").retryable(false), 1), (.post("a").retryable(false), 1),
            (.post("a").header("Idempotency-Key", "k").retryable(false), 1),
            (Route.post("a").stream(BodyStream { { nil } }).retryable(), 1),
        ] as [(Route, Int)])
    func aRouteMaySayThatItCanBeSentTwice(route: Route, attempts: Int) async {
        stubs.on(where: { _, _ in true }, .status(503))
        _ = await provider(.retry()).result(Probe(route))
        #expect(stubs.requests.count == attempts)
    }

    @Test func aKeyThatIsMadeForEachAttemptDoesNotCount() async {
        stubs.on(where: { _, _ in true }, .status(503))
        let key = Changing { $0.headers["Idempotency-Key"] = "new each time" }
        _ = await provider(.retry(), key).result(Probe(.post("a")))
        #expect(stubs.requests.count == 1)
    }

    @Test func settingsWiden() async {
        let plugin: RetryPlugin = .retry {
            $0.methods = [.post]
            $0.statuses = [418]
            $0.errorCodes = [.badURL]
        }
        for (answer, attempts) in [(StubAnswer.status(418), 3), (.failure(.badURL), 3), (.status(503), 1)] {
            let stubs = StubTransport()
            stubs.on(where: { _, _ in true }, answer)
            _ = await Provider<Probe>(transport: stubs, plugins: [plugin], clock: clock).result(Probe(.post("a")))
            #expect(stubs.requests.count == attempts)
        }
    }

    @Test func aPredicateHasTheLastWord() async {
        stubs.on(where: { _, _ in true }, .status(503))
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/404" }, .status(404))
        let asked = Trace()
        let plugin: RetryPlugin = .retry {
            $0.shouldRetry = { error, context in
                asked.write("\(error.statusCode ?? 0) after \(error.attempt) of \(context.operation ?? "")")
                return error.attempt < 2
            }
        }
        for path in ["a", "404"] as [URLPath] { _ = await provider(plugin).result(Probe(.get(path))) }
        #expect(stubs.requests.count == 3)
        #expect(asked.lines == ["503 after 1 of Probe.call", "503 after 2 of Probe.call"])
    }

    @Test func aCancelledCallIsNotRetried() async {
        let transport = AnswerTransport { _, _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw URLError(.timedOut)
        }
        let counter = OutcomeRecorder()
        let provider = Provider<Probe>(transport: transport, plugins: [.retry(), counter], clock: clock)
        #expect(await Task { await provider.result(Probe(.get("a"))) }.value.thrown?.category == .cancelled)
        #expect(counter.outcomes.map(\.attempts) == [1])
    }

    @Test func aCallCancelledWhileItWaitsEndsAtOnce() async {
        let clock = TestClock(isManual: true)
        stubs.on(where: { _, _ in true }, .status(503, headers: ["Retry-After": "20"]))
        let provider = Provider<Probe>(transport: stubs, plugins: [.retry()], clock: clock)
        let call = Task { await provider.result(Probe(.get("a"))) }
        await clock.waitForSleepers()
        call.cancel()
        #expect(await call.value.thrown?.category == .cancelled)
        #expect(stubs.requests.count == 1)
    }

    @Test func theTimelineTellsThatABodyIsReadOnce() async {
        stubs.on(where: { _, _ in true }, .status(503))
        let error = await provider(.retry()).result(Probe(.put("a").stream(BodyStream { { nil } }))).thrown
        #expect(error?.timeline.description.contains(/no retry: .* can be read once/) == true)
    }
}
