import Foundation
import Testing

@testable import Talyn

/// The complete order of a call: three plugins with every hook record their events.
@Suite struct CallPipelineTests {
    let trace = Trace()
    let stubs = StubTransport()

    func provider(_ first: any Plugin..., last: any Plugin...) -> Provider<GitHub> {
        let tracing = ["a", "b", "c"].map { TracingPlugin(name: $0, trace: trace) }
        return Provider(transport: stubs, plugins: first + tracing + last, clock: TestClock())
    }

    static let entry = ["a call", "b call", "c call"]
    static let exit = ["c call end", "b call end", "a call end"]

    static func attempt(_ number: Int, exchanges: [String]) -> [String] {
        ["a prepare \(number)", "b prepare \(number)", "c prepare \(number)"] + exchanges
    }

    static func exchange(_ number: Int, path: String, _ result: String) -> [String] {
        [
            "a attempt \(number)", "b attempt \(number)", "c attempt \(number)",
            "a willSend \(path)", "b willSend \(path)", "c willSend \(path)",
            "a didReceive \(result)", "b didReceive \(result)", "c didReceive \(result)",
            "c attempt end", "b attempt end", "a attempt end",
        ]
    }

    /// Joins lists. A chain of `+` takes the compiler seconds.
    static func joined(_ parts: [String]...) -> [String] { parts.flatMap { $0 } }

    static func all(_ text: String) -> [String] { ["a \(text)", "b \(text)", "c \(text)"] }

    @Test func aSuccessfulCallGoesThroughEveryHookInOrder() async throws {
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let zen = try await provider().request(.zen, as: String.self)
        #expect(zen == "Keep it logically awesome.")
        #expect(
            trace.lines == [
                "a call", "b call", "c call",
                "a prepare 1", "b prepare 1", "c prepare 1",
                "a attempt 1", "b attempt 1", "c attempt 1",
                "a willSend /zen", "b willSend /zen", "c willSend /zen",
                "a didReceive 200", "b didReceive 200", "c didReceive 200",
                "c attempt end", "b attempt end", "a attempt end",
                "a process 200", "b process 200", "c process 200",
                "c call end", "b call end", "a call end",
                "a didFinish 200", "b didFinish 200", "c didFinish 200",
            ])
    }

    @Test func aRefusedStatusIsReceivedAsAResponseAndProcessedAsAFailure() async {
        stubs.on(GitHub.zen, .status(500))
        let result = await provider().result(.zen)
        let expected = RequestError(.status(500), response: Response(statusCode: 500, endpoint: .zen))
        #expect(result == .failure(.restError(expected, statusCode: 500, errorCode: nil)))
        #expect(
            trace.lines
                == Self.joined(
                    Self.entry, Self.attempt(1, exchanges: Self.exchange(1, path: "/zen", "500")),
                    Self.all("process status"), Self.exit, Self.all("didFinish status")))
    }

    @Test func aBodyThatDoesNotDecodeIsAFailureInDidFinishOnly() async {
        stubs.on(GitHub.user("octocat"), .json(["id": "one"]))
        let result = await provider().result(.user("octocat"), as: User.self)
        guard case .failure(.decoding) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(
            trace.lines
                == Self.joined(
                    Self.entry, Self.attempt(1, exchanges: Self.exchange(1, path: "/users/octocat", "200")),
                    Self.all("process 200"), Self.exit, Self.all("didFinish decoding")))
    }

    @Test func aRetryRunsPrepareToProcessAgainAndTheRestOnce() async throws {
        stubs.on(GitHub.zen, .sequence([.status(503), .text("ok")]))
        let provider = provider(last: RetryOnce())
        try await provider.request(.zen)
        #expect(
            trace.lines
                == Self.joined(
                    Self.entry, Self.attempt(1, exchanges: Self.exchange(1, path: "/zen", "503")),
                    Self.all("process status"), Self.attempt(2, exchanges: Self.exchange(2, path: "/zen", "200")),
                    Self.all("process 200"), Self.exit, Self.all("didFinish 200")))
    }

    @Test func aCallRingThatAnswersItselfSkipsEverythingInside() async throws {
        let provider = provider(last: CallAnswerer())
        #expect(try await provider.request(.zen, as: String.self) == "from the plugin")
        #expect(trace.lines == Self.joined(Self.entry, Self.exit, Self.all("didFinish 200")))
        #expect(stubs.requests.isEmpty)
    }

    @Test func anExchangeRingThatAnswersItselfSkipsTheTransportButNotValidation() async {
        let provider = provider(last: AttemptAnswerer(statusCode: 404))
        let result = await provider.result(.zen)
        #expect(result.failure?.statusCode == 404)
        #expect(
            trace.lines
                == Self.joined(
                    Self.entry,
                    Self.attempt(
                        1,
                        exchanges: [
                            "a attempt 1", "b attempt 1", "c attempt 1", "c attempt end", "b attempt end",
                            "a attempt end",
                        ]), Self.all("process status"), Self.exit, Self.all("didFinish status")))
        #expect(stubs.requests.isEmpty)
    }

    @Test func eachRedirectIsAnExchangeOfItsOwnWithinOneAttempt() async throws {
        stubs.on(GitHub.zen, .redirect(to: "/motto"))
        stubs.on(Endpoint(url: GitHub.host.appendingPathComponent("motto")), .text("ok"))
        try await provider().request(.zen)
        let exchanges = Self.exchange(1, path: "/zen", "302") + Self.exchange(1, path: "/motto", "200")
        #expect(
            trace.lines
                == Self.joined(
                    Self.entry, Self.attempt(1, exchanges: exchanges), Self.all("process 200"), Self.exit,
                    Self.all("didFinish 200")))
    }

    @Test func cancellationDuringTheExchangeIsReceivedOnceAndEndsAsCancelled() async {
        let clock = TestClock(isManual: true)
        stubs.on(GitHub.zen, .text("late").delayed(by: .seconds(10)))
        let tracing = ["a", "b", "c"].map { TracingPlugin(name: $0, trace: trace) }
        let provider = Provider<GitHub>(transport: stubs, plugins: tracing, clock: clock)
        let task = Task { await provider.result(.zen) }
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .failure(.cancelled()))
        #expect(
            trace.lines
                == Self.joined(
                    Self.entry, Self.attempt(1, exchanges: Self.exchange(1, path: "/zen", "cancelled")),
                    Self.all("process cancelled"), Self.exit, Self.all("didFinish cancelled")))
    }

    @Test func aTaskCancelledBeforehandSendsNothingAndStillFinishes() async {
        stubs.on(GitHub.zen, .text("ok"))
        let provider = provider()
        let result = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await provider.result(.zen)
        }.value
        #expect(result == .failure(.cancelled()))
        #expect(stubs.requests.isEmpty)
        #expect(!trace.lines.contains { $0.contains("willSend") || $0.contains("didReceive") })
        #expect(trace.lines.suffix(3) == ["a didFinish cancelled", "b didFinish cancelled", "c didFinish cancelled"])
    }

    @Test func aTargetThatCannotBeARequestReachesDidFinishAlone() async {
        let result = await provider().result(.user(""))
        #expect(result.failure?.requestError.category == .invalidRequest)
        #expect(trace.lines == Self.all("didFinish invalidRequest"))
        #expect(stubs.requests.isEmpty)
    }

    @Test func anErrorOfAPluginHasTheNameOfThePlugin() async {
        stubs.on(GitHub.zen, .text("ok"))
        let thrower = ThrowingPreparer()
        let result = await Provider<GitHub>(transport: stubs, plugins: [thrower]).result(.zen)
        #expect(
            result.failure?.requestError
                == RequestError(.plugin(PluginFailure(plugin: "ThrowingPreparer", underlying: ThrowingPreparer.Oops())))
        )
        #expect(stubs.requests.isEmpty)
    }

    @Test func aProcessorMayTurnAFailureIntoAnAnswer() async throws {
        stubs.on(GitHub.zen, .status(404))
        let provider = Provider<GitHub>(transport: stubs, plugins: [Fallback()])
        #expect(try await provider.request(.zen, as: String.self) == "fallback")
    }

    @Test func eachAttemptBeginsWithTheEndpointGivenToNext() async throws {
        stubs.on(GitHub.zen, .sequence([.status(503), .text("ok")]))
        let provider = Provider<GitHub>(transport: stubs, plugins: [RetryOnce(), AddingPreparer()])
        try await provider.request(.zen)
        #expect(stubs.requests.map { $0.headers.values(for: "X-Added") } == [["1"], ["2"]])
    }

    @Test func nextMayBeCalledFromATaskGroup() async throws {
        stubs.on(GitHub.zen, .text("ok"))
        let outcomes = OutcomeRecorder()
        let provider = Provider<GitHub>(transport: stubs, plugins: [Hedge(), outcomes])
        #expect(try await provider.request(.zen, as: String.self) == "ok")
        #expect(stubs.requests.count == 2)
        #expect(outcomes.outcomes.map(\.attempts) == [2])
    }
}

