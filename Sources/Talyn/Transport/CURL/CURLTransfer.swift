#if os(Linux)
internal import CTalynCURL

/// An exchange on the wire: one easy handle with its callbacks. Used on the loop's thread only, and kept by the loop
/// for as long as libcurl may call back.
final class CURLTransfer {
    /// The destination of the response's body.
    private enum Destination {
        case memory(Data)
        case file(TemporaryFile, URL)
        case stream(BodyPipe)
    }

    let exchange: CURLExchange
    let handle: CURLHandle

    private(set) var head = CURLHead()
    private var destination = Destination.memory(Data())
    private var progress = TransferProgress()
    /// The error of a callback, which is more precise than libcurl's for it.
    private var failure: (any Error)?
    private var isReceivingPaused = false
    private var isSendingPaused = false
    private let tail = Locked(ResponseTail())

    private let didMultiplex: () -> Void

    /// Makes a transfer. `didMultiplex` is called with the head of a response over HTTP/2.
    init(_ exchange: CURLExchange, _ handle: CURLHandle, didMultiplex: @escaping () -> Void) {
        self.didMultiplex = didMultiplex
        self.exchange = exchange
        self.handle = handle
    }

    /// Sets the request, and the callbacks.
    /// - Throws: `URLError` for a request that libcurl cannot send.
    func prepare(_ configuration: NetworkConfiguration, _ applyOwn: (CURLHandle) -> Void) throws(URLError) {
        let isPlain =
            exchange.upload == nil && exchange.endpoint.method == .get && configuration.pinnedPublicKeys.isEmpty
        let context = Unmanaged.passUnretained(self).toOpaque()
        if !(isPlain && handle.isPlain) {
            handle.reset()
            configuration.apply(to: handle, exchange)
            applyOwn(handle)
            handle.set(.headerFunction, function: receiveHead)
            handle.set(.writeFunction, function: receiveBody)
        }
        handle.isPlain = isPlain
        handle.set(.headerData, pointer: context)
        handle.set(.writeData, pointer: context)
        try exchange.endpoint.write(into: handle, exchange.upload)
        if let upload = exchange.upload {
            progress.totalToSend = upload.length
            handle.set(.readFunction, function: sendBody)
            handle.set(.readData, pointer: context)
            handle.set(seek: rewindBody)
            // libcurl 7 sends a request again without going back to the beginning if it has read bytes, but sent none.
            handle.set(before: restartBody, context)
            handle.set(.seekData, pointer: context)
            // Otherwise libcurl does not tell how much it has sent.
            handle.set(.noProgress, 0)
            handle.set(progress: reportProgress)
            handle.set(.progressData, pointer: context)
        }
    }

    /// Lets paused directions go on that have room or bytes again.
    func resume() {
        let isFull = if case .stream(let pipe) = destination { pipe.isFull } else { false }
        let receives = isReceivingPaused && !isFull
        guard receives || isSendingPaused else { return }
        exchange.touch()
        if receives { isReceivingPaused = false }
        isSendingPaused = false
        handle.pause(receiving: isReceivingPaused, sending: false)
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
        if code != 0, !(head.isComplete && head.status == 101) { return .failure(URLError(curl: code, handle)) }
        // libcurl takes a connection that is closed within the head for the end of a response without a body.
        if !head.isComplete {
            return .failure(URLError(.networkConnectionLost, text: "the connection was closed within the head"))
        }
        switch destination {
        case .memory(let data): return .success(received(data.isEmpty ? .none : .data(data)))
        case .stream: return .success(received(.none))
        case .file(let file, let url):
            do throws(URLError) { try file.move(to: url) } catch { return .failure(error) }
            return .success(received(.file(url)))
        }
    }

    /// Returns whether the request may be sent again because the server was closing the HTTP/2 connection (GOAWAY, RFC
    /// 9113 §6.8). libcurl 7 then fails with CURLE_HTTP2 and no text. One that is not idempotent must not have been
    /// handed over.
    func wasRefused(_ code: Int32) -> Bool {
        guard code == 16, head.status == 0, failure == nil, handle.failureText.isEmpty else { return false }
        return exchange.endpoint.method.isIdempotent || handle.number(.requestSize) == 0
    }

    /// Removes what an exchange leaves that was stopped.
    func didStop() {
        if case .file(let file, _) = destination { file.remove() }
    }

    private func received(_ body: Body) -> CURLExchange.Received {
        CURLExchange.Received(status: head.status, head: head.lines, body: body, tail: tail)
    }

    fileprivate func report() {
        guard let report = exchange.context.progress, !exchange.isOver else { return }
        report(progress)
    }

    /// Keeps the error of a callback, which then fails the transfer.
    fileprivate func fail(_ error: any Error) { failure = failure ?? error }
}

// MARK: - Receiving

extension CURLTransfer {
    fileprivate func didReceive(head line: UnsafeBufferPointer<UInt8>) -> Bool {
        do {
            let event = try head.read(line)
            if line.count < 3 { exchange.touch() }
            guard case .complete = event else { return true }
            if head.isMultiplexed { didMultiplex() }
            try chooseDestination()
            return head.status != 101
        } catch {
            fail(error)
            return false
        }
    }

