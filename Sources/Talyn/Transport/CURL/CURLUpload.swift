#if os(Linux)
/// The body of a request while it is sent: read by libcurl on the thread that holds the loop's lock, chunk by chunk,
/// and again from its beginning if libcurl sends the request again.
final class CURLUpload: Sendable {
    /// The largest body that libcurl copies, so that it goes out with the head: 64 KiB.
    static let copiedLimit = 1 << 16
    /// The largest chunk that libcurl takes at a time: 16 KiB, a record of TLS (RFC 8446 §5.1). What arrives while it
    /// sends one is lost if the server resets the connection.
    static let chunkSize = 1 << 14

    /// The result of a read.
    enum ReadResult {
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

    /// Prepares the reading of a stream, in the task of the caller. `onBytes` is called when a read has waited for
    /// bytes.
    func open(onBytes: @escaping @Sendable () -> Void) {
        guard case .stream(let stream) = source else { return }
        let feed = UploadFeed(onBytes: onBytes)
        let (old, isClosed) = state.withLock { state in
            defer { if !state.isClosed { state.feed = feed } }
            return (state.feed, state.isClosed)
        }
        // The exchange may have ended before this.
        if isClosed { return }
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
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ReadResult {
        state.withLock { state in
            let taken = read(into: buffer, at: state.offset, state.feed)
            guard case .bytes(let count) = taken else {
                // Fewer bytes than declared would make the server wait, or read the next request as the rest.
                if case .end = taken, let length, state.offset < length { return .failed(Self.wrongLength) }
                return taken
            }
            state.offset += Int64(count)
            // libcurl 8 asks for no more than the length.
            if let length, state.offset > length || state.offset == length && state.feed?.hasBytes ?? false {
                return .failed(Self.wrongLength)
            }
            return taken
        }
    }

    private func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64, _ feed: UploadFeed?)
        -> ReadResult
    {
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
#endif
