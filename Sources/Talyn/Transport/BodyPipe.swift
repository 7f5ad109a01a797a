/// A bounded buffer between the producer and the reader of a body.
///
/// With more than ``highWater`` bytes in memory it is full: the producer pauses until the reader has taken half of it.
/// If the sender cannot be paused, further chunks go to a temporary file, in order.
final class BodyPipe: Sendable {
    /// The number of bytes kept in memory, plus the chunk that exceeds it: 1 MiB.
    static let highWater = 1 << 20

    fileprivate struct State {
        var pieces: [Data] = []
        var first = 0
        var size = 0
        var isFull = false
        var spill: SpillFile?
        var end: Result<Void, any Error>?
        var reader: CheckedContinuation<Data?, any Error>?
    }

    private let state = Locked(State())
    private let spills: Bool
    private let hasRoom: @Sendable () -> Void

    /// Makes a pipe. `hasRoom` is called when a full pipe has room again. A pipe that spills is never full.
    init(spills: Bool, hasRoom: @escaping @Sendable () -> Void) {
        self.spills = spills
        self.hasRoom = hasRoom
    }

    /// Whether the producer has to pause.
    var isFull: Bool { state.withLock { $0.isFull } }

    /// Adds a chunk and returns whether the pipe became full.
    /// - Throws: `URLError.cannotCreateFile` or `.cannotWriteToFile` if the temporary file cannot be written.
    func push(_ piece: Data) throws -> Bool {
        if piece.isEmpty { return false }
        let (reader, becameFull) = try state.withLock { state -> (CheckedContinuation<Data?, any Error>?, Bool) in
            guard state.end == nil else { return (nil, false) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, false)
            }
            if spills, state.size > Self.highWater || state.spill != nil {
                try state.spill(piece)
                return (nil, false)
            }
            state.pieces.append(piece)
            state.size += piece.count
            guard !spills, !state.isFull, state.size > Self.highWater else { return (nil, false) }
            state.isFull = true
            return (nil, true)
        }
        reader?.resume(returning: piece)
        return becameFull
    }

    /// Ends the body; nil means success. Only the first end counts; buffered chunks are still read.
    func end(_ error: (any Error)?) {
        let reader = state.withLock { state -> CheckedContinuation<Data?, any Error>? in
            guard state.end == nil else { return nil }
            state.end = error.map { .failure($0) } ?? .success(())
            defer { state.reader = nil }
            return state.reader
        }
        if let error { reader?.resume(throwing: error) } else { reader?.resume(returning: nil) }
    }

    /// Waits for the next chunk and returns it; nil at the end.
    func next() async throws -> Data? {
        let piece = try await withCheckedThrowingContinuation { continuation in
            let (result, gotRoom) = state.withLock { state -> (Result<Data?, any Error>?, Bool) in
                if let piece = state.takePiece() {
                    guard state.isFull, state.size <= Self.highWater / 2 else { return (.success(piece), false) }
                    state.isFull = false
                    return (.success(piece), true)
                }
                if state.spill != nil { return (Result { try state.takeSpilled() }, false) }
                if let end = state.end { return (end.map { nil }, false) }
                state.reader = continuation
                return (nil, false)
            }
            if gotRoom { hasRoom() }
            if let result { continuation.resume(with: result) }
        }
        // Through the lock: Thread Sanitizer does not know that a resume happens before the wait's end.
        return state.withLock { _ in piece }
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
    fileprivate mutating func takePiece() -> Data? {
        guard first < pieces.count else { return nil }
        let piece = pieces[first]
        pieces[first] = Data()
        first += 1
        size -= piece.count
        if first == pieces.count {
            pieces.removeAll(keepingCapacity: true)
            first = 0
        }
        return piece
    }

    fileprivate mutating func spill(_ piece: Data) throws {
        var file = try self.spill ?? SpillFile()
        try file.write(piece)
        self.spill = file
    }

    fileprivate mutating func takeSpilled() throws -> Data? {
        let piece = try spill?.read()
        // The temporary file is empty, so chunks stay in memory again.
        if spill?.isEmpty == true { spill = nil }
        return piece
    }
}

/// An unnamed temporary file, appended at its end and read from its beginning. The system removes it with its last
/// reference.
private struct SpillFile: Sendable {
    private static let readSize = 1 << 18

    private let writer: TemporaryFile
    private let reader: FileHandle
    private var unread = 0

    init() throws {
        let writer = try TemporaryFile()
        defer { try? FileManager.default.removeItem(at: writer.place) }
        guard let reader = try? FileHandle(forReadingFrom: writer.place) else {
            throw URLError(.cannotOpenFile, text: "the file for the body cannot be read")
        }
        self.writer = writer
        self.reader = reader
    }

    var isEmpty: Bool { unread == 0 }

    mutating func write(_ piece: Data) throws {
        try writer.write(piece)
        unread += piece.count
    }

    mutating func read() throws -> Data {
        guard let piece = try? reader.read(upToCount: min(unread, Self.readSize)), !piece.isEmpty else {
            throw URLError(.cannotOpenFile, text: "the file for the body cannot be read")
        }
        unread -= piece.count
        return piece
    }
}