    private func chooseDestination() throws {
        let (endpoint, context) = (exchange.endpoint, exchange.context)
        progress.totalToReceive = head.bodyLength
        switch context.delivery {
        case .file(let url) where 200...299 ~= head.status: destination = .file(try TemporaryFile(beside: url), url)
        case .data, .file:
            guard let length = head.bodyLength, endpoint.method != .head, head.status != 304 else { return }
            if let limit = endpoint.options.maxBodySize, length > limit { throw tooLarge(limit) }
            // At most 1 MiB on a server's word.
            destination = .memory(Data(capacity: Int(clamping: min(length, 1 << 20))))
        case .stream:
            let pipe = BodyPipe(spills: false) { [weak exchange] in exchange?.resume() }
            destination = .stream(pipe)
            // The single reading takes ownership: the transfer ends with the reader, not with the holder of the
            // response.
            let unread = Locked<CURLReading?>(CURLReading(pipe: pipe, exchange: exchange))
            let stream = BodyStream(length: head.bodyLength) {
                let reading = unread.withLock { unread in
                    defer { unread = nil }
                    return unread
                }
                return { try await reading?.next() }
            }
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
    fileprivate func didReceive(body bytes: UnsafeRawBufferPointer) -> Int {
        exchange.touch()
        do {
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
            case .stream(let pipe):
                if pipe.isFull {
                    isReceivingPaused = true
                    return 0x1000_0001  // CURL_WRITEFUNC_PAUSE
                }
                _ = try pipe.push(Data(bytes))
            }
        } catch {
            fail(error)
            return -1
        }
        progress.received += Int64(bytes.count)
        report()
        return bytes.count
    }
}

// MARK: - Sending

extension CURLTransfer {
    /// Returns the number of bytes copied, or a value that pauses or ends the transfer.
    fileprivate func send(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        switch exchange.upload?.read(into: buffer) ?? .end {
        case .bytes(let count):
            exchange.touch()
            return count
        case .end: return 0
        case .wait:
            isSendingPaused = true
            return 0x1000_0001  // CURL_READFUNC_PAUSE
        case .failed(let error):
            fail(error)
            return 0x1000_0000  // CURL_READFUNC_ABORT
        }
    }

    /// Starts the body again. Returns whether that is possible.
    fileprivate func rewind() -> Bool {
        exchange.upload?.rewind { [weak exchange] in exchange?.resume() } ?? true
    }

    /// Starts the body again before the request is sent. Fails the transfer if that is not possible.
    fileprivate func restart() -> Bool {
        if rewind() { return true }
        fail(URLError(.networkConnectionLost, text: "the connection was lost, and the body cannot be read again"))
        return false
    }

    fileprivate func didSend(_ sent: Int64) {
        guard sent != progress.sent else { return }
        progress.sent = sent
        exchange.touch()
        report()
    }
}

/// The single reading of a streamed response. It ends the transfer when it is released.
private final class CURLReading: Sendable {
    private let pipe: BodyPipe
    private let exchange: CURLExchange

    init(pipe: BodyPipe, exchange: CURLExchange) {
        self.pipe = pipe
        self.exchange = exchange
    }

    deinit { exchange.stop(URLError(.cancelled, text: "the body was released before its end")) }

    /// Returns the next chunk; nil at the end.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await pipe.next()
        } onCancel: {
            exchange.stop(CancellationError())
        }
    }
}

// MARK: - Callbacks

// libcurl calls these on the loop's thread, with the transfer as the context, while the loop keeps the transfer.
private func transfer(_ context: UnsafeMutableRawPointer?) -> CURLTransfer? {
    context.map { Unmanaged<CURLTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private let receiveHead: talyn_curl_bytes = { bytes, size, count, context in
    guard let transfer = transfer(context) else { return 0 }
    return bytes.withBytes(count * size) { transfer.didReceive(head: UnsafeBufferPointer($0)) } ? count * size : 0
}

private let receiveBody: talyn_curl_bytes = { bytes, size, count, context in
    guard let transfer = transfer(context) else { return 0 }
    // −1 is the largest size: more than was offered fails the transfer.
    return Int(
        bitPattern: UInt(
            bitPattern: bytes.withBytes(count * size) { transfer.didReceive(body: UnsafeRawBufferPointer($0)) }))
}

private let sendBody: talyn_curl_bytes = { bytes, size, count, context in
    guard let transfer = transfer(context) else { return 0 }
    return bytes.withBytes(count * size) { transfer.send(into: $0) }
}

private let rewindBody: talyn_curl_seek = { context, offset, origin in
    // CURL_SEEKFUNC_OK, CURL_SEEKFUNC_FAIL. libcurl only goes back to the beginning.
    guard let transfer = transfer(context), offset == 0, origin == 0 else { return 1 }
    return transfer.rewind() ? 0 : 1
}

private let restartBody: talyn_curl_before = { context, _, _, _, _ in
    // CURL_PREREQFUNC_OK, CURL_PREREQFUNC_ABORT.
    guard let transfer = transfer(context) else { return 0 }
    return transfer.restart() ? 0 : 1
}

private let reportProgress: talyn_curl_progress = { context, _, _, _, sent in
    transfer(context)?.didSend(sent)
    return 0
}

extension Optional<UnsafeMutablePointer<CChar>> {
    fileprivate func withBytes<Output>(_ count: Int, _ work: (UnsafeMutableBufferPointer<UInt8>) -> Output) -> Output {
        let bytes = map { UnsafeMutableRawPointer($0).bindMemory(to: UInt8.self, capacity: count) }
        return work(UnsafeMutableBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }
}
#endif
