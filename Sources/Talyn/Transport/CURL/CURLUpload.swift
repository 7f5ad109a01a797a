#if os(Linux)
/// The body of a request while it is sent: read by libcurl on the loop's thread, chunk by chunk, and again from its
/// beginning if libcurl sends the request again. Any thread may open and close it.
final class CURLUpload: Sendable {
    /// The largest body that libcurl copies, so that it goes out with the head: 64 KiB.
    static let copiedLimit = 1 << 16
    /// The largest chunk that libcurl takes at a time: 16 KiB, a record of TLS (RFC 8446 §5.1). A response that arrives
    /// while it sends one is lost if the server resets the connection.
    static let chunkSize = 1 << 14

    /// The bytes of a stream that are read ahead, plus the chunk that exceeds them: 256 KiB.
    static let bytesAhead = 1 << 18

    private enum Source: Sendable {
        case data(Data)
        case file(RegularFile)
        case stream(BodyStream)
    }

    private struct State {
        var offset: Int64 = 0
        /// The reading of a stream, and its task.
        var pipe: BodyPipe?
        var task: Task<Void, Never>?
        var isClosed = false
    }

    private let source: Source
    private let state = Locked(State())

    /// The length in bytes; nil if it is unknown.
    let length: Int64?

    /// Makes an upload of a body that is not empty.
    /// - Throws: `URLError` for a file that cannot be sent.
    init(_ body: Body) throws(URLError) {
        switch body {
        case .none: (source, length) = (.data(Data()), 0)
        case .data(let data): (source, length) = (.data(data), Int64(data.count))
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

    /// The number of bytes that were read since the last beginning.
    var bytesRead: Int64 { state.withLock { $0.offset } }

    /// Prepares the reading of a stream, which begins with the first call of ``read(into:onBytes:)``.
    func open() {
        guard case .stream(let stream) = source else { return }
        stop { state in
            // The exchange may have ended before this.
            if state.isClosed { return }
            let pipe = BodyPipe(limit: Self.bytesAhead, isFull: true)
            (state.pipe, state.task) = (pipe, pipe.fill(from: stream))
        }
    }

    /// Ends the reading of a stream, and every later one.
    func close() { stop { $0.isClosed = true } }

    /// Changes the state, and ends the reading so far.
    private func stop(_ change: (inout State) -> Void) {
        let (pipe, task) = state.withLock { state in
            defer { change(&state) }
            return (state.pipe, state.task)
        }
        task?.cancel()
        pipe?.end(CancellationError())
    }

    /// Copies the next bytes. `onBytes` is called once after `wait`, when a stream has bytes or has ended.
    func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, onBytes: @escaping @Sendable () -> Void
    ) -> BodyPipe.ReadResult {
        state.withLock { state in
            let result = read(into: buffer, state, onBytes)
            guard case .bytes(let count) = result else {
                // Fewer bytes than declared would make the server wait, or read the next request as the rest.
                if case .end = result, let length, state.offset < length { return .failed(Self.wrongLength) }
                return result
            }
            state.offset += Int64(count)
            // libcurl 8 asks for no more than the length.
            if let length, state.offset > length || state.offset == length && state.pipe?.hasBytes ?? false {
                return .failed(Self.wrongLength)
            }
            return result
        }
    }

    private func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, _ state: State, _ onBytes: @escaping @Sendable () -> Void
    ) -> BodyPipe.ReadResult {
        switch source {
        case .data(let data):
            let count = data.dropFirst(Int(clamping: state.offset)).copyBytes(to: buffer)
            return count == 0 ? .end : .bytes(count)
        case .file(let file):
            if state.offset >= file.length { return .end }
            do throws(URLError) { return .bytes(try file.read(into: buffer, at: state.offset)) } catch {
                return .failed(error)
            }
        case .stream: return state.pipe?.read(into: buffer, onBytes: onBytes) ?? .end
        }
    }

    /// Goes back to the beginning, because libcurl sends the request again. Returns false for a stream that can be read
    /// once and has been read.
    func rewind() -> Bool {
        let offset = state.withLock { $0.offset }
        if offset == 0 { return true }
        if case .stream(let stream) = source {
            guard stream.isRepeatable else { return false }
            open()
        }
        state.withLock { $0.offset = 0 }
        return true
    }

    private static let wrongLength = URLError(
        .requestBodyStreamExhausted, text: "the stream does not have the length that it declares")
}
#endif
