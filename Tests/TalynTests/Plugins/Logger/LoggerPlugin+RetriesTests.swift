import Foundation
import Testing

@testable import Talyn

/// The log says why a call was sent more than once.
@Suite(.timeLimit(.minutes(5))) struct LoggerPluginRetriesTests {
    let trace = Trace()
    let stubs = StubTransport()

    /// A retry whose delays are 1 and 2 seconds.
    static let retry: RetryPlugin = .retry { $0.baseDelay = .seconds(1) }

    func provider(_ plugins: [any Plugin]) -> Provider<GitHub> {
        Provider(transport: stubs, plugins: plugins, clock: TestClock(), randomness: Randomness { .max })
    }

    func logger(_ options: LogOptions = .default) -> LoggerPlugin { .logger(options, output: trace.write) }

    /// The first line of each text, without call ID and source location.
    var lines: [String] {
        trace.lines.map { text in
            String(text.prefix(beforeBytes: "\n")).replacing(/#\d+/, with: "#n")
                .replacing(/\ · TalynTests\S+ \S+/, with: "")
        }
    }

    @Test func verboseShowsEachFailedExchangeAndTheReasonOfEachRetry() async throws {
        stubs.on(GitHub.zen, .sequence([.failure(.networkConnectionLost), .failure(.timedOut), .text("ok")]))
        try await provider([logger(.verbose), Self.retry]).request(.zen)
        #expect(
            lines == [
                "REQUEST #n GitHub.zen: GET https://api.github.com/zen",
                "RESPONSE #n GitHub.zen: connectionLost in 0 µs",
                "RETRY #n GitHub.zen: connectionLost, after 1.0 s",
                "REQUEST #n GitHub.zen: GET https://api.github.com/zen (attempt 2)",
                "RESPONSE #n GitHub.zen: timeout in 0 µs",
                "RETRY #n GitHub.zen: timeout, after 2.0 s",
                "REQUEST #n GitHub.zen: GET https://api.github.com/zen (attempt 3)",
                "RESPONSE #n GitHub.zen: 200, 2 bytes in 0 µs",
                "SUCCESS #n GitHub.zen: 200, 2 bytes in 3.0 s, after connectionLost, timeout",
            ])
    }

    @Test(arguments: [LogOptions.default, .verbose, LogOptions()])
    func theLastLineHasTheFailuresBeforeASuccess(options: LogOptions) async throws {
        stubs.on(GitHub.zen, .sequence([.status(503), .status(502), .text("ok")]))
        try await provider([logger(options), Self.retry]).request(.zen)
        #expect(lines.last == "SUCCESS #n GitHub.zen: 200, 2 bytes in 3.0 s, after 503, 502")
    }

    @Test func theLastLineLeavesOutTheAttemptThatWonAgainstALaterOne() async throws {
        struct Twice: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                let response = try await next(endpoint)
                _ = try? await next(endpoint)
                return response
            }
        }
        stubs.on(GitHub.zen, .sequence([.text("ok"), .failure(.timedOut)]))
        try await provider([logger(), Twice()]).request(.zen)
        #expect(lines.last == "SUCCESS #n GitHub.zen: 200, 2 bytes in 0 µs, after timeout")
    }

    @Test func theLastLineHasTheFailuresBeforeTheLastOne() async {
        let answers: [StubAnswer] = [.status(503), .failure(.timedOut), .json(#"{"message":"busy"}"#, status: 502)]
        stubs.on(GitHub.zen, .sequence(answers))
        _ = await provider([logger(), Self.retry]).result(.zen)
        #expect(
            lines.last == "FAILURE #n GitHub.zen: status 502 in 3.0 s, after 503, timeout · message: busy")
    }

    @Test func theFailuresThatATimelineLeavesOutAreAnEllipsis() async throws {
        stubs.on(GitHub.zen, .sequence(Array(repeating: .status(503), count: 40) + [.text("ok")]))
        _ = try await provider([.retry(50), logger()]).request(.zen)
        let line = try #require(trace.lines.last)
        #expect(line.contains("503, … ·"), "\(line)")
    }

    @Test func aCallWithoutARetryHasNoReason() async throws {
        stubs.on(GitHub.zen, .sequence([.text("ok"), .status(404)]))
        for _ in 0..<2 { _ = await provider([logger(.verbose), Self.retry]).result(.zen) }
        #expect(lines.count == 6)
        #expect(!lines.contains { $0.contains("RETRY") || $0.contains("after") })
    }

    @Test func thePlaceOfTheLoggerMakesNoDifference() async throws {
        for plugins in [[logger(.verbose), Self.retry], [Self.retry, logger(.verbose)]] as [[any Plugin]] {
            let stubs = StubTransport()
            stubs.on(GitHub.zen, .sequence([.status(503), .text("ok")]))
            let provider = Provider<GitHub>(
                transport: stubs, plugins: plugins, clock: TestClock(), randomness: Randomness { .max })
            try await provider.request(.zen)
        }
        #expect(lines.count == 12)
        #expect(Array(lines.prefix(6)) == Array(lines.suffix(6)))
        #expect(lines[2] == "RETRY #n GitHub.zen: 503, after 1.0 s")
    }

    @Test func eachOfManyCallsHasItsOwnReasons() async {
        let statuses = [429, 500, 502, 503, 504]
        let transport = AnswerTransport { endpoint, context in
            let status = statuses[(Int(endpoint.url.lastPathComponent) ?? 0) % statuses.count]
            return .make(context.attempt == 1 ? status : 200, "ok", contentType: "text/plain", endpoint: endpoint)
        }
        // Without a budget, which two hundred failures together would exhaust.
        let retry: RetryPlugin = .retry { $0.budget = .unlimited }
        let provider = Provider<GitHub>(transport: transport, plugins: [logger(), retry], clock: TestClock())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { _ = await provider.result(.user("\(number)")) } }
        }
        let last = lines.filter { $0.hasPrefix("SUCCESS") }
        #expect(last.count == 200)
        for status in statuses { #expect(last.filter { $0.hasSuffix(", after \(status)") }.count == 40) }
    }

    @Test func aRefreshedTokenIsAnAttemptAfterA401() async throws {
        stubs.on(GitHub.zen, .sequence([.status(401), .text("ok")]))
        let refresh: TokenRefreshPlugin = .tokenRefresh(current: { AccessCredential("old") }) { _ in
            AccessCredential("new")
        }
        try await provider([logger(.verbose), refresh, Self.retry]).request(.zen)
        #expect(lines[2] == "RETRY #n GitHub.zen: 401, after 0 µs")
        #expect(lines.last == "SUCCESS #n GitHub.zen: 200, 2 bytes in 0 µs, after 401")
    }

    /// An error that says what it is.
    private struct CircuitIsOpen: PluginError {
        let category = ErrorCategory(rawValue: "circuitOpen")
        let description = "the circuit is open"
    }

    @Test func aFailedRefreshIsAFailureAfterA401() async throws {
        struct Broken: Error {}
        stubs.on(GitHub.zen, .status(401))
        for error in [Broken(), CircuitIsOpen(), URLError(.timedOut)] as [any Error] {
            let refresh: TokenRefreshPlugin = .tokenRefresh(current: { AccessCredential("old") }) { _ in throw error }
            _ = await provider([logger(), refresh]).result(.zen)
            #expect(lines.last?.contains(" in 0 µs, after 401") == true, "\(error): \(lines)")
        }
    }

    @Test func aRedirectIsNoRetry() async throws {
        let answers: [StubAnswer] = [.redirect(to: "/a"), .status(503), .redirect(to: "/a"), .text("ok")]
        stubs.on(where: { _, _ in true }, .sequence(answers))
        try await provider([logger(.verbose), Self.retry]).request(.zen)
        #expect(lines.filter { $0.hasPrefix("RETRY") } == ["RETRY #n GitHub.zen: 503, after 1.0 s"])
        #expect(lines.last == "SUCCESS #n GitHub.zen: 200, 2 bytes in 1.0 s, after 503")
    }

    @Test func anAnswerOfAPluginInPlaceOfARetryKeepsTheReason() async throws {
        struct Stored: ExchangeInterceptor {
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                if context.attempt == 1 { return try await next(endpoint) }
                return Response(statusCode: 200, body: .data(Data("old".utf8)), endpoint: endpoint)
            }
        }
        stubs.on(GitHub.zen, .failure(.notConnectedToInternet))
        try await provider([logger(.verbose), Self.retry, Stored()]).request(.zen)
        #expect(lines.last == "SUCCESS #n GitHub.zen: 200, 3 bytes in 1.0 s, after offline")
        #expect(lines.count == 3)
    }

    @Test func aCallThatIsCancelledBeforeItsRetryKeepsTheReason() async {
        let clock = TestClock(isManual: true)
        stubs.on(GitHub.zen, .status(503))
        let provider = Provider<GitHub>(transport: stubs, plugins: [logger(), Self.retry], clock: clock)
        let task = Task { await provider.result(.zen) }
        await until { clock.sleeping > 0 }
        task.cancel()
        _ = await task.value
        #expect(lines.last?.hasSuffix("cancelled in 0 µs, after 503") == true, "\(lines)")
    }

    @Test func aBodyThatDoesNotDecodeIsTheFailureOfTheLastAttempt() async {
        stubs.on(GitHub.user("a"), .sequence([.status(503), .json("[]")]))
        _ = await provider([logger(), Self.retry]).result(.user("a"), as: User.self)
        #expect(lines.last?.hasSuffix(" in 1.0 s, after 503") == true, "\(lines)")
    }

    @Test func anExchangeThatAPluginReplacesByAnotherOneIsShown() async throws {
        struct Mirror: ExchangeInterceptor {
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                do { return try await next(endpoint) } catch { return try await next(endpoint) }
            }
        }
        stubs.on(GitHub.zen, .sequence([.failure(.cannotFindHost), .text("ok")]))
        try await provider([logger(.verbose), Mirror()]).request(.zen)
        #expect(lines[1] == "RESPONSE #n GitHub.zen: dns in 0 µs")
        #expect(lines.count == 5)
    }

    @Test func attemptsThatRunTogetherHaveNoReason() async throws {
        struct Both: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                async let other = next(endpoint)
                let response = try await next(endpoint)
                _ = try await other
                return response
            }
        }
        let gate = Gate(opensAt: 2)
        let transport = AnswerTransport { endpoint, _ in
            await gate.pass()
            return .make(200, "ok", contentType: "text/plain", endpoint: endpoint)
        }
        try await Provider<GitHub>(transport: transport, plugins: [logger(.verbose), Both()], clock: TestClock())
            .request(.zen)
        #expect(!lines.contains { $0.hasPrefix("RETRY") })
        #expect(lines.count == 5)
    }
}
