#if os(Linux)
internal import CTalynCURL

// libcurl's callbacks for a request, on the loop's thread.
extension CURLExchange {
    /// Copies the next bytes of the body. Returns their number, or a value that pauses or ends the transfer.
    func send(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        if case .complete = ending { return CURLCallback.abort }
        let buffer = UnsafeMutableBufferPointer(rebasing: buffer.prefix(CURLUpload.chunkSize))
        switch upload?.read(into: buffer, onBytes: { [weak self] in self?.resume() }) ?? .end {
        case .bytes(let count):
            touch()
            bytesTaken += Int64(count)
            return count
        case .end:
            sending.hasTakenAll = true
            return 0
        case .wait:
            isSendingPaused = true
            return CURLCallback.pause
        case .failed(let error):
            fail(error)
            return CURLCallback.abort
        }
    }

    /// Starts the body again. Returns false, and fails the transfer, if that is not possible.
    func rewind() -> Bool {
        if case .complete = ending { return false }
        if upload?.rewind() ?? true { return true }
        fail(URLError(.networkConnectionLost, text: "the connection was lost, and the body cannot be read again"))
        return false
    }

    /// Begins a sending, unless it may not be: the body cannot be read again, the server may have processed the
    /// request, which may not be sent twice (RFC 9110 §9.2.2), or something has arrived on the idle connection, which
    /// is no response to this request (RFC 9112 §9.2).
    ///
    /// Over HTTP/1.1 libcurl would send again what a kept connection lost without a byte of a response, whatever its
    /// method.
    func beginSending(over connection: CURLConnection) -> Bool {
        if case .complete = ending { return false }
        ignoreClose()
        // libcurl would send it again, without an end: it keeps the declared Expect.
        if head.isComplete, head.status == 417 {
            ending = .cutOff
            return false
        }
        let (multi, text) = (loop.multi, handle?.failureText ?? "")
        let isDoubtful = !mayBeSentTwice && sending.mayBeProcessed(text, multi.goAways, isLogged: isLogged)
        sending = CURLSending(over: connection, isAttached: !isLogged, hasOldText: !text.isEmpty)
        // A new connection numbers its streams from the beginning.
        if hasOpened { multi.goAways.didOpen(connection) }
        let isReused = !hasOpened
        hasOpened = false
        if isDoubtful {
            fail(URLError(.networkConnectionLost, text: "the connection was lost while the server had the request"))
            return false
        }
        if isReused, !usesHTTP2, hasIdleInput(connection.localPort) {
            (ending, sending) = (.unsent, CURLSending())
            return false
        }
        willSend(overNew: !isReused)
        // libcurl 7 sends a request again without going back to the beginning if it has read bytes, but sent none.
        guard rewind() else { return false }
        if upload != nil, !usesHTTP2, origin.hasPrefix(bytes: "http:") {
            loop.multi.sockets.add(self, at: connection.localPort)
        }
        if !isLogged { didSendRequest() }
        return true
    }

    /// Ends the interest in what is left on the connection when libcurl closes it.
    func ignoreClose() {
        if let connection = sending.connection { loop.multi.sockets.remove(self, at: connection.localPort) }
    }

    /// Whether the connection that libcurl chose was not used.
    var isUnsent: Bool { if case .unsent = ending { true } else { false } }

    /// Prepares another sending, with the same handle, after a connection that was not used.
    func retry() {
        ending = .unknown
        handle?.forgetFailure()
    }

    /// Returns whether something has arrived on an idle connection of HTTP/1.
    private func hasIdleInput(_ port: CInt) -> Bool {
        guard let handle else { return false }
        return switch handle.tls {
        case TALYN_TLS_NONE: loop.multi.sockets.hasIdleInput(at: port)
        case TALYN_TLS_PENDING: true
        default: false
        }
    }

    /// Reads a line of libcurl's log.
    func didLog(_ line: UnsafeBufferPointer<UInt8>) {
        sending.read(log: line, loop.multi.goAways)
        guard line.hasPrefix(bytes: "Connection died, retrying") else { return }
        sending.lose(handle?.failureText ?? "")
        didLoseConnection()
    }

    /// Records that libcurl opens a connection for it: the one that its request was on is lost.
    func didOpen(_ socket: CInt) {
        loop.multi.sockets.didOpen(socket)
        hasOpened = true
        didLoseConnection()
    }

    private func didLoseConnection() {
        if !isSent { return }
        isSent = false
        update { $0.loseConnection() }
    }

    /// Records that a head was sent: its own, or the head of a CONNECT request to a proxy.
    func didSend(head: UnsafeBufferPointer<UInt8>) {
        if head.hasPrefix(bytes: "CONNECT ") { return }
        sending.hasHead = true
        didSendRequest()
    }

    private func didSendRequest() {
        guard !isSent, let host, host.mayMultiplex else { return }
        isSent = true
        update { $0.didSend(hasStream: sending.hasStream) }
    }

    /// Changes the counts of the host, so that queued exchanges may begin. They begin when libcurl's function has
    /// returned, because it takes no handle within a callback.
    func update(_ change: (CURLHost) -> Void) {
        guard let host else { return }
        change(host)
        loop.multi.advanceLater(host)
    }

    /// Records how much of the body was sent. libcurl counts the framing of chunks too; it is no part of the body.
    func didSend(_ sent: Int64) {
        var sent = sent
        if let upload, upload.length == nil { sent = min(sent, upload.bytesRead) }
        guard sent != progress.sent else { return }
        progress.sent = sent
        touch()
        report()
    }
}
#endif
