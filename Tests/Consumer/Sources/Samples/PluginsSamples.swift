import Talyn
import TalynTesting

enum PluginsSamples {
    struct APIKey: Preparer {
        let key: String
        func prepare(_ endpoint: inout Endpoint, context: CallContext) { endpoint.headers["X-Api-Key"] = key }
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

    struct Maintenance: AttemptInterceptor {
        let isOver: @Sendable () -> Bool
        func interceptAttempt(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            guard isOver() else { return Response(statusCode: 503, endpoint: endpoint) }
            return try await next(endpoint)
        }
    }

    struct Metrics: CallObserver {
        let record: @Sendable (String, Duration, Bool) -> Void
        func willSend(_ endpoint: Endpoint, context: CallContext) {}
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
        func didFinish(_ outcome: CallOutcome, context: CallContext) {
            record(context.operation ?? "endpoint", outcome.duration, (try? outcome.result.get()) != nil)
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

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.status(503), .text("Keep it logically awesome.")]))
        stubs.on(GitHub.user("ghost"), .status(404))
        let records = AsyncStream<String>.makeStream()
        let github = Provider<GitHub>(
            transport: stubs,
            plugins: [
                APIKey(key: "k"), OnceMore(),
                Metrics { operation, _, isGood in
                    records.continuation.yield("\(operation) \(isGood)")
                },
                NotFoundIsEmpty(),
            ],
            clock: TestClock())
        guard try await github.request(.zen, as: String.self) == "Keep it logically awesome." else {
            fail("once more")
        }
        guard stubs.requests.map({ $0.headers["X-Api-Key"] }) == ["k", "k"] else { fail("the key") }
        guard try await github.request(.user("ghost"), as: User?.self) == nil else { fail("not found is empty") }

        let closed = await github.adding(Maintenance { false }).result(.user("octocat"))
        guard case .failure(.restError(_, 503, nil)) = closed, stubs.requests.count == 3 else { fail("maintenance") }

        records.continuation.finish()
        var seen: [String] = []
        for await record in records.stream { seen.append(record) }
        guard seen == ["GitHub.zen true", "GitHub.user true", "GitHub.user false"] else { fail("metrics: \(seen)") }
        tags()
    }

    static func tags() {
        enum Priority: CallTagKey { static let defaultValue = 0 }
        let route = Route.get("feed").tag(Priority.self, 5)
        guard route.options.tags[Priority.self] == 5, CallTags()[Priority.self] == 0 else { fail("tags") }
    }
}
