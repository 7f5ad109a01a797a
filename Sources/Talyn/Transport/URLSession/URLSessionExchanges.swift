/// The delegate of a session. Forwards each event to its exchange.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private struct State {
        var running: [Int: URLSessionExchange] = [:]
        // An array, because few origins have a running exchange at the same time.
        var counts: [Count] = []

        func index(of origin: Origin?) -> Int? { counts.firstIndex { $0.origin == origin } }
    }

    /// The exchanges of an origin since it was last idle.
    private struct Count {
        let origin: Origin?
        var running = 0
        var ended = 0
    }

    private let connectionsPerHost: Int
    private let state = Locked(State())

    /// Makes a delegate for a session with a number of connections per host.
    init(connectionsPerHost: Int) { self.connectionsPerHost = connectionsPerHost }

    /// Registers an exchange before its task starts, and returns its position.
    func add(_ exchange: URLSessionExchange, as task: URLSessionTask) -> QueuePosition {
        state.withLock { state in
            state.running[task.taskIdentifier] = exchange
            let index = state.index(of: exchange.origin) ?? state.counts.endIndex
            if index == state.counts.endIndex { state.counts.append(Count(origin: exchange.origin)) }
            state.counts[index].running += 1
            let count = state.counts[index]
            return QueuePosition(
                ahead: max(0, count.running - connectionsPerHost), firstEnded: count.ended, lastEnded: count.ended)
        }
    }

    /// Removes an exchange that has ended. Later events of it are ignored.
    func remove(_ exchange: URLSessionExchange, _ task: URLSessionTask) {
        state.withLock { state in
            guard state.running.removeValue(forKey: task.taskIdentifier) != nil,
                let index = state.index(of: exchange.origin)
            else { return }
            state.counts[index].running -= 1
            state.counts[index].ended += 1
            if state.counts[index].running == 0 { state.counts.remove(at: index) }
        }
    }

    /// Returns the number of exchanges of an origin that have ended since it was last idle.
    func ended(at origin: Origin?) -> Int {
        state.withLock { state in state.index(of: origin).map { state.counts[$0].ended } ?? 0 }
    }

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
        self[task]?.didSend(totalBytesSent)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Not followed here: Linux would lose the body of a 307 and forward credentials.
        self[task]?.didReceive(redirect: response)
        #if canImport(FoundationNetworking)
        // On Linux an answer behind the cancellation of the task ends the process. Both are sent by one queue, and a
        // task is removed before its cancellation is.
        URLSessionExchange.control.async { if self[task] != nil { completionHandler(nil) } }
        #else
        completionHandler(nil)
        #endif
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Server trust exists on Apple platforms only, and the system evaluates it.
        let isHTTP = [
            NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodDefault,
            NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate,
        ].contains(challenge.protectionSpace.authenticationMethod)
        #if canImport(FoundationNetworking)
        // On Linux, default handling of a 401 with a Basic challenge never ends. Rejecting it cancels the task, which
        // waits for the queue that this runs on.
        DispatchQueue.global().async {
            completionHandler(isHTTP ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
        }
        #else
        completionHandler(isHTTP ? .rejectProtectionSpace : .performDefaultHandling, nil)
        #endif
    }

    #if !canImport(FoundationNetworking)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        self[task]?.didCollect(metrics)
    }
    #endif

    #if canImport(FoundationNetworking)
    // Called when libcurl sends the request again on another connection.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) {
        completionHandler(self[task]?.newBodyStream())
    }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        self[task]?.didComplete(error)
    }
}
