#if os(Linux)
/// The chunks of one reading of a stream between its producer, a task, and libcurl: at most ``highWater`` bytes and the
/// chunk that exceeds them. The producer starts with the first read, and waits while it is full.
final class UploadFeed: Sendable {
    /// 256 KiB: libcurl takes 16 KiB at a time.
    static let highWater = 1 << 18

    fileprivate struct State {
        var pieces: [Data] = []
        var size = 0
        /// The index of the first chunk that is not sent, and the offset in it.
        var first = 0
        var offset = 0
        var end: Result<Void, any Error>?
        var isStarted = false
        /// Whether a read has found nothing.
        var isMissed = false
        var producer: CheckedContinuation<Void, Never>?
        var task: Task<Void, Never>?
    }

    private let state = Locked(State())
    private let onBytes: @Sendable () -> Void

    init(onBytes: @escaping @Sendable () -> Void) { self.onBytes = onBytes }

    /// Reads a stream, from the first call of ``take(into:)`` on.
    func read(_ stream: BodyStream) {
        let task = Task {
            await waitForRoom()
            do {
                for try await piece in stream {
                    try Task.checkCancellation()
                    put(piece)
                    await waitForRoom()
                }
                finish(.success(()))
            } catch { finish(.failure(error)) }
        }
        let isOver = state.withLock { state in
            state.task = task
            return state.end != nil
        }
        if isOver { task.cancel() }
    }

    /// Whether chunks wait to be sent.
    var hasBytes: Bool { state.withLock { $0.size > 0 } }

    /// Ends the reading.
    func cancel() {
        let task = state.withLock { $0.task }
        task?.cancel()
        finish(.failure(CancellationError()))
    }

    /// Copies the next bytes.
    func take(into buffer: UnsafeMutableBufferPointer<UInt8>) -> CURLUpload.ReadResult {
        let (taken, producer) = state.withLock { state -> (CURLUpload.ReadResult, CheckedContinuation<Void, Never>?) in
            let isFirst = !state.isStarted
            state.isStarted = true
            let taken = state.take(into: buffer)
            if case .wait = taken { state.isMissed = true }
            guard isFirst || state.size <= Self.highWater / 2 else { return (taken, nil) }
            defer { state.producer = nil }
            return (taken, state.producer)
        }
        producer?.resume()
        return taken
    }

    private func put(_ piece: Data) {
        if piece.isEmpty { return }
        let isMissed = state.withLock { state in
            state.pieces.append(piece)
            state.size += piece.count
            defer { state.isMissed = false }
            return state.isMissed
        }
        if isMissed { onBytes() }
    }

    private func finish(_ end: Result<Void, any Error>) {
        let (producer, isMissed) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Bool) in
            guard state.end == nil else { return (nil, false) }
            state.end = end
            defer { (state.producer, state.isMissed) = (nil, false) }
            return (state.producer, state.isMissed)
        }
        producer?.resume()
        if isMissed { onBytes() }
    }

    private func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                let mustWait = state.end == nil && (!state.isStarted || state.size > Self.highWater)
                if mustWait { state.producer = continuation }
                return mustWait
            }
            if !mustWait { continuation.resume() }
        }
    }
}

extension UploadFeed.State {
    fileprivate mutating func take(into buffer: UnsafeMutableBufferPointer<UInt8>) -> CURLUpload.ReadResult {
        var taken = 0
        while taken < buffer.count, first < pieces.count {
            let count = pieces[first].dropFirst(offset).copyBytes(
                to: UnsafeMutableBufferPointer(rebasing: buffer[taken...]))
            taken += count
            offset += count
            if offset == pieces[first].count {
                pieces[first] = Data()
                (first, offset) = (first + 1, 0)
            }
        }
        if first == pieces.count {
            pieces.removeAll(keepingCapacity: true)
            first = 0
        }
        size -= taken
        if taken > 0 { return .bytes(taken) }
        switch end {
        case nil: return .wait
        case .success?: return .end
        case .failure(let error)?: return .failed(error)
        }
    }
}
#endif
