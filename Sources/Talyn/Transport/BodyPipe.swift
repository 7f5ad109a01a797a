/// A bounded queue of chunks between the producer and the reader of a body.
///
/// With more bytes than its limit in memory it is full: the producer pauses until the reader has taken half of them.
/// Each side either waits in its task or is called back, without a lock. If the sender cannot be paused, further chunks
/// go to a temporary file, in order.
final class BodyPipe: Sendable {
    /// The limit for a response, plus the chunk that exceeds it: 1 MiB.
    static let highWater = 1 << 20

    /// The result of a reading that does not wait.
    enum ReadResult {
        case bytes(Int)
        /// There are no bytes yet.
        case wait
        case end
        case failed(any Error)
    }

    fileprivate typealias Wake = @Sendable () -> Void

    fileprivate struct State {
        /// The chunks; those before `first` were read.
        var chunks: [Data] = []
        var first = 0
        /// The number of bytes in memory.
        var size = 0
        var isFull: Bool
        var spill: SpillFile?
        var end: Result<Void, any Error>?
        /// Called with the next chunk or the end, because the reader has found neither.
        var reader: Wake?
        /// Called with room or the end, because the producer waits.
        var producer: Wake?
        /// To be called without the lock.
        var wakes: [Wake] = []
    }

    private let limit: Int
    private let spills: Bool
    private let hasRoom: @Sendable () -> Void
    private let state: Locked<State>

    /// Makes a pipe. `hasRoom` is called when a full pipe has room again. One that spills is never full; one that is
    /// made full has room from its first reading on.
    init(
        limit: Int = highWater, spills: Bool = false, isFull: Bool = false, hasRoom: @escaping @Sendable () -> Void = {}
    ) {
        self.limit = limit
        self.spills = spills
        self.hasRoom = hasRoom
        state = Locked(State(isFull: isFull))
    }

    /// Works on the state, and then calls the sides that have something to do.
    private func update<Output>(_ work: (inout State) throws -> Output) rethrows -> Output {
        let (output, wakes) = try state.withLock { state in
            let output = try work(&state)
            defer { state.wakes = [] }
            return (output, state.wakes)
        }
        for wake in wakes { wake() }
        return output
    }

    // MARK: The producer

    /// Whether the producer has to pause.
    var isFull: Bool { state.withLock { $0.isFull } }

    /// Adds a chunk and returns whether the pipe became full.
    /// - Throws: `URLError.cannotCreateFile` or `.cannotWriteToFile` if the temporary file cannot be written.
    @discardableResult
    func push(_ chunk: Data) throws -> Bool {
        if chunk.isEmpty { return false }
        return try update { state in
            guard state.end == nil else { return false }
            if spills, state.size > limit || state.spill != nil {
                try state.spill(chunk)
            } else {
                state.chunks.append(chunk)
                state.size += chunk.count
            }
            state.wakeReader()
            guard !spills, !state.isFull, state.size > limit else { return false }
            state.isFull = true
            return true
        }
    }

