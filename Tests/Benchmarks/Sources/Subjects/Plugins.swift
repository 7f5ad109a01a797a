import Talyn

/// A plugin with every hook, all empty.
public struct EveryHook: CallInterceptor, Preparer, ExchangeInterceptor, CallObserver, Processor {
    public init() {}

    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        try await next(endpoint)
    }

    public func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {}

    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        try await next(endpoint)
    }

    public func willSend(_ endpoint: Endpoint, context: CallContext) {}
    public func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
    public func didFinish(_ outcome: CallOutcome, context: CallContext) {}

    public func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response {
        try result.get()
    }
}

/// A plugin that adopts no hook.
public struct NoHook: Plugin {
    public init() {}
}

/// A logger whose text is discarded: only making it is measured.
public enum SilentLogger {
    public static let byDefault = LoggerPlugin.logger(output: { _ in })
    public static let verbose = LoggerPlugin.logger(.verbose, output: { _ in })
}
