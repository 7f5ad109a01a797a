/// The delegate of a session: hands what it hears to the exchange it belongs to.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private let running = Locked<[Int: URLSessionExchange]>([:])

    func add(_ exchange: URLSessionExchange) {
        running.withLock { $0[exchange.task.taskIdentifier] = exchange }
    }

    func remove(_ exchange: URLSessionExchange) {
        _ = running.withLock { $0.removeValue(forKey: exchange.task.taskIdentifier) }
    }

    private subscript(task: URLSessionTask) -> URLSessionExchange? {
        running.withLock { $0[task.taskIdentifier] }
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
        self[task]?.didReceive(head: response)
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
        // Left to itself, a 401 with a Basic challenge never ends on Linux.
        completionHandler(isHTTP ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
        #else
        completionHandler(isHTTP ? .rejectProtectionSpace : .performDefaultHandling, nil)
        #endif
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        self[task]?.didComplete(error)
    }
}
