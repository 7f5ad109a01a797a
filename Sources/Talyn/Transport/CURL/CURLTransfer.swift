#if os(Linux)
internal import CTalynCURL

/// An exchange on the wire: one easy handle, what it receives and sends. Used by the thread that holds the
/// loop's lock, and kept by the loop for as long as libcurl may call back.
final class CURLTransfer {
    /// The destination of the response's body.
    private enum Destination {
        case memory(Data)
        case file(TemporaryFile, URL)
        case stream(BodyPipe)
    }

    let exchange: CURLExchange
    let handle: CURLHandle
    let host: CURLHost
    /// Whether its request is on its way. Unknown, and false, at a host that cannot multiplex.
    private(set) var hasBegun = false
    /// Whether libcurl's log of it is read: see ``CURLHost/needsLog``.
    var isLogged = true

    /// The heads of the response. Behind a pointer, because a variable of the object is checked for exclusive access
    /// with each line.
    private let headPointer = UnsafeMutablePointer<CURLHead>.allocate(capacity: 1)
    private var head: CURLHead { headPointer.pointee }
    /// The bytes of the request's body that libcurl has taken.
    private(set) var bytesTaken: Int64 = 0
    private var destination = Destination.memory(Data())
    /// The decoder of the body; nil for one that is taken as it is.
    private var decoder: ContentDecoder?
    /// The bytes of the body that were decoded, but which libcurl will deliver again, because it was paused.
    private var bytesDecoded = 0
    /// Whether the transfer was ended with the response that is there.
    private var isCutOff = false
    /// The bytes of the response's body that libcurl has delivered, before they are decoded.
    private var bytesDelivered: Int64 = 0
    /// Whether the response is known to be complete, although the request may not be: the server has not read its body
    /// (RFC 9112 §9.5, RFC 9113 §8.1).
    private var isAnswered = false
    /// Whether the response is complete unless the transfer ends with an error.
    private var mayBeAnswered = false
    /// Whether libcurl has taken the last byte of the request's body.
    private var hasTakenAll = false
    var progress = TransferProgress()
    /// The error of a callback, which is more precise than libcurl's for it.
    private var failure: (any Error)?
    private var isReceivingPaused = false
    private var isSendingPaused = false
    private let tail = Locked(ResponseTail())

    private var sending = CURLSending()
    /// Whether libcurl has opened a connection for the next sending.
    private var hasOpened = false
    /// Whether HTTP/2 is spoken whatever TLS says.
    var usesHTTP2 = false
    /// Whether nothing was sent, because something had arrived on the idle connection that libcurl chose.
    private(set) var isRefusedConnection = false
    /// The number of libcurl's actions when a line of a head was received last.
    private var lastAction = 0
    private let goAways: CURLGoAways
    let sockets: CURLSockets?
    private let tell: (CURLHost.News) -> Void

    /// Makes a transfer, which tells its news within the functions of libcurl.
    init(
        _ exchange: CURLExchange, _ handle: CURLHandle, _ host: CURLHost, _ goAways: CURLGoAways,
        _ sockets: CURLSockets?, tell: @escaping (CURLHost.News) -> Void
    ) {
        self.goAways = goAways
        self.sockets = sockets
        self.tell = tell
        self.exchange = exchange
        self.handle = handle
        self.host = host
        headPointer.initialize(to: CURLHead())
    }

    deinit {
        headPointer.deinitialize(count: 1)
        headPointer.deallocate()
    }

    /// Lets paused directions go on that have room or bytes again.
    func resume() {
        var receives = isReceivingPaused
        if case .stream(let pipe) = destination, pipe.isFull { receives = false }
        guard receives || isSendingPaused else { return }
        if receives { isReceivingPaused = false }
        isSendingPaused = false
        isAnswered = isAnswered || mayBeAnswered
        handle.resume(receiving: !isReceivingPaused)
    }