// The smallest plugin of each kind.

private struct RetryOnce: CallInterceptor {
    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        do throws(RequestError) { return try await next(endpoint) } catch {
            guard error.category == .status else { throw error }
            return try await next(endpoint)
        }
    }
}

private struct CallAnswerer: CallInterceptor {
    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        Response(statusCode: 200, body: .data(Data("from the plugin".utf8)), endpoint: endpoint)
    }
}

private struct AttemptAnswerer: ExchangeInterceptor {
    let statusCode: Int

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        Response(statusCode: statusCode, endpoint: endpoint)
    }
}

private struct ThrowingPreparer: Preparer {
    struct Oops: Error {}

    func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { throw Oops() }
}

private struct AddingPreparer: Preparer {
    func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        endpoint.headers.add("X-Added", "\(context.attempt)")
    }
}

private struct Fallback: Processor {
    func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response {
        switch result {
        case .success(let response): return response
        case .failure(let error):
            guard let response = error.response else { throw error }
            return response.replacing(statusCode: 200).replacing(data: Data("fallback".utf8))
        }
    }
}

private struct Hedge: CallInterceptor {
    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        try await withThrowingTaskGroup(of: Response.self) { group in
            for _ in 0..<2 { group.addTask { try await next(endpoint) } }
            var last: Response?
            for try await response in group { last = response }
            return last ?? Response(statusCode: 599, endpoint: endpoint)
        }
    }
}

extension Endpoint {
    fileprivate static let zen = Endpoint(url: GitHub.host.appendingPathComponent("zen"))
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
