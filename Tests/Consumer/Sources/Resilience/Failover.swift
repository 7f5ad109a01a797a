import Talyn

struct Failover: ExchangeInterceptor {
    private static let unreachable: Set<ErrorCategory> = [.connect, .dns, .timeout, CircuitIsOpen.category]

    private let mirrors: [URL]

    init(to mirrors: [URL]) { self.mirrors = mirrors }

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        var (sent, rest) = (endpoint, mirrors[...])
        while true {
            do throws(RequestError) { return try await next(sent) } catch {
                guard context.isSameOrigin(endpoint), endpoint.isRepeatable,
                    Self.unreachable.contains(error.category), let mirror = rest.popFirst()
                else { throw error }
                context.note("next host")
                sent.url = try url(endpoint.url, at: mirror)
            }
        }
    }

    func problem(behind earlier: any Plugin) -> String? {
        if earlier is TraceContext { return "two hosts see one span" }
        return earlier is CircuitBreaker || earlier is RateLimiter ? "the state of the first host counts for all" : nil
    }

    /// Returns a URL with another scheme, host and port.
    private func url(_ url: URL, at mirror: URL) throws -> URL {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) ?? URLComponents()
        let other = URLComponents(url: mirror, resolvingAgainstBaseURL: true) ?? URLComponents()
        (parts.scheme, parts.encodedHost, parts.port) = (other.scheme, other.encodedHost, other.port)
        guard let moved = parts.url else { throw URLError(.badURL) }
        return moved
    }
}
