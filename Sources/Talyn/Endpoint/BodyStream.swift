/// A body that is made, or arrives, in pieces.
///
/// Each piece is asked for when the reader wants it, so a slow reader slows the writer down. A stream that is not
/// repeatable can be read once; reading it again throws ``AlreadyRead``.
public struct BodyStream: AsyncSequence, Sendable {
    /// A piece.
    public typealias Element = Data

    /// Thrown by the second reading of a stream that can be read once.
    public struct AlreadyRead: Error, Sendable, Hashable {
        /// The error.
        public init() {}
    }

    /// The length in bytes; nil when it is not known beforehand.
    public let length: Int64?

    /// Whether each reading makes the pieces anew, so that the body can be sent again.
    public let isRepeatable: Bool

    private let wasRead = Locked(false)
    private let open: @Sendable () -> () async throws -> Data?

    /// A stream of pieces: `open` is called for each reading, what it returns for each piece; nil ends it.
    public init(
        length: Int64? = nil, isRepeatable: Bool = false, _ open: @escaping @Sendable () -> () async throws -> Data?
    ) {
        self.length = length
        self.isRepeatable = isRepeatable
        self.open = open
    }

    /// A stream of the pieces of a sequence, which can be read once unless `isRepeatable` says otherwise.
    public init<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, length: Int64? = nil, isRepeatable: Bool = false
    ) where Pieces.Element == Data {
        self.init(length: length, isRepeatable: isRepeatable) {
            var iterator = pieces.makeAsyncIterator()
            return { try await iterator.next() }
        }
    }

    /// Begins a reading.
    public func makeAsyncIterator() -> AsyncIterator {
        let isRefused = wasRead.withLock { wasRead in
            defer { wasRead = true }
            return wasRead && !isRepeatable
        }
        return AsyncIterator(next: isRefused ? { throw AlreadyRead() } : open())
    }

    /// One reading of a stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let step: () async throws -> Data?

        fileprivate init(next step: @escaping () async throws -> Data?) { self.step = step }

        /// The next piece; nil at the end.
        public mutating func next() async throws -> Data? { try await step() }
    }

    /// The whole stream in memory.
    /// - Throws: ``RequestError/Kind-swift.enum/tooLarge(limit:)`` as soon as it is longer than `limit` bytes, and what
    ///   the stream throws.
    public func collect(upTo limit: Int) async throws -> Data {
        var whole = Data()
        for try await piece in self {
            guard whole.count + piece.count <= limit else { throw RequestError(.tooLarge(limit: limit)) }
            whole.append(piece)
        }
        return whole
    }

    func isSame(as other: BodyStream) -> Bool { wasRead.isSame(as: other.wasRead) }
}
