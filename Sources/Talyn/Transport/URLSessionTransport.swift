/// The transport over `URLSession`: one session and one delegate, the same code path on every platform.
///
/// It keeps nothing between calls but connections: no cache, no cookies, no credentials. Timeouts are Talyn's own, on the
/// provider's clock, because those of URLSession differ by platform (on Linux fractions are cut off and the resource
/// timeout is ignored).
public final class URLSessionTransport: Transport {
    /// The transport that providers share unless they are given another. It stores nothing but idle connections.
    public static let shared = URLSessionTransport()

    // A week: the provider's clock decides, not the session.
    private static let noTimeout: TimeInterval = 604_800

    private let session: URLSession
    private let delegate = URLSessionExchanges()

    /// A transport with a session of its own.
    ///
    /// `configure` sets what Talyn has no name for: `httpMaximumConnectionsPerHost`, `multipathServiceType`, a proxy. It
    /// gets an ephemeral configuration without cache, cookies and credentials.
    public init(configure: (URLSessionConfiguration) -> Void = { _ in }) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = Self.noTimeout
        configure(configuration)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        // The session keeps its delegate until it is invalidated. Nothing runs any more: each send holds this object.
        session.finishTasksAndInvalidate()
    }

    /// Sends the endpoint over the session, in its own times.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        let task = try await task(for: endpoint)
        let exchange = URLSessionExchange(endpoint: endpoint, context: context, task: task)
        delegate.add(exchange)
        defer { delegate.remove(exchange) }
        let watch = exchange.watch()
        defer { watch?.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { exchange.begin($0) }
        } onCancel: {
            exchange.stop(CancellationError())
        }
    }

    private func task(for endpoint: Endpoint) async throws -> URLSessionTask {
        var request = endpoint.urlRequest()
        request.timeoutInterval = Self.noTimeout
        switch endpoint.body {
        case .none, .data: return session.dataTask(with: request)
        case .file(let file):
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory),
                FileManager.default.isReadableFile(atPath: file.path)
            else { throw URLError(.fileDoesNotExist, text: "the file to send cannot be read") }
            if isDirectory.boolValue { throw URLError(.fileIsDirectory, text: "the file to send is a directory") }
            return session.uploadTask(with: request, fromFile: file)
        case .stream(let stream):
            request.httpBody = try await stream.collect(upTo: 64 << 20)
            return session.dataTask(with: request)
        }
    }
}
