package import Talyn

/// Lines in the order of writing, from any task.
package final class Trace: Sendable {
    private let written = Locked<[String]>([])

    package init() {}

    package var lines: [String] { written.withLock { $0 } }

    package func write(_ line: String) { written.withLock { $0.append(line) } }
}

/// A plugin that adopts every hook and records its events.
package struct TracingPlugin: CallInterceptor, Preparer, ExchangeInterceptor, CallObserver, Processor {
    package let name: String
    package let trace: Trace

    package init(name: String, trace: Trace) {
        self.name = name
        self.trace = trace
    }

    package func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        trace.write("\(name) call")
        defer { trace.write("\(name) call end") }
        return try await next(endpoint)
    }

    package func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
        trace.write("\(name) prepare \(context.attempt)")
    }

    package func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        trace.write("\(name) attempt \(context.attempt)")
        defer { trace.write("\(name) attempt end") }
        return try await next(endpoint)
    }

    package func willSend(_ endpoint: Endpoint, context: CallContext) {
        trace.write("\(name) willSend \(endpoint.url.path)")
    }

    package func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
        trace.write("\(name) didReceive \(Self.text(result))")
    }

    package func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response {
        trace.write("\(name) process \(Self.text(result))")
        return try result.get()
    }

    package func didFinish(_ outcome: CallOutcome, context: CallContext) {
        trace.write("\(name) didFinish \(Self.text(outcome.result))")
    }

    private static func text(_ result: Result<Response, RequestError>) -> String {
        switch result {
        case .success(let response): "\(response.statusCode)"
        case .failure(let error): error.category.rawValue
        }
    }
}