    /// Ends with libcurl's code, and returns the result.
    func outcome(_ code: Int32) -> Result<CURLExchange.Received, any Error> {
        tail.withLock { tail in
            if !head.trailerLines.isEmpty { tail.trailers = HTTPHeaders(lines: head.trailerLines) }
            tail.metrics = TransferMetrics(handle)
        }
        // Without effect after the move of a file.
        defer { didStop() }
        if let failure { return .failure(failure) }
        // 101 has no body (RFC 9110 §15.2.2): the transfer was ended at its head.
        if code != CURLCode.ok, !isCutOff, !(head.isComplete && (head.status == 101 || isAnswered)) {
            return .failure(URLError(curl: code, handle, isMultiplexed: isMultiplexed))
        }
        // libcurl takes a connection that is closed within the head for the end of a response without a body.
        if !head.isComplete {
            return .failure(URLError(.networkConnectionLost, text: "the connection was closed within the head"))
        }
        if !isCutOff {
            do throws(URLError) { try decoder?.finish() } catch {
                if !exchange.keepsStatus(head.status) { return .failure(error) }
            }
        }
        switch destination {
        case .memory(let data): return .success(received(data.isEmpty ? .none : .data(data)))
        case .stream: return .success(received(.none))
        case .file(let file, let url):
            do throws(URLError) { try file.move(to: url) } catch { return .failure(error) }
            return .success(received(.file(url)))
        }
    }

    /// Returns whether the request failed, but may be sent again, because the server was closing the HTTP/2 connection:
    /// it has not processed the request, or the method is idempotent.
    func mayBeSentAgain(_ code: Int32) -> Bool {
        guard code != CURLCode.ok, head.status == 0, failure == nil else { return false }
        return sending.isRefused(goAways)
            || exchange.mayBeSentTwice
                && sending.isGivenUp(
                    code, handle.failureText, sent: handle.offset(.uploadSize), isMultiplexed: isMultiplexed)
    }

    /// Whether the request went over HTTP/2.
    private var isMultiplexed: Bool { sending.hasStream || host.isMultiplexing }

    /// Whether the connection is lost for others with a transfer that ends with libcurl's code.
    func losesConnection(_ code: Int32) -> Bool { code != CURLCode.ok && !(isAnswered && head.isMultiplexed) }

    /// Begins anew after a connection that was not used. The handle may be added again.
    func retry() {
        isRefusedConnection = false
        handle.forgetFailure()
    }

    /// Removes what an exchange leaves that was stopped.
    func didStop() {
        if case .file(let file, _) = destination { file.remove() }
    }

    private func received(_ body: Body) -> CURLExchange.Received {
        CURLExchange.Received(status: head.status, head: head.lines, body: body, tail: tail)
    }

    func report() {
        guard let report = exchange.context.progress, !exchange.isOver else { return }
        report(progress)
    }

    /// Keeps the error of a callback, which then fails the transfer.
    func fail(_ error: any Error) { failure = failure ?? error }
}

// MARK: - Receiving

extension CURLTransfer {
    func didReceive(head line: UnsafeBufferPointer<UInt8>) -> Bool {
        // Before 7.80, libcurl has sent it again.
        if head.status == 417, head.isComplete, line.hasPrefix(bytes: "HTTP/") {
            isCutOff = true
            return false
        }
        do {
            let isComplete = try headPointer.pointee.read(line)
            guard isComplete else {
                // Once for all lines that libcurl reads in an action: a reading of the clock is not cheap.
                if sockets.map({ $0.actions != lastAction }) ?? true { exchange.touch() }
                lastAction = sockets?.actions ?? 0
                return true
            }
            exchange.didReceiveHead()
            if head.status == 417 { handle.isSpent = true }
            if host.mayMultiplex, head.isMultiplexed, !host.isMultiplexing { tell(.multiplexed) }
            try chooseDestination()
            // libcurl stops sending behind an error, but would not end while sending is paused.
            if head.status >= 300, isSendingPaused { resume() }
            return head.status != 101 && !isAnsweredEarly()
        } catch {
            fail(error)
            return false
        }
    }

    private func chooseDestination() throws {
        let (endpoint, context) = (exchange.endpoint, exchange.context)
        if head.isEncoded, endpoint.options.decodesContent {
            let codings = HTTPHeaders(lines: head.lines).contentCodings
            decoder = ContentDecoder(codings)
            if decoder == nil, !codings.isEmpty { context.note("the body's coding is unknown, so it is not decoded") }
        }
        // Of a coded body only the coded length is known.
        let bodyLength = decoder == nil ? head.bodyLength : nil
        progress.totalToReceive = bodyLength
        switch context.delivery {
        case .file(let url) where 200...299 ~= head.status: destination = .file(try TemporaryFile(beside: url), url)
        case .data, .file:
            guard let length = bodyLength, endpoint.method != .head, head.status != 304 else { return }
            if let limit = endpoint.options.maxBodySize, length > limit { throw tooLarge(limit) }
            // At most 1 MiB on a server's word.
            destination = .memory(Data(capacity: Int(clamping: min(length, 1 << 20))))
        case .stream:
            let pipe = BodyPipe(spills: false) { [weak exchange] in exchange?.resume() }
            destination = .stream(pipe)
            let stream = pipe.stream(length: bodyLength) { [exchange] in exchange.stop($0) }
            exchange.deliver(received(.stream(stream)), through: pipe)
        }
    }

