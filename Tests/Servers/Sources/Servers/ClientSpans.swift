import Synchronization
import Talyn
import Tracing

/// Makes a span for each exchange and sends its context on.
final class ClientSpans: ExchangeInterceptor, CallObserver {
    /// The spans of bodies that are still read. The other spans end with the response.
    private let reading = Mutex<[CallID: any Span]>([:])

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Talyn.Response {
        var endpoint = endpoint
        let span = startSpan("\(endpoint.method) \(endpoint.template ?? "")", ofKind: .client)
        span.attributes["http.request.method"] = endpoint.method.rawValue
        span.attributes["server.address"] = endpoint.url.host(percentEncoded: true)
        // The context may have baggage, which another server must not see.
        if context.isSameOrigin(endpoint) {
            InstrumentationSystem.instrument.inject(span.context, into: &endpoint.headers, using: HeaderInjector())
        }
        do {
            let response = try await ServiceContext.withValue(span.context) { try await next(endpoint) }
            span.attributes["http.response.status_code"] = response.statusCode
            if response.statusCode >= 400 { span.setStatus(SpanStatus(code: .error)) }
            guard context.delivery == .stream else {
                span.end()
                return response
            }
            // A redirect has ended with its head.
            reading.withLock { $0.updateValue(span, forKey: context.id) }?.end()
            return response
        } catch {
            end(span, with: error)
            throw error
        }
    }

    func willSend(_ endpoint: Endpoint, context: CallContext) {}
    func didReceive(_ result: Result<Talyn.Response, RequestError>, context: CallContext) {}

    func didFinish(_ outcome: CallOutcome, context: CallContext) {
        guard let span = reading.withLock({ $0.removeValue(forKey: context.id) }) else { return }
        if case .failure(let error) = outcome.result { end(span, with: error) } else { span.end() }
    }

    private func end(_ span: any Span, with error: any Error) {
        span.recordError(error)
        span.setStatus(SpanStatus(code: .error))
        span.end()
    }
}

struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into headers: inout HTTPHeaders) { headers[key] = value }
}
