/// A body in chunks. The reader pulls each chunk, so a slow reader slows the producer.
///
/// A stream that is not repeatable can be read once; a second reading throws ``AlreadyRead``, or for a multipart form
/// `URLError.requestBodyStreamExhausted` with the name of the part that cannot be read again.
public struct BodyStream: AsyncSequence, Sendable {
    /// A chunk.
    public typealias Element = Data

    /// The error of a second reading of a stream that is not repeatable.
    public struct AlreadyRead: Error, Sendable, Hashable {
        /// Makes the error.
        public init() {}
    }

    /// The length in bytes; nil if it is not known in advance.
    public let length: Int64?

    /// Whether each reading produces the chunks anew, so that a retry or redirect can send the body again.
    public let isRepeatable: Bool

    /// The state that the copies of a stream share.
    private final class Shared: Sendable {
        let wasRead = Locked(false)
        let form: MultipartForm?

        init(_ form: MultipartForm?) { self.form = form }
    }

    private let shared: Shared
    private let open: @Sendable () -> () async throws -> Data?

    /// Makes a stream of chunks. `open` is called once per reading; the closure it returns is called per chunk and
    /// returns nil at the end.
    public init(
        length: Int64? = nil, isRepeatable: Bool = false, _ open: @escaping @Sendable () -> () async throws -> Data?
    ) {
        self.init(length: length, isRepeatable: isRepeatable, form: nil, open)
    }

    private init(
        length: Int64?, isRepeatable: Bool, form: MultipartForm?,
        _ open: @escaping @Sendable () -> () async throws -> Data?
    ) {
        self.length = length
        self.isRepeatable = isRepeatable
        shared = Shared(form)
        self.open = open
    }

    /// Makes a stream of a multipart form, which it carries.
    init(_ form: MultipartForm) {
        self.init(length: form.length, isRepeatable: form.isRepeatable, form: form) {
            var reading = FormReading(form)
            return { try await reading.next() }
        }
    }

    /// The multipart form that the stream sends; nil for another stream. Looking at it reads nothing.
    public var form: MultipartForm? { shared.form }

    /// Makes a stream of the chunks of an async sequence. By default it can be read once.
    public init<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, length: Int64? = nil, isRepeatable: Bool = false
    ) where Pieces.Element == Data {
        self.init(length: length, isRepeatable: isRepeatable) {
            var iterator = pieces.makeAsyncIterator()
            return { try await iterator.next() }
        }
    }

    /// Starts a reading.
    public func makeAsyncIterator() -> AsyncIterator {
        let isRefused = shared.wasRead.withLock { wasRead in
            defer { wasRead = true }
            return wasRead && !isRepeatable
        }
        return AsyncIterator(next: isRefused ? { [refusal] in throw refusal } : open())
    }

    /// One reading of a stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let step: () async throws -> Data?
        private var isOver = false

        fileprivate init(next step: @escaping () async throws -> Data?) { self.step = step }

        /// Returns the next chunk; nil at the end.
        /// - Throws: errors of the stream, and `CancellationError` instead of an end within a cancelled task: some
        ///   sequences end so when they are cancelled, such as `AsyncStream`, with only a part of the body.
        @inline(never)
        public mutating func next() async throws -> Data? {
            if isOver { return nil }
            if let chunk = try await step() { return chunk }
            try Task.checkCancellation()
            isOver = true
            return nil
        }
    }

    /// Reads the whole stream into memory.
    /// - Throws: ``RequestError/Kind-swift.enum/tooLarge(limit:)`` as soon as more than `limit` bytes have arrived, and
    ///   errors of the stream.
    public func collect(upTo limit: Int) async throws -> Data {
        var whole = Data()
        for try await piece in self {
            guard whole.count + piece.count <= limit else { throw RequestError(.tooLarge(limit: limit)) }
            whole.append(piece)
        }
        return whole
    }

    /// The error of a reading that is one too many.
    private var refusal: any Error {
        guard form != nil else { return AlreadyRead() }
        return URLError(
            .requestBodyStreamExhausted, text: "\(partThatIsReadOnce) can be read once; make its stream repeatable")
    }

    /// The part of a form that cannot be sent again, or "its stream", as the subject of a sentence about the request.
    var partThatIsReadOnce: String { form?.partThatIsReadOnce ?? "its stream" }

    /// Returns whether it is a copy of the other stream.
    func isSame(as other: BodyStream) -> Bool { shared === other.shared }
}
