// Events of the delegate. On Linux they arrive on the queue that all sessions share.
extension URLSessionExchange {
    /// Handles a redirect, which is not followed here. URLSession may or may not report its head again.
    func didReceive(redirect head: HTTPURLResponse) {
        touch()
        state.withLock { $0.head = head }
    }

    func didReceive(head: HTTPURLResponse) {
        // An interim response (RFC 9110 §15.2) is not the final response.
        if head.statusCode < 200 { return touch() }
        let now = context.elapsed
        do {
            // Parsed now only if the file, stream, progress or limit needs it.
            let isShort = endpoint.options.maxBodySize.map { head.expectedContentLength <= $0 } ?? true
            let isPlain = context.delivery == .data && context.progress == nil && isShort
            let length = try isPlain ? nil : HTTPHeaders(head).bodyLength()
            let pipe = try state.withLock { state -> BodyPipe? in
                // Apple's session reports a head per part of a multipart response: only the first counts.
                guard !state.isOver, !state.hasAnswer else { return nil }
                state.lastActivity = now
                state.head = head
                state.hasAnswer = true
                state.progress.totalToReceive = length
                state.sink = try BodySink(
                    endpoint, context.delivery, status: head.statusCode, headers: HTTPHeaders(head), length: length
                ) {
                    BodyPipe(spills: !Self.canHoldBack) { [weak self] in self?.balance() }
                }
                return state.sink.pipe
            }
            if let pipe { deliver(pipe, head, length) }
        } catch { finish(.failure(withHead(error))) }
    }

    private func deliver(_ pipe: BodyPipe, _ head: HTTPURLResponse, _ length: Int64?) {
        let stream = pipe.stream(length: length) { self.stop($0) }
        let waiter = state.withLock { state in
            state.isOver ? nil : state.result.settle(.success(Received(head: head, body: .stream(stream))))
        }
        waiter?.resume()
    }

    func didReceive(_ data: Data) {
        let now = context.elapsed
        do {
            let taken = try state.withLock { state -> (TransferProgress, BodyPipe?)? in
                guard !state.isOver else { return nil }
                state.lastActivity = now
                state.progress.received += Int64(data.count)
                let pipe = state.sink.pipe
                // The reader of a stream is woken without the lock.
                if pipe == nil {
                    try data.withUnsafeBytes { try state.sink.append($0, upTo: endpoint.options.maxBodySize) }
                }
                return (state.progress, pipe)
            }
            guard let (progress, pipe) = taken else { return }
            context.progress?(progress)
            if let pipe, try pipe.push(data) { balance() }
        } catch { finish(.failure(withHead(error))) }
    }

    private func withHead(_ error: any Error) -> any Error {
        guard let head = state.withLock({ $0.head }) else { return error }
        return withHead(error) {
            Response(statusCode: head.statusCode, headers: HTTPHeaders(head), url: head.url, endpoint: endpoint)
        }
    }

    /// Handles upload progress, which includes bytes sent again.
    func didSend(_ sent: Int64) {
        let now = context.elapsed
        let progress = state.withLock { state -> TransferProgress? in
            guard !state.isOver else { return nil }
            state.lastActivity = now
            state.progress.sent = sent - state.bytesBeforeRestart
            return state.progress
        }
        if let progress { context.progress?(progress) }
    }

    #if !canImport(FoundationNetworking)
    /// Handles the metrics, which arrive before the end.
    func didCollect(_ metrics: URLSessionTaskMetrics) {
        let metrics = TransferMetrics(metrics)
        tail?.withLock { $0.metrics = metrics }
    }
    #endif

    func didComplete(_ error: (any Error)?) {
        let (received, task) = state.withLock { ($0.head, $0.task) }
        // On Linux no delegate method receives a redirect without Location.
        let head = received ?? task?.response as? HTTPURLResponse
        // On Linux an unanswered 401 ends with −999, with the response complete.
        let isRefusedChallenge = (error as? URLError)?.code == .cancelled && [401, 407].contains(head?.statusCode)
        if let error, !isRefusedChallenge {
            let error = (error as? URLError).map(\.withProperCode) ?? error
            guard let head, Self.isUndecodable(error), keepsStatus(head.statusCode) else {
                return finish(.failure(error))
            }
        }
        guard let head else {
            return finish(.failure(URLError(.badServerResponse, text: "the response is not HTTP")))
        }
        finish(.success(head))
    }

    private static func isUndecodable(_ error: any Error) -> Bool {
        let code = (error as? URLError)?.code
        return code == .cannotDecodeContentData || code == .cannotDecodeRawData
    }

    // On Linux suspending a task closes its connection, and resuming sends the request again, or traps.
    #if canImport(FoundationNetworking)
    private static let canHoldBack = false
    #else
    private static let canHoldBack = true
    #endif

    /// Pauses the transfer while the reader of a streamed body has enough, and resumes it when there is room.
    private func balance() {
        Self.control.async { [self] in
            guard let (task, pipe) = state.withLock({ $0.streaming }) else { return }
            let isFull = pipe.isFull
            let hasChanged = state.withLock { state in
                defer { state.isSuspended = isFull }
                return state.isSuspended != isFull
            }
            guard hasChanged else { return }
            touch()
            if isFull { task.suspend() } else { task.resume() }
        }
    }
}

extension URLSessionExchange.State {
    fileprivate var streaming: (URLSessionTask, BodyPipe)? {
        if !isOver, let task, let pipe = sink.pipe { (task, pipe) } else { nil }
    }
}