    /// The error of a body over its limit keeps the head, because plugins inspect its status code.
    private func tooLarge(_ limit: Int) -> RequestError {
        Response(
            statusCode: head.status, headers: HTTPHeaders(lines: head.lines), endpoint: exchange.endpoint
        ).tooLarge(limit)
    }

    /// Returns the number of bytes taken, or the value that pauses the transfer.
    func didReceive(body bytes: UnsafeRawBufferPointer) -> Int {
        exchange.touch()
        (isAnswered, mayBeAnswered) = (false, false)
        do {
            let isTaken = try decoder.map { try take(bytes, through: $0) } ?? take(bytes)
            guard isTaken else {
                isReceivingPaused = true
                return CURLCallback.pause
            }
            bytesDelivered += Int64(bytes.count)
            return isAnsweredEarly() ? CURLCallback.failure : bytes.count
        } catch {
            if !isCutOff { fail(error) }
            return CURLCallback.failure
        }
    }

    /// Takes what bytes decode to. Returns false if the reader is too slow for all of it: libcurl then delivers the
    /// same bytes again.
    private func take(_ bytes: UnsafeRawBufferPointer, through decoder: ContentDecoder) throws -> Bool {
        var rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(bytesDecoded))
        while true {
            if isFull {
                bytesDecoded = max(bytesDecoded, bytes.count) - rest.count
                return false
            }
            let piece: UnsafeRawBufferPointer
            do throws(URLError) { piece = try decoder.next(&rest) } catch {
                isCutOff = exchange.keepsStatus(head.status)
                throw error
            }
            if piece.isEmpty { break }
            _ = try take(piece)
        }
        bytesDecoded = max(bytesDecoded - bytes.count, 0)
        return true
    }

    /// Whether the reader of a streamed body is too slow for more of it.
    private var isFull: Bool { if case .stream(let pipe) = destination { pipe.isFull } else { false } }

    /// Takes bytes of the body as it is delivered. Returns false if its reader is too slow.
    private func take(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        if isFull { return false }
        switch destination {
        case .memory(var data):
            if let limit = exchange.endpoint.options.maxBodySize, data.count + bytes.count > limit {
                throw tooLarge(limit)
            }
            // Released first: appending to a second reference would copy the data.
            destination = .memory(Data())
            data.append(contentsOf: bytes)
            destination = .memory(data)
        case .file(let file, _): try file.write(Data(bytes))
        case .stream(let pipe): _ = try pipe.push(Data(bytes))
        }
        progress.received += Int64(bytes.count)
        report()
        return true
    }

    /// Returns whether the response is complete, and its request is not. libcurl would go on with the request, and
    /// without end if nobody reads it or its body has no end.
    private func isAnsweredEarly() -> Bool {
        guard let upload = exchange.upload else { return false }
        let hasNoBody = head.status == 204 || head.status == 304
        isAnswered = isAnswered || (hasNoBody ? 0 : head.bodyLength) == bytesDelivered
        // The progress is told after the bytes of the response.
        let sent = max(progress.sent, handle.offset(.uploadSize))
        return isAnswered && sent < upload.length ?? (hasTakenAll ? upload.bytesRead : .max)
    }

    /// Records that libcurl reads no more from the socket. Over HTTP/1 the response is then complete, unless the
    /// connection has ended within chunks, or the transfer ends with an error. The next reading of the request's body
    /// ends the transfer.
    func didStopReading(from socket: CInt, isSending: Bool) {
        guard exchange.upload != nil, head.isComplete, head.bodyLength == nil, !head.isMultiplexed, !isReceivingPaused,
            isSending || isSendingPaused, !head.isChunked || talyn_has_input(socket) == 0
        else { return }
        if isSending { return isAnswered = true }
        mayBeAnswered = true
        exchange.resume()
    }
}

// MARK: - Sending

