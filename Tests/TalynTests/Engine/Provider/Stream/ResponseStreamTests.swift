import Foundation
import Testing

@testable import Talyn

@Suite struct ResponseStreamTests {
    private let stubs = StubTransport()
    private let recorder = OutcomeRecorder()
    private let clock = TestClock()

    private func provider(_ plugins: any Plugin...) -> Provider<RawAPI> {
        Provider(transport: stubs, plugins: plugins + [recorder], clock: clock)
    }

    private func text(_ stream: ResponseStream<RequestError>) async throws -> [String] {
        var chunks: [String] = []
        for try await chunk in stream { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        return chunks
    }

    // MARK: The head

    @Test func theHeadComesFirstAndTheBodyInItsChunks() async throws {
        stubs.on(RawAPI.items, .chunks(["ab", "c", "def"], every: .seconds(1), headers: ["X-A": "1"]))
        let stream = try await provider().stream(.items)
        #expect(stream.response.statusCode == 200 && stream.response.headers["X-A"] == "1")
        #expect(stream.response.body == .none && clock.slept.isEmpty)
        #expect(try await text(stream) == ["ab", "c", "def"])
        #expect(clock.slept == [.seconds(1), .seconds(1)])
    }

    @Test func aRefusedStatusFailsBeforeTheStreamAndKeepsTheBeginningOfTheBody() async throws {
        let body = String(repeating: "x", count: 70_000)
        stubs.on(RawAPI.items, .chunks([String(body.prefix(100)), String(body.dropFirst(100))], status: 500))
        let error = await #expect(throws: RequestError.self) { try await provider().stream(.items) }
        #expect(error?.category == .status && error?.statusCode == 500 && error?.response?.data.count == 65_536)
        #expect(recorder.errors == [RequestError(.status(500), response: error?.response)])
    }

    @Test func aRefusedBodyThatBreaksOffKeepsWhatHasArrived() async throws {
        stubs.on(RawAPI.items, .text("half of it", status: 404).truncated(after: 4))
        let error = await #expect(throws: RequestError.self) { try await provider().stream(.items) }
        #expect(error?.category == .status && error?.statusCode == 404 && error?.response?.data == Data("half".utf8))
    }

    @Test func itIsRetriedUntilItsHead() async throws {
        stubs.on(RawAPI.items, .sequence([.status(503), .reset, .text("done")]))
        let stream = try await provider(.retry()).stream(.items)
        #expect(try await text(stream) == ["done"])
        #expect(recorder.outcomes.map(\.attempts) == [3])
    }

    @Test func redirectsAreFollowed() async throws {
        stubs.on(RawAPI.items, .redirect(to: "/items/7"))
        stubs.on(RawAPI.item(7), .text("moved"))
        #expect(try await text(provider().stream(.items)) == ["moved"])
    }

    @Test func theHooksRunAndProcessDoesNot() async throws {
        stubs.on(RawAPI.items, .text("a"))
        let trace = Trace()
        let stream = try await provider(TracingPlugin(name: "A", trace: trace)).stream(.items)
        let before = [
            "A call", "A prepare 1", "A attempt 1", "A willSend /items", "A didReceive 200", "A attempt end",
            "A call end",
        ]
        #expect(trace.lines == before)
        _ = try await text(stream)
        #expect(trace.lines == before + ["A didFinish 200"])
    }

    @Test func aPluginsOwnResponseIsStreamedWhateverItsForm() async throws {
        struct Answering: CallInterceptor {
            let body: Body
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                Response(statusCode: 200, body: body, endpoint: endpoint)
            }
        }
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("a.txt")
        try Data("file".utf8).write(to: file)
        for (body, expected) in [(.none, []), (.data(Data("data".utf8)), ["data"]), (.file(file), ["file"])]
            as [(Body, [String])]
        {
            #expect(try await text(provider(Answering(body: body)).stream(.items)) == expected)
        }
    }

    // MARK: The end

