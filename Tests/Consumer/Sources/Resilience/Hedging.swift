import Talyn

struct Hedging: CallInterceptor {
    private enum Event {
        case response(Response)
        case failure(RequestError)
        case delayIsOver
    }

    private let delay: Duration

    init(after delay: Duration) { self.delay = delay }

    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        // A stream or a download takes one body.
        guard endpoint.isRepeatable, context.delivery == .data else { return try await next(endpoint) }
        let attempt = { @Sendable () async -> Event in
            do throws(RequestError) { return .response(try await next(endpoint)) } catch { return .failure(error) }
        }
        let result: Result<Response, RequestError> = await withTaskGroup(of: Event.self) { group in
            group.addTask(operation: attempt)
            group.addTask {
                try? await context.clock.sleep(for: delay)
                return .delayIsOver
            }
            var (running, last) = (1, RequestError(.cancelled))
            for await event in group {
                switch event {
                case .response(let response):
                    group.cancelAll()
                    return .success(response)
                case .failure(let error): (running, last) = (running - 1, error)
                case .delayIsOver where group.isCancelled: break
                case .delayIsOver:
                    context.note("second attempt after \(delay)")
                    running += 1
                    group.addTask(operation: attempt)
                }
                if running == 0 { break }
            }
            group.cancelAll()
            return .failure(last)
        }
        return try result.get()
    }
}
