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
            // Parsed now only if the file, stream or progress needs it.
            let isPlain = context.delivery == .data && context.progress == nil
            let length = try isPlain ? nil : HTTPHeaders(head).bodyLength()
            let pipe = try state.withLock { state -> BodyPipe? in
                // Apple's session reports a head per part of a multipart response: only the first counts.
                guard !state.isOver, !state.hasAnswer else { return nil }
                state.lastActivity = now
                state.head = head
                state.hasAnswer = true
                state.progress.totalToReceive = length
                switch context.delivery {
                case .file(let url) where (200...299).contains(head.statusCode):
                    state.body = .file(try TemporaryFile(beside: url), url)
                case .data, .file:
                    // HEAD has no body, and a compressed length does not determine the body's length.
                    if let limit = endpoint.options.maxBodySize, head.expectedContentLength > limit,
                        endpoint.method != .head, head.statusCode != 304, try HTTPHeaders(head).bodyLength() != nil
                    {
                        throw RequestError(.tooLarge(limit: limit))
                    }
                    state.body = .memory(Data())
                case .stream:
                    let pipe = BodyPipe(spills: !Self.canHoldBack) { [weak self] in self?.balance() }
                    state.body = .stream(pipe)
                    return pipe
                }
                return nil
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
                return (state.progress, try state.append(data, upTo: endpoint.options.maxBodySize))
            }
            guard let (progress, pipe) = taken else { return }
            context.progress?(progress)
            if let pipe, try pipe.push(data) { balance() }
        } catch { finish(.failure(withHead(error))) }
    }

    /// The error of a body over its limit keeps the head, because plugins inspect its status code.
    private func withHead(_ error: any Error) -> any Error {
        guard case .tooLarge(let limit) = (error as? RequestError)?.kind, let head = state.withLock({ $0.head }) else {
            return error
        }
        return Response(
            statusCode: head.statusCode, headers: HTTPHeaders(head), url: head.url, endpoint: endpoint
        ).tooLarge(limit)
    }

    /// Handles upload progress, which includes bytes sent again.
    func didSend(_ sent: Int64) {
        let now = context.elapsed
        let progress = state.withLock { state -> TransferProgress? in
            guard !state.isOver else { return nil }
            state.lastActivity = now
            state.progress.sent = sent - state.sentInVain
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
        if !isOver, let task, case .stream(let pipe) = body { (task, pipe) } else { nil }
    }

    /// Appends a chunk to the body. Returns a pipe that the caller has to fill outside the lock.
    /// - Throws: ``RequestError/Kind-swift.enum/tooLarge(limit:)`` if the chunk exceeds the limit.
    fileprivate mutating func append(_ data: Data, upTo limit: Int?) throws -> BodyPipe? {
        switch body {
        case .memory(var whole):
            if let limit, whole.count + data.count > limit { throw RequestError(.tooLarge(limit: limit)) }
            // Released first: appending to a second reference would copy the data.
            body = .memory(Data())
            whole.append(data)
            body = .memory(whole)
            return nil
        case .file(let file, _):
            try file.write(data)
            return nil
        case .stream(let pipe): return pipe
        }
    }
}