extension CURLTransfer {
    /// Returns the number of bytes copied, or a value that pauses or ends the transfer.
    func send(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        if isAnswered { return CURLCallback.abort }
        let buffer = UnsafeMutableBufferPointer(rebasing: buffer.prefix(CURLUpload.chunkSize))
        switch exchange.upload?.read(into: buffer) ?? .end {
        case .bytes(let count):
            exchange.touch()
            bytesTaken += Int64(count)
            return count
        case .end:
            hasTakenAll = true
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
        if exchange.upload?.rewind(onBytes: { [weak exchange] in exchange?.resume() }) ?? true { return true }
        fail(URLError(.networkConnectionLost, text: "the connection was lost, and the body cannot be read again"))
        return false
    }

    /// Begins a sending, unless it may not be: the body cannot be read again, the server may have processed the
    /// request, which may not be sent twice (RFC 9110 §9.2.2), or something has arrived on the idle connection, which
    /// is no response to this request (RFC 9112 §9.2).
    ///
    /// Over HTTP/1.1 libcurl would send again what a kept connection lost without a byte of a response, whatever its
    /// method.
    func beginSending(over connection: CURLGoAways.Connection) -> Bool {
        // libcurl would send it again, without an end: it keeps the declared Expect.
        if head.isComplete, head.status == 417 {
            isCutOff = true
            return false
        }
        let text = handle.failureText
        let isDoubtful = !exchange.mayBeSentTwice && sending.mayBeProcessed(text, goAways, isLogged: isLogged)
        sending = CURLSending(over: connection, isAttached: !isLogged, hasOldText: !text.isEmpty)
        // The streams of a new connection begin anew.
        if hasOpened { goAways.didOpen(connection) }
        let isReused = !hasOpened
        (hasOpened, hasTakenAll) = (false, false)
        if isDoubtful {
            fail(URLError(.networkConnectionLost, text: "the connection was lost while the server had the request"))
            return false
        }
        if isReused, !usesHTTP2, hasIdleInput(connection.localPort) {
            (isRefusedConnection, sending) = (true, CURLSending())
            return false
        }
        if exchange.upload != nil, CURLGuard.separateUploads.isNeeded { keepSendingOnError() }
        // libcurl 7 sends a request again without going back to the beginning if it has read bytes, but sent none.
        guard rewind() else { return false }
        if !isLogged { begin() }
        return true
    }

    /// Lets a request go on behind an error over HTTP/2 alone.
    private func keepSendingOnError() {
        let tls = handle.tls
        handle.set(.keepSendingOnError, usesHTTP2 || tls == .http2 || tls == .unknown ? 1 : 0)
    }

    /// Returns whether something has arrived on an idle connection of HTTP/1.
    private func hasIdleInput(_ port: CInt) -> Bool {
        switch handle.tls {
        case .none: sockets?.hasIdleInput(at: port) ?? false
        case .pending: true
        case .http2, .unknown: false
        }
    }

    /// Reads a line of libcurl's log.
    func didLog(_ line: UnsafeBufferPointer<UInt8>) {
        sending.read(log: line, goAways)
        guard line.hasPrefix(bytes: "Connection died, retrying") else { return }
        sending.lose(handle.failureText)
        didLose()
    }

    /// Records that libcurl opens a connection for it: the one that its request was on is lost.
    func didOpen(_ socket: CInt) {
        sockets?.didOpen(socket)
        hasOpened = true
        didLose()
    }

    private func didLose() {
        if !hasBegun { return }
        hasBegun = false
        tell(.lost)
    }

    /// Records that a head went out: its own, or that of a request for a tunnel to a proxy.
    func didSend(head: UnsafeBufferPointer<UInt8>) {
        if head.hasPrefix(bytes: "CONNECT ") { return }
        sending.hasHead = true
        begin()
    }

    private func begin() {
        if hasBegun || !host.mayMultiplex { return }
        hasBegun = true
        tell(.begun(hasStream: sending.hasStream))
    }

    /// Records how much was sent of a body: of one in chunks with their framing, which counts as no byte of it.
    func didSend(_ sent: Int64) {
        var sent = sent
        if let upload = exchange.upload, upload.length == nil { sent = min(sent, upload.bytesRead) }
        guard sent != progress.sent else { return }
        progress.sent = sent
        exchange.touch()
        report()
        // libcurl would not notice that the response of HTTP/2 is complete, if it was before the request.
        if CURLGuard.separateUploads.isNeeded, head.isComplete, sent == progress.totalToSend, !isReceivingPaused {
            handle.lookAgain()
        }
    }
}
#endif
