#if os(Linux)
internal import CTalynCURL

// libcurl's callbacks for a response, on the loop's thread.
extension CURLExchange {
    /// Reads a line of a head. Returns false to end the transfer.
    func didReceive(head line: UnsafeBufferPointer<UInt8>) -> Bool {
        // Before 7.80, libcurl has sent it again.
        if head.status == 417, head.isComplete, line.hasPrefix(bytes: "HTTP/") {
            ending = .cutOff
            return false
        }
        keepConnection()
        do {
            let isComplete = try headPointer.pointee.read(line)
            guard isComplete else {
                // Once for all lines that libcurl reads in an action: a reading of the clock is not cheap.
                let action = loop.multi.sockets.actions
                if action != lastAction { touch() }
                lastAction = action
                return true
            }
            didReceiveHead()
            if head.status == 417 { handle?.isSpent = true }
            if let host, host.mayMultiplex, head.isMultiplexed, !host.isMultiplexing { update { $0.multiplex() } }
            try openSink()
            // libcurl stops sending after an error status, but would not end while sending is paused.
            if head.status >= 300, isSendingPaused { unpause() }
            return head.status != 101 && !isAnsweredEarly()
        } catch {
            if head.isComplete, error is CURLHead.TrailersTooLarge {
                ending = .complete
                noteLostTrailers()
            } else {
                fail(withHead(error))
            }
            return false
        }
    }

    /// Notes that the response has trailers above a limit, which are dropped: the response is complete without them.
    func noteLostTrailers() {
        context.note("trailers above 300 KiB, or above libcurl's 4 KiB a line, and those behind them were dropped")
    }

    private func openSink() throws {
        if head.isEncoded, endpoint.options.decodesContent {
            let codings = HTTPHeaders(lines: head.lines).contentCodings
            decoder = ContentDecoder(codings)
            if decoder == nil, !codings.isEmpty { context.note("the body's coding is unknown, so it is not decoded") }
        }
        // The length of a coded body is known only as coded.
        let length = decoder == nil ? head.bodyLength : nil
        progress.totalToReceive = length
        sink = try BodySink(
            endpoint, context.delivery, status: head.status, headers: HTTPHeaders(lines: head.lines), length: length
        ) {
            BodyPipe { [weak self] in self?.resume() }
        }
        guard let pipe = sink.pipe else { return }
        let stream = pipe.stream(length: length) { self.stop($0) }
        deliver(received(.stream(stream)), through: pipe)
    }

    private func withHead(_ error: any Error) -> any Error {
        withHead(error) {
            Response(statusCode: head.status, headers: HTTPHeaders(lines: head.lines), endpoint: endpoint)
        }
    }

    /// Returns the number of bytes taken, or the value that pauses the transfer.
    func didReceive(body bytes: UnsafeRawBufferPointer) -> Int {
        touch()
        switch ending {
        case .probablyComplete, .complete: ending = .unknown
        case .unknown, .unsent, .cutOff, .failed: break
        }
        do {
            let isTaken = try decoder.map { try take(bytes, through: $0) } ?? take(bytes)
            guard isTaken else {
                isReceivingPaused = true
                return CURLCallback.pause
            }
            bytesDelivered += Int64(bytes.count)
            return isAnsweredEarly() ? CURLCallback.failure : bytes.count
        } catch {
            if case .cutOff = ending { return CURLCallback.failure }
            fail(withHead(error))
            return CURLCallback.failure
        }
    }