    /// Waits while the pipe is full. Returns false once it has ended.
    private func waitForRoom() async -> Bool {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                guard state.isFull, state.end == nil else { return false }
                state.producer = { continuation.resume() }
                return true
            }
            if !waits { continuation.resume() }
        }
        return state.withLock { $0.end == nil }
    }

    /// Ends the body; nil means success. Only the first end counts; buffered chunks are still read.
    func end(_ error: (any Error)?) {
        update { state in
            guard state.end == nil else { return }
            state.end = error.map { .failure($0) } ?? .success(())
            state.wakeReader()
            state.wakeProducer()
        }
    }

    /// Starts a task that pushes the chunks of a stream whenever there is room, until either has ended. Cancelling
    /// the task ends the reading of the stream.
    func fill(from stream: BodyStream) -> Task<Void, Never> {
        Task {
            guard await waitForRoom() else { return }
            do {
                for try await chunk in stream {
                    try Task.checkCancellation()
                    try push(chunk)
                    guard await waitForRoom() else { return }
                }
                end(nil)
            } catch { end(error) }
        }
    }

    // MARK: The reader

    /// Whether bytes wait to be read.
    var hasBytes: Bool { state.withLock { $0.hasBytes } }

    /// Waits for the next chunk and returns it; nil at the end.
    func next() async throws -> Data? {
        var hasWaited = false
        while true {
            let result = update { state -> Result<Data?, any Error>? in
                if let chunk = state.takeChunk() {
                    makeRoom(&state)
                    return .success(chunk)
                }
                if state.spill != nil { return Result { try state.takeSpilled() } }
                return state.end?.map { nil }
            }
            if let result {
                // A reader that never waits, because its server is faster, leaves its thread to other tasks.
                if !hasWaited { await Task.yield() }
                return try result.get()
            }
            hasWaited = true
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    if state.hasBytes || state.end != nil { return false }
                    state.reader = { continuation.resume() }
                    return true
                }
                if !waits { continuation.resume() }
            }
        }
    }

    /// Copies the next bytes. `onBytes` is called once after `wait`, when there are bytes or the end.
    func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, onBytes: @escaping @Sendable () -> Void
    ) -> ReadResult {
        update { state in
            let count = state.take(into: buffer)
            makeRoom(&state)
            if count > 0 { return .bytes(count) }
            switch state.end {
            case nil:
                state.reader = onBytes
                return .wait
            case .success?: return .end
            case .failure(let error)?: return .failed(error)
            }
        }
    }

    private func makeRoom(_ state: inout State) {
        guard state.isFull, state.size <= limit / 2 else { return }
        state.isFull = false
        state.wakes.append(hasRoom)
        state.wakeProducer()
    }

    /// Returns the body for its reader, which can read it once. `stop` ends the transfer: the reader was cancelled, or
    /// released before the end.
    func stream(length: Int64?, stop: @escaping @Sendable (any Error) -> Void) -> BodyStream {
        // The single reading takes ownership: the transfer ends with the reader, not with the holder of the response.
        let unread = Locked<PipeReading?>(PipeReading(pipe: self, stop: stop))
        return BodyStream(length: length) {
            let reading = unread.withLock { unread in
                defer { unread = nil }
                return unread
            }
            return { try await reading?.next() }
        }
    }
}

/// The single reading of a received body. It ends the transfer when it is released.
private final class PipeReading: Sendable {
    private let pipe: BodyPipe
    private let stop: @Sendable (any Error) -> Void

    init(pipe: BodyPipe, stop: @escaping @Sendable (any Error) -> Void) {
        self.pipe = pipe
        self.stop = stop
    }

    deinit { stop(URLError(.cancelled, text: "the body was released before its end")) }

    /// Returns the next chunk; nil at the end.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await pipe.next()
        } onCancel: {
            stop(CancellationError())
        }
    }
}

extension BodyPipe.State {
    fileprivate var hasBytes: Bool { first < chunks.count || spill != nil }

    fileprivate mutating func wakeReader() {
        if let reader { wakes.append(reader) }
        reader = nil
    }

    fileprivate mutating func wakeProducer() {
        if let producer { wakes.append(producer) }
        producer = nil
    }

    fileprivate mutating func takeChunk() -> Data? {
        guard first < chunks.count else { return nil }
        let chunk = chunks[first]
        chunks[first] = Data()
        first += 1
        size -= chunk.count
        if first == chunks.count {
            chunks.removeAll(keepingCapacity: true)
            first = 0
        }
        return chunk
    }

    fileprivate mutating func take(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var taken = 0
        while taken < buffer.count, first < chunks.count {
            let count = chunks[first].copyBytes(to: UnsafeMutableBufferPointer(rebasing: buffer[taken...]))
            taken += count
            if count == chunks[first].count {
                _ = takeChunk()
            } else {
                chunks[first] = chunks[first].dropFirst(count)
                size -= count
            }
        }
        return taken
    }

    fileprivate mutating func spill(_ chunk: Data) throws {
        var file = try self.spill ?? SpillFile()
        try file.write(chunk)
        self.spill = file
    }

    fileprivate mutating func takeSpilled() throws -> Data? {
        let chunk = try spill?.read()
        // The temporary file is empty, so chunks stay in memory again.
        if spill?.isEmpty == true { spill = nil }
        return chunk
    }
}

/// An unnamed temporary file, appended at its end and read from its beginning. The system removes it with its last
/// reference.
private struct SpillFile: Sendable {
    private static let readSize: Int64 = 1 << 18

    private let file: TemporaryFile
    private var (offset, length): (Int64, Int64) = (0, 0)

    init() throws {
        file = try TemporaryFile()
        file.remove()
    }

    var isEmpty: Bool { offset == length }

    mutating func write(_ chunk: Data) throws {
        try file.write(chunk)
        length += Int64(chunk.count)
    }

    mutating func read() throws -> Data {
        let chunk = try file.read(Int(min(length - offset, Self.readSize)), at: offset)
        offset += Int64(chunk.count)
        return chunk
    }
}
