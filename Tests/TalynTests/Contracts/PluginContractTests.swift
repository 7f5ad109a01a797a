import Foundation
import Testing

@testable import Talyn

/// The actions, errors and responses of plugins, and their effects on the call.
@Suite struct PluginContractTests {
    let stubs = StubTransport()

    /// A plugin whose `prepare` is a closure.
    struct Preparing: Preparer {
        let work: @Sendable (inout Endpoint) async throws -> Void
        func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { try await work(&endpoint) }
    }

    /// A plugin whose `interceptCall` is a closure.
    struct Intercepting: CallInterceptor {
        let work: @Sendable (Endpoint, Next) async throws -> Response
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await work(endpoint, next)
        }
    }

    @Test(arguments: [
        URLError(.cancelled) as any Error, MyAPIError.cancelled(), RequestError(.cancelled), CancellationError(),
    ])
    func anErrorOfAPluginInACancelledTaskEndsAsCancelled(_ error: any Error) async {
        let provider = Provider<GitHub>(
            transport: stubs,
            plugins: [
                Preparing { _ in
                    withUnsafeCurrentTask { $0?.cancel() }
                    throw error
                }
            ])
        #expect(await Task { await provider.result(.zen) }.value == .failure(.cancelled()))
    }

    @Test func aCancelledCallKnowsItsAttemptAndPlace() async {
        stubs.on(GitHub.zen, .sequence([.status(503), .status(503)]))
        let outcomes = OutcomeRecorder()
        let again = Intercepting { endpoint, next in
            do throws(RequestError) { return try await next(endpoint) } catch {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await next(endpoint)
            }
        }
        let provider = Provider<GitHub>(transport: stubs, plugins: [again, outcomes])
        #expect(await Task { await provider.result(.zen) }.value == .failure(.cancelled()))
        let error = outcomes.errors.first
        #expect(error?.kind.isCancelled == true)
        #expect(error?.attempt == 2)
        #expect(error?.operation == "GitHub.zen")
        #expect(error?.response == nil)
    }

    @Test func cancelledCannotBeForged() async {
        let provider = Provider<GitHub>(transport: stubs, plugins: [Preparing { _ in throw RequestError(.cancelled) }])
        let result = await provider.result(.zen)
        #expect(result != .failure(.cancelled()))
        #expect(result.error?.requestError.category == .aborted)
    }

    @Test func aCallThatAPluginMakesItselfFailsAsThePluginsAndItsURLErrorIsNotBuried() async {
        let tokens = StubTransport()
        tokens.on(GitHub.user("token"), .failure(.notConnectedToInternet))
        let inner = Provider<GitHub>(transport: tokens)
        let provider = Provider<GitHub>(
            transport: stubs,
            plugins: [
                Preparing { $0.headers["Authorization"] = try await inner.request(.user("token"), as: String.self) }
            ])
        let result = await provider.result(.zen)
        #expect(result == .failure(.internetConnection()))
        #expect(result.error?.isNoNetwork == true)
        #expect(stubs.requests.isEmpty)
    }

    @Test func anErrorOfAnotherCallIsThePluginsOwn() async throws {
        stubs.on(GitHub.user("a"), .status(401))
        let kept = await Provider<GitHub>(transport: stubs).result(.user("a"))
        let error = try #require(kept.error?.requestError)
        let provider = Provider<GitHub>(transport: stubs, plugins: [Preparing { _ in throw error }])
        let failure = await provider.result(.zen).error?.requestError
        #expect(failure?.operation == "GitHub.zen")
        #expect(failure == RequestError(.plugin(PluginFailure(plugin: "Preparing", underlying: error))))
        #expect(failure?.statusCode == nil)
    }

    @Test func aStatusThatAPluginThrowsIsAStatus() async {
        let provider = Provider<GitHub>(
            transport: stubs, plugins: [Intercepting { _, _ in throw RequestError(.status(404)) }])
        #expect(await provider.result(.zen).error?.statusCode == 404)
    }

    @Test func anEndpointMadeAnewByAPluginStaysTheTargets() async throws {
        stubs.on(Snake.me, .json(#"{"user_name": "a"}"#))
        let provider = Provider<Snake>(
            transport: stubs,
            plugins: [
                Preparing { endpoint in endpoint = try #require(Endpoint(endpoint.urlRequest())) },
                Intercepting { endpoint, next in
                    let response = try await next(endpoint)
                    return Response(statusCode: 200, body: response.body, endpoint: Endpoint(url: endpoint.url))
                },
            ])
        #expect(try await provider.request(.me, as: Snake.Me.self) == Snake.Me(userName: "a"))
        #expect(stubs.requests.first?.operation == "Snake.me")
        #expect(stubs.requests.first?.options.timeout == .seconds(30))
    }

    @Test func noHookRunsOnTheCallersMainActor() async throws {
        struct WhereAmI: Preparer, CallObserver, Processor {
            let threads: Trace
            private func look() { threads.write(Thread.isMainThread ? "main" : "other") }
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { look() }
            func willSend(_ endpoint: Endpoint, context: CallContext) { look() }
            func didReceive(_ result: Result<Response, RequestError>, context: CallContext) { look() }
            func didFinish(_ outcome: CallOutcome, context: CallContext) { look() }
            func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response {
                look()
                return try result.get()
            }
        }
        stubs.on(GitHub.zen, .text("ok"))
        let threads = Trace()
        let provider = Provider<GitHub>(transport: stubs, plugins: [WhereAmI(threads: threads)])
        try await Task { @MainActor in _ = try await provider.request(.zen) }.value
        #expect(threads.lines == Array(repeating: "other", count: 5))
    }

    @Test(arguments: [
        Body.file(URL(string: "https://example.com/etc/hostname")!), Body.data(Data("x".utf8)),
    ])
    func aBodyThatCannotBeSentIsRefusedBeforeItIs(_ body: Body) async {
        let method: HTTPMethod = if case .file = body { .post } else { .get }
        let endpoint = Endpoint(method, url: GitHub.host, body: body)
        let provider = Provider<GitHub>(transport: stubs)
        guard case .failure(let error) = await Result(catching: { try await provider.send(endpoint) }) else {
            Issue.record("it was sent")
            return
        }
        #expect((error as? MyAPIError)?.requestError.category == .invalidRequest)
        #expect(stubs.requests.isEmpty)
    }

    @Test func aStreamWhereBytesWereAskedForIsCollected() async throws {
        struct Streaming: Transport {
            func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
                let pieces = AsyncStream<Data> { continuation in
                    for text in ["a", "b"] { continuation.yield(Data(text.utf8)) }
                    continuation.finish()
                }
                return Response(statusCode: 200, body: .stream(BodyStream(pieces)), endpoint: endpoint)
            }
        }
        #expect(try await Provider<GitHub>(transport: Streaming()).request(.zen, as: String.self) == "ab")
    }

    @Test func defaultHeadersStayAtHome() async throws {
        let other = try #require(URL(string: "https://other.example.com/x"))
        stubs.on(where: { _, _ in true }, .text("ok"))
        let provider = Provider<GitHub>(transport: stubs).withDefaults {
            $0.headers = ["Authorization": "Bearer s", "X-Api-Key": "k", "User-Agent": "app"]
        }
        try await provider.request(.zen)
        try await provider.send(Endpoint(url: other))
        try await provider.for(Snake.self).request(.elsewhere(other))
        try await provider.for(Snake.self).request(.me)
        let safe: HTTPHeaders = ["User-Agent": "app"]
        #expect(stubs.requests.map(\.headers) == [provider.defaults.headers, safe, safe, safe])
    }

    @Test func aRouteMayDoWithoutADefaultHeader() async throws {
        stubs.on(where: { _, _ in true }, .text("ok"))
        let provider = Provider<Snake>(transport: stubs).withDefaults { $0.headers = ["Authorization": "Bearer s"] }
        try await provider.request(.open)
        #expect(stubs.requests.map(\.headers) == [["X-Shared": "1"]])
    }

    @Test func anEndpointOfATargetIsSentByTheTargetsRules() async {
        stubs.on(Snake.open, .status(404))
        let provider = Provider<Snake>(transport: stubs)
        let response = await Result(catching: { try await provider.send(provider.endpoint(.open)) })
        #expect((try? response.get())?.statusCode == 404)
    }

    @Test(arguments: [
        (200, #"{"user_name": "a\'b"}"#, nil as ErrorCategory?), (500, "", .status), (404, "{}", .status),
    ])
    func aResponseMadeByACallInterceptorIsValidated(
        _ status: Int, _ body: String, _ failure: ErrorCategory?
    ) async {
        let outer = Trace()
        let provider = Provider<Snake>(
            transport: stubs,
            plugins: [
                Intercepting { endpoint, next in
                    do throws(RequestError) { return try await next(endpoint) } catch {
                        outer.write(error.category.rawValue)
                        throw error
                    }
                },
                Intercepting { endpoint, _ in .make(status, body, endpoint: Endpoint(url: endpoint.url)) },
            ])
        let result = await provider.result(.me, as: Snake.Me.self)
        #expect(result.error?.requestError.category == failure)
        if failure == nil { #expect((try? result.get()) == Snake.Me(userName: "a'b")) }
        // An earlier plugin, such as a retry, receives the rejection too.
        #expect(outer.lines == [failure?.rawValue].compactMap { $0 })
        #expect(stubs.requests.isEmpty)
    }

    @Test func theEnvelopeOfACallInterceptorsOwnAnswerMaySayNo() async {
        let provider = Provider<Snake>(
            transport: stubs,
            plugins: [Intercepting { endpoint, _ in .make(200, #"{"ok": false, "note": "\'"}"#, endpoint: endpoint) }])
        #expect(await provider.result(.mended).error?.requestError.category == .rejected)
    }

    @Test func aStatusThatACallInterceptorPutsOnAnAnswerCounts() async {
        stubs.on(Snake.me, .json("{}"))
        let provider = Provider<Snake>(
            transport: stubs,
            plugins: [Intercepting { endpoint, next in try await next(endpoint).replacing(statusCode: 500) }])
        #expect(await provider.result(.me).error?.statusCode == 500)
    }

    /// Appends a letter to each body.
    static let marking = BodyTransformer { body, _ in body + Data("x".utf8) }

    @Test(arguments: [true, false])
    func aBodyIsTransformedOnceHoweverManyPluginsHandItOn(_ replacesBody: Bool) async throws {
        let kept = Locked<Response?>(nil)
        let caching = Intercepting { endpoint, next in
            if let response = kept.withLock({ $0 }) { return response }
            let response = try await next(endpoint)
            kept.withLock { $0 = response }
            return replacesBody ? response.replacing(data: response.data) : response.replacing(headers: ["A": "1"])
        }
        let passing = Intercepting { endpoint, next in try await next(endpoint) }
        let target = Probe(.get("a"))
        let marked = { () -> Probe in
            var marked = target
            marked.bodyTransformers = [Self.marking]
            return marked
        }()
        stubs.on(where: { _, _ in true }, .text("a"))
        let provider = Provider<Probe>(transport: stubs, plugins: [passing, caching, passing])
        for _ in 0..<2 { #expect(try await provider.request(marked, as: String.self) == "ax") }
        #expect(stubs.requests.count == 1)
        // Also a response of another call, which has no call ring.
        let plain = try await Provider<Probe>(transport: stubs).request(marked)
        let answering = Provider<Probe>(transport: stubs, plugins: [Intercepting { _, _ in plain }])
        #expect(try await answering.request(marked, as: String.self) == "ax")
    }

    @Test func anAnswerThatAnotherCallAcceptedIsValidatedByThisOne() async throws {
        stubs.on(Snake.open, .status(500))
        let kept = try await Provider<Snake>(transport: stubs).request(.open)
        let provider = Provider<Snake>(transport: stubs, plugins: [Intercepting { _, _ in kept }])
        #expect(try await provider.request(.open).statusCode == 500)
        #expect(await provider.result(.me).error?.statusCode == 500)
        // Also after a separate call ring, which marks accepted responses.
        let passing = Intercepting { endpoint, next in try await next(endpoint) }
        let marked = try await Provider<Snake>(transport: stubs, plugins: [passing]).request(.open)
        let other = Provider<Snake>(transport: stubs, plugins: [Intercepting { _, _ in marked }])
        #expect(await other.result(.me).error?.statusCode == 500)
        #expect(await other.result(.mended).error?.statusCode == 500)
    }

    @Test func aRefusedResponseThatAProcessorReturnsIsNotRefusedAgain() async throws {
        struct Accepting: Processor {
            func process(_ result: Result<Response, RequestError>, context: CallContext) throws -> Response {
                if case .failure(let error) = result, let response = error.response { return response }
                return try result.get()
            }
        }
        stubs.on(GitHub.zen, .status(404))
        let provider = Provider<GitHub>(
            transport: stubs, plugins: [Intercepting { try await $1($0) }, Accepting()])
        #expect(try await provider.request(.zen).statusCode == 404)
    }

    @Test func anEnvelopeIsLookedAtAfterTheBodyWasMended() async {
        stubs.on(Snake.mended, .json(#"{"ok": false, "note": "it\'s a no"}"#))
        let result = await Provider<Snake>(transport: stubs).result(.mended)
        #expect(result.error?.requestError.category == .rejected)
    }
}

private enum Snake: RoutedTarget {
    case me
    case open
    case mended
    case elsewhere(URL)

    struct Me: Codable, Equatable { var userName: String }

    struct Verdict: Envelope {
        let ok: Bool
        var payload: Void? { () }
        var rejection: Rejection? { ok ? nil : Rejection(code: "no") }
    }

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://snake.example.com")!

    var route: Route {
        switch self {
        case .me: .get("me")
        case .open: .get("open").header("Authorization", nil).header("X-Shared", "1").validate(.anyStatus)
        case .mended: .get("mended").validate(.successCodes.accepting(Verdict.self))
        case .elsewhere(let url): .get(.absolute(url))
        }
    }

    var bodyTransformers: [BodyTransformer] { [.repairingJSONEscapes] }

    var decoder: any BodyDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

extension RequestError.Kind {
    fileprivate var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
