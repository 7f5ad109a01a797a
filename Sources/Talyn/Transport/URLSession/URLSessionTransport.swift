/// The transport over `URLSession`: one session and one delegate, with the same code path on every platform.
///
/// It keeps nothing between calls except connections: no cache, cookies or credentials. Timeouts run on the provider's
/// clock. A call above `httpMaximumConnectionsPerHost` is queued for a connection. Queued calls do not consume their
/// idle timeout; once the calls ahead have ended, one more timeout applies. The deadline always applies.
///
/// A file is sent with the length it had at the beginning. On Linux, bytes appended later are not sent, and a file that
/// becomes shorter fails with `URLError.requestBodyStreamExhausted`; on Apple platforms the file must not change until
/// the call has ended. A POST whose body has no `Content-Type` is sent as `application/octet-stream`. A streamed body
/// is gathered first, above 1 MiB in a temporary file.
///
/// Responses arrive in memory, in a file (written beside the destination until complete), or as a stream, which buffers
/// 1 MiB in memory. Beyond that, the server is paused; on Linux, where URLSession cannot pause it, the rest goes to a
/// temporary file. Progress is reported on the session's queue: keep that closure short.
public final class URLSessionTransport: Transport {
    /// A transport for all providers that do not need settings of their own. It stores nothing except idle connections.
    public static let shared = URLSessionTransport()

    // One week: the provider's clock enforces timeouts, not the session.
    fileprivate static let noTimeout: TimeInterval = 604_800

    let session: URLSession
    private let exchanges: URLSessionExchanges

    /// Makes a transport with its own session.
    ///
    /// `configure` sets other options, such as `httpMaximumConnectionsPerHost`, `multipathServiceType` or a proxy. It
    /// receives an ephemeral configuration without cache, cookies and credentials; a store it sets is used.
    public convenience init(configure: (URLSessionConfiguration) -> Void = { _ in }) {
        let configuration = Self.configuration()
        configure(configuration)
        self.init(of: configuration)
    }

    /// Makes a transport with its own session and network settings.
    /// - Throws: ``NetworkConfiguration/Refusal`` for a setting that URLSession does not have on this platform. On Linux it
    ///   has `maxConnectionsPerHost` only, on Apple platforms `proxy` and `minimumTLSVersion` as well.
    public convenience init(_ network: NetworkConfiguration) throws(NetworkConfiguration.Refusal) {
        let configuration = Self.configuration()
        try network.apply(to: configuration)
        self.init(of: configuration)
    }

    /// Makes a transport over a copy of a configuration, with its stores and protocol classes. The provider's clock
    /// enforces timeouts.
    package convenience init(copying configuration: URLSessionConfiguration) {
        let copy = configuration.copy() as? URLSessionConfiguration ?? .default
        copy.timeoutIntervalForRequest = Self.noTimeout
        copy.timeoutIntervalForResource = Self.noTimeout
        self.init(of: copy)
    }

    private init(of configuration: URLSessionConfiguration) {
        exchanges = URLSessionExchanges(connectionsPerHost: configuration.httpMaximumConnectionsPerHost)
        #if canImport(FoundationNetworking)
        if configuration.httpCookieStorage == nil {
            // Otherwise each call looks for cookies, which takes a tenth of its time.
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
        }
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: InlineQueue())
        #else
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        #endif
    }

    /// An ephemeral configuration without cache, cookies, credentials and timeouts.
    private static func configuration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = noTimeout
        configuration.timeoutIntervalForResource = noTimeout
        return configuration
    }

    deinit {
        // The session retains its delegate until it is invalidated. Running transfers continue.
        session.finishTasksAndInvalidate()
    }

    /// Sends the endpoint over the session, with the endpoint's own timeouts.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)`` for a GET or HEAD with a body, and for
    ///   `decodesContent(false)`.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        // A provider has refused it. URLSession fails a GET as −1103, as it does a response that is too large.
        if let problem = endpoint.body.problem(with: endpoint.method) { throw RequestError(.invalidRequest(problem)) }
        if !endpoint.options.decodesContent {
            throw RequestError(
                .invalidRequest("decodesContent(false) needs CURLTransport: URLSession decodes every body"))
        }
        let exchange = try await URLSessionExchange(endpoint.contentCoded(context), context, among: exchanges)
        let received = try await exchange.result { exchange.start(on: session, of: self) }
        let headers = HTTPHeaders(received.head)
        _ = try headers.bodyLength()
        return Response(
            statusCode: received.head.statusCode, headers: headers, body: received.body, url: received.head.url,
            endpoint: endpoint, tail: exchange.tail)
    }
}

#if canImport(FoundationNetworking)
/// A queue that runs each operation in place. On Linux a session passes each event from its serial work queue to an
/// OperationQueue, which took a tenth of a call's time. Talyn's delegate only records events and writes bodies to
/// files.
///
/// Unchecked like its superclass; it adds no state.
private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
#endif

extension Endpoint {
    /// Returns Foundation's request as the session requires it.
    func sessionRequest() -> URLRequest {
        var request = bareRequest
        request.timeoutInterval = URLSessionTransport.noTimeout
        write(into: &request)
        // Otherwise URLSession labels the body of a POST as a form.
        if method == .post, !body.isEmpty, !headers.contains("Content-Type") {
            request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        // Schemes are case-insensitive (RFC 3986 §3.1), but URLSession on Linux supports lower case only.
        if let url = request.url, let scheme = url.scheme, scheme.utf8.contains(where: { 65...90 ~= $0 }),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        {
            parts.scheme = scheme.asciiLowercased
            request.url = parts.url
        }
        return request
    }
}
