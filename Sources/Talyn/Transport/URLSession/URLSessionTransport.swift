// Room: Transport/URLSession. Sends requests with URLSession, and evens out its differences between platforms.
// Knows: what Transport knows. Platform conditions (#if) belong here.

/// The transport over `URLSession`: one session and one delegate, the same code path on every platform.
///
/// It keeps nothing between calls but connections: no cache, no cookies, no credentials. Timeouts are Talyn's own, on the
/// provider's clock, because those of URLSession differ by platform (on Linux fractions are cut off and the resource
/// timeout is ignored). A call above `httpMaximumConnectionsPerHost` waits for a connection and is not idle while those
/// before it end; when they have, it has one timeout more. Its deadline goes on.
///
/// A body from a file is sent as it is read, with the length it had at the beginning. On Linux what is appended meanwhile is
/// not sent, and a file that becomes shorter fails as `URLError.requestBodyStreamExhausted`; on Apple platforms a file must
/// not change until the call has ended. A POST whose body has no `Content-Type` is sent as `application/octet-stream`. A
/// streamed one is gathered first, above 1 MiB in a temporary
/// file. Responses arrive in memory, in a file (beside its place under another name until it is whole), or as a stream:
/// of that 1 MiB waits for the reader in memory; then the server is held back, or, on Linux, where URLSession cannot do
/// so, the rest waits in a temporary file. Progress is reported from the session's own queue: keep that closure short.
public final class URLSessionTransport: Transport {
    /// The transport that providers share unless they are given another. It stores nothing but idle connections.
    public static let shared = URLSessionTransport()

    // A week: the provider's clock decides, not the session.
    fileprivate static let noTimeout: TimeInterval = 604_800

    private let session: URLSession
    private let exchanges: URLSessionExchanges

    /// A transport with a session of its own.
    ///
    /// `configure` sets what Talyn has no name for: `httpMaximumConnectionsPerHost`, `multipathServiceType`, a proxy. It
    /// gets an ephemeral configuration without cache, cookies and credentials; a store that it puts in is used.
    public init(configure: (URLSessionConfiguration) -> Void = { _ in }) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = Self.noTimeout
        configuration.timeoutIntervalForResource = Self.noTimeout
        configure(configuration)
        exchanges = URLSessionExchanges(connectionsPerHost: configuration.httpMaximumConnectionsPerHost)
        session = URLSession(
            configuration: configuration, delegate: exchanges, delegateQueue: URLSessionDelegateQueue.make())
    }

    deinit {
        // The session keeps its delegate until it is invalidated. What runs still, the body of a stream, may go on.
        session.finishTasksAndInvalidate()
    }

    /// Sends the endpoint over the session, in its own times.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        let exchange = URLSessionExchange(endpoint, context, among: exchanges)
        let received = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { exchange.begin($0, on: session, of: self) }
        } onCancel: {
            exchange.stop(CancellationError())
        }
        return try ReceivedHead(received.head).checked().response(with: received.body, to: endpoint)
    }
}

extension Endpoint {
    /// Foundation's request as the session takes it.
    func sessionRequest() -> URLRequest {
        var request = URLRequest(url: url, timeoutInterval: URLSessionTransport.noTimeout)
        write(into: &request)
        // Else URLSession says of a POST that its body is a form.
        if method == .post, !body.isEmpty, !headers.contains("Content-Type") {
            request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        // Schemes have no case (RFC 3986 §3.1), and URLSession on Linux knows small ones only.
        if let url = request.url, let scheme = url.scheme, scheme.utf8.contains(where: { 65...90 ~= $0 }),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        {
            parts.scheme = scheme.asciiLowercased
            request.url = parts.url
        }
        return request
    }
}
