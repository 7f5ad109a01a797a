#if os(Linux)
/// The body of a request while it is sent: read by libcurl on the loop's thread, chunk by chunk, and again from its
/// beginning if libcurl sends the request again.
final class CURLUpload: Sendable {
    /// The largest body that libcurl copies, so that it goes out with the head: 64 KiB.
    static let copiedLimit = 1 << 16

    /// The result of a read.
    enum Taken {
        case bytes(Int)
        /// The stream has no bytes yet. The exchange is resumed when it has.
        case wait
        case end
        case failed(any Error)
    }

    private enum Source: Sendable {
        case data(Data)
        case file(RegularFile)
        case stream(BodyStream)
    }

    private struct State {
        var offset: Int64 = 0
        /// The reading of a stream.
        var feed: UploadFeed?
        var isClosed = false
    }

    private let source: Source
    private let state = Locked(State())

    /// The length in bytes; nil if it is unknown.
    let length: Int64?

    /// Makes an upload; nil without a body.
    /// - Throws: `URLError` for a file that cannot be sent.
    init?(_ body: Body) throws(URLError) {
        switch body {
        case .none: return nil
        case .data(let data):
            if data.isEmpty { return nil }
            source = .data(data)
            length = Int64(data.count)
        case .file(let url):
            let file = try RegularFile(url)
            source = .file(file)
            length = file.length
        case .stream(let stream):
            source = .stream(stream)
            length = stream.length
        }
    }

    /// The bytes, if they are in memory.
    var data: Data? { if case .data(let data) = source { data } else { nil } }

    /// Prepares the reading of a stream, in the task of the caller. `onBytes` is called when a read has waited for
    /// bytes.
    func open(onBytes: @escaping @Sendable () -> Void) {
        guard case .stream(let stream) = source else { return }
        let feed = UploadFeed(onBytes: onBytes)
        let old = state.withLock { state in
            // The exchange may have ended before this.
            if state.isClosed { return feed as UploadFeed? }
            defer { state.feed = feed }
            return state.feed
        }
        old?.cancel()
        feed.read(stream)
    }

    /// Ends the reading of a stream, and every later one.
    func close() {
        let feed = state.withLock { state in
            state.isClosed = true
            return state.feed
        }
        feed?.cancel()
    }

    /// Copies the next bytes.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Taken {
        state.withLock { state in
            let taken = read(into: buffer, at: state.offset, state.feed)
            guard case .bytes(let count) = taken else {
                // Fewer bytes than declared would make the server wait, or read the next request as the rest.
                if case .end = taken, let length, state.offset < length { return .failed(Self.wrongLength) }
                return taken
            }
            state.offset += Int64(count)
            if let length, state.offset > length { return .failed(Self.wrongLength) }
            return taken
        }
    }

    private func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64, _ feed: UploadFeed?) -> Taken {
        switch source {
        case .data(let data):
            let count = data.dropFirst(Int(clamping: offset)).copyBytes(to: buffer)
            return count == 0 ? .end : .bytes(count)
        case .file(let file):
            if offset >= file.length { return .end }
            do throws(URLError) { return .bytes(try file.read(into: buffer, at: offset)) } catch {
                return .failed(error)
            }
        case .stream: return feed?.take(into: buffer) ?? .end
        }
    }

    /// Goes back to the beginning, because libcurl sends the request again. Returns false for a stream that can be read
    /// once and has been read.
    func rewind(onBytes: @escaping @Sendable () -> Void) -> Bool {
        let offset = state.withLock { $0.offset }
        if offset == 0 { return true }
        if case .stream(let stream) = source {
            guard stream.isRepeatable else { return false }
            open(onBytes: onBytes)
        }
        state.withLock { $0.offset = 0 }
        return true
    }

    private static let wrongLength = URLError(
        .requestBodyStreamExhausted, text: "the stream does not have the length that it declares")
}

/// The chunks of one reading of a stream between its producer, a task, and libcurl: at most ``highWater`` bytes and the
/// chunk that exceeds them. The producer starts with the first read, and waits while it is full.
private final class UploadFeed: Sendable {
    /// 256 KiB: libcurl takes 64 KiB at a time.
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

    /// Ends the reading.
    func cancel() {
        let task = state.withLock { $0.task }
        task?.cancel()
        finish(.failure(CancellationError()))
    }

    /// Copies the next bytes.
    func take(into buffer: UnsafeMutableBufferPointer<UInt8>) -> CURLUpload.Taken {
        let (taken, producer) = state.withLock { state -> (CURLUpload.Taken, CheckedContinuation<Void, Never>?) in
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
    fileprivate mutating func take(into buffer: UnsafeMutableBufferPointer<UInt8>) -> CURLUpload.Taken {
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