    /// Takes the content that bytes are decoded to. Returns false if the reader is too slow for all of it: libcurl then
    /// delivers the same bytes again.
    private func take(_ bytes: UnsafeRawBufferPointer, through decoder: ContentDecoder) throws -> Bool {
        var rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(bytesDecoded))
        while true {
            if isFull {
                bytesDecoded = max(bytesDecoded, bytes.count) - rest.count
                return false
            }
            let piece: UnsafeRawBufferPointer
            do throws(URLError) { piece = try decoder.next(&rest) } catch {
                if keepsStatus(head.status) { ending = .cutOff }
                throw error
            }
            if piece.isEmpty { break }
            _ = try take(piece)
        }
        bytesDecoded = max(bytesDecoded - bytes.count, 0)
        return true
    }

    /// Whether the reader of a streamed body is too slow for more of it.
    var isFull: Bool { sink.pipe?.isFull ?? false }

    /// Takes bytes of the body as it is delivered. Returns false if its reader is too slow.
    private func take(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        if isFull { return false }
        try sink.append(bytes, upTo: endpoint.options.maxBodySize)
        progress.received += Int64(bytes.count)
        report()
        return true
    }

    /// Returns whether the response is complete, and its request is not. libcurl would keep sending, forever if the
    /// server stops reading or the body is endless.
    private func isAnsweredEarly() -> Bool {
        guard let upload else { return false }
        let hasNoBody = head.status == 204 || head.status == 304
        if case .unknown = ending, (hasNoBody ? 0 : head.bodyLength) == bytesDelivered { ending = .complete }
        guard case .complete = ending else { return false }
        // libcurl reports progress after the bytes of the response.
        let sent = max(progress.sent, handle?.offset(.uploadSize) ?? 0)
        return sent < upload.length ?? (sending.hasTakenAll ? upload.bytesRead : .max)
    }

    /// Reads the early response that has arrived at a socket, which libcurl closes after it failed to send: the server
    /// has reset the connection. Only a length tells that the response is whole.
    func willClose(_ socket: CInt) {
        guard case .unknown = ending, !isReceivingPaused, !isSendingPaused, !isOver else { return }
        var bytes = [UInt8](repeating: 0, count: Self.maxRest)
        bytes.removeLast(bytes.count - Int(talyn_read(socket, &bytes, bytes.count)))
        bytes.withUnsafeBufferPointer { bytes in
            var rest = bytes[...]
            var trial = head
            // libcurl may have read a part of it; and over a proxy of https the bytes are encrypted.
            if trial.isComplete || !bytes.hasPrefix(bytes: "HTTP/1.") { return }
            while !trial.isComplete {
                guard let line = rest.popLine(), (try? trial.read(line)) != nil else { return }
            }
            let length = trial.status == 204 || trial.status == 304 ? 0 : trial.bodyLength
            guard let length, length <= Int64(rest.count) else { return }
            rest = bytes[...]
            while !head.isComplete {
                guard let line = rest.popLine(), didReceive(head: line) else { return }
            }
            let body = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest.prefix(Int(length))))
            if length > 0 { _ = didReceive(body: body) }
        }
    }

    /// The largest size of a response that is read from a socket that closes: 64 KiB.
    private static let maxRest = 1 << 16

    /// Records that libcurl reads no more from the socket. Over HTTP/1 the response is then complete, unless the
    /// connection has ended within chunks, or the transfer ends with an error. The next reading of the request's body
    /// ends the transfer.
    func didStopReading(from socket: CInt, isSending: Bool) {
        guard upload != nil, head.isComplete, head.bodyLength == nil, !head.isMultiplexed, !isReceivingPaused,
            isSending || isSendingPaused, !head.isChunked || talyn_has_input(socket) == 0
        else { return }
        switch ending {
        case .unknown, .probablyComplete: ending = isSending ? .complete : .probablyComplete
        case .unsent, .complete, .cutOff, .failed: break
        }
        // The loop resumes it.
        if !isSending { resume() }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Removes the first line, and returns it with its end; nil without an end.
    fileprivate mutating func popLine() -> UnsafeBufferPointer<UInt8>? {
        guard let end = firstIndex(of: 10) else { return nil }
        defer { self = self[(end + 1)...] }
        return UnsafeBufferPointer(rebasing: self[...end])
    }
}
#endif
