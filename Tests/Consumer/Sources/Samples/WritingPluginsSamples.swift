import Talyn
import TalynTesting

/// The plugins of the article on writing plugins. The cache is in WritingPluginsTests.swift.
enum WritingPluginsSamples {
    struct Signing: ExchangeInterceptor {
        let sign: @Sendable (Data) -> String  // an HMAC with your key, as hex or base64
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            guard context.isSameOrigin(endpoint),
                let parts = URLComponents(url: endpoint.url, resolvingAgainstBaseURL: true)
            else { return try await next(endpoint) }
            var bytes = Data("\(endpoint.method) \(parts.percentEncodedPath)?\(parts.percentEncodedQuery ?? "")\n".utf8)
            switch endpoint.body {
            case .none: break
            case .data(let data): bytes.append(data)
            case .file, .stream: throw RequestError(.invalidRequest("only a body in memory can be signed"))
            }
            var signed = endpoint
            signed.headers["X-Signature"] = sign(bytes)
            return try await next(signed)
        }
    }

    struct Unwrapping: Processor {
        func process(_ result: Result<Response, RequestError>, context: CallContext) throws -> Response {
            let response = try result.get()
            guard let data = try? JSONValue(parsing: response.data)["data"] else { return response }
            return response.replacing(data: Data(data.jsonText.utf8))
        }
    }

    struct NotFoundIsEmpty: Processor {
        func process(_ result: Result<Response, RequestError>, context: CallContext) throws -> Response {
            if case .failure(let error) = result, case .status(404) = error.kind, let response = error.response {
                return response.replacing(statusCode: 204)
            }
            return try result.get()
        }
    }

    nonisolated final class CallCounter: CallObserver {
        private let lock = NSLock()
        // Safe: touched under the lock only.
        nonisolated(unsafe) private var counts: [String: Int] = [:]

        func willSend(_ endpoint: Endpoint, context: CallContext) {}
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
        func didFinish(_ outcome: CallOutcome, context: CallContext) {
            lock.withLock { counts[context.operation ?? "made by hand", default: 0] += 1 }
        }

        func count(of operation: String) -> Int { lock.withLock { counts[operation, default: 0] } }
    }

    struct OnceMore: CallInterceptor {
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            do throws(RequestError) { return try await next(endpoint) } catch {
                guard endpoint.method.isIdempotent, error.statusCode == 503 else { throw error }
                context.note("once more in 1 s")
                try await context.clock.sleep(for: .seconds(1))
                return try await next(endpoint)
            }
        }
    }

    nonisolated struct Numbering: Preparer, CallObserver {
        static let requestID = CallValue("")
        let report: @Sendable (_ requestID: String, _ duration: Duration) -> Void

        func prepare(_ endpoint: inout Endpoint, context: CallContext) {
            let id = "\(context.id).\(context.attempt)"
            context[Self.requestID] = id
            endpoint.headers["X-Request-Id"] = id
        }

        func willSend(_ endpoint: Endpoint, context: CallContext) {}
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
        func didFinish(_ outcome: CallOutcome, context: CallContext) {
            report(context[Self.requestID], outcome.duration)
        }
    }

    nonisolated struct CircuitIsOpen: PluginError {
        let category = ErrorCategory(rawValue: "circuitOpen")
        let description = "the circuit is open"
        var errorDescription: String? { "The service is not available at the moment." }
    }

    /// A plugin that refuses every call.
    struct Closed: CallInterceptor {
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            throw CircuitIsOpen()
        }
    }

    static func run() async throws {
        try await signing()
        try await unwrapping()
        try await counting()
        try await values()
        await errors()
        tags()
    }

    static func signing() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .redirect(to: "/moved"))
        stubs.on(where: { _, context in context.redirects == 1 }, .redirect(to: "https://cdn.example/zen"))
        stubs.on(where: { _, context in context.redirects == 2 }, .text("moved"))
        let signing = Signing(sign: { $0.base64EncodedString() })
        let github = Provider<GitHub>(transport: stubs, plugins: [signing])
        guard try await github.request(.zen, as: String.self) == "moved" else { fail("redirects") }
        let seen = stubs.requests.map { $0.headers["X-Signature"] ?? "none" }
        let own = ["GET /zen?\n", "GET /moved?\n"].map { Data($0.utf8).base64EncodedString() }
        guard seen == own + ["none"] else { fail("signatures: \(seen)") }
    }

    static func unwrapping() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("octocat"), .json(#"{"data": {"login": "octocat", "id": 1}}"#))
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        stubs.on(GitHub.user("ghost"), .status(404))
        let github = Provider<GitHub>(transport: stubs, plugins: [Unwrapping(), NotFoundIsEmpty()])
        guard try await github.request(.user("octocat"), as: User.self).id == 1 else { fail("the envelope") }
        guard try await github.request(.zen, as: String.self) == "Keep it logically awesome." else {
            fail("what is no envelope")
        }
        guard try await github.request(.user("ghost"), as: User?.self) == nil else { fail("not found is empty") }
    }

    static func counting() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.status(503), .text("Keep it logically awesome."), .status(500)]))
        let (counter, clock) = (CallCounter(), TestClock())
        let github = Provider<GitHub>(transport: stubs, plugins: [counter, OnceMore()], clock: clock)
        guard try await github.request(.zen, as: String.self) == "Keep it logically awesome." else {
            fail("once more")
        }
        guard case .failure(.restError(_, 500, nil)) = await github.result(.zen) else { fail("another failure") }
        guard counter.count(of: "GitHub.zen") == 2, counter.count(of: "GitHub.user") == 0 else { fail("counting") }
        guard stubs.requests.count == 3, clock.slept == [.seconds(1)] else { fail("waiting: \(clock.slept)") }
    }

    static func values() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let (reports, continuation) = AsyncStream.makeStream(of: String.self)
        let numbering = Numbering { id, _ in continuation.yield(id) }
        let github = Provider<GitHub>(transport: stubs, plugins: [numbering])
        for _ in 1...2 { try await github.request(.zen) }
        continuation.finish()
        let sent = stubs.requests.map { $0.headers["X-Request-Id"] ?? "none" }
        var reported: [String] = []
        for await id in reports { reported.append(id) }
        guard reported == sent, Set(sent).count == 2 else { fail("values of calls: \(sent)") }
    }

    static func errors() async {
        let github = Provider<GitHub>(transport: StubTransport(), plugins: [Closed()])
        guard case .failure(let error) = await github.result(.zen),
            error.requestError.category.rawValue == "circuitOpen",
            error.localizedDescription == "The service is not available at the moment."
        else { fail("an error that says what it is") }
    }

    static func tags() {
        enum Priority: CallTagKey { static let defaultValue = 0 }
        let route = Route.get("feed").tag(Priority.self, 5)
        guard route.options.tags[Priority.self] == 5, CallTags()[Priority.self] == 0 else { fail("tags") }
    }
}
