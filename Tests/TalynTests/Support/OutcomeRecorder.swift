@testable import Talyn

/// A plugin that records the outcomes of calls.
final class OutcomeRecorder: CallObserver {
    private let kept = Locked<[CallOutcome]>([])

    /// The outcomes, in order.
    var outcomes: [CallOutcome] { kept.withLock { $0 } }

    /// The errors among them.
    var errors: [RequestError] {
        outcomes.compactMap { if case .failure(let error) = $0.result { error } else { nil } }
    }

    func willSend(_ endpoint: Endpoint, context: CallContext) {}
    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
    func didFinish(_ outcome: CallOutcome, context: CallContext) { kept.withLock { $0.append(outcome) } }
}

/// A plugin that retries once, after a second.
struct OnceMore: CallInterceptor {
    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        do { return try await next(endpoint) } catch {
            context.note("retry in 1 s")
            try await context.clock.sleep(for: .seconds(1))
            return try await next(endpoint)
        }
    }
}

/// A plugin whose `prepare` always throws the same error.
struct Refusing: Preparer {
    let error: any Error
    func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { throw error }
}