    @Test func theCallEndsWithItsBody() async throws {
        stubs.on(RawAPI.items, .chunks(["a", "b"], every: .seconds(1)))
        let stream = try await provider().stream(.items)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        #expect(recorder.outcomes.isEmpty)
        #expect(try await iterator.next() != nil)
        #expect(try await iterator.next() == nil)
        #expect(recorder.outcomes.map(\.duration) == [.seconds(1)] && recorder.errors.isEmpty)
        #expect(try await iterator.next() == nil)
        #expect(recorder.outcomes.count == 1)
    }

    @Test func aFailureInTheBodyIsTheCallsFailure() async throws {
        stubs.on(RawAPI.items, .text("half of it").truncated(after: 4))
        let stream = try await provider(.retry()).stream(.items)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("half".utf8))
        let error = await #expect(throws: RequestError.self) { _ = try await iterator.next() }
        #expect(error?.urlError?.code == .networkConnectionLost && error?.operation == "RawAPI.items")
        #expect(error?.timeline.description == "stub · attempt 1: 200 in 0 µs → connectionLost in 0 µs")
        #expect(recorder.errors == [error] && recorder.outcomes.count == 1)
        #expect(try await iterator.next() == nil)
    }

    /// A plugin of the exchange ring that records the ends of bodies.
    private struct BodyEnds: ExchangeInterceptor {
        let ends = Locked<[String]>([])
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await next(endpoint).onBodyEnd { error in
                let end = error.map { $0.category.rawValue } ?? "end"
                ends.withLock { $0.append("\(endpoint.url.path) \(end)") }
            }
        }
    }

    @Test func aBodyThatBreaksOffIsToldToThePluginsOfItsExchange() async throws {
        let (plugin, outcomes) = (BodyEnds(), OutcomeRecorder())
        stubs.on(RawAPI.items, .redirect(to: "/items/7", status: 302))
        stubs.on(RawAPI.item(7), .sequence([.text("broken").truncated(after: 3), .text("whole"), .text("left")]))
        let provider = provider(plugin, outcomes)
        let stream = try await provider.stream(.items)
        #expect(plugin.ends.withLock { $0 } == ["/items end"])
        let error = await #expect(throws: RequestError.self) { _ = try await text(stream) }
        // The endpoint is that of the last hop.
        #expect(error?.endpoint?.url.path == "/items/7" && error?.category == .connectionLost)
        #expect(outcomes.errors.first?.endpoint?.url.path == "/items/7")
        #expect(outcomes.outcomes.first?.streamedBytes == 3)
        #expect(plugin.ends.withLock { $0 } == ["/items end", "/items/7 connectionLost"])
        _ = try await text(provider.stream(.item(7)))
        _ = try await provider.stream(.item(7))
        #expect(plugin.ends.withLock { $0 }.suffix(2) == ["/items/7 end", "/items/7 end"])
    }

    @Test func theErrorOfABodyHasItsEndpointAndQuotesNoSecret() async throws {
        let errors = Locked<[RequestError]>([])
        struct Ends: ExchangeInterceptor {
            let report: @Sendable (RequestError) -> Void
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                var endpoint = endpoint
                endpoint.headers["Authorization"] = "Bearer \(canary)"
                return try await next(endpoint).onBodyEnd { if let error = $0 { report(error) } }
            }
        }
        let broken = BodyStream { { throw URLError(.networkConnectionLost, text: "lost with Bearer \(canary)") } }
        struct Breaking: Transport {
            let body: BodyStream
            func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
                Response(statusCode: 200, body: .stream(body), endpoint: endpoint)
            }
        }
        let plugin = Ends { error in errors.withLock { $0.append(error) } }
        let provider = Provider<RawAPI>(transport: Breaking(body: broken), plugins: [plugin])
        _ = await #expect(throws: RequestError.self) { _ = try await text(provider.stream(.items)) }
        let error = try #require(errors.withLock { $0.first })
        #expect(error.endpoint?.url.path == "/items" && !"\(error)".contains(canary))
    }

    @Test func aCancelledReadingIsToldAsCancelled() async throws {
        let plugin = BodyEnds()
        stubs.on(RawAPI.items, .chunks(["a", "b"]))
        let provider = provider(plugin)
        let task = Task {
            let stream = try await provider.stream(.items)
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in stream {}
        }
        _ = await task.result
        #expect(plugin.ends.withLock { $0 } == ["/items cancelled"])
    }

    @Test func aBodyThatIsNoStreamHasEndedAtOnce() async throws {
        let plugin = BodyEnds()
        stubs.on(RawAPI.items, .sequence([.text("a"), .status(204), .text("no", status: 500)]))
        let provider = provider(plugin)
        for _ in 1...2 { try await provider.request(.items) }
        _ = await provider.result(.items)
        #expect(plugin.ends.withLock { $0 } == Array(repeating: "/items end", count: 3))
    }

    @Test func leavingTheLoopOrReleasingTheStreamEndsTheCallWithSuccess() async throws {
        stubs.on(RawAPI.items, .chunks(["a", "b"], every: .seconds(1)))
        for try await _ in try await provider().stream(.items) { break }
        #expect(recorder.outcomes.count == 1)
        _ = try await provider().stream(.items)
        #expect(recorder.outcomes.count == 2 && recorder.errors.isEmpty)
    }

    @Test func theEndOfAStreamTellsObserversWhetherItsReaderLeft() async throws {
        stubs.on(RawAPI.items, .chunks(["a\n", "b\n"], every: .seconds(1)))
        for try await _ in provider().elements(of: .lines(.items)) {}
        for try await _ in provider().elements(of: .lines(.items)) { break }
        _ = try await provider().stream(.items)
        try await provider().request(.items)
        #expect(recorder.outcomes.map(\.readerLeft) == [false, true, true, false])
        #expect(recorder.outcomes.map(\.streamedBytes) == [4, 2, 0, nil])
    }

    @Test func aSecondReadingFails() async throws {
        stubs.on(RawAPI.items, .text("a"))
        let stream = try await provider().stream(.items)
        #expect(try await text(stream) == ["a"])
        let error = await #expect(throws: RequestError.self) { _ = try await text(stream) }
        #expect(error?.category == .invalidRequest)
        #expect(recorder.outcomes.count == 1 && recorder.errors.isEmpty)
    }

    @Test func aDeadlineEndsTheBody() async throws {
        stubs.on(RawAPI.items, .chunks(["a", "b", "c"], every: .seconds(2)))
        let provider = provider().withDefaults { $0.deadline = .seconds(3) }
        var read: [Data] = []
        let error = await #expect(throws: RequestError.self) {
            for try await chunk in try await provider.stream(.items) { read.append(chunk) }
        }
        #expect(read.count == 2 && error?.category == .timeout)
    }

    @Test func theFailureIsTheTargetsOwn() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("half of it").truncated(after: 4))
        do throws(MyAPIError) {
            for try await _ in try await Provider<GitHub>(transport: stubs).stream(.zen) {}
            Issue.record("no error")
        } catch {
            if case .internetConnection = error { return }
            Issue.record(error)
        }
    }

    // MARK: Lines and values

    @Test func linesAndValuesAreRead() async throws {
        stubs.on(RawAPI.items, .chunks(["{\"id\":1,\"login\":\"a\"}\n\n{\"id\"", ":2,\"login\":\"é\"}\r\n  \n"]))
        var lines: [String] = []
        for try await line in try await provider().stream(.items).lines() { lines.append(line) }
        #expect(lines == ["{\"id\":1,\"login\":\"a\"}", "", "{\"id\":2,\"login\":\"é\"}", "  "])
        var users: [User] = []
        for try await user in try await provider().stream(.items).lines(as: User.self) { users.append(user) }
        #expect(users == [User(login: "a", id: 1), User(login: "é", id: 2)])
    }

    @Test func aLineThatDoesNotDecodeFailsTheCall() async throws {
        stubs.on(
            RawAPI.items,
            .text("{\"id\":1,\"login\":\"a\"}\n{\"id\":\"canary\"}\n", contentType: "text/plain; charset=utf-16"))
        var users: [User] = []
        let error = await #expect(throws: RequestError.self) {
            for try await user in provider().elements(of: .lines(.items, as: User.self)) { users.append(user) }
        }
        #expect(users.count == 1 && error?.category == .decoding && recorder.errors == [error])
        #expect("\(error as Any)".contains("canary") == false)
    }

    @Test func afterALineThatDoesNotDecodeThereIsNoOther() async throws {
        stubs.on(RawAPI.items, .text("{\"id\":1,\"login\":\"a\"}\n?\n{\"id\":2,\"login\":\"b\"}\n"))
        var users = provider().elements(of: .lines(.items, as: User.self)).makeAsyncIterator()
        #expect(try await users.next()?.id == 1)
        await #expect(throws: RequestError.self) { _ = try await users.next() }
        #expect(try await users.next() == nil)
    }

    @Test func aLastLineThatDoesNotDecodeFailsTheCallToo() async throws {
        stubs.on(RawAPI.items, .text("{"))
        let error = await #expect(throws: RequestError.self) {
            for try await _ in provider().elements(of: .lines(.items, as: User.self)) {}
        }
        #expect(error?.category == .decoding && recorder.errors == [error])
    }

    @Test(arguments: [["12345678901"], ["123456", "78901"], ["a\n12345678901\n"]])
    func aLineOverTheLimitFailsTheCall(chunks: [String]) async throws {
        stubs.on(RawAPI.items, .chunks(chunks))
        let provider = provider().withDefaults { $0.maxBodySize = 10 }
        let error = await #expect(throws: RequestError.self) {
            for try await _ in provider.elements(of: .lines(.items)) {}
        }
        #expect(error?.reason.hasSuffix("limit of 10 bytes") == true && recorder.errors == [error])
    }

    @Test func afterAFailureThereAreNoElementsAndNoCalls() async throws {
        stubs.on(RawAPI.items, .status(404))
        var lines = provider().elements(of: .lines(.items)).makeAsyncIterator()
        await #expect(throws: RequestError.self) { _ = try await lines.next() }
        #expect(try await lines.next() == nil && stubs.requests.count == 1)
    }

    @Test func theTimelineTellsThatTheReaderLeft() async throws {
        stubs.on(RawAPI.items, .chunks(["ab", "c"]))
        let observed = Locked("")
        struct Observer: CallObserver {
            let observed: Locked<String>
            func willSend(_ endpoint: Endpoint, context: CallContext) {}
            func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
            func didFinish(_ outcome: CallOutcome, context: CallContext) {
                observed.withLock { $0 = context.timeline.description }
            }
        }
        for try await _ in try await provider(Observer(observed: observed)).stream(.items) { break }
        #expect(observed.withLock { $0 } == "stub · attempt 1: 200 in 0 µs → the reader left after 2 bytes")
    }

    @Test func progressIsThatOfTheBody() async throws {
        stubs.on(RawAPI.items, .chunks(["ab", "c"], every: .seconds(1)))
        let received = Locked<[Int64]>([])
        let stream = try await provider().stream(.items) { news in received.withLock { $0.append(news.received) } }
        _ = try await text(stream)
        #expect(received.withLock { $0 } == [2, 3])
    }

    @Test func eachIterationIsACallOfItsOwn() async throws {
        stubs.on(RawAPI.items, .text("a\nb"))
        let lines = provider().elements(of: .lines(.items))
        #expect(stubs.requests.isEmpty)
        for _ in 0..<2 {
            var read: [String] = []
            for try await line in lines { read.append(line) }
            #expect(read == ["a", "b"])
        }
        #expect(stubs.requests.count == 2 && recorder.outcomes.count == 2)
    }

    @Test func aStreamCallHasTheCaseAndItsElements() async throws {
        stubs.on(RawAPI.items, .text("{\"id\":1,\"login\":\"a\"}\n"))
        var users: [User] = []
        for try await user in provider().elements(of: .users) { users.append(user) }
        #expect(users == [User(login: "a", id: 1)])
        var lines: [String] = []
        for try await line in provider().elements(of: .text) { lines.append(line) }
        #expect(lines.count == 1)
        #expect("\(StreamCall<RawAPI, User>.users)" == "StreamCall(RawAPI.items → User)")
    }
}

extension StreamCall where Target == RawAPI, Element == User {
    fileprivate static var users: Self { .lines(.items) }
}

extension StreamCall where Target == RawAPI, Element == String {
    fileprivate static var text: Self { .lines(.items) }
}
