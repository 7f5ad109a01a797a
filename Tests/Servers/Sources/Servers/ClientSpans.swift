import Talyn
import Tracing

/// Makes a span for each exchange and sends its context on.
struct ClientSpans: ExchangeInterceptor {
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
            return response.onBodyEnd { error in
                if let error { end(span, with: error) } else { span.end() }
            }
        } catch {
            end(span, with: error)
            throw error
        }
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
