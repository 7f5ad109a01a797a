/// A request's body that can be sent from its beginning repeatedly.
enum OutgoingBody: Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file.
    case file(RegularFile)

    /// A gathered stream.
    /// - Throws: as `RegularFile`.
    init(_ spool: SpooledBody) throws(URLError) {
        switch spool {
        case .data(let data): self = .data(data)
        case .file(let place): self = .file(try RegularFile(place))
        }
    }

    /// The length in bytes.
    var length: Int64 {
        switch self {
        case .data(let data): Int64(data.count)
        case .file(let file): file.length
        }
    }
}

#if canImport(FoundationNetworking)
/// An outgoing body as a stream for libcurl. It never yields more bytes than its length, and fewer only with an error.
final class OutgoingStream: InputStream {
    private let body: OutgoingBody
    private let onFailure: @Sendable (URLError) -> Void
    private var offset: Int64 = 0
    private var status = Stream.Status.notOpen

    /// Makes a stream from the body's beginning. `onFailure` is called on the session's queue if it cannot be read to
    /// its end.
    init(_ body: OutgoingBody, onFailure: @escaping @Sendable (URLError) -> Void) {
        self.body = body
        self.onFailure = onFailure
        super.init(data: Data())
    }

    override func open() { status = .open }

    override func close() { status = .closed }

    override var streamStatus: Stream.Status { status }

    override var streamError: (any Error)? { nil }

    override var hasBytesAvailable: Bool { offset < body.length }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard hasBytesAvailable, maxLength > 0 else { return 0 }
        let space = UnsafeMutableBufferPointer(start: buffer, count: maxLength)
        do throws(URLError) {
            let count: Int
            switch body {
            case .data(let data): count = data.dropFirst(Int(clamping: offset)).copyBytes(to: space)
            case .file(let file): count = try file.read(into: space, at: offset)
            }
            offset += Int64(count)
            return count
        } catch {
            onFailure(error)
            return -1
        }
    }
}
#endif
