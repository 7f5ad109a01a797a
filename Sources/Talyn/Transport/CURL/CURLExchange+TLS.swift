#if os(Linux)
internal import CTalynCURL

// The TLS of its connection, and the alerts that end it.
extension CURLExchange {
    /// The state of TLS in a transfer.
    struct TLS {
        /// The SSL_CTX of its connection, as an identity; nil without TLS or OpenSSL.
        var context: UnsafeRawPointer?
        /// Whether a failure closes its connection.
        var closesAfterFailure = false
        /// Whether the server may speak another protocol than the connection.
        var mayWantHTTP2 = false
    }

    /// Records that libcurl begins TLS for a connection, whose handshake may fail. Returns false after an alert, where
    /// libcurl would send the request again.
    func willSecure(_ context: UnsafeRawPointer?) -> Bool {
        if let alert {
            fail(alert.error)
            return false
        }
        tls.context = context
        return true
    }

    /// Records the connection that carries the request. Over a new one, a failure before the server answers closes it:
    /// on closing, libcurl reads an alert that has arrived while it was sending.
    func willSend(overNew isNew: Bool) {
        guard let handle else { return }
        tls.context = talyn_curl_tls_context(handle.pointer)
        if !isNew || talyn_curl_has_protocol(handle.pointer) != 0 { tls.mayWantHTTP2 = false }
        let closes = isNew && tls.context != nil
        if closes != tls.closesAfterFailure { handle.set(.forbidReuse, closes ? 1 : 0) }
        tls.closesAfterFailure = closes
    }

    /// Keeps the connection for later requests.
    func keepConnection() {
        if tls.closesAfterFailure { handle?.set(.forbidReuse, 0) }
        tls.closesAfterFailure = false
    }

    /// The fatal alert that ended its connection; nil without one. Only until libcurl's next action.
    var alert: TLSAlert? {
        let number = talyn_curl_alert(tls.context)
        return number < 0 ? nil : TLSAlert(number)
    }

    /// Returns the error of a transfer that libcurl ended.
    func error(_ code: Int32, _ handle: CURLHandle) -> URLError {
        let alert = alert
        // libcurl keeps the first text, which may describe an earlier failure.
        let error = alert?.error ?? URLError(curl: code, handle, isMultiplexed: isMultiplexed)
        if CURLCode.ofConnecting.contains(code),
            loop.multi.configuration.isOfProxy(handle.failureText, to: endpoint.url)
        {
            return URLError(error.code, text: CURLText.proxyIsDown)
        }
        guard let reason = CURLGuard.http2Refusal, tls.mayWantHTTP2, head.status == 0,
            alert?.refusesProtocol ?? URLError.mayWantHTTP2(code), error.code != .cannotConnectToHost,
            error.code != .userAuthenticationRequired
        else { return error }
        // A connection that is closed or reset may have another cause.
        let isCertain = alert != nil || code == CURLCode.unsupportedProtocol
        let hint = isCertain ? reason : "if the server speaks only HTTP/2: \(reason)"
        return URLError(error.code, text: "\(error.localizedDescription) (\(hint))")
    }
}
#endif
