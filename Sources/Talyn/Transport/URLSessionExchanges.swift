/// How busy a session is with one host.
struct HostLoad: Sendable {
    /// Whether as many exchanges run as there may be connections, or more: then some of them may wait for one.
    var isFull = false
    /// How many have ended since the host was last idle.
    var ended = 0
}

/// The delegate of a session: hands what it hears to the exchange it belongs to.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private struct State {
        var running: [Int: URLSessionExchange] = [:]
        var hosts: [String: Host] = [:]
    }

    private struct Host {
        var running = 0
        var ended = 0
    }

    private let connectionsPerHost: Int
    private let state = Locked(State())

    /// A delegate for a session with so many connections a host.
    init(connectionsPerHost: Int) { self.connectionsPerHost = connectionsPerHost }

    /// Takes an exchange in before its task runs.
    func add(_ exchange: URLSessionExchange, as task: URLSessionTask) -> HostLoad {
        let host = exchange.host
        return state.withLock { state in
            state.running[task.taskIdentifier] = exchange
            state.hosts[host, default: Host()].running += 1
            return load(of: state.hosts[host])
        }
    }

    /// Forgets an exchange that has ended; what comes later for it is not heard.
    func remove(_ exchange: URLSessionExchange, _ task: URLSessionTask) {
        let host = exchange.host
        state.withLock { state in
            guard state.running.removeValue(forKey: task.taskIdentifier) != nil else { return }
            state.hosts[host]?.running -= 1
            state.hosts[host]?.ended += 1
            if state.hosts[host]?.running == 0 { state.hosts[host] = nil }
        }
    }

    /// How busy a host is now.
    func load(of host: String) -> HostLoad { state.withLock { load(of: $0.hosts[host]) } }

    private func load(of host: Host?) -> HostLoad {
        HostLoad(isFull: (host?.running ?? 0) > connectionsPerHost, ended: host?.ended ?? 0)
    }

    /// How many exchanges run.
    var count: Int { state.withLock { $0.running.count } }

    private subscript(task: URLSessionTask) -> URLSessionExchange? {
        state.withLock { $0.running[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = response as? HTTPURLResponse { self[dataTask]?.didReceive(head: head) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        self[dataTask]?.didReceive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        self[task]?.didSend(totalBytesSent, of: totalBytesExpectedToSend)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Not followed here: on Linux the body of a 307 and the safety of credentials would be lost.
        self[task]?.didReceive(redirect: response)
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Server trust exists on Apple platforms only, and the system judges it.
        let isHTTP = [
            NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodDefault,
        ].contains(challenge.protectionSpace.authenticationMethod)
        #if canImport(FoundationNetworking)
        // Left to itself, a 401 with a Basic challenge never ends on Linux. Refusing it cancels the task, which waits for
        // the very queue that this runs on.
        DispatchQueue.global().async {
            completionHandler(isHTTP ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
        }
        #else
        completionHandler(isHTTP ? .rejectProtectionSpace : .performDefaultHandling, nil)
        #endif
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        self[task]?.didComplete(error)
    }
}
